// The list of presets as a whole: which there are, and that their numbers fit together.
#include "close.h"
#include "model/presets.h"
#include "model/random.h"

#include <set>

using namespace presets_test;

TEST_CASE("every preset that has to be there is there, once, and points at a cell that exists") {
    std::set<std::string> ids;
    for (const auto& node : *presets()["preset"].as_array()) {
        const auto& of = *node.as_table();
        const std::string id = of["id"].value_or("");
        CAPTURE(id);
        CHECK(ids.insert(id).second);
        CHECK_FALSE(std::string(of["title"].value_or("")).empty());
        CHECK_FALSE(std::string(of["note"].value_or("")).empty());
        const char* shown = of["sentences"][0].value_or(""); // of a batch of sentences
        const std::string text = of["text"].value_or(shown), memory = of["memory"].value_or(text.c_str());
        const auto n =
            text.empty() ? of["length"].value_or(0) : static_cast<int>(language::tokenize(text).size());
        const auto m = text.empty() ? n : static_cast<int>(language::tokenize(memory).size());
        CHECK(of["query"].value_or(0) < n);
        CHECK(of["key"].value_or(0) < m);
    }
    for (const char* id : {"cat-sat",      "cat-tired",     "cat-comfortable", "animal-tired",
                           "animal-wide",  "love",          "bank-river",      "bank-money",
                           "french-cat",   "shape-512",     "french-sleeping", "batch-2x4x8",
                           "batch-2x5x64", "batch-padded",  "heads-8",         "heads-16",
                           "cat-one-head", "cat-two-heads", "cat-four-heads",  "batch-32x64x512",
                           "causal-5"})
        CHECK(ids.count(id) == 1);
}

TEST_CASE("the marked cell of a sentence is the largest weight of its row") {
    for (const auto& node : *presets()["preset"].as_array()) {
        const auto& of = *node.as_table();
        if (!of.contains("text") || of.contains("trained"))
            continue; // trained: tests/workbench/trained_reading_test
        CAPTURE(of["id"].value_or(""));
        const Sentence s = sentence(of["id"].value_or(""));
        const Index query = of["query"].value_or(-1), key = of["key"].value_or(-1);
        CHECK(s.trace.heads[0].weights(query, key) == make::largest(s.trace.heads[0].weights.row(query)));
    }
}

TEST_CASE("the numeric presets make layers of the shapes they are named for") {
    struct Expected {
        const char* id;
        int length, batch;
        Index d_model, heads, d_k;
    };
    const Expected expected[] = {{"shape-512", 10, 1, 512, 1, 64},        {"batch-2x4x8", 4, 2, 8, 1, 8},
                                 {"batch-2x5x64", 5, 2, 64, 1, 64},       {"heads-8", 10, 1, 64, 8, 8},
                                 {"batch-32x64x512", 64, 32, 512, 8, 64}, {"causal-5", 5, 1, 8, 1, 8}};
    for (const Expected& shape : expected) {
        CAPTURE(shape.id);
        const toml::table& of = preset(shape.id);
        const auto random = of["random"];
        model::RandomSizes sizes;
        sizes.d_model = random["d_model"].value_or(0);
        sizes.heads = random["heads"].value_or(0);
        sizes.d_k = random["d_k"].value_or(0);
        sizes.d_v = random["d_v"].value_or(0);
        sizes.output_projection = random["output_projection"].value_or(false);
        const attention::Layer layer = model::random_layer(sizes);
        CHECK(of["length"].value_or(0) == shape.length);
        CHECK(of["batch"].value_or(1) == shape.batch);
        CHECK(layer.d_model() == shape.d_model);
        CHECK(layer.heads == shape.heads);
        CHECK(layer.d_k() == shape.d_k);
        CHECK(layer.d_v() == shape.d_k);
    }
    CHECK(preset("causal-5")["causal"].value_or(false));
}
