#include "narration/wording.h"

#include "attention/score.h"
#include "attention/written.h"
#include "base/text.h"
#include "narration/facts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <regex>

namespace narration {

using attention::Quantity;
using attention::ScoreFunction;
using attention::StageId;
using base::Index;

// Numbers and words.

namespace {

std::string fixed(float value, int decimals) {
    return base::fixed(std::abs(value), decimals);
}

std::string with_sign(float value, const std::string& digits) {
    const bool zero = digits.find_first_not_of("0.") == std::string::npos;
    return value < 0 && !zero ? "−" + digits : digits;
}

/// False for tokens that merely number the rows.
bool are_words(const std::vector<std::string>& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (tokens[i] != std::to_string(i + 1)) return true;
    return false;
}

bool is_mark(const std::string& token) {
    return std::ranges::all_of(token, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x80 && !std::isalnum(byte);
    });
}

} // namespace

std::string decimal(float value) {
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    const float size = std::abs(value);
    const int decimals = size >= 1000 ? 0 : size >= 0.0095F || size < 0.00005F ? 2 : size >= 0.00095F ? 3 : 4;
    return with_sign(value, fixed(value, decimals));
}

std::string short_number(float value) {
    std::string digits = fixed(value, 2);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
    return with_sign(value, digits);
}

Paragraph toned(std::string text, Tone tone) {
    return {{std::move(text), tone}};
}

Paragraph number(float value) {
    return toned(decimal(value), Tone::number);
}

Paragraph number(Index value) {
    return toned(std::to_string(value), Tone::number);
}

Wording::Wording(const Texts& texts, const language::Names& names)
    : texts_(texts), names_(names), query_words_(are_words(names.queries)),
      key_words_(are_words(names.keys)) {}

Paragraph Wording::query(Index row) const {
    return label(names_.queries, row, query_words_, Tone::query);
}

Paragraph Wording::key(Index row, Tone tone) const {
    return label(names_.keys, row, key_words_, tone);
}

Paragraph Wording::label(const std::vector<std::string>& tokens, Index row, bool is_word, Tone tone) const {
    const auto i = static_cast<std::size_t>(row);
    Values values{{"number", toned(std::to_string(row + 1))}};
    const auto as = [&](const char* form) {
        return toned(plain_text(fill(texts_.text(form), values)), tone);
    };
    if (!is_word || i >= tokens.size()) return as("label.row");
    values["word"] = toned(tokens[i]);
    if (is_mark(tokens[i])) values["word"] = as("label.mark");
    return as(std::ranges::count(tokens, tokens[i]) > 1 ? "label.repeated" : "label.word");
}

std::string Wording::noun(const std::string& name) const {
    if (!name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; }))
        return plain_text(fill(texts_.text("label.dimension"), {{"number", toned(name)}}));
    const std::string entry = "noun." + name;
    return texts_.has(entry) ? texts_.text(entry) : name;
}

Paragraph Wording::listed(const std::vector<Paragraph>& parts) const {
    Paragraph list;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) list.push_back({texts_.text(i + 1 == parts.size() ? "list.last" : "list.next")});
        list.insert(list.end(), parts[i].begin(), parts[i].end());
    }
    return list;
}

std::string Wording::counted(Index count, const std::string& noun) const {
    const std::string form = "count." + noun + (count == 1 ? ".one" : ".many");
    return plain_text(fill(texts_.text(form), {{"count", toned(std::to_string(count))}}));
}

// Rounded numbers in equations.

namespace {

using attention::Operation;

constexpr std::string_view equals = " = ";

const std::string number = R"(\(?((?:−|-)?[0-9]+(?:\.[0-9]+)?)\)?)";

/// Whether the two sides of the sign are equal as written; also true if they are not numbers.
bool comes_out(const std::string& before, const std::string& after) {
    static const std::regex operation(number + " (×|÷) " + number + "$"), root("√" + number + "$"),
        result("^" + number);
    std::smatch left, right;
    if (!std::regex_search(after, right, result)) return true;
    if (std::regex_search(before, left, operation)) {
        const std::array operands{left[1].str(), left[3].str()};
        const auto kind = left[2].str() == "×" ? Operation::multiply : Operation::divide;
        return attention::comes_out(kind, operands, right[1].str());
    }
    if (std::regex_search(before, left, root)) {
        const std::array twice{right[1].str(), right[1].str()};
        return attention::comes_out(Operation::multiply, twice, left[1].str());
    }
    return true;
}

} // namespace

