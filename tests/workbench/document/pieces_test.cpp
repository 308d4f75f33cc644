#include "workbench/document/pieces.h"

#include "../lab.h"
#include "../real.h"
#include "language/tokenizer.h"
#include "tokens/byte_letters.h"
#include "tokens/characters.h"
#include "tokens/read_tokenizer.h"

#include <doctest/doctest.h>

using namespace workbench;
using Texts = std::vector<std::string>;
using Flags = std::vector<bool>;

namespace {

Pieces read_by(const std::string& model, const std::string& text) {
    const auto& library = lab::library();
    return pieces_of(library.real->get(real::opened(library, model))->tokenizer, text);
}

/// A tokenizer of bytes, as GPT-2's, that knows few pairs of them.
tokens::Tokenizer of_bytes() {
    std::string vocabulary;
    for (int byte = 0; byte < 256; ++byte) {
        std::string letter;
        tokens::append_utf8(letter, tokens::letter_of(static_cast<unsigned char>(byte)));
        if (letter == "\"" || letter == "\\") letter.insert(0, "\\");
        vocabulary += '"' + letter + "\": " + std::to_string(byte) + ", ";
    }
    vocabulary += R"("at": 256, "ĠĠ": 257, "ðŁ": 258, "ä¸ĸ": 259, "¸ĸ": 260)";
    return tokens::tokenizer_from_json(
        R"({"model": {"type": "BPE", "vocab": {)" + vocabulary +
            R"(}, "merges": ["a t", "Ġ Ġ", "ð Ł", "¸ ĸ", "ä ¸ĸ"]}, "decoder": {"type": "ByteLevel"},
                "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false, "use_regex": false}})",
        "test");
}

Texts boxed(const std::string& text) {
    return pieces_of(of_bytes(), text).boxed;
}

} // namespace

TEST_CASE("the pieces of a written word are joined, and in their boxes need no sign of that") {
    const Pieces pieces = read_by("gpt2", "the cats sat");
    CHECK(pieces.names == Texts{"the", "cat", "-s", "sat"});
    CHECK(pieces.boxed == Texts{"the", "cat", "s", "sat"});
    CHECK(pieces.joined == Flags{false, false, true, false});
    CHECK(pieces_of(of_bytes(), "at.").joined == Flags{false, false}); // a mark is no part of the word
}

TEST_CASE("what a tokenizer puts around a text nobody wrote; a mask was written, and is a sign as well") {
    const Pieces pieces = read_by("bert", "the [MASK] sat");
    CHECK(pieces.boxed == Texts{"[CLS]", "the", "[MASK]", "sat", "[SEP]"});
    CHECK(pieces.special == Flags{true, false, true, false, true});
    CHECK(pieces.put_in == Flags{true, false, false, false, true});
}

TEST_CASE("a character that is cut says which part of it this is, and its bytes are kept") {
    const Pieces pieces = pieces_of(of_bytes(), "at \U0001F642");
    CHECK(pieces.boxed == Texts{"at", "␣", "\U0001F642 1/3", "\U0001F642 2/3", "\U0001F642 3/3"});
    CHECK(pieces.joined == Flags{false, false, false, true, true});
    CHECK(pieces.names == pieces.boxed);
    CHECK(in_running_text(pieces, 0) == "at");
    CHECK(in_running_text(pieces, 2) == "\U0001F642");
    CHECK(in_running_text(pieces, 3) == "·");
    CHECK(hex_bytes(pieces.typed[2]) == "F0 9F");
    CHECK(hex_bytes(pieces.typed[4]) == "82");
}

TEST_CASE("characters that stand for words stand apart, whole or cut") {
    const Pieces pieces = pieces_of(of_bytes(), "世界");
    CHECK(pieces.boxed == Texts{"世", "界 1/3", "界 2/3", "界 3/3"});
    CHECK(pieces.joined == Flags{false, false, true, true});
}

TEST_CASE("spaces that are pieces of their own are seen, and how many they are") {
    CHECK(boxed("at  at") == Texts{"at", "␣×2", "at"});
    CHECK(boxed("at\nat") == Texts{"at", "⏎", "at"});
    CHECK(with_spaces_shown(" a\tb\n") == "␣a⇥b⏎");
}

TEST_CASE("a word takes the place of a piece, with the space before it or without") {
    const auto written = [](const std::string& text, std::size_t piece, const std::string& word) {
        return with_in_place(text, read_by("bert", text), piece, word);
    };
    CHECK(written("the [MASK] sat", 2, " cat") == "the cat sat");
    CHECK(written("the cat [MASK] sat", 3, "s") == "the cats sat");
    CHECK(written("[MASK] cat sat", 1, " the") == "the cat sat");
}
