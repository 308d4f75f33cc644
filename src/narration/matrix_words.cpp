#include "narration/matrix_words.h"

#include "attention/scale.h"
#include "attention/score.h"
#include "narration/wording.h"

#include <algorithm>
#include <cmath>

namespace narration {
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

std::string weights_variant(const Trace& t) {
    const bool by_hand = std::any_of(t.overrides.begin(), t.overrides.end(), [](const auto& entry) {
        return entry.cell.quantity == Quantity::weights;
    });
    if (by_hand) return "_by_hand";
    if (t.allowed.size() == 0) return "";
    const attention::ColumnVector& largest = t.heads.front().row_max; // −∞ where no key may be seen
    return std::isinf(largest.minCoeff()) ? "_empty" : "_masked";
}

/// What the options make of a stage, as a suffix of its texts.
std::string variant_at(StageId stage, const Trace& t) {
    if (stage == StageId::scale) return scale_variant(t);
    if (stage == StageId::mask) return mask_variant(t);
    if (stage == StageId::softmax) return weights_variant(t);
    return {};
}

std::string formula_of_scale(const Texts& texts, const Trace& t) {
    const attention::ScaleKind kind = t.options.scale.kind;
    if (kind == attention::ScaleKind::none) return texts.text("rail.unchanged");
    const std::string root = attention::divisor_symbol(kind);
    return "÷ " + (root.empty() ? short_number(t.divisor) : root);
}

} // namespace

std::string symbol_in(const Trace& t, Quantity quantity) {
    const bool one_head = t.layer->heads == 1, is_last = t.layer->w_o.size() == 0;
    if (quantity == Quantity::head_output && one_head && is_last) return "Z";
    if (quantity == Quantity::concat && is_last) return "Z";
    if (quantity == Quantity::concat && one_head) return "Z_h";
    return std::string(attention::symbol(quantity));
}

std::string formula_of(const Texts& texts, const Trace& t, const attention::Stage& stage) {
    switch (stage.id) {
    case StageId::input:
        if (t.input.x_positions.rows() > 0) return "X = E + P";
        return t.input.is_cross() ? "X, M" : "X";
    case StageId::scores:
        return std::string(attention::kind_of(t.options.score).matrix_formula);
    case StageId::scale:
        return formula_of_scale(texts, t);
    case StageId::mask:
        if (t.allowed.size() == 0) return texts.text("rail.nothing_hidden");
        break;
    case StageId::softmax:
        return texts.text("rail.softmax");
    default:
        break;
    }
    return std::string(stage.formula);
}

std::string meaning_of(const Trace& t, Quantity quantity, bool named) {
    const StageId stage = attention::stage_of(quantity);
    const std::string usual = "means." + std::string(attention::key(quantity));
    const bool projected = stage == StageId::project && attention::is_of_words(attention::row_axis(quantity));
    return usual + (projected ? (named ? "" : "_random") : variant_at(stage, t));
}

std::string caption_of(const Trace& t, const attention::Stage& stage) {
    const std::string usual = "caption." + std::string(stage.key);
    if (stage.id == StageId::project) return t.input.is_cross() ? usual + "_cross" : usual;
    if (stage.id == StageId::scores) return usual + scores_variant(t);
    return usual + variant_at(stage.id, t);
}

} // namespace narration
