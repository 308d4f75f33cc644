#include "workbench/chosen.h"

#include "attention/score.h"
#include "base/input_error.h"
#include "base/number_text.h"

#include <algorithm>
#include <string>

namespace workbench {
namespace {

std::string model_named(const std::string& id, const Library& library) {
    try {
        const learning::ModelCard& card = library.trained->get(id)->card;
        return card.name.empty() ? card.title : card.name;
    } catch (const base::InputError&) {
        return id;
    }
}

void add_weights(std::vector<Fact>& facts, const Document& document, const Library& library) {
    if (const auto* trained = std::get_if<TrainedWeights>(&document.weights))
        facts.push_back(
            {"trained",
             {{"name", model_named(trained->id, library)}, {"layer", std::to_string(trained->layer + 1)}}});
    if (const auto* random = std::get_if<model::RandomSizes>(&document.weights))
        facts.push_back({"random", {{"seed", std::to_string(random->seed)}}});
}

void add_mask(std::vector<Fact>& facts, const MaskChoice& mask) {
    for (const ChosenKind& kind : chosen_kinds())
        if (mask.*kind.amount > 0)
            facts.push_back({kind.key, {{"count", std::to_string(mask.*kind.amount)}}});
    if (mask.drawn.size() > 0) facts.push_back({"drawn"});
}

} // namespace

std::vector<Fact> chosen_in(const Document& document, const Library& library) {
    std::vector<Fact> facts;
    add_weights(facts, document, library);
    if (const Fact heads = heads_off_in(document); !document.switched_off.empty()) facts.push_back(heads);
    add_mask(facts, document.mask);
    if (document.position != PositionKind::none) facts.push_back({"position"});
    if (document.score != attention::ScoreFunction::dot)
        facts.push_back({std::string("score_") + attention::key(document.score)});
    if (document.scale.kind == attention::ScaleKind::none) facts.push_back({"scale_none"});
    if (document.scale.kind == attention::ScaleKind::number)
        facts.push_back(
            {"scale_number", {{"divisor", base::fixed(static_cast<double>(document.scale.number), 2)}}});
    if (document.dropout.rate > 0)
        facts.push_back(
            {"dropout", {{"percent", base::percent(static_cast<double>(document.dropout.rate))}}});
    if (const auto set = document.overrides.size(); set > 0)
        facts.push_back({set == 1 ? "one_number" : "numbers", {{"count", std::to_string(set)}}});
    return facts;
}

} // namespace workbench
