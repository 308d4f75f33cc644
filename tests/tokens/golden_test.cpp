// Hard cases as reference tokenizers split them: tests/golden/make_tokens.js.
#include "base/files.h"
#include "source_folder.h"
#include "tokens/read_tokenizer.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace tokens;
using nlohmann::json;

namespace {

const std::filesystem::path& golden() {
    static const std::filesystem::path folder = source_folder() / "tests/golden/tokens";
    return folder;
}

json read_json(const std::filesystem::path& file) {
    return json::parse(base::read_whole_file(file, 10'000'000));
}

/// Texts, and then bytes that are not UTF-8.
std::vector<std::string> hard_cases() {
    const json file = read_json(golden() / "cases.json");
    auto cases = file["texts"].get<std::vector<std::string>>();
    for (const json& hex : file["bytes"]) {
        const auto digits = hex.get<std::string>();
        cases.emplace_back();
        for (std::size_t i = 0; i < digits.size(); i += 2)
            cases.back() += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
    }
    return cases;
}

std::vector<Id> ids_of(const std::vector<Piece>& pieces) {
    std::vector<Id> ids;
    for (const Piece& piece : pieces)
        ids.push_back(piece.id);
    return ids;
}

/// The reference tells in whole characters where a piece is: it rounds outwards.
std::pair<std::size_t, std::size_t> in_whole_characters(const Piece& piece, const Characters& characters) {
    std::size_t begin = piece.offset, end = piece.offset + piece.length;
    for (const Character& each : characters) {
        if (each.begin <= piece.offset && piece.offset < each.end) begin = each.begin;
        if (each.begin < end && end <= each.end) end = each.end;
    }
    return {begin, end};
}

void check_places(const std::vector<Piece>& pieces, const json& expected, const std::string& text) {
    const Characters characters = characters_of(text);
    for (std::size_t i = 0; i < pieces.size(); ++i)
        if (pieces[i].length > 0) CHECK(json(in_whole_characters(pieces[i], characters)) == expected[i]);
}

} // namespace

TEST_CASE("each tokenizer splits every hard case into the pieces of the reference, and puts them together as "
          "it does") {
    const std::vector<std::string> cases = hard_cases();
    for (const char* name : {"gpt2", "roberta", "llama3", "qwen", "llama2", "unigram", "bytes_unigram",
                             "bert_uncased", "bert_cased", "clip", "mixed", "encoder"}) {
        CAPTURE(name);
        const Tokenizer tokenizer = read_tokenizer(golden() / name);
        const json answers = read_json(golden() / name / "answers.json");
        REQUIRE(answers.size() == cases.size());
        for (std::size_t i = 0; i < cases.size(); ++i) {
            CAPTURE(cases[i]);
            const std::vector<Piece> pieces = tokenizer.encode(cases[i]);
            CHECK(ids_of(pieces) == answers[i]["ids"].get<std::vector<Id>>());
            if (answers[i].contains("text")) CHECK(tokenizer.decode(ids_of(pieces)) == answers[i]["text"]);
            // In bytes, and those that are not UTF-8 are fewer than the reference's U+FFFD.
            const bool is_utf8 = utf8_of(characters_of(cases[i])) == cases[i];
            if (answers[i].contains("places") && is_utf8 && pieces.size() == answers[i]["places"].size())
                check_places(pieces, answers[i]["places"], cases[i]);
        }
    }
}

TEST_CASE("pieces stand in the order of the text and, normalized or not, within it") {
    const std::vector<std::string> cases = hard_cases();
    for (const char* name : {"gpt2", "llama3", "qwen", "llama2", "unigram", "bytes_unigram", "bert_uncased",
                             "clip", "encoder"}) {
        CAPTURE(name);
        const Tokenizer tokenizer = read_tokenizer(golden() / name);
        for (const std::string& text : cases) {
            CAPTURE(text);
            std::size_t begin = 0, end = 0;
            for (const Piece& piece : tokenizer.encode(text)) {
                CHECK(piece.offset >= begin);
                CHECK(piece.offset + piece.length >= end);
                begin = piece.offset;
                end = piece.offset + piece.length;
            }
            CHECK(end <= text.size());
        }
    }
}

TEST_CASE("byte-level pieces cover each byte of the text once") {
    for (const char* name : {"gpt2", "llama3"}) {
        CAPTURE(name);
        const Tokenizer tokenizer = read_tokenizer(golden() / name);
        for (const std::string& text : hard_cases()) {
            if (utf8_of(characters_of(text)) != text)
                continue; // there, each byte of U+FFFD covers all that it stands for
            CAPTURE(text);
            std::size_t end = 0;
            for (const Piece& piece : tokenizer.encode(text)) {
                CHECK(piece.offset == end);
                end += piece.length;
            }
            CHECK(end == text.size());
        }
    }
}
