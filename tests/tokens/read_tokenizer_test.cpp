#include "tokens/read_tokenizer.h"

#include "base/files.h"
#include "make.h"
#include "refusal_text.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <string>

using namespace tokens;

namespace {

using Texts = make::Texts;
using make::pieces;

using namespace make::files; // words, letters, merges

/// A tokenizer.json with this model, and more.
std::string file(const std::string& model, const std::string& more = "") {
    return R"({"version": "1.0", "model": )" + model + more + "}";
}

std::string refused(const std::string& json) {
    return refusal([&] { tokenizer_from_json(json, "tokenizer.json"); });
}

bool says(const std::string& message, const std::string& what) {
    return message.find(what) != std::string::npos;
}

const std::string byte_pairs = R"({"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]})";

} // namespace

TEST_CASE("a folder's tokenizer is found by the names of its files") {
    const TemporaryFolder folder;
    base::write_whole_file(folder.path / "vocab.txt", words);
    CHECK(pieces(read_tokenizer(folder.path), "The cats") == Texts{"[CLS]", "the", "cat", "##s", "[SEP]"});
    base::write_whole_file(folder.path / "vocab.json", letters);
    base::write_whole_file(folder.path / "merges.txt", merges);
    CHECK(pieces(read_tokenizer(folder.path), "cat ta") == Texts{"cat", "Ġ", "t", "a"});
    base::write_whole_file(folder.path / "tokenizer.json", file(byte_pairs));
    CHECK(pieces(read_tokenizer(folder.path), "aab") == Texts{"a", "ab"});
    // A file of them is as good.
    CHECK(pieces(read_tokenizer(folder.path / "vocab.txt"), "cat").size() == 3);
    CHECK(pieces(read_tokenizer(folder.path / "merges.txt"), "cat") == Texts{"cat"});
}

TEST_CASE("the settings beside a vocabulary say how it is used") {
    const TemporaryFolder folder;
    base::write_whole_file(folder.path / "vocab.txt", words);
    base::write_whole_file(folder.path / "tokenizer_config.json",
                           R"({"do_lower_case": false, "tokenizer_class": "BertTokenizer"})");
    CHECK(pieces(read_tokenizer(folder.path), "CAT", Specials::left_out) == Texts{"[UNK]"});
    base::write_whole_file(folder.path / "vocab.json", letters);
    base::write_whole_file(folder.path / "merges.txt", merges);
    base::write_whole_file(folder.path / "tokenizer_config.json",
                           R"({"add_prefix_space": true, "tokenizer_class": "GPT2Tokenizer"})");
    CHECK(pieces(read_tokenizer(folder.path), "cat") == Texts{"Ġ", "cat"});
    base::write_whole_file(folder.path / "tokenizer_config.json", R"({"tokenizer_class": "Qwen2Tokenizer"})");
    CHECK(says(refusal([&] { read_tokenizer(folder.path); }), "it is the vocabulary of Qwen2Tokenizer"));
    base::write_whole_file(folder.path / "tokenizer_config.json", R"({"add_prefix_space": "yes"})");
    CHECK(says(refusal([&] { read_tokenizer(folder.path); }),
               "tokenizer_config.json, add_prefix_space: it is neither true nor false"));
}

TEST_CASE("what is missing is named") {
    const TemporaryFolder folder;
    CHECK(says(refusal([&] { read_tokenizer(folder.path); }), "there is no tokenizer in it"));
    base::write_whole_file(folder.path / "vocab.json", letters);
    const std::string message = refusal([&] { read_tokenizer(folder.path); });
    CHECK(says(message, "merges.txt: the merges that belong to vocab.json are missing"));
    CHECK_FALSE(refusal([&] { read_tokenizer(folder.path / "none.json"); }).empty());
}

TEST_CASE("a tokenizer.json that says nothing about words takes the text as one") {
    const Tokenizer tokenizer = tokenizer_from_json(file(byte_pairs), "tokenizer.json");
    CHECK(pieces(tokenizer, "abab") == Texts{"ab", "ab"});
    CHECK(tokenizer.size() == 3);
    CHECK(tokenizer.decode({2, 0}) == "ab a"); // without a decoder
}

