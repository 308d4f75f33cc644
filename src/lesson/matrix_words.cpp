#include "lesson/matrix_words.h"

#include "attention/score.h"

#include <algorithm>

namespace lesson {
namespace {

using attention::Quantity;
using attention::ScoreFunction;
using attention::StageId;
using attention::Trace;

std::string scores_variant(const Trace& t) {
    const ScoreFunction score = t.options.score;
    return score == ScoreFunction::dot ? "" : std::string("_") + attention::key(score);
}

std::string scale_variant(const Trace& t) {
    if (t.divisor < 0) return "_reversed";
    if (t.divisor == 1) return "_unchanged";
    return t.divisor < 1 ? "_larger" : "";
}

std::string mask_variant(const Trace& t) {
    return t.allowed.size() == 0 ? "_open" : "";
}

/// Whether some row is wholly hidden is not asked: it would mean to look at every cell, at every frame.
std::string weights_variant(const Trace& t) {
    const bool by_hand = std::any_of(t.overrides.begin(), t.overrides.end(), [](const auto& entry) {
        return entry.cell.quantity == Quantity::weights;
    });
    if (by_hand) return "_by_hand";
    return t.allowed.size() > 0 ? "_masked" : "";
}

} // namespace

std::string meaning_of(const Trace& t, Quantity quantity) {
    std::string usual = "means." + std::string(attention::key(quantity));
    switch (quantity) {
    case Quantity::scaled:
        return usual + scale_variant(t);
    case Quantity::masked:
        return usual + mask_variant(t);
    case Quantity::weights:
        return usual + weights_variant(t);
    default:
        return usual;
    }
}

std::string caption_of(const Trace& t, const attention::Stage& stage) {
    std::string usual = "caption." + std::string(stage.key);
    switch (stage.id) {
    case StageId::scores:
        return usual + scores_variant(t);
    case StageId::scale:
        return usual + scale_variant(t);
    case StageId::mask:
        return usual + mask_variant(t);
    case StageId::softmax:
        return usual + weights_variant(t);
    default:
        return usual;
    }
}

} // namespace lesson
