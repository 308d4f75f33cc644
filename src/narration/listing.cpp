// The code listings of a pass: its input arrays, written out in the listing's language, and the lines that
// apply.

#include "narration/narration.h"

#include "attention/bias.h"
#include "attention/rotary.h"
#include "attention/score.h"
#include "base/text.h"
#include "narration/facts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <set>
#include <sstream>

namespace narration {

using attention::ScaleKind;
using attention::ScoreFunction;
using attention::Trace;
using base::Index;
using base::Matrix;
using base::RowVector;
using Kind = GivenArray::Kind;
using Words = std::map<std::string, std::string>;

// The arrays.

namespace {

/// Collects the arrays that exist; an empty matrix counts as absent.
class Collector {
public:
    void add(const char* name, const Matrix& matrix, Kind kind = Kind::matrix) {
        if (matrix.size() > 0) arrays.push_back({name, kind, {matrix}});
    }
    void add(const char* name, const RowVector& row) {
        if (row.size() > 0) arrays.push_back({name, Kind::row, {row}});
    }
    /// One matrix per head, or a plain matrix if there is only one head.
    void add(const char* name, std::vector<Matrix> heads, Kind one, Kind many) {
        const Kind kind = heads.size() == 1 ? one : many;
        arrays.push_back({name, kind, std::move(heads)});
    }

