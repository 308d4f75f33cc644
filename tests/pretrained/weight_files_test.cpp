#include "pretrained/weight_files.h"

#include "base/refusal.h"
#include "opened.h"

#include <doctest/doctest.h>

#include <cstring>

using namespace pretrained;
using opened::Copy;

namespace {

std::string problem(const std::filesystem::path& folder) {
    return refusal_of([&] { (void)open_weights(folder); }).problem;
}

} // namespace

TEST_CASE("numbers stay in the file: a tensor is a place in it") {
    const Copy copy("gpt2");
    const WeightFiles weights = open_weights(copy.path());
    const StoredTensor* tensor = weights.find("h.1.mlp.c_fc.weight");
    REQUIRE(tensor);
    CHECK(tensor->storage == Storage::float32);
    CHECK(tensor->shape == std::vector<std::int64_t>{16, 64});
    const model::Tensors read = model::read_tensors(copy / "model.safetensors");
    CHECK(matrix_of(*tensor).numbers() == opened::matrix(read.at("h.1.mlp.c_fc.weight")));
    CHECK(weights.find("h.0.attn.bias") == nullptr); // a table of truth values
    CHECK(weights.find("nothing") == nullptr);
}

TEST_CASE("shards make one model") {
    const WeightFiles weights = open_weights(opened::folder() / "llama");
    CHECK(weights.find("model.embed_tokens.weight"));
    CHECK(weights.find("lm_head.weight"));
    CHECK(weights.find("lm_head.weight")->storage == Storage::bfloat16);
    CHECK(weights.all().size() == 29);
    CHECK(weights.bytes() == 10'080);
}

TEST_CASE("a file at an odd place is read all the same") {
    const Copy copy("mistral");
    std::string bytes = content(copy / "model.safetensors");
    const auto length = static_cast<unsigned char>(bytes[0]) + 1; // one more space at the header's end
    REQUIRE(length < 256);
    const std::size_t header =
        static_cast<unsigned char>(bytes[0]) + 256U * static_cast<unsigned char>(bytes[1]);
    bytes[0] = static_cast<char>(length);
    bytes.insert(8 + header, " ");
    copy.write("model.safetensors", bytes);
    const WeightFiles odd = open_weights(copy.path()), even = open_weights(opened::folder() / "mistral");
    for (const auto& [name, tensor] : even.all())
        CHECK(matrix_of(*odd.find(name)).numbers() == matrix_of(tensor).numbers());
    CHECK(odd.copied_bytes() >= even.copied_bytes() + odd.bytes()); // even files are a copy in a page alone
}

TEST_CASE("a missing part, a truncated one and a foreign one are named") {
    const Copy copy("llama");
    const std::string second = "model-00002-of-00002.safetensors", index = "model.safetensors.index.json";
    const std::string bytes = content(copy / second);
    copy.write(second, bytes.substr(0, bytes.size() - 1));
    CHECK(problem(copy.path()).find("run out of the") != std::string::npos);
    std::filesystem::remove(copy / second);
    CHECK(problem(copy.path()) == "this part of the model is missing");
    copy.write(second, content(copy / "model-00001-of-00002.safetensors"));
    CHECK(problem(copy.path()) == "another file of the model has it, too");
    copy.write(index, R"({"weight_map": {"a": "../elsewhere.safetensors"}})");
    CHECK(problem(copy.path()) == "tensor a is in no file of this folder");
    copy.write(index, R"({"weight_map": {"a": 1}})");
    CHECK(problem(copy.path()) == "tensor a is in no file of this folder");
    copy.write(index, R"({"weight_map": {}})");
    CHECK(problem(copy.path()) == "it names no file");
    copy.write(index, "[");
    CHECK(problem(copy.path()) == "there is no \"weight_map\" in it");
    copy.write(index, std::string(100'000, '['));
    CHECK_THROWS_AS((void)open_weights(copy.path()), base::InputError);
}

TEST_CASE("weights of another kind that are named are refused, whatever lies beside them") {
    const opened::Copy copy("gpt2");
    copy.write("model-q4.gguf", "GGUF");
    const auto refused = refusal_of([&] { (void)open_model(copy / "model-q4.gguf"); });
    CHECK(refused.problem == "these are quantised weights for llama.cpp (GGUF)");
    CHECK(refused.hint == "get the model's .safetensors file");
    CHECK_NOTHROW((void)open_model(copy.path()));
}

TEST_CASE("a folder without safetensors is told what it has instead") {
    const TemporaryFolder folder;
    CHECK(problem(folder.path) == "there are no weights in it");
    std::ofstream(folder.path / "model-q4.gguf") << "GGUF";
    CHECK(problem(folder.path) == "these are quantised weights for llama.cpp (GGUF)");
    std::filesystem::rename(folder.path / "model-q4.gguf", folder.path / "pytorch_model.bin");
    CHECK(problem(folder.path) == "these are weights in PyTorch's own format, which can run code");
    std::filesystem::copy(opened::folder() / "gpt2" / "model.safetensors", folder.path / "other.safetensors");
    CHECK(open_weights(folder.path).find("wte.weight"));
    std::filesystem::copy(opened::folder() / "gpt2" / "model.safetensors", folder.path / "third.safetensors");
    CHECK(problem(folder.path) == "there are 2 files of weights in it");
}
