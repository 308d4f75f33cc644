#include "tokens/read_steps.h"

#include "make.h"
#include "refusal_text.h"

#include <doctest/doctest.h>

#include <string>

using namespace tokens;
using nlohmann::json;

namespace {

std::string normalized(const std::string& step, std::string_view text) {
    const json node = json::parse(step);
    return utf8_of(read_normalizer({node, "normalizer"})(characters_of(text)));
}

make::Texts words(const std::string& step, std::string_view text) {
    const json node = json::parse(step);
    return make::words(read_splitter({node, "pre_tokenizer"}), text);
}

Texts decoded(const std::string& step, const Texts& texts) {
    const json node = json::parse(step);
    return read_decoder({node, "decoder"})(texts);
}

Frame frame(const std::string& step) {
    const json node = json::parse(step);
    return read_frame({node, "post_processor"});
}

std::string refused_splitter(const std::string& step) {
    return refusal([&] { words(step, "a"); });
}

} // namespace

TEST_CASE("steps follow one another in their order") {
    CHECK(
        normalized(
            R"({"type": "Sequence", "normalizers": [{"type": "Lowercase"}, {"type": "Replace", "pattern": {"String": "a"},
                        "content": "B"}, {"type": "Prepend", "prepend": "▁"}]})",
            "Aa") == "▁BB");
    CHECK(
        words(
            R"({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, {"type": "Digits", "individual_digits": true}]})",
            "a12 b") == make::Texts{"a", "1", "2", "b"});
    CHECK(decoded(R"({"type": "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}]})",
                  {"<0x41>", "b"}) == Texts{"Ab"});
}

TEST_CASE("older files say whether a space is put before, newer ones where") {
    CHECK(words(R"({"type": "Metaspace", "replacement": "▁", "add_prefix_space": false})", "a") ==
          make::Texts{"a"});
    CHECK(words(R"({"type": "Metaspace", "add_prefix_space": true, "str_rep": "▁"})", "a") ==
          make::Texts{"▁a"});
    CHECK(words(R"({"type": "Metaspace", "prepend_scheme": "never", "split": false})", "a b") ==
          make::Texts{"a▁b"});
}

TEST_CASE("BERT drops accents where it drops capitals, unless the file says otherwise") {
    CHECK(normalized(R"({"type": "BertNormalizer", "lowercase": true, "strip_accents": null})", "É") == "e");
    CHECK(normalized(R"({"type": "BertNormalizer", "lowercase": false, "strip_accents": null})", "É") == "É");
    CHECK(normalized(R"({"type": "BertNormalizer", "lowercase": false, "strip_accents": true})", "É") == "E");
}

TEST_CASE("what is put around a text comes from a template, or from the names of two pieces") {
    const Frame bert =
        frame(R"({"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
        "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [101], "tokens": ["[CLS]"]}, "[SEP]": {"id": "[SEP]", "ids": [102, 103]}}})");
    CHECK(bert.before == std::vector<Id>{101});
    CHECK(bert.after == std::vector<Id>{102, 103});
    const Frame roberta = frame(R"({"type": "RobertaProcessing", "cls": ["<s>", 0], "sep": ["</s>", 2]})");
    CHECK(roberta.before == std::vector<Id>{0});
    CHECK(roberta.after == std::vector<Id>{2});
    CHECK(frame(R"({"type": "ByteLevel"})").before.empty());
}

TEST_CASE("a type that is not known is named beside those that are") {
    CHECK(refused_splitter(
              R"({"type": "Sequence", "pretokenizers": [{"type": "ByteLevel"}, {"type": "Magic"}]})") ==
          "pre_tokenizer, pretokenizers 2: the type \"Magic\" is not known (known are BertPreTokenizer, "
          "ByteLevel, CharDelimiterSplit, "
          "Digits, Metaspace, Punctuation, Sequence, Split, Whitespace, WhitespaceSplit)");
    CHECK(refused_splitter(R"({"type": "Split", "pattern": {"String": "a"}, "behavior": "Magic"})")
              .find("\"Magic\" is not known") != std::string::npos);
}

TEST_CASE("a step that is not complete, or of another type, is refused with its place") {
    CHECK(refused_splitter("{}").starts_with("pre_tokenizer: \"type\" is missing"));
    CHECK(refused_splitter("[]").starts_with("pre_tokenizer: it is not an object"));
    CHECK(refused_splitter(R"({"type": 7})").starts_with("pre_tokenizer, type: it is not a text"));
    CHECK(refused_splitter(R"({"type": "Split"})").starts_with("pre_tokenizer: \"pattern\" is missing"));
    CHECK(refused_splitter(R"({"type": "Split", "pattern": {"Regex": "("}})")
              .starts_with("pre_tokenizer, pattern, Regex: the pattern"));
    CHECK(refused_splitter(R"({"type": "Digits", "individual_digits": 1})")
              .starts_with("pre_tokenizer, individual_digits: it is neither true nor false"));
    CHECK(refused_splitter(R"({"type": "Metaspace", "replacement": "ab"})")
              .starts_with("pre_tokenizer, replacement: it is not a single sign"));
    CHECK(refusal([] {
              frame(R"({"type": "TemplateProcessing", "single": [], "special_tokens": {}})");
          }).starts_with("post_processor: the text itself is missing"));
    CHECK(refusal([] {
              frame(R"({"type": "BertProcessing", "cls": ["a"], "sep": ["b", 1]})");
          }).starts_with("post_processor: \"cls\" is not a piece and its id"));
    CHECK(refusal([] {
              normalized(R"({"type": "Precompiled", "precompiled_charsmap": "A*="})", "a");
          }).starts_with("normalizer, precompiled_charsmap: it is not base 64"));
}

TEST_CASE("steps that would double a text again and again are stopped") {
    json bytes = {{"type", "Sequence"}, {"pretokenizers", json::array()}}, longer = bytes;
    for (int i = 0; i < 40; ++i)
        bytes["pretokenizers"].push_back(
            {{"type", "ByteLevel"}, {"use_regex", false}, {"add_prefix_space", false}});
    CHECK(refused_splitter(bytes.dump()).empty()); // "a" is a letter of its own
    CHECK(refusal([&] { words(bytes.dump(), "\u00E9"); }).find("many times longer") != std::string::npos);
    json replacing = {{"type", "Sequence"}, {"decoders", json::array()}};
    for (int i = 0; i < 40; ++i)
        replacing["decoders"].push_back(
            {{"type", "Replace"}, {"pattern", {{"String", "a"}}}, {"content", "aa"}});
    CHECK(refusal([&] {
              decoded(replacing.dump(), {"a", "ab"});
          }).find("many times longer") != std::string::npos);
}
