// Every family against PyTorch: tests/golden/make_pretrained.py.
#include "close.h"
#include "opened.h"
#include "pretrained/reading.h"

#include <doctest/doctest.h>

using namespace pretrained;

namespace {

constexpr double close_enough = 1e-4; ///< of the largest number

const std::vector<std::string>& cases() {
    static const std::vector<std::string> names{"bert",    "distilbert", "gemma",     "gemma2",
                                                "gemma3",  "gpt2",       "gpt2_half", "llama",
                                                "mistral", "qwen2",      "qwen3",     "roberta"};
    return names;
}

} // namespace

TEST_CASE("every family answers as PyTorch does") {
    for (const std::string& name : cases()) {
        CAPTURE(name);
        const ModelPtr model = opened::model(name);
        const model::Tensors golden = model::read_tensors(opened::folder() / (name + ".safetensors"));
        const Reading reading = read(*model, opened::sentence);
        CHECK(make::is_close(logits(*model, reading.last()), opened::matrix(golden.at("logits")),
                             make::of_largest(close_enough)));
    }
}

TEST_CASE(
    "each layer's attention weights are those of PyTorch, and its stages lead to the stream that was read") {
    for (const std::string& name : cases()) {
        CAPTURE(name);
        const ModelPtr model = opened::model(name);
        const model::Tensors golden = model::read_tensors(opened::folder() / (name + ".safetensors"));
        const Matrix weights = opened::matrix(golden.at("weights")); // layers, heads and queries in the rows
        const Reading reading = read(*model, opened::sentence);
        const Index n = reading.words();
        Index row = 0;
        for (Index layer = 0; layer < model->layers(); ++layer) {
            const auto trace = trace_of(*model, reading, layer);
            for (const attention::HeadTrace& head : trace->heads) {
                CHECK(make::is_close(head.weights, weights.middleRows(row, n), close_enough));
                row += n;
            }
        }
        CHECK(row == weights.rows());
    }
}

TEST_CASE("no golden model is left without its case") {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(opened::folder()))
        if (entry.is_directory()) found.push_back(entry.path().filename().string());
    std::ranges::sort(found);
    CHECK(found == cases());
}
