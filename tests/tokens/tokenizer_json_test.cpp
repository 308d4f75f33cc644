#include "tokens/tokenizer_json.h"

#include "refusal_text.h"

#include <doctest/doctest.h>

using namespace tokens;

namespace {

TokenizerJson parse(const std::string& text, VocabularyAt at = VocabularyAt::model) {
    return parse_tokenizer_json(text, at, "tokenizer.json");
}

std::string refused(const std::string& text, VocabularyAt at = VocabularyAt::model) {
    return refusal([&] { parse(text, at); });
}

bool says(const std::string& message, const char* what) {
    return message.starts_with("tokenizer.json: ") && message.find(what) != std::string::npos;
}

} // namespace

TEST_CASE("vocabulary and merges become lists, and the rest stays as it is") {
    const TokenizerJson file =
        parse(R"({"version": "1.0", "added_tokens": [{"id": 0, "content": "vocab"}], "model":
        {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b", ["a", " b"]], "dropout": null}, "vocab": [1, [2]]})");
    CHECK(file.pieces == std::vector<std::pair<std::string, std::int64_t>>{{"a", 0}, {"b", 1}, {"ab", 2}});
    CHECK(file.merges == Merges{{"a", "b"}, {"a", " b"}});
    CHECK(file.rest ==
          nlohmann::json::parse(R"({"version": "1.0", "added_tokens": [{"id": 0, "content": "vocab"}],
        "model": {"type": "BPE", "dropout": null}, "vocab": [1, [2]]})"));
}

TEST_CASE("a unigram model has a list of pieces and scores") {
    const TokenizerJson file = parse(R"({"model": {"vocab": [["<unk>", 0], ["▁a", -1.5]]}})");
    CHECK(file.scored == std::vector<std::pair<std::string, double>>{{"<unk>", 0.0}, {"▁a", -1.5}});
}

TEST_CASE("a vocab.json is a vocabulary as a whole") {
    CHECK(parse(R"({"a": 0})", VocabularyAt::root).pieces.size() == 1);
    // The sentence encoder has null for a few scores, which count as 0.
    CHECK(parse(R"([["a", -1], [":", null]])", VocabularyAt::root).scored[1].second == 0.0);
}

TEST_CASE("what is no JSON is refused with the place where it ends to be") {
    CHECK(says(refused(R"({"model": {"vocab": {"a": 0)"), "it is not JSON at its byte 28"));
    CHECK(says(refused("\xFF"), "it is not JSON at its byte 1"));
    CHECK(says(refused(""), "it is not JSON"));
    CHECK(says(refused("{\"a\": \"\xC3\"}"), "it is not JSON"));
}

TEST_CASE("entries of the wrong type are refused, and named") {
    CHECK(says(refused(R"({"model": {"vocab": {"a": "0"}}})"), "the id of \"a\" is not a whole number"));
    CHECK(says(refused(R"({"model": {"vocab": {"a": 1.5}}})"), "the id of \"a\""));
    CHECK(says(refused(R"({"model": {"vocab": {"a": null}}})"), "the id of \"a\""));
    CHECK(says(refused(R"({"model": {"vocab": {"a": {}}}})"), "the id of \"a\""));
    CHECK(says(refused(R"({"model": {"vocab": {"a": [0]}}})"), "the id of \"a\""));
    CHECK(says(refused(R"({"model": {"vocab": [["a"]]}})"),
               "entry 1 of the vocabulary is not a piece and its score"));
    CHECK(says(refused(R"({"model": {"vocab": [["a", 1], [1, "b"]]}})"), "entry 2 of the vocabulary"));
    CHECK(says(refused(R"({"model": {"vocab": [["a", 1, 2]]}})"), "entry 1 of the vocabulary"));
    CHECK(says(refused(R"({"model": {"vocab": [["a", null]]}})"), "entry 1 of the vocabulary"));
    CHECK(says(refused(R"({"model": {"vocab": ["a"]}})"), "of the vocabulary is not a piece"));
    CHECK(says(refused(R"({"model": {"merges": ["ab"]}})"), "merge 1 is not two pieces"));
    CHECK(says(refused(R"({"model": {"merges": ["a b", "a b c"]}})"), "merge 2 is not two pieces"));
    CHECK(says(refused(R"({"model": {"merges": [["a"]]}})"), "merge 1 is not two pieces"));
    CHECK(says(refused(R"({"model": {"merges": [["a", "b", "c"]]}})"), "merge 1 is not two pieces"));
    CHECK(says(refused(R"({"model": {"merges": [1]}})"), "merge 1 is not two pieces"));
    CHECK(
        says(refused(R"({"model": {"merges": {"a": "b"}}})"), "its vocabulary or its merges are not lists"));
    CHECK(says(refused(R"({"model": {"vocab": 7}})"), "its vocabulary or its merges are not lists"));
}

TEST_CASE("an id beyond all numbers is one too large, not a small one") {
    CHECK(parse(R"({"model": {"vocab": {"a": 18446744073709551615}}})").pieces[0].second > most_ids);
    CHECK(parse(R"({"model": {"vocab": {"a": -3}}})").pieces[0].second == -3);
}

TEST_CASE("depth and number of the other values are bounded") {
    const auto nested = [](std::size_t levels) {
        return "{\"x\": " + std::string(levels, '[') + std::string(levels, ']') + "}";
    };
    CHECK(refused(nested(20)).empty());
    CHECK(says(refused(nested(40)), "too deep a nesting"));
    CHECK(says(refused(std::string(1'000'000, '[')), "too deep a nesting"));
    std::string many = "{\"x\": [0";
    for (int i = 0; i < 300'000; ++i)
        many += ",0";
    CHECK(says(refused(many + "]}"), "too many values"));
}
