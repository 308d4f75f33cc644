// The formulas of a pass in the markup of drawing/figures/formula.h: the whole one, with one part per stage
// shown, and that of each stage.

#include "attention/score.h"
#include "narration/narration.h"
#include "narration/wording.h"

#include <array>

namespace narration {
namespace {

using attention::ScaleKind;
using attention::ScoreFunction;
using attention::Trace;

std::string part(const std::string& stage, const std::string& content) {
    return "\\part{" + stage + "}{" + content + "}";
}

std::string upright(const std::string& text) {
    return "\\rm{" + text + "}";
}

/// With several heads, every per-head symbol gets the index h.
std::string of_head(const Trace& t, const std::string& symbol) {
    return t.layer->heads > 1 ? symbol + "_{h}" : symbol;
}

/// Q = X W_Q, with the bias if there is one.
std::string projection(const Trace& t, char tone, char name, const char* source, bool bias) {
    const std::string symbol(1, name);
    const std::string coloured = std::string("\\") + tone + "{" + of_head(t, symbol) + "}";
    const std::string weight = "W_{" + symbol + "}" + (t.layer->heads > 1 ? "^{h}" : "");
    const std::string plus = bias ? " + b_{" + symbol + "}" + (t.layer->heads > 1 ? "^{h}" : "") : "";
    return part("project", coloured + " = " + part("input", source) + " " + weight + plus);
}

std::string projections(const Trace& t) {
    const char* memory = t.input.is_cross() ? "M" : "X";
    return projection(t, 'q', 'Q', "X", t.layer->b_q.size() > 0) + "   " +
           projection(t, 'k', 'K', memory, t.layer->b_k.size() > 0) + "   " +
           projection(t, 'v', 'V', memory, t.layer->b_v.size() > 0);
}

/// S as a product of matrices if the score function is one; otherwise just S, defined by one_score().
std::string scores(const Trace& t) {
    const std::string q = symbol_formula(t, t.latest(attention::Quantity::q_rotated)),
                      k_transposed = symbol_formula(t, t.latest(attention::Quantity::present_k), true);
    if (t.options.score == ScoreFunction::dot) return q + " " + k_transposed;
    if (t.options.score == ScoreFunction::general) return q + " W " + k_transposed;
    return of_head(t, "S");
}

/// The line that defines s_ij from the rows q_i of Q and k_j of K; empty if S is a product of matrices.
std::string one_score(const Trace& t) {
    const std::string q = "\\q{q_{i}}", k = "\\k{k_{j}}";
    std::string right_side;
    if (t.options.score == ScoreFunction::additive)
        right_side = "v · " + upright("tanh") + "( " + q + " W_{1} + " + k + " W_{2} )";
    if (t.options.score == ScoreFunction::cosine)
        right_side = "\\frac{" + q + " · " + k + "}{|" + q + "| · |" + k + "|}";
    return right_side.empty() ? "" : part("scores", "s_{ij} = " + right_side) + "\\\\";
}

std::string scale(const Trace& t) {
    const attention::Scale& s = t.options.scale;
    if (s.kind == ScaleKind::none) return {};
    if (s.kind == ScaleKind::number) {
        std::array<char, 32> digits{};
        std::snprintf(digits.data(), digits.size(), "%g",
                      static_cast<double>(s.number < 0 ? -s.number : s.number));
        const std::string number = digits.data();
        return " " + part("scale", s.number < 0 ? "/ (−" + number + ")" : "/ " + number);
    }
    const std::string width(attention::form_of(s.kind).width_name.substr(2)); // "k", without the "d_"
    return " " + part("scale", "/ \\sqrt{d_{" + (width.size() > 1 ? upright(width) : width) + "}}");
}

/// c tanh( … /c) around the scaled scores.
std::string capped_scores(const Trace& t, const std::string& scaled) {
    if (t.options.softcap == 0) return scaled;
    const std::string c = short_number(t.options.softcap);
    return part("softcap", c + " " + upright("tanh") + "(") + " " + scaled + " " +
           part("softcap", "/ " + c + " )");
}

/// What is added to the scores: a matrix, ALiBi's penalty of the distance, or both.
std::string bias(const Trace& t) {
    const attention::Bias& b = t.options.bias;
    if (b.empty()) return {};
    const std::string given = b.given.empty() ? "" : "+ B", penalty = b.alibi ? "− m · |i − j|" : "";
    return " " + part("bias", given + (given.empty() || penalty.empty() ? "" : " ") + penalty);
}

/// What softmax is applied to: the scores, scaled, capped, shifted and masked.
std::string masked_scores(const Trace& t, const std::string& scores) {
    const std::string mask = t.options.mask.empty() ? "" : " " + part("mask", "+ " + upright("mask"));
    return capped_scores(t, scores + scale(t)) + bias(t) + mask;
}

/// softmax( … ) of the masked scores, beside the sink if there is one.
std::string softmax_of(const Trace& t, const std::string& scores) {
    const std::string beside = t.layer->sink.size() > 0 ? " , " + upright("sink") : "";
    return upright("softmax") + "( " + masked_scores(t, scores) + beside + " )";
}

/// softmax( … ), the weights A.
std::string weights(const Trace& t) {
    const std::string softmax = part("softmax", softmax_of(t, part("scores", scores(t))));
    return t.options.dropout.rate > 0 ? part("dropout", upright("dropout") + "( " + softmax + " )") : softmax;
}

std::string output_projection(const Trace& t) {
    if (t.layer->w_o.size() == 0) return {};
    return " " + part("output", std::string("W_{O}") + (t.layer->b_o.size() > 0 ? " + b_{O}" : ""));
}

/// [Z_1 … Z_h]
std::string side_by_side(const Trace& t) {
    return "[Z_{1}" + std::string(t.layer->heads > 2 ? " … " : " ") + "Z_{" + std::to_string(t.layer->heads) +
           "}]";
}

/// The symbol of a stage's result, without the tone of its family: "S", "Z_{h}".
std::string bare_symbol(const Trace& t, attention::Quantity quantity) {
    using enum attention::Quantity;
    if (quantity == masked) return bare_symbol(t, t.latest(biased)); // as it was, with keys hidden
    if (quantity == scaled) return of_head(t, "S") + scale(t);
    const auto called = [](const char* letter, const char* what) {
        return std::string(letter) + "_{" + upright(what) + "}";
    };
    if (quantity == q_normed) return called("Q", "normed");
    if (quantity == k_normed) return called("K", "normed");
    if (quantity == q_rotated) return called("Q", "turned");
    if (quantity == k_rotated) return called("K", "turned");
    if (quantity == present_k) return called("K", "all");
    if (quantity == capped) return called("S", "capped");
    if (quantity == biased) return called("S", "biased");
    if (quantity == present_v) return called("V", "all");
    if (quantity == dropped) return of_head(t, "A");
    const std::string symbol = symbol_in(t, quantity);
    if (quantity == concat && symbol != "Z" && symbol != "Z_h") return side_by_side(t);
    const auto split = symbol.find('_');
    if (split != std::string::npos)
        return symbol.substr(0, split) + "_{" + symbol.substr(split + 1) + "}" +
               (quantity == w_q || quantity == w_k || quantity == w_v ? (t.layer->heads > 1 ? "^{h}" : "")
                                                                      : "");
    return attention::is_per_head(quantity) ? of_head(t, symbol) : symbol;
}

} // namespace

std::string symbol_formula(const Trace& t, attention::Quantity quantity, bool transposed) {
    const std::string symbol = bare_symbol(t, quantity);
    const auto toned = [&](const char* tone) { return std::string(tone) + "{" + symbol + "}"; };
    const std::string end = transposed ? "^{\\rm{T}}" : "";
    switch (attention::family(quantity)) {
    case attention::Family::query:
        return toned("\\q") + end;
    case attention::Family::key:
        return toned("\\k") + end;
    case attention::Family::value:
        return toned("\\v") + end;
    default:
        return symbol + end;
    }
}

std::string stage_formula(const Trace& t, attention::StageId stage, std::size_t product) {
    using attention::Quantity;
    using attention::StageId;
    const attention::Product made = attention::stage(stage).products(t)[product];
    const std::string result = symbol_formula(t, made.result) + " = ";
    const std::string s = of_head(t, "S");
    switch (made.result) { // a step that follows a projection
    case Quantity::q_normed:
    case Quantity::k_normed:
        return upright("norm") + "( " + symbol_formula(t, *made.left) + " )";
    case Quantity::q_rotated:
    case Quantity::k_rotated:
        return upright("turn") + "( " + symbol_formula(t, *made.left) + " , " + upright("place") + " )";
    case Quantity::present_k:
    case Quantity::present_v:
        return "[ " + upright("past") + " ; " + symbol_formula(t, *made.left) + " ]";
    default:
        break;
    }
    switch (stage) {
    case StageId::input:
        if (!made.left) return symbol_formula(t, made.result);
        return result + symbol_formula(t, *made.left) + " + " + symbol_formula(t, *made.addend);
    case StageId::scores: {
        const std::string one = one_score(t);
        return one.empty() ? result + scores(t) : one.substr(0, one.size() - 2);
    }
    case StageId::scale:
        return s + scale(t);
    case StageId::softcap:
        return capped_scores(t, s + scale(t));
    case StageId::bias:
        return capped_scores(t, s + scale(t)) + bias(t);
    case StageId::mask:
        return masked_scores(t, s);
    case StageId::softmax:
        return result + softmax_of(t, s);
    case StageId::dropout:
        return upright("dropout") + "( " + symbol_formula(t, Quantity::weights) + " )";
    case StageId::concatenate:
        return symbol_in(t, Quantity::concat) == "Z" ? result + side_by_side(t) : side_by_side(t);
    default: { // a product of two matrices, and a bias
        const bool biased = (made.result == Quantity::q && t.layer->b_q.size() > 0) ||
                            (made.result == Quantity::k && t.layer->b_k.size() > 0) ||
                            (made.result == Quantity::v && t.layer->b_v.size() > 0) ||
                            (made.result == Quantity::output && t.layer->b_o.size() > 0);
        const std::string bias =
            made.result == Quantity::output ? "O" : std::string(attention::symbol(made.result));
        return result + symbol_formula(t, *made.left) + " " +
               symbol_formula(t, *made.top, made.top_transposed) + (biased ? " + b_{" + bias + "}" : "");
    }
    }
}

std::string Texts::formula(const Trace& t) const {
    const std::string read = weights(t) + " " + part("weighted_sum", "\\v{" + of_head(t, "V") + "}");
    const std::string before = projections(t) + "\\\\" + one_score(t);
    if (t.layer->heads == 1 && t.layer->w_o.size() == 0) return before + "Z = " + read;
    const std::string first = before + "Z_{h} = " + read + "\\\\Z = ";
    if (t.layer->heads == 1) return first + "Z_{h}" + output_projection(t);
    return first + part("concatenate", side_by_side(t)) + output_projection(t);
}

} // namespace narration
