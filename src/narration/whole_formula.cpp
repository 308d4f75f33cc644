// The formula of a pass in the markup of drawing/figures/formula.h, with one part per stage shown.

#include "attention/score.h"
#include "narration/narration.h"

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
    const std::string q = "\\q{" + of_head(t, "Q") + "}";
    const std::string k_transposed = "\\k{" + of_head(t, "K") + "}^{\\rm{T}}";
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

/// softmax( … ), the weights A.
std::string weights(const Trace& t) {
    const std::string mask = t.options.mask.empty() ? "" : " " + part("mask", "+ " + upright("mask"));
    const std::string softmax =
        part("softmax", upright("softmax") + "( " + part("scores", scores(t)) + scale(t) + mask + " )");
    return t.options.dropout.rate > 0 ? part("dropout", upright("dropout") + "( " + softmax + " )") : softmax;
}

std::string output_projection(const Trace& t) {
    if (t.layer->w_o.size() == 0) return {};
    return " " + part("output", std::string("W_{O}") + (t.layer->b_o.size() > 0 ? " + b_{O}" : ""));
}

} // namespace

std::string Texts::formula(const Trace& t) const {
    const std::string read = weights(t) + " " + part("weighted_sum", "\\v{" + of_head(t, "V") + "}");
    const std::string before = projections(t) + "\\\\" + one_score(t);
    if (t.layer->heads == 1 && t.layer->w_o.size() == 0) return before + "Z = " + read;
    const std::string first = before + "Z_{h} = " + read + "\\\\Z = ";
    if (t.layer->heads == 1) return first + "Z_{h}" + output_projection(t);
    const std::string h = std::to_string(t.layer->heads);
    const std::string between = t.layer->heads > 2 ? " … " : " ";
    return first + part("concatenate", "[Z_{1}" + between + "Z_{" + h + "}]") + output_projection(t);
}

} // namespace narration
