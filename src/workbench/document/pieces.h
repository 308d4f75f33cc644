#pragma once
// A text as a real model reads it: cut into pieces, which stand for the words of the document.

#include "pretrained/model.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbench {

/// The pieces of a text, each with an entry in every list.
struct Pieces {
    std::vector<tokens::Id> ids;
    /// As they are called where they stand alone, without the spaces around them; one that goes on with a
    /// word begins with "-".
    std::vector<std::string> names;
    /// As they stand in boxes side by side: "ting". Of a character that is cut, "🙂 1/2"; of spaces alone
    /// "␣".
    std::vector<std::string> boxed;
    std::vector<bool> joined;        ///< goes on with the written word of the piece before it
    std::vector<bool> unknown;       ///< stands for what the vocabulary has not
    std::vector<bool> special;       ///< a sign of the model's own: "[CLS]", "[MASK]"
    std::vector<bool> put_in;        ///< … that the tokenizer has added: nobody wrote it
    std::vector<std::size_t> begins; ///< of its bytes in the text, with a space before it
    std::vector<std::string> typed;  ///< these bytes, which need not be whole characters
};

/// Throws InputError as tokens::Tokenizer::encode() does, and language::NoWord for a text without pieces.
Pieces pieces_of(const tokens::Tokenizer& tokenizer, const std::string& text);
/// A piece as it would stand in a text that goes on: "cat", "-ting".
std::string piece_name(const pretrained::Model& model, tokens::Id id);

/// What a text goes on with when this piece is written: " cat", "ting". Empty for what is no text by itself:
/// some bytes of a character, a row of the embedding without a piece.
std::string piece_text(const pretrained::Model& model, tokens::Id id);

/// Where the pieces of a text begin, each with the space before it, ascending. Pieces that share a character
/// begin with it, as one; those that the tokenizer puts in are left out.
std::vector<std::size_t> piece_begins(const tokens::Tokenizer& tokenizer, const std::string& text);

/// The text with this in place of a piece. One that goes on with a word takes the space before it, too.
std::string with_in_place(const std::string& text, const Pieces& pieces, std::size_t piece,
                          const std::string& written);

/// As it stands in running text: the first piece of a character that is cut has all of it, the others a
/// point.
std::string in_running_text(const Pieces& pieces, std::size_t piece);

/// With signs for what cannot be seen: "␣cat", "⏎".
std::string with_spaces_shown(std::string_view text);
/// "F0 9F".
std::string hex_bytes(std::string_view bytes);

} // namespace workbench
