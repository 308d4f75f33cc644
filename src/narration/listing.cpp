// The listings: which lines of assets/texts/listings.toml apply to this pass, and what replaces each $name.

#include "attention/scale.h"
#include "attention/score.h"
#include "base/number_text.h"
#include "narration/facts.h"
#include "narration/listing_inputs.h"
#include "narration/narration.h"

#include <cassert>
#include <iterator>
#include <set>
#include <sstream>

namespace narration {
namespace {

using attention::ScaleKind;
using attention::ScoreFunction;
using Words = std::map<std::string, std::string>;

std::vector<std::string> split(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
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
    note("indices", mask.causal || mask.window > 0);
    note("empty_row", has_empty_row(t));
    note("dropout", t.options.dropout.rate > 0);
    note("off", !t.options.switched_off.empty());
    note("overridden", !t.overrides.empty());
    note("library", t.options.score == ScoreFunction::dot && t.options.scale.kind == ScaleKind::sqrt_dk &&
                        t.options.dropout.rate == 0 && !has_empty_row(t));
    const bool usual_sizes = layer.d_k() * layer.heads == layer.d_model() &&
                             layer.d_v() * layer.heads == layer.d_model() &&
                             layer.w_o.cols() == layer.d_model();
    const bool has_bias = layer.b_q.size() + layer.b_k.size() + layer.b_v.size() + layer.b_o.size() > 0;
    note("module", facts.contains("library") && layer.heads > 1 && usual_sizes && !has_bias &&
                       t.options.switched_off.empty());
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

/// The conditions of the mask in this language, joined by its "and", or by its "or" if they say what is
/// hidden.
std::string allowed_of(const attention::Mask& mask, const Words& language) {
    std::vector<std::string> parts;
    for (const attention::MaskKind& kind : attention::mask_kinds())
        if (kind.is_set(mask)) parts.push_back(language.at(std::string(kind.key)));
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
                {"window", std::to_string(t.options.mask.window)},
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
    // The result of every stage has its own name, so what the next one reads depends on which stages exist.
    const bool masked = !t.options.mask.empty();
    words["unmasked"] = t.options.scale.kind == ScaleKind::none ? "scores" : "scaled";
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
        if (word == words.end() || code.size() > longest_line) { // leave it unchanged
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

/// The lines with all they need to run: their inputs, and statements that print the output. Short sequences
/// come with their own numbers, long ones with random numbers of the same shapes.
std::string program_of(const std::vector<GivenArray>& given, const std::vector<CodeLine>& lines,
                       const Words& language) {
    constexpr Index most_written_out = 2000;
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
