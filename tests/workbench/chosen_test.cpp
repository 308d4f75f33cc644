#include "workbench/chosen.h"

#include "lab.h"

using namespace lab;
using namespace workbench;

namespace {

/// "head_off 2 of layer 1": each fact's key and its values.
std::vector<std::string> facts(const Document& document) {
    std::vector<std::string> all;
    for (const Fact& fact : chosen_in(document, library())) {
        std::string text = fact.key;
        for (const auto& [name, value] : fact.values)
            text += " " + value;
        all.push_back(text);
    }
    return all;
}

using Facts = std::vector<std::string>;

} // namespace

TEST_CASE("of a sentence with the usual settings there is nothing to say") {
    CHECK(facts(preset("cat-tired")).empty());
}

TEST_CASE("a trained model and the head that is off in it are named") {
    Document d = preset("cat-tired");
    d.weights = TrainedWeights{"coreference", 1};
    d.switched_off = {{0, 1}};
    const std::string title = library().trained->get("coreference")->card.title;
    CHECK(facts(d) == Facts{"trained 2 " + title, "head_off 2 of layer 1"});
    d.weights = TrainedWeights{"gone", 0};
    CHECK(facts(d).front() == "trained 1 gone");
}

TEST_CASE("masks, numbers set by hand and the rest are named") {
    Document d = preset("cat-four-heads");
    d.mask = {{.causal = 1, .window = 2}};
    d.scale = {attention::ScaleKind::number, 2.45F};
    d.overrides = {{{Quantity::scores, 0, 0, 0}, 1}};
    d.dropout = {0.2F, 3};
    CHECK(facts(d) ==
          Facts{"causal 1", "window 2", "position", "scale_number 2.45", "dropout 20", "one_number 1"});
    d.weights = model::RandomSizes{.seed = 7};
    CHECK(facts(d).front() == "random 7");
}
