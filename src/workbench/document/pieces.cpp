#include "workbench/document/pieces.h"

#include "base/text.h"
#include "language/tokenizer.h"
#include "tokens/byte_letters.h"
#include "tokens/characters.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace workbench {

namespace {

constexpr std::string_view space_letter = "Ġ", space_sign = "▁", goes_on = "##";

bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// The sign for a white space.
std::string_view sign_of(char space) {
    return space == '\n' || space == '\r' ? "⏎" : space == '\t' ? "⇥" : "␣";
}

/// "␣", "⏎×2": of white space alone, what it is and how much of it.
std::string named_spaces(std::string_view spaces) {
    const bool breaks = spaces.find('\n') != std::string_view::npos;
    const char kind = spaces.empty() ? ' ' : breaks ? '\n' : spaces.front();
    const auto count = std::ranges::count(spaces, kind);
    return std::string(sign_of(kind)) + (count > 1 ? "×" + std::to_string(count) : "");
}

std::string without_spaces(std::string_view text) {
    const auto is_other = [](char c) { return !is_space(c); };
    const auto first = std::ranges::find_if(text, is_other);
    if (first == text.end()) return named_spaces(text);
    const auto last = std::find_if(text.rbegin(), text.rend(), is_other).base();
    return {first, last};
}

/// The character at a place, which may be within it; empty where there is none.
std::string_view character_at(std::string_view text, std::size_t at) {
    const std::size_t start = base::character_start(text, at);
    return text.substr(start, start < text.size() ? base::well_formed_size(text, start) : 0);
}

/// What words are made of, where they are written with spaces between them.
bool is_of_word(std::string_view character) {
    const tokens::Characters codes = tokens::characters_of(character);
    return !codes.empty() && tokens::is_word_character(codes.front().code) &&
           !language::is_split_by_character(character);
}

} // namespace

std::string with_spaces_shown(std::string_view text) {
    std::string shown;
    for (const char c : text)
        if (is_space(c))
            shown += sign_of(c);
        else
            shown += c;
    return base::printable(shown);
}

std::string hex_bytes(std::string_view bytes) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += (text.empty() ? "" : " ") + std::string{digits[byte / 16], digits[byte % 16]};
    }
    return text;
}

// A text.

namespace {

/// What the pieces of a text stand for in it.
class Cut {
public:
    Cut(const std::string& text, const std::vector<tokens::Piece>& pieces) : text_(text), pieces_(pieces) {}

    std::string boxed(std::size_t i) const {
        const tokens::Piece& piece = pieces_[i];
        if (piece.is_special) return piece.text;
        if (piece.length == 0) return without_spaces(with_spaces_shown(piece.text)); // put in by normalizing
        if (is_part(i)) return part(i);
        return without_spaces(typed(i));
    }

    /// Whether it goes on with the written word before it.
    bool is_joined(std::size_t i) const {
        const std::size_t begin = pieces_[i].offset;
        if (i == 0 || begin == 0 || pieces_[i].length == 0 || pieces_[i].is_special ||
            pieces_[i - 1].is_special || pieces_[i - 1].offset + pieces_[i - 1].length < begin)
            return false;
        if (base::continues_character(text_[begin])) return true;
        return is_of_word(character_at(text_, begin - 1)) && is_of_word(character_at(text_, begin));
    }

    std::string typed(std::size_t i) const { return text_.substr(pieces_[i].offset, pieces_[i].length); }

    /// Some bytes of a character, not all of them.
    bool is_part(std::size_t i) const {
        return pieces_[i].length > 0 && base::well_formed(typed(i)) != typed(i);
    }

private:
    /// "🙂 1/2", or the bytes themselves where several characters are cut.
    std::string part(std::size_t i) const {
        const std::string bytes = typed(i);
        const std::size_t spaces =
            static_cast<std::size_t>(std::ranges::find_if_not(bytes, is_space) - bytes.begin());
        const std::size_t begin = pieces_[i].offset + spaces, end = pieces_[i].offset + bytes.size();
        const std::size_t start = base::character_start(text_, begin);
        const std::string_view character = character_at(text_, begin);
        if (start + character.size() < end) return hex_bytes(std::string_view(bytes).substr(spaces));
        const auto covers = [&](std::size_t other) {
            const tokens::Piece& piece = pieces_[other];
            return piece.offset < start + character.size() && piece.offset + piece.length > start;
        };
        std::size_t first = i, last = i;
        while (first > 0 && covers(first - 1))
            --first;
        while (last + 1 < pieces_.size() && covers(last + 1))
            ++last;
        return std::string(character) + " " + std::to_string(i - first + 1) + "/" +
               std::to_string(last - first + 1);
    }

    const std::string& text_;
    const std::vector<tokens::Piece>& pieces_;
};

} // namespace