void mark_rounded(Paragraph& paragraph) {
    constexpr std::size_t longest = 40; // bytes on either side of the sign
    std::string text;
    for (const Span& span : paragraph)
        text += span.text;
    std::size_t start = 0; // of the span in the text
    for (Span& span : paragraph) {
        const std::size_t next = start + span.text.size();
        for (std::size_t at = span.text.find(equals); at != std::string::npos;
             at = span.text.find(equals, at + 1)) {
            const std::size_t sign = start + at;
            const std::size_t from = sign > longest ? sign - longest : 0;
            if (!comes_out(text.substr(from, sign - from), text.substr(sign + equals.size(), longest)))
                span.text.replace(at + 1, 1, "≈");
        }
        start = next;
    }
}

// How a matrix is labelled in this pass.

namespace {

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
    if (t.layer->sink.size() > 0) return "_sink";
    if (t.allowed.size() == 0) return "";
    return has_empty_row(t) ? "_empty" : "_masked";
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
        return texts.text(t.layer->sink.size() > 0 ? "rail.softmax_sink" : "rail.softmax");
    case StageId::bias:
        if (t.options.bias.given.empty()) return "S − m · |i − j|";
        break;
    default:
        break;
    }
    return std::string(stage.formula);
}

std::string meaning_of(const Trace& t, Quantity quantity, bool named) {
    const StageId stage = attention::stage_of(quantity);
    const std::string usual = "means." + std::string(attention::key(quantity));
    const bool projected = stage == StageId::project &&
                           attention::is_of_words(attention::row_axis(quantity)) &&
                           !attention::before(quantity);
    return usual + (projected ? (named ? "" : "_random") : variant_at(stage, t));
}

namespace {

/// Of a query or a key that goes through one more step, or of keys and values beside past ones.
std::string caption_of_step(Quantity quantity) {
    switch (quantity) {
    case Quantity::q_normed:
    case Quantity::k_normed:
        return "caption.project_normed";
    case Quantity::q_rotated:
    case Quantity::k_rotated:
        return "caption.project_turned";
    default:
        return "caption.project_past";
    }
}

} // namespace

std::string caption_of(const Trace& t, const attention::Stage& stage, std::size_t product) {
    const std::string usual = "caption." + std::string(stage.key);
    const Quantity result = stage.products(t).at(product).result;
    if (stage.id == StageId::project && attention::before(result)) return caption_of_step(result);
    if (stage.id == StageId::project) return t.input.is_cross() ? usual + "_cross" : usual;
    if (stage.id == StageId::scores) return usual + scores_variant(t);
    return usual + variant_at(stage.id, t);
}

// One line about a row of weights.

namespace {

std::string form_of(const Share& share) {
    if (share.nonzero == 0) return "labs.read.nothing";
    if (share.tied == 0) return "labs.read.one";
    if (share.tied == 1) return "labs.read.two";
    return share.tied + 1 == share.nonzero ? "labs.read.all" : "labs.read.several";
}

} // namespace

std::string most_read(const Texts& texts, const language::Names& names, const RowVector& weights, Index row) {
    const Share share = share_of(weights);
    const Values values{{"asker", toned(names.queries[static_cast<std::size_t>(row)])},
                        {"first", toned(names.keys[static_cast<std::size_t>(share.first)])},
                        {"count", toned(std::to_string(share.tied + 1))},
                        {"weight", toned(decimal(share.first_weight))}};
    return plain_text(fill(texts.text(form_of(share)), values));
}

} // namespace narration