TEST_CASE("older files do not name the type of their model") {
    CHECK(pieces(tokenizer_from_json(file(R"({"vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]})"), "t"),
                 "ab") == Texts{"ab"});
    CHECK(pieces(tokenizer_from_json(file(R"({"vocab": {"[UNK]": 0, "a": 1, "##b": 2}})"), "t"), "ab") ==
          Texts{"a", "##b"});
    CHECK(pieces(tokenizer_from_json(file(R"({"unk_id": 0, "vocab": [["?", 0], ["ab", -1]]})"), "t"), "ab") ==
          Texts{"ab"});
}

TEST_CASE("a damaged file is refused: where, what, and what to do") {
    CHECK(refused("{}") ==
          "tokenizer.json: its vocabulary is empty or missing (is it a tokenizer's file? get it again)");
    CHECK(says(refused("7"), "its vocabulary is empty or missing"));
    CHECK(says(refused(file(R"({"type": "BPE", "vocab": {}, "merges": []})")), "its vocabulary is empty"));
    CHECK(says(refused(file(R"({"type": "BPE", "vocab": {"a": 0, "b": 0}})")), "id 0 belongs to two pieces"));
    CHECK(says(refused(file(R"({"type": "BPE", "vocab": {"a": 0, "a": 1}})")),
               "the piece \"a\" has two ids, 0 and 1"));
    CHECK(says(refused(file(R"({"type": "BPE", "vocab": {"a": 4000000000}})")), "has the id 4000000000"));
    CHECK(says(refused(file(R"({"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"]})")),
               "tokenizer.json, model, merge 1: the piece \"b\" is not in the vocabulary"));
    CHECK(says(refused(file(R"({"type": "BPE", "vocab": {"a": 0}, "merges": [["", "a"]]})")),
               "one of its halves is empty"));
    CHECK(says(refused(file(R"({"type": "BPE", "dropout": 0.1, "vocab": {"a": 0}})")),
               "merges are left out by chance"));
    CHECK(says(refused(file(R"({"type": "Unigram", "vocab": {"a": 0}})")),
               "not that of a model of type Unigram"));
    CHECK(says(refused(file(R"({"type": "WordPiece", "vocab": [["a", 0]]})")),
               "not that of a model of type WordPiece"));
    CHECK(says(refused(file(R"({"type": "Magic", "vocab": {"a": 0}})")),
               "the type \"Magic\" is not known (known are BPE, Unigram, WordPiece)"));
}

TEST_CASE("added tokens have to fit the vocabulary, and what is put around a text has to be there") {
    const auto with = [](const std::string& tokens) {
        return file(byte_pairs, R"(, "added_tokens": )" + tokens);
    };
    CHECK(refused(with(R"([{"id": 2, "content": "ab"}, {"id": 9, "content": "<s>"}])")).empty());
    CHECK(says(refused(with(R"([{"id": 2, "content": "<s>"}])")),
               "\"<s>\" has the id 2, but the vocabulary says otherwise"));
    CHECK(says(refused(with(R"([{"id": 5, "content": "ab"}])")), "but the vocabulary says otherwise"));
    CHECK(says(refused(with(R"([{"id": 5, "content": "x"}, {"id": 5, "content": "y"}])")),
               "id 5 belongs to two pieces"));
    CHECK(says(refused(with(R"([{"id": -1, "content": "x"}])")),
               "added_tokens 1, id: it is not a whole number"));
    CHECK(says(refused(with(R"([{"id": 1e9, "content": "x"}])")), "it is not a whole number"));
    CHECK(says(refused(with(R"([{"id": 2000000000, "content": "x"}])")), "has the id 2000000000"));
    CHECK(says(refused(with(R"({"id": 5})")), "added_tokens: it is not a list"));
    const std::string around =
        R"(, "post_processor": {"type": "BertProcessing", "cls": ["x", 7], "sep": ["y", 8]})";
    CHECK(says(refused(file(byte_pairs, around)), "post_processor: there is no piece 7"));
}

TEST_CASE("a file with thousands of steps is refused, whatever they are and however they are nested") {
    std::string steps = R"({"type": "NFKC"})";
    for (int i = 0; i < 10; ++i)
        steps = R"({"type": "Sequence", "normalizers": [)" + steps + ", " + steps + "]}";
    CHECK(says(refused(file(byte_pairs, R"(, "normalizer": )" + steps)),
               "normalizer: it holds more than 2000 values"));
    // Pieces around each text: a list of them, put there again and again.
    std::string ids = "0", parts = R"({"Sequence": {"id": "A"}})";
    for (int i = 0; i < 1000; ++i)
        ids += ", 0", parts += R"(, {"SpecialToken": {"id": "x"}})";
    const std::string frame = R"(, "post_processor": {"type": "TemplateProcessing", "single": [)" + parts +
                              R"(], "special_tokens": {"x": {"ids": [)" + ids + "]}}}";
    CHECK(says(refused(file(byte_pairs, frame)), "post_processor: it holds more than 2000 values"));
}