    std::vector<GivenArray> arrays;
};

/// The rows of `stacked` (h·d_k, …), head by head.
std::vector<Matrix> by_head(const Matrix& stacked, Index heads) {
    std::vector<Matrix> parts;
    const Index rows = stacked.rows() / heads;
    for (Index head = 0; head < heads; ++head)
        parts.emplace_back(stacked.middleRows(head * rows, rows));
    return parts;
}

void add_score_weights(Collector& given, const Trace& t) {
    const attention::Layer& layer = *t.layer;
    for (const attention::ScoreWeights& weights : attention::kind_of(t.options.score).weights) {
        const Matrix& matrix = layer.*weights.matrix;
        if (weights.blocks)
            given.add(weights.name, by_head(matrix, layer.heads), Kind::matrix, Kind::matrices);
        else
            given.add(weights.name, matrix, layer.heads == 1 ? Kind::row : Kind::matrix);
    }
}

void add_masks(Collector& given, const attention::Mask& mask) {
    given.add("mask", mask.given.cast<float>(), Kind::flags);
    if (mask.key_padding.empty()) return;
    RowVector real(static_cast<Index>(mask.key_padding.size()));
    for (Index j = 0; j < real.size(); ++j)
        real[j] = mask.key_padding[static_cast<std::size_t>(j)] != 0 ? 1.0F : 0.0F;
    given.add("key_padding", real, Kind::flags_row);
}

} // namespace

std::vector<GivenArray> arrays_given(const Trace& t) {
    const attention::Layer& layer = *t.layer;
    Collector given;
    given.add("x", t.input.x);
    given.add("memory", t.input.memory);
    given.add("x_positions", t.input.x_positions);
    given.add("memory_positions", t.input.memory_positions);
    given.add("w_q", layer.w_q);
    given.add("w_k", layer.w_k);
    given.add("w_v", layer.w_v);
    given.add("b_q", layer.b_q);
    given.add("b_k", layer.b_k);
    given.add("b_v", layer.b_v);
    given.add("q_norm", layer.q_norm);
    given.add("k_norm", layer.k_norm);
    given.add("past_k", t.input.past_k);
    given.add("past_v", t.input.past_v);
    given.add("sink", layer.sink);
    if (const auto& bias = t.options.bias.given; !bias.empty())
        given.add("bias", bias, Kind::matrix, Kind::matrices);
    add_score_weights(given, t);
    add_masks(given, t.options.mask);
    if (t.options.dropout.rate > 0) {
        std::vector<Matrix> kept;
        for (const attention::HeadTrace& head : t.heads)
            kept.emplace_back(head.kept.cast<float>());
        given.add("keep", std::move(kept), Kind::flags, Kind::many_flags);
    }
    given.add("w_o", layer.w_o);
    given.add("b_o", layer.b_o);
    return std::move(given.arrays);
}

namespace {

// The arrays as statements of a language, which `words` (listings.toml) says how to write.

bool is_row(Kind kind) {
    return kind == Kind::row || kind == Kind::flags_row;
}

/// "[1, 2, 3]", or with other brackets.
std::string row_text(const Matrix& matrix, Index row, const Words& words) {
    std::string text = words.at("open");
    for (Index j = 0; j < matrix.cols(); ++j)
        text += (j > 0 ? ", " : "") +
                (std::isfinite(matrix(row, j)) ? base::shortest(matrix(row, j)) : words.at("minus_infinity"));
    return text + words.at("close");
}

/// The matrix with one row per line.
std::string matrix_text(const Matrix& matrix, const std::string& open, const Words& words) {
    std::string text = open;
    for (Index i = 0; i < matrix.rows(); ++i)
        text += (i > 0 ? ",\n    " : "") + row_text(matrix, i, words);
    return text + words.at("close");
}

std::string numbers_text(const GivenArray& array, const Words& words) {
    if (is_row(array.kind)) return row_text(array.parts.front(), 0, words);
    const std::string& open = words.at("open");
    if (array.kind == Kind::matrix || array.kind == Kind::flags)
        return matrix_text(array.parts.front(), open, words);
    const bool flags = array.kind == Kind::many_flags;
    const auto named = words.find(flags ? "open_flags" : "open_matrix");
    std::string text = open;
    for (std::size_t head = 0; head < array.parts.size(); ++head)
        text += (head > 0 ? ",\n   " : "") +
                matrix_text(array.parts[head], named == words.end() ? open : named->second, words);
    return text + words.at("close");
}

/// The statement for this kind; a language that creates all arrays in the same way has just one.
const std::string& statement(const std::string& prefix, Kind kind, const Words& words) {
    static constexpr std::array names{"matrix", "row", "matrices", "flags", "flags_row", "many_flags"};
    const bool flags = kind >= Kind::flags;
    const auto found = words.find(prefix + names[static_cast<std::size_t>(kind)]);
    return found != words.end() ? found->second : words.at(prefix + (flags ? "flags" : "matrix"));
}

std::string replaced(std::string text, const Words& values) {
    for (const auto& [name, value] : values)
        if (const std::size_t at = text.find("$" + name); at != std::string::npos)
            text.replace(at, name.size() + 1, value);
    return text;
}

/// A number as a float literal: "2.45", "2.0f".
std::string float_literal(float number, const Words& words) {
    const auto end = words.find("float_end");
    std::string digits = base::shortest(number);
    if (end == words.end()) return digits;
    if (digits.find_first_of(".e") == std::string::npos) digits += ".0";
    return digits + end->second;
}

/// Creates the array with these numbers.
std::string statement_of(const GivenArray& array, const Words& words) {
    return replaced(statement("", array.kind, words),
                    {{"name", array.name}, {"numbers", numbers_text(array, words)}});
}

/// Creates random numbers of the same shape; weights are scaled to keep sums of order 1.
std::string random_statement_of(const GivenArray& array, const Words& words) {
    const Matrix& first = array.parts.front();
    const bool many = array.kind == Kind::matrices || array.kind == Kind::many_flags;
    const std::string count = std::to_string(array.parts.size());
    const bool cpp = words.contains("open_matrix"); // takes the shape as arguments, and heads separately
    std::string shape = is_row(array.kind) && !cpp ? "" : std::to_string(first.rows()) + ", ";
    if (array.kind == Kind::row && cpp) shape.clear();
    if (many && !cpp) shape = count + ", " + shape;
    shape += std::to_string(first.cols());
    if (!cpp) shape = "(" + shape + (shape.find(',') == std::string::npos ? ",)" : ")");
    const bool is_weight = array.name.starts_with("w_");
    const float root = std::round(std::sqrt(static_cast<float>(first.rows())));
    const std::string scale = is_weight ? " / " + float_literal(root, words) : std::string();
    return replaced(statement("random_", array.kind, words),
                    {{"name", array.name}, {"shape", shape}, {"count", count}, {"scale", scale}});
}

} // namespace

// The listings: which lines of assets/texts/listings.toml apply to this pass, and what replaces each $name.

namespace {

/// The total number of entries.
Index numbers_in(const std::vector<GivenArray>& arrays) {
    Index count = 0;
    for (const GivenArray& array : arrays)
        for (const Matrix& part : array.parts)
            count += part.size();
    return count;
}

std::vector<std::string> split(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// Whether mask and bias leave a query of some head no key.
bool has_empty_row_in_a_head(const Trace& t) {
    return std::ranges::any_of(t.heads, [](const attention::HeadTrace& head) {
        const Matrix& masked = head.made(head.latest(attention::Quantity::masked));
        return (masked.rowwise().maxCoeff().array() == -std::numeric_limits<float>::infinity()).any();
    });
}

/// " + 2", " - 2"; nothing for 0.
std::string plus(Index number) {
    if (number == 0) return "";
    return (number > 0 ? " + " : " - ") + std::to_string(std::abs(number));
}

/// The flags that "when" can test.
std::set<std::string> facts_of(const Trace& t) {
    const attention::Layer& layer = *t.layer;
    const attention::Mask& mask = t.options.mask;
    std::set<std::string> facts;
    const auto note = [&](const char* fact, bool holds) {
        if (holds) facts.insert(fact);
    };
    note("one", layer.heads == 1);
    note("multi", layer.heads > 1);
    note("positions", t.input.x_positions.rows() > 0);
    note("memory_positions", t.input.memory_positions.rows() > 0);
    note("b_q", layer.b_q.size() > 0);
    note("b_k", layer.b_k.size() > 0);
    note("b_v", layer.b_v.size() > 0);
    note("b_o", layer.b_o.size() > 0);
    note("bias", layer.b_q.size() + layer.b_k.size() + layer.b_v.size() > 0);
    note("w_o", layer.w_o.size() > 0);
    note(attention::key(t.options.score), true);
    note("scaled", t.options.scale.kind != ScaleKind::none);
    note("masked", !mask.empty());
    note("grouped", layer.key_heads() < layer.heads);
    note("q_norm", layer.q_norm.size() > 0);
    note("k_norm", layer.k_norm.size() > 0);
    note("norm", layer.q_norm.size() + layer.k_norm.size() > 0);
    note("rotary", t.options.rotary.has_value());
    note("past", t.input.past() > 0);
    note("softcap", t.options.softcap > 0);
    note("shifted", !t.options.bias.empty());
    note("alibi", t.options.bias.alibi);
    note("given_bias", !t.options.bias.given.empty());
    note("sink", layer.sink.size() > 0);
    note("indices", mask.causal || !mask.window.empty() || mask.length >= 0 || t.options.bias.alibi);
    note("offset", t.first_place() != 0);
    note("empty_row", has_empty_row_in_a_head(t));
    note("dropout", t.options.dropout.rate > 0);
    note("off", !t.options.switched_off.empty());
    note("overridden", !t.overrides.empty());
    note("library", t.options.score == ScoreFunction::dot && t.options.scale.kind == ScaleKind::sqrt_dk &&
                        t.options.dropout.rate == 0 && !has_empty_row_in_a_head(t) &&
                        t.options.softcap == 0 && t.options.bias.empty() && layer.sink.size() == 0);
    const bool usual_sizes = layer.d_k() * layer.heads == layer.d_model() &&
                             layer.d_v() * layer.heads == layer.d_model() &&
                             layer.w_o.cols() == layer.d_model();
    const bool has_bias = layer.b_q.size() + layer.b_k.size() + layer.b_v.size() + layer.b_o.size() > 0;
    note("module", facts.contains("library") && layer.heads > 1 && usual_sizes && !has_bias &&
                       t.options.switched_off.empty() && !facts.contains("grouped") &&
                       !facts.contains("norm") && !facts.contains("rotary") && !facts.contains("past"));
    return facts;
}

bool holds(const std::string& when, const std::set<std::string>& facts) {
    for (const std::string& word : split(when)) {
        const bool wanted = word.front() != '!';
        if (facts.contains(wanted ? word : word.substr(1)) != wanted) return false;
    }
    return true;
}

/// The names of the program's inputs.
std::string inputs_of(const std::vector<GivenArray>& arrays) {
    std::string list;
    for (const GivenArray& array : arrays)
        list += (list.empty() ? "" : ", ") + array.name;
    return list;
}

/// The names of the conditions as the language has them; a window with different sides is two of them.
std::vector<std::string> conditions_of(const attention::Mask& mask) {
    std::vector<std::string> names;
    const auto [left, right] = mask.window;
    for (const attention::MaskKind& kind : attention::mask_kinds()) {
        if (!kind.is_set(mask)) continue;
        if (kind.key != "window" || left == right) {
            names.emplace_back(kind.key);
            continue;
        }
        if (left >= 0) names.emplace_back("window_left");
        if (right >= 0) names.emplace_back("window_right");
    }
    return names;
}

/// The conditions of the mask in this language, joined by its "and", or by its "or" if they say what is
/// hidden.
std::string allowed_of(const attention::Mask& mask, const Words& language) {
    std::vector<std::string> parts;
    for (const std::string& name : conditions_of(mask))
        parts.push_back(language.at(name));
    if (parts.size() == 1) return parts[0];
    std::string condition;
    for (const std::string& part : parts) {
        if (!condition.empty()) condition += language.at("and");
        condition += part.find(' ') == std::string::npos ? part : "(" + part + ")";
    }
    return condition;
}

/// The heads that are switched off, as list items: "0, 2".
std::string switched_off_of(const attention::Options& options) {
    std::string list;
    for (const Index head : options.switched_off)
        list += (list.empty() ? "" : ", ") + std::to_string(head);
    return list;
}

/// ALiBi's slopes, as list items.
std::string slopes_of(const attention::Layer& layer, const Words& language) {
    std::string list;
    for (Index head = 0; head < layer.heads; ++head)
        list += (head > 0 ? ", " : "") + float_literal(attention::alibi_slope(head, layer.heads), language);
    return list;
}

/// What models of today add: sizes, places and the columns of the pairs that are turned.
void add_words_of_today(const Trace& t, const Words& language, Words& words) {
    const attention::Layer& layer = *t.layer;
    const bool cpp = language.contains("float_end"), grouped = layer.key_heads() < layer.heads;
    words["kv_heads"] = std::to_string(layer.key_heads());
    words["group"] = std::to_string(layer.heads / layer.key_heads());
    words["k_at"] = grouped ? "c" : "a";
    words["v_at"] = grouped ? "d" : "b";
    words["g"] = layer.heads > 1 ? "g" : "0";
    words["past"] = std::to_string(t.input.past());
    words["plus_past"] = plus(t.input.past());
    words["plus_first"] = plus(t.first_place());
    words["i"] = cpp && t.first_place() != 0 ? "(i" + words["plus_first"] + ")" : "i";
    words["cap"] = float_literal(t.options.softcap, language);
    words["slopes"] = slopes_of(layer, language);
    words["length"] = std::to_string(t.options.mask.length);
    words["left"] = std::to_string(t.options.mask.window.left);
    words["right"] = std::to_string(t.options.mask.window.right);
    words["bias_of_head"] = t.options.bias.given.size() > 1 ? "bias[g]" : "bias";
    const auto part = [&](const char* name, bool is_added) {
        const auto found = language.find(name); // C++ has a line for each instead
        return is_added && found != language.end() ? found->second : std::string();
    };
    words["shift"] =
        part("shift_given", !t.options.bias.given.empty()) + part("shift_alibi", t.options.bias.alibi);
    if (!t.options.rotary) return;
    const Index dims = attention::turned_dims(*t.options.rotary, layer.d_k());
    const bool interleaved = t.options.rotary->interleaved;
    words["base"] = float_literal(t.options.rotary->base, language);
    words["dims"] = std::to_string(dims);
    words["half"] = std::to_string(dims / 2);
    words["own"] = language.at(interleaved ? "own_interleaved" : "own_halves");
    words["partner"] = language.at(interleaved ? "partner_interleaved" : "partner_halves");
}

/// The replacement of each $name.
Words words_of(const Trace& t, const std::vector<GivenArray>& given, const Words& language) {
    const attention::Layer& layer = *t.layer;
    const auto bias = [](const RowVector& b, const char* name) {
        return b.size() > 0 ? std::string(" + ") + name : std::string();
    };
    Words words{{"n", std::to_string(t.n())},
                {"m", std::to_string(t.m())},
                {"d_k", std::to_string(layer.d_k())},
                {"d_v", std::to_string(layer.d_v())},
                {"d_model", std::to_string(layer.d_model())},
                {"d_out", std::to_string(t.output.cols())},
                {"heads", std::to_string(layer.heads)},
                {"window", std::to_string(t.options.mask.window.left)},
                {"rate", base::shortest(t.options.dropout.rate)},
                {"source", t.input.is_cross() ? "memory" : "x"},
                {"in", layer.heads > 1 ? "    " : ""},
                {"plus_b_q", bias(layer.b_q, "b_q")},
                {"plus_b_k", bias(layer.b_k, "b_k")},
                {"plus_b_v", bias(layer.b_v, "b_v")},
                {"plus_b_o", bias(layer.b_o, "b_o")},
                {"inputs", inputs_of(given)},
                {"off", switched_off_of(t.options)},
                {"allowed", allowed_of(t.options.mask, language)}};
    const attention::ScaleForm& scale = attention::form_of(t.options.scale.kind);
    if (scale.kind == ScaleKind::number)
        words["divisor"] = float_literal(t.options.scale.number, language);
    else if (scale.width)
        words["divisor"] = language.at(scale.key);
    // Every stage's result has its own name, so the name that the next stage reads depends on which exist.
    const bool masked = !t.options.mask.empty();
    words["uncapped"] = t.options.scale.kind == ScaleKind::none ? "scores" : "scaled";
    words["unshifted"] = t.options.softcap > 0 ? "capped" : words["uncapped"];
    words["unmasked"] = t.options.bias.empty() ? words["unshifted"] : "biased";
    add_words_of_today(t, language, words);
    words["logits"] = masked ? "masked" : words["unmasked"];
    words["attn_mask"] = masked ? ", attn_mask=ok" : "";
    words["read"] = t.options.dropout.rate > 0 ? "dropped" : "weights";
    words["joined"] = layer.w_o.size() > 0 ? "concat" : "output";
    return words;
}

constexpr std::size_t longest_line = 2000; ///< a longer one means that replacements are recursive

/// Replaces each $name and ${name}, including those inside replacements; unknown names are left unchanged.
std::string filled(std::string code, const Words& words) {
    for (std::size_t at = code.find('$'); at != std::string::npos; at = code.find('$', at)) {
        const bool braced = code.compare(at, 2, "${") == 0;
        const std::size_t start = at + (braced ? 2 : 1);
        const std::size_t end = code.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", start);
        const std::string name = code.substr(start, end == std::string::npos ? end : end - start);
        const auto word = words.find(name);
        if (word == words.end() || code.size() > longest_line) {
            at = start;
            continue;
        }
        const std::size_t length = (braced ? 3 : 1) + name.size();
        code.replace(at, length, word->second);
    }
    return code;
}

std::string word(const Words& language, const char* name) {
    const auto found = language.find(name);
    return found == language.end() ? std::string() : found->second;
}

/// The text with every nonempty line indented.
std::string indented(const std::string& text, const std::string& by) {
    std::string moved;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at) + 1;
        if (end - at > 1) moved += by;
        moved += text.substr(at, end - at);
        at = end;
    }
    return moved;
}

/// The lines with everything they need to run: their inputs, and statements that print the output. Short
/// sequences come with their own numbers, long ones with random numbers of the same shapes.
std::string program_of(const std::vector<GivenArray>& given, const std::vector<CodeLine>& lines,
                       const Words& language) {
    constexpr Index most_written_out = 12'000; // a trained model's layer and its sentence
    const bool own = numbers_in(given) <= most_written_out;
    std::string body = own ? "" : word(language, "random_head");
    for (const GivenArray& array : given)
        body += (own ? statement_of(array, language) : random_statement_of(array, language)) + "\n";
    body += "\n";
    for (const CodeLine& line : lines)
        body += line.text + "\n";
    body += "\n" + word(language, "foot");
    const std::string indent = word(language, "indent");
    return word(language, "head") + (indent.empty() ? "\n" : "") + indented(body, indent) +
           word(language, "end");
}

} // namespace

std::vector<Listing> Texts::listings(const Trace& t) const {
    const std::set<std::string> facts = facts_of(t);
    const std::vector<GivenArray> given = arrays_given(t);
    std::vector<Listing> result;
    for (const ListingTemplate& source : listings_) {
        const Words words = words_of(t, given, source.words);
        Listing listing{source.language, {}, {}};
        for (const ListingLine& line : source.lines) {
            if (!holds(line.when, facts)) continue;
            CodeLine code{filled(line.code, words), {}};
            for (const std::string& key : split(line.stages)) {
                if (const attention::Stage* stage = attention::stage_named(key))
                    code.stages.push_back(stage->id);
            }
            listing.lines.push_back(std::move(code));
        }
        listing.program = program_of(given, listing.lines, source.words);
        result.push_back(std::move(listing));
    }
    return result;
}

} // namespace narration
