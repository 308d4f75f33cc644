#include "pretrained/random_model.h"

#include "pretrained/binding.h"
#include "pretrained/families.h"
#include "tokens/read_tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace pretrained {

namespace {

/// Numbers of either sign from 1/64 to 1/32, so many that each tensor begins with them: neither logits nor
/// anything before them overflow, or become so small that a processor takes long.
std::vector<std::byte> random_numbers(std::size_t count, Storage storage) {
    const std::size_t each = bytes_of(storage);
    std::vector<std::byte> bytes(count * each);
    std::uint32_t random = 1;
    for (std::size_t i = 0; i < count; ++i) {
        random = random * 1664525U + 1013904223U; // Knuth 1997, "Seminumerical algorithms", section 3.3.4
        const std::uint32_t sign = random & 0x8000'0000U, fraction = random >> 9U;
        std::uint32_t bits = sign | 121U << 23U | (fraction & 0x7F'FFFFU); // 121: the exponent −6
        if (storage == Storage::bfloat16) bits >>= 16U;
        if (storage == Storage::float16) bits = sign >> 16U | 9U << 10U | fraction >> 13U;
        std::memcpy(bytes.data() + i * each, &bits, each); // the lowest byte first, here as in files
    }
    return bytes;
}

/// GPT-2's tensors, all of which begin with the same numbers.
class RandomFiles {
public:
    RandomFiles(const RandomSizes& sizes, Storage storage)
        : storage_(storage), numbers_(random_numbers(static_cast<std::size_t>(largest(sizes)), storage)) {
        const Index d = sizes.width;
        add("wte.weight", {sizes.words, d});
        add("wpe.weight", {sizes.longest, d});
        for (Index i = 0; i < sizes.layers; ++i) {
            const std::string layer = "h." + std::to_string(i) + ".";
            norm(layer + "ln_1", d);
            dense(layer + "attn.c_attn", d, 3 * d);
            dense(layer + "attn.c_proj", d, d);
            norm(layer + "ln_2", d);
            dense(layer + "mlp.c_fc", d, 4 * d);
            dense(layer + "mlp.c_proj", 4 * d, d);
        }
        norm("ln_f", d);
    }

    WeightFiles take() { return std::move(files_); }

private:
    static Index largest(const RandomSizes& sizes) {
        return sizes.width * std::max({sizes.words, sizes.longest, 4 * sizes.width});
    }

    void add(const std::string& name, const std::vector<std::int64_t>& shape) {
        std::size_t count = 1;
        for (const std::int64_t size : shape)
            count *= static_cast<std::size_t>(size);
        files_.add_copy(name, {"random, tensor " + name, storage_, shape, numbers_.data()},
                        count * bytes_of(storage_));
    }
    void norm(const std::string& name, Index d) {
        add(name + ".weight", {d});
        add(name + ".bias", {d});
    }
    void dense(const std::string& name, Index in, Index out) {
        add(name + ".weight", {in, out});
        add(name + ".bias", {out});
    }

    Storage storage_;
    std::vector<std::byte> numbers_;
    WeightFiles files_;
};

} // namespace

ModelPtr random_gpt2(const RandomSizes& sizes, Storage storage) {
    const nlohmann::json json{{"model_type", "gpt2"},      {"n_embd", sizes.width},
                              {"n_head", sizes.heads},     {"n_layer", sizes.layers},
                              {"vocab_size", sizes.words}, {"n_positions", sizes.longest}};
    const tokens::JsonNode config(json, "random model");
    const Family& family = family_of(config);
    Architecture architecture = family.read(config);
    architecture.family = family.model_type;
    WeightFiles files = RandomFiles(sizes, storage).take();
    Weights weights = bound_weights(architecture, family.names, files);
    tokens::Tokenizer tokenizer = tokens::tokenizer_from_json(
        R"({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}})", "random model");
    return std::make_shared<const Model>(
        Model{std::move(architecture), std::move(files), std::move(weights), std::move(tokenizer)});
}

double bytes_per_word(const Model& model) {
    double bytes = 0;
    const auto add = [&](const Linear& f) {
        bytes += static_cast<double>(f.w.size()) * static_cast<double>(bytes_of(f.w.storage));
    };
    for (const LayerWeights& w : model.weights.layers)
        for (const Linear* each : {&w.q, &w.k, &w.v, &w.o, &w.wider, &w.gate, &w.up, &w.down})
            add(*each);
    add(model.weights.readout.dense);
    add(model.weights.readout.words);
    return bytes;
}

} // namespace pretrained
