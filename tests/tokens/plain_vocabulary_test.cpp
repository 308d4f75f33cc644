#include "tokens/plain_vocabulary.h"

#include "make.h"
#include "refusal_text.h"

#include <doctest/doctest.h>

#include <string>

using namespace tokens;

namespace {

using Texts = make::Texts;
using make::pieces;

using namespace make::files; // words, letters, merges

bool says(const std::string& message, const std::string& what) {
    return message.find(what) != std::string::npos;
}

} // namespace

TEST_CASE("a vocabulary without capitals makes the text lower case, unless its settings say otherwise") {
    CHECK(pieces(bert_tokenizer(words, "vocab.txt"), "CAT", Specials::left_out) == Texts{"cat"});
    CHECK(pieces(bert_tokenizer(words + "Cat\n", "vocab.txt"), "CAT Cat", Specials::left_out) ==
          Texts{"[UNK]", "Cat"});
    VocabularySettings settings;
    settings.lower_case = false;
    CHECK(pieces(bert_tokenizer(words, "vocab.txt", settings), "CAT", Specials::left_out) == Texts{"[UNK]"});
}

TEST_CASE("ends of lines may be those of Windows") {
    CHECK(pieces(bert_tokenizer("[UNK]\r\n[CLS]\r\n[SEP]\r\ncat\r\n", "vocab.txt"), "cat") ==
          Texts{"[CLS]", "cat", "[SEP]"});
}

TEST_CASE("GPT-2's end of text is special, and RoBERTa puts a text between <s> and </s>") {
    const Tokenizer gpt2 = gpt2_tokenizer(letters, merges, "vocab.json");
    const auto found = gpt2.encode("cat<|endoftext|>");
    REQUIRE(found.size() == 2);
    CHECK(found[1].is_special);
    CHECK(found[1].offset == 3);
    CHECK(found[1].length == 13);
    const Tokenizer roberta =
        gpt2_tokenizer(R"({"<s>": 0, "</s>": 1, "a": 2, "<mask>": 3, "Ġ": 4})", "", "vocab.json");
    CHECK(pieces(roberta, "a <mask>") ==
          Texts{"<s>", "a", "<mask>", "</s>"}); // which takes the space before it
}

TEST_CASE("the sentence encoder begins each text with a space") {
    const Tokenizer encoder = sentence_encoder_tokenizer(
        R"([["�", 0], ["<s>", 0], ["</s>", 0], ["1", 0], ["2", 0], ["3", 0], ["▁", -3], ["▁cat", -2], ["s", -2], ["c", -4]])",
        "vocab.json");
    CHECK(pieces(encoder, "cats c") == Texts{"▁cat", "s", "▁", "c"});
    CHECK(pieces(encoder, "").empty());
    CHECK(encoder.decode({7, 8, 6, 9}) == "cats c");
}

TEST_CASE("other tokenizers' files have the same names, and are told by what is in them") {
    const std::string clip = R"({"a": 0, "a</w>": 1})";
    CHECK(refusal([&] { gpt2_tokenizer(clip, "", "vocab.json"); }) ==
          "vocab.json: it is the vocabulary of CLIP, which finds words in another way than GPT-2 (get the "
          "model's tokenizer.json, which "
          "says how)");
    VocabularySettings settings;
    settings.kind = "Qwen2Tokenizer";
    CHECK(says(refusal([&] { gpt2_tokenizer(letters, merges, "vocab.json", settings); }),
               "the vocabulary of Qwen2Tokenizer"));
    for (const char* known : {"", "GPT2Tokenizer", "GPT2TokenizerFast", "RobertaTokenizer"}) {
        settings.kind = known;
        CHECK(pieces(gpt2_tokenizer(letters, merges, "vocab.json", settings), "cat") == Texts{"cat"});
    }
}

TEST_CASE("GPT-2's text begins with a space only if the settings say so") {
    VocabularySettings settings;
    CHECK(pieces(gpt2_tokenizer(letters, merges, "vocab.json", settings), "cat") == Texts{"cat"});
    settings.begins_with_space = true;
    CHECK(pieces(gpt2_tokenizer(letters, merges, "vocab.json", settings), "cat") == Texts{"Ġ", "cat"});
}

TEST_CASE("merges.txt with a line that is no merge is refused, and the line shown") {
    const auto refused_merges = [](const std::string& text) {
        return refusal([&] { gpt2_tokenizer(letters, text, "vocab.json"); });
    };
    CHECK(says(refused_merges("a t\ncat\n"), "merges.txt: \"cat\" is not two pieces"));
    CHECK(says(refused_merges("a t c\n"), "is not two pieces"));
    CHECK(says(refused_merges("a z\n"), "the piece \"z\" is not in the vocabulary"));
}

TEST_CASE("a list of words with one twice is refused, and one without the unknown piece") {
    CHECK(says(refusal([] { bert_tokenizer("[UNK]\ncat\ncat\n", "vocab.txt"); }),
               "the piece \"cat\" has two ids, 1 and 2"));
    CHECK(says(refusal([] { bert_tokenizer("[UNK]\ncaf\xE9\n", "vocab.txt"); }), "line 2 is not UTF-8"));
    CHECK(says(refusal([] { bert_tokenizer("cat\n", "vocab.txt"); }),
               "the unknown piece \"[UNK]\" is not in the vocabulary"));
    CHECK(says(refusal([] { sentence_encoder_tokenizer("[]", "vocab.json"); }), "its vocabulary is empty"));
}