Pieces pieces_of(const tokens::Tokenizer& tokenizer, const std::string& text) {
    const std::vector<tokens::Piece> found = tokenizer.encode(text);
    const Cut cut(text, found);
    Pieces pieces;
    for (std::size_t i = 0; i < found.size(); ++i) {
        pieces.ids.push_back(found[i].id);
        pieces.boxed.push_back(cut.boxed(i));
        pieces.joined.push_back(cut.is_joined(i));
        pieces.names.push_back((cut.is_joined(i) && !cut.is_part(i) ? "-" : "") + pieces.boxed.back());
        pieces.unknown.push_back(found[i].id == tokenizer.unknown() &&
                                 cut.typed(i).find(found[i].text) ==
                                     std::string::npos); // nobody wrote "[UNK]"
        pieces.special.push_back(found[i].is_special);
        pieces.put_in.push_back(found[i].is_special && found[i].length == 0);
        pieces.begins.push_back(found[i].offset);
        pieces.typed.push_back(cut.typed(i));
    }
    if (std::ranges::all_of(pieces.put_in, [](bool put_in) { return put_in; }))
        throw language::NoWord("sentence", "there is no word in it", "type at least one");
    return pieces;
}

std::string in_running_text(const Pieces& pieces, std::size_t piece) {
    const std::string &boxed = pieces.boxed[piece], &typed = pieces.typed[piece];
    if (base::well_formed(typed) == typed) return boxed;
    if (base::continues_character(typed.front())) return "·";
    return boxed.substr(0, boxed.rfind(' '));
}

std::string with_in_place(const std::string& text, const Pieces& pieces, std::size_t piece,
                          const std::string& written) {
    const std::string& typed = pieces.typed[piece];
    const std::string after = text.substr(pieces.begins[piece] + typed.size());
    std::string before = text.substr(0, pieces.begins[piece]);
    before += typed.substr(0, std::min(typed.find_first_not_of(" \n\t\r"), typed.size()));
    if (written.starts_with(' ')) return before + written.substr(1) + after;
    while (!before.empty() && is_space(before.back()))
        before.pop_back();
    return before + written + after;
}

// A piece of the vocabulary.

namespace {

/// How it would stand in a text that goes on.
struct Standing {
    std::string text; ///< without the space before it
    bool continues;   ///< the word before it goes on
};

Standing standing(const tokens::Tokenizer& tokenizer, tokens::Id id) {
    const std::string piece = tokenizer.text(id).value_or("");
    if (piece.starts_with(goes_on)) return {piece.substr(goes_on.size()), true};
    std::string text = tokenizer.decode({id}, tokens::Specials::kept);
    // Either all pieces that begin a word are marked, or, as above, those that go on with one.
    const auto marks = [&](std::string_view sign) { return tokenizer.find(sign).has_value(); };
    const bool begins = piece.starts_with(space_letter) || piece.starts_with(space_sign) ||
                        !(marks(space_letter) || marks(space_sign));
    if (begins && text.starts_with(' ')) text.erase(0, 1); // some decoders drop it
    return {std::move(text), !begins};
}

/// "F0 9F" of one that is some bytes of a character: "ðŁ", or "<0xF0>".
std::string bytes_in(const std::string& piece) {
    if (piece.size() == 6 && piece.starts_with("<0x")) return piece.substr(3, 2);
    std::string bytes;
    for (const tokens::Character& letter : tokens::characters_of(piece)) {
        const auto byte = tokens::byte_of(letter.code);
        if (!byte) return piece;
        bytes += static_cast<char>(*byte);
    }
    return hex_bytes(without_spaces(bytes));
}

} // namespace

std::string piece_name(const pretrained::Model& model, tokens::Id id) {
    const std::string piece = model.tokenizer.text(id).value_or("");
    if (piece.empty()) return "[" + std::to_string(id) + "]"; // a row that only fills up the embedding
    if (model.tokenizer.is_special(id)) return piece;
    auto [text, continues] = standing(model.tokenizer, id);
    if (text.find(base::replacement) != std::string::npos) return bytes_in(piece);
    const std::string name = without_spaces(text);
    return continues && is_of_word(character_at(name, 0)) ? "-" + name : name;
}

std::string piece_text(const pretrained::Model& model, tokens::Id id) {
    if (!model.tokenizer.text(id)) return {};
    const auto [text, continues] = standing(model.tokenizer, id);
    if (text.find(base::replacement) != std::string::npos) return {};
    return (continues ? "" : " ") + text;
}

std::vector<std::size_t> piece_begins(const tokens::Tokenizer& tokenizer, const std::string& text) {
    std::vector<std::size_t> begins;
    std::size_t end = 0; // of the piece before
    for (const tokens::Piece& piece : tokenizer.encode(text)) {
        if (piece.length == 0) continue;
        const std::size_t begin = base::character_start(text, end);
        if (begins.empty() || begins.back() < begin) begins.push_back(begin);
        end = piece.offset + piece.length;
    }
    return begins;
}

} // namespace workbench
