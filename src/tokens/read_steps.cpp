#include "tokens/read_steps.h"

#include "base/text.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace tokens {

namespace {

/// What reads a type of step.
template <class Step>
using Readers = std::map<std::string, Step (*)(const JsonNode&)>;

template <class Step>
Step read_step(const JsonNode& node, const Readers<Step>& readers) {
    const std::string type = node.at("type").text();
    const auto reader = readers.find(type);
    if (reader != readers.end()) return reader->second(node);
    std::string known;
    for (const auto& [name, read] : readers)
        known += (known.empty() ? "" : ", ") + name;
    node.refuse("the type \"" + type + "\" is not known", "known are " + known);
}

/// Steps one after the other.
template <class Step, class Value>
Step sequence(std::vector<Step> steps) {
    return [steps = std::move(steps)](Value value) {
        for (const Step& step : steps)
            value = step(std::move(value));
        return value;
    };
}

template <class Step>
std::vector<Step> read_each(const JsonNode& list, Step (*read)(const JsonNode&)) {
    std::vector<Step> steps;
    for (const JsonNode& node : list.list())
        steps.push_back(read(node));
    return steps;
}

/// {"String": " "} or {"Regex": "\\s+"}.
Pattern read_pattern(const JsonNode& node) {
    if (const auto literal = node.find("String"))
        return Pattern::of_literal(literal->text(), literal->where());
    const JsonNode expression = node.at("Regex");
    return {expression.text(), expression.where()};
}

/// A sign, such as "▁".
char32_t read_sign(const JsonNode& node, const std::string& name, char32_t otherwise) {
    const auto found = node.find(name);
    if (!found) return otherwise;
    const Characters sign = characters_of(found->text());
    if (sign.size() != 1) found->refuse("it is not a single sign", "get the file again");
    return sign.front().code;
}

constexpr char32_t space_mark = U'\u2581'; // ▁

/// Base 64 (RFC 4648), with or without padding.
std::string read_base64(const JsonNode& node) {
    std::string bytes;
    std::uint32_t bits = 0;
    int waiting = 0; // bits that are not written yet
    for (const char c : node.text()) {
        constexpr std::string_view digits =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const std::size_t digit = digits.find(c);
        if (c == '=') break;
        if (digit == std::string_view::npos) node.refuse("it is not base 64", "get the file again");
        bits = bits << 6U | static_cast<std::uint32_t>(digit);
        waiting += 6;
        if (waiting < 8) continue;
        waiting -= 8;
        bytes += static_cast<char>(bits >> static_cast<unsigned>(waiting) & 0xFFU);
    }
    return bytes;
}

BertNormalization read_bert(const JsonNode& node) {
    BertNormalization options;
    options.clean = node.flag("clean_text", true);
    options.space_chinese = node.flag("handle_chinese_chars", true);
    options.lower_case = node.flag("lowercase", true);
    options.strip_accents = node.flag("strip_accents", options.lower_case);
    return options;
}

Separators read_separators(const JsonNode& node) {
    const std::string name = node.text("behavior", "Isolated");
    if (name == "Removed") return Separators::left_out;
    if (name == "Isolated") return Separators::apart;
    if (name == "Contiguous") return Separators::apart_joined;
    if (name == "MergedWithPrevious") return Separators::with_word_before;
    if (name == "MergedWithNext") return Separators::with_word_after;
    node.refuse("the behavior \"" + name + "\" is not known",
                "known are Removed, Isolated, Contiguous, MergedWithPrevious, MergedWithNext");
}

/// "add_prefix_space" came before "prepend_scheme".
MetaSpace::Begin read_begin(const JsonNode& node) {
    const bool each = node.flag("add_prefix_space", true);
    const std::string name = node.text("prepend_scheme", each ? "always" : "never");
    if (name == "always") return MetaSpace::Begin::each;
    if (name == "first") return MetaSpace::Begin::text;
    if (name == "never") return MetaSpace::Begin::never;
    node.refuse("the prepend_scheme \"" + name + "\" is not known", "known are always, first, never");
}

} // namespace

Normalizer read_normalizer(const JsonNode& node) {
    static const Readers<Normalizer> readers = {
        {"Sequence",
         [](const JsonNode& each) {
             return sequence<Normalizer, Characters>(read_each(each.at("normalizers"), read_normalizer));
         }},
        {"NFC", [](const JsonNode&) { return normal_form(NormalForm::nfc); }},
        {"NFD", [](const JsonNode&) { return normal_form(NormalForm::nfd); }},
        {"NFKC", [](const JsonNode&) { return normal_form(NormalForm::nfkc); }},
        {"NFKD", [](const JsonNode&) { return normal_form(NormalForm::nfkd); }},
        {"Lowercase", [](const JsonNode&) { return lower_case(); }},
        {"StripAccents", [](const JsonNode&) { return strip_marks(); }},
        {"Strip",
         [](const JsonNode& each) {
             return strip_ends(each.flag("strip_left", true), each.flag("strip_right", true));
         }},
        {"Prepend", [](const JsonNode& each) { return prepend(each.at("prepend").text()); }},
        {"Replace",
         [](const JsonNode& each) {
             return replace(read_pattern(each.at("pattern")), each.at("content").text());
         }},
        {"ByteLevel", [](const JsonNode&) { return byte_letters(); }},
        {"BertNormalizer", [](const JsonNode& each) { return bert_normalization(read_bert(each)); }},
        {"Precompiled",
         [](const JsonNode& each) {
             const auto table = each.find("precompiled_charsmap");
             return table ? sentence_piece_table(read_base64(*table), table->where())
                          : sequence<Normalizer, Characters>({});
         }},
    };
    return read_step(node, readers);
}

