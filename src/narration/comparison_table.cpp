#include "narration/narration.h"

#include <cmath>

namespace narration {

using attention::Trace;
using base::Index;

namespace {

std::string shape(Index rows, Index columns) {
    return std::to_string(rows) + " × " + std::to_string(columns);
}

/// "1 234 567": thousands grouped for readability.
std::string grouped(double count) {
    std::string digits = std::to_string(static_cast<long long>(std::llround(count)));
    for (auto at = static_cast<long>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), "\u00A0");
    return digits;
}

std::string self_or_cross(const Texts& texts, const std::string& name, const Trace& t) {
    return texts.text("compare." + name + (t.input.is_cross() ? "_cross" : "_self"));
}

std::string widths(const Trace& t) {
    const auto& head = t.heads.front();
    std::string text = shape(head.k.rows(), head.k.cols());
    if (head.v.cols() != head.k.cols()) text += ", " + shape(head.v.rows(), head.v.cols());
    return text;
}

std::string matrix_shape(const Texts& texts, const Trace& t) {
    return shape(t.n(), t.m()) + " — " + self_or_cross(texts, "matrix", t);
}

/// Self-attention with a causal mask has texts of its own: GPT rather than BERT.
std::string by_mask(const Texts& texts, const std::string& name, const Trace& t) {
    if (!t.input.is_cross() && t.options.mask.causal) return texts.text("compare." + name + "_causal");
    return self_or_cross(texts, name, t);
}

/// "n² · 8 = 10 · 10 · (4 + 4) = 800", preceded by the number of heads if there are several.
std::string work(const Texts& texts, const Trace& t) {
    const auto& head = t.heads.front();
    const std::string heads = t.heads.size() > 1 ? std::to_string(t.heads.size()) + " · " : "";
    return heads + self_or_cross(texts, "grows", t) + " · " + std::to_string(head.k.cols() + head.v.cols()) +
           " = " + heads + std::to_string(t.n()) + " · " + std::to_string(t.m()) + " · (" +
           std::to_string(head.k.cols()) + " + " + std::to_string(head.v.cols()) +
           ") = " + grouped(attention_multiply_adds(t));
}

} // namespace

double attention_multiply_adds(const Trace& t) {
    const auto& head = t.heads.front();
    return static_cast<double>(t.heads.size()) * static_cast<double>(t.n()) * static_cast<double>(t.m()) *
           static_cast<double>(head.k.cols() + head.v.cols());
}

std::vector<ComparisonRow> comparison_table(const Texts& texts, const Trace& a, const Trace& b) {
    std::vector<ComparisonRow> rows;
    const auto row = [&](const std::string& key, auto value) {
        rows.push_back({texts.text("compare." + key), key, {value(a), value(b)}});
    };
    const auto said = [&](const std::string& key) {
        row(key, [&](const Trace& t) { return self_or_cross(texts, key, t); });
    };
    said("query_from");
    said("key_from");
    row("shape_q", [](const Trace& t) { return shape(t.heads.front().q.rows(), t.heads.front().q.cols()); });
    row("shape_k", widths);
    row("shape_a", [&](const Trace& t) { return matrix_shape(texts, t); });
    row("work", [&](const Trace& t) { return work(texts, t); });
    for (const char* key : {"direction", "used_in"})
        row(key, [&](const Trace& t) { return by_mask(texts, key, t); });
    return rows;
}

} // namespace narration
