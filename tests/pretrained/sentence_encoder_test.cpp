// The pretrained encoder against TensorFlow.js: tests/golden/make_encoder.js. The model is not in the
// repository: ATTENTION_LAB_SENTENCE_ENCODER names the folder dist/ of its npm package.
#include "pretrained/sentence_encoder.h"

#include "base/files.h"
#include "base/refusal.h"
#include "close.h"
#include "language/temporary_file.h"
#include "opened.h"
#include "pretrained/reading.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace pretrained;
using nlohmann::json;

namespace {

/// Null, and a message, where the model is not there.
ModelPtr encoder() {
    const char* folder = std::getenv("ATTENTION_LAB_SENTENCE_ENCODER");
    if (!folder) {
        MESSAGE("skipped: ATTENTION_LAB_SENTENCE_ENCODER does not name the folder of the encoder");
        return nullptr;
    }
    return open_model(folder);
}

json golden() {
    return json::parse(base::read_whole_file(opened::folder() / "encoder.json", 1'000'000));
}

std::vector<tokens::Id> ids_of(const Model& model, const std::string& text) {
    std::vector<tokens::Id> ids;
    for (const tokens::Piece& piece : model.tokenizer.encode(text))
        ids.push_back(piece.id);
    return ids;
}

RowVector row(const json& numbers) {
    const auto values = numbers.get<std::vector<float>>();
    return Eigen::Map<const RowVector>(values.data(), static_cast<Index>(values.size()));
}

} // namespace

TEST_CASE("thirty sentences have the pieces, vectors and similarities of TensorFlow.js") {
    const ModelPtr model = encoder();
    if (!model) return;
    const json cases = golden()["cases"];
    REQUIRE(cases.size() == 30);
    std::vector<RowVector> vectors;
    for (const json& each : cases) {
        CAPTURE(each["text"]);
        const std::vector<tokens::Id> ids = ids_of(*model, each["text"]);
        REQUIRE(ids == each["ids"].get<std::vector<tokens::Id>>());
        vectors.push_back(sentence_vector(*model, read(*model, ids).last()));
        CHECK(make::is_close(vectors.back().head(8), row(each["vector"]), 1e-5));
    }
    for (std::size_t i = 0; i < cases.size(); ++i)
        for (std::size_t j = 0; j < cases.size(); ++j)
            CHECK(similarity(vectors[i], vectors[j]) ==
                  make::about(cases[i]["similarities"][j].get<float>()).within(1e-4));
}

TEST_CASE("each head of the encoder looks where TensorFlow.js says") {
    const ModelPtr model = encoder();
    if (!model) return;
    const json file = golden();
    const Reading reading = read(*model, ids_of(*model, file["cases"][0]["text"]));
    const Index n = reading.words();
    for (Index layer = 0; layer < 2; ++layer) {
        const RowVector weights = row(file["weights"][static_cast<std::size_t>(layer)]);
        const auto trace = trace_of(*model, reading, layer);
        for (Index head = 0; head < 4; ++head) {
            const Eigen::Map<const Matrix> expected(weights.data() + head * n * n, n, n);
            CHECK(make::is_close(trace->heads[static_cast<std::size_t>(head)].weights, expected, 1e-5));
        }
    }
}

TEST_CASE("a graph of another model is refused, and so is one without its numbers") {
    const auto refused = [](const std::string& graph) {
        const TemporaryFile file("model.json", graph);
        return refusal_of([&] { (void)open_model(file.folder()); }).problem;
    };
    CHECK(refused("{}") == "\"weightsManifest\" is missing");
    CHECK(refused("[") == "it is not an object");
    CHECK(refused(R"({"weightsManifest": [{"paths": ["group1-shard1of1"], "weights": []}]})") ==
          "this part of the model is missing");
    CHECK(refused(R"({"weightsManifest": [{"paths": ["../other"], "weights": []}]})") ==
          "this part of the model is missing");
    CHECK(refused(R"({"weightsManifest": [{"paths": [], "weights": []}]})") ==
          "no tensor is named module/Embeddings_en");
    CHECK(refused(R"({"weightsManifest": [{"paths": [], "weights":
        [{"name": "a", "dtype": "float32", "shape": [2]}]}]})") == "the files end before it does");
    CHECK(refused(R"({"weightsManifest": [{"paths": [], "weights":
        [{"name": "a", "dtype": "float32", "shape": [2000000000, 2000000000]}]}]})") ==
          "the tensor is too large");
}

namespace {

/// What is said of a folder with this tensor in its manifest, and one part of 8 bytes.
std::string refused_manifest(const std::vector<std::string>& paths, const json& tensor) {
    const TemporaryFolder folder;
    const json group = {{"paths", paths}, {"weights", json::array({tensor})}};
    const json file = {{"weightsManifest", json::array({group})}};
    base::write_whole_file(folder.path / "model.json", file.dump());
    base::write_whole_file(folder.path / "part", "12345678");
    return refusal_of([&] { (void)open_model(folder.path); }).problem;
}

json tensor_of(const std::vector<std::int64_t>& shape) {
    return {{"name", "a"}, {"shape", shape}, {"dtype", "float32"}};
}

} // namespace

TEST_CASE("a manifest that claims more than its parts hold is refused before memory is taken for it") {
    CHECK(refused_manifest({"part"}, tensor_of({3})) == "the files end before it does");
    CHECK(refused_manifest({"part", "part"}, tensor_of({3})) == "this part is named twice");
    CHECK(refused_manifest({"part"}, tensor_of({30'000'000})) == "the tensor is too large");
    CHECK(refused_manifest({"part"}, tensor_of({0, 2'000'000'000, 2'000'000'000}))
              .starts_with("no tensor is named "));
    CHECK(refused_manifest({"../part"}, tensor_of({1})) == "this part of the model is missing");
}
