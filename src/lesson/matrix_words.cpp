#include "lesson/matrix_words.h"

#include "attention/score.h"
#include "lesson/wording.h"

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

/// Does not check for rows that are hidden entirely: that would mean reading every cell in every frame.
std::string weights_variant(const Trace& t) {
    const bool by_hand = std::any_of(t.overrides.begin(), t.overrides.end(), [](const auto& entry) {
        return entry.cell.quantity == Quantity::weights;
    });
    if (by_hand) return "_by_hand";
    return t.allowed.size() > 0 ? "_masked" : "";
}

std::string formula_of_scores(const Trace& t) {
    switch (t.options.score) {
    case ScoreFunction::general:
        return "QWKᵀ";
    case ScoreFunction::additive:
        return "v·tanh(qW_1 + kW_2)";
    case ScoreFunction::cosine:
        return "cos(q, k)";
    case ScoreFunction::dot:
        break;
    }
    return "QKᵀ";
}

std::string formula_of_scale(const Texts& texts, const Trace& t) {
    switch (t.options.scale.kind) {
    case attention::ScaleKind::none:
        return texts.text("rail.unchanged");
    case attention::ScaleKind::sqrt_dmodel:
        return "÷ √d_model";
    case attention::ScaleKind::number:
        return "÷ " + short_number(t.divisor);
    case attention::ScaleKind::sqrt_dk:
        break;
    }
    return "÷ √d_k";
}

} // namespace

std::string symbol_in(const Trace& t, Quantity quantity) {
    const bool one_head = t.layer.heads == 1, is_last = t.layer.w_o.size() == 0;
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
        return formula_of_scores(t);
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
    std::string usual = "means." + std::string(attention::key(quantity));
    switch (quantity) {
    case Quantity::q:
    case Quantity::k:
    case Quantity::v:
        return named ? usual : usual + "_random";
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
    case StageId::project:
        return t.input.is_cross() ? usual + "_cross" : usual;
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