Splitter read_splitter(const JsonNode& node) {
    static const Readers<Splitter> readers = {
        {"Sequence",
         [](const JsonNode& each) { return in_turn(read_each(each.at("pretokenizers"), read_splitter)); }},
        {"ByteLevel",
         [](const JsonNode& each) {
             return split_as_gpt2({each.flag("add_prefix_space", true), each.flag("use_regex", true)});
         }},
        {"Split",
         [](const JsonNode& each) {
             return split_at(read_pattern(each.at("pattern")), read_separators(each),
                             each.flag("invert", false));
         }},
        {"BertPreTokenizer", [](const JsonNode&) { return split_as_bert(); }},
        {"Whitespace", [](const JsonNode&) { return split_words_and_signs(); }},
        {"WhitespaceSplit", [](const JsonNode&) { return split_at(is_white_space, Separators::left_out); }},
        {"Punctuation", [](const JsonNode& each) { return split_at(is_punctuation, read_separators(each)); }},
        {"Digits", [](const JsonNode& each) { return split_numbers(each.flag("individual_digits", false)); }},
        {"CharDelimiterSplit",
         [](const JsonNode& each) {
             const char32_t delimiter = read_sign(each, "delimiter", U' ');
             return split_at([delimiter](char32_t code) { return code == delimiter; }, Separators::left_out);
         }},
        {"Metaspace",
         [](const JsonNode& each) {
             return mark_spaces(
                 {read_sign(each, "replacement", space_mark), read_begin(each), each.flag("split", true)});
         }},
    };
    return read_step(node, readers);
}

Decoder read_decoder(const JsonNode& node) {
    static const Readers<Decoder> readers = {
        {"Sequence",
         [](const JsonNode& each) { return decode_in_turn(read_each(each.at("decoders"), read_decoder)); }},
        {"ByteLevel", [](const JsonNode&) { return decode_byte_letters(); }},
        {"Metaspace",
         [](const JsonNode& each) {
             return decode_marked_spaces(read_sign(each, "replacement", space_mark),
                                         read_begin(each) != MetaSpace::Begin::never);
         }},
        {"WordPiece",
         [](const JsonNode& each) {
             return decode_word_pieces(each.text("prefix", "##"), each.flag("cleanup", true));
         }},
        {"ByteFallback", [](const JsonNode&) { return decode_byte_fallback(); }},
        {"Fuse", [](const JsonNode&) { return decode_fused(); }},
        {"Strip",
         [](const JsonNode& each) {
             return decode_stripped(read_sign(each, "content", U' '), each.count("start", 0),
                                    each.count("stop", 0));
         }},
        {"Replace",
         [](const JsonNode& each) {
             return decode_replaced(read_pattern(each.at("pattern")), each.at("content").text());
         }},
        {"BPEDecoder", [](const JsonNode& each) { return decode_word_ends(each.text("suffix", "</w>")); }},
    };
    return read_step(node, readers);
}

namespace {

Id read_id(const JsonNode& node) {
    return static_cast<Id>(node.count());
}

/// ["[CLS]", 101]: what BERT and RoBERTa have as "cls" and "sep".
Frame read_cls_and_sep(const JsonNode& node) {
    const auto id = [&](const std::string& name) {
        const auto pair = node.at(name).list();
        if (pair.size() != 2) node.refuse("\"" + name + "\" is not a piece and its id", "get the file again");
        return read_id(pair[1]);
    };
    return {{id("cls")}, {id("sep")}};
}

/// "single": [{"SpecialToken": {"id": "[CLS]"}}, {"Sequence": {"id": "A"}}, …], and in "special_tokens" the
/// ids of each.
Frame read_template(const JsonNode& node) {
    Frame frame;
    bool is_after = false;
    for (const JsonNode& part : node.at("single").list()) {
        const auto special = part.find("SpecialToken");
        if (!special) {
            if (is_after) part.refuse("the text comes twice", "it has to be there once");
            part.at("Sequence");
            is_after = true;
            continue;
        }
        const JsonNode token = node.at("special_tokens").at(special->at("id").text());
        for (const JsonNode& id : token.at("ids").list())
            (is_after ? frame.after : frame.before).push_back(read_id(id));
    }
    if (!is_after) node.refuse("the text itself is missing", "get the file again");
    return frame;
}

} // namespace

Frame read_frame(const JsonNode& node) {
    static const Readers<Frame> readers = {
        {"Sequence",
         [](const JsonNode& each) {
             Frame frame;
             for (const Frame& outer : read_each(each.at("processors"), read_frame)) {
                 frame.before.insert(frame.before.begin(), outer.before.begin(), outer.before.end());
                 frame.after.insert(frame.after.end(), outer.after.begin(), outer.after.end());
             }
             return frame;
         }},
        {"TemplateProcessing", read_template},
        {"BertProcessing", read_cls_and_sep},
        {"RobertaProcessing", read_cls_and_sep},
        {"ByteLevel",
         [](const JsonNode&) { return Frame(); }}, // only about offsets, which here always cover all
    };
    return read_step(node, readers);
}

} // namespace tokens
