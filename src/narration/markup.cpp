#include "narration/markup.h"

#include <optional>

namespace narration {
namespace {

std::optional<Tone> tone_of(std::string_view tag) {
    if (tag == "q") return Tone::query;
    if (tag == "k") return Tone::key;
    if (tag == "v") return Tone::value;
    if (tag == "n") return Tone::number;
    if (tag == "b") return Tone::strong;
    return std::nullopt;
}

/// A piece of markup: plain text, or a pair of braces and what is between them.
struct Piece {
    std::string_view whole;
    bool braces = false, closed = true;

    std::string_view inside() const { return whole.substr(1, whole.size() - 2); }
    /// The end of the tone in "q:word"; npos in "name".
    std::size_t colon() const { return inside().find(':'); }
};

/// Removes the next piece from the front of `rest`, which must not be empty.
Piece take_piece(std::string_view& rest) {
    Piece piece;
    piece.braces = rest.front() == '{';
    const std::size_t close = rest.find('}');
    piece.closed = !piece.braces || close != std::string_view::npos;
    const std::size_t end = !piece.braces ? rest.find('{') : piece.closed ? close + 1 : rest.size();
    piece.whole = rest.substr(0, end);
    rest.remove_prefix(piece.whole.size());
    return piece;
}

/// Extends the last span if the tone is the same.
void append(Paragraph& paragraph, std::string_view text, Tone tone) {
    if (text.empty()) return;
    if (!paragraph.empty() && paragraph.back().tone == tone)
        paragraph.back().text += text;
    else
        paragraph.push_back({std::string(text), tone});
}

} // namespace

Values values_of(const std::map<std::string, std::string>& words) {
    Values values;
    for (const auto& [name, word] : words)
        values[name] = {{word}};
    return values;
}

Paragraph fill(std::string_view markup, const Values& values) {
    Paragraph paragraph;
    for (std::string_view rest = markup; !rest.empty();) {
        const Piece piece = take_piece(rest);
        if (piece.braces && piece.closed) {
            const std::string_view inside = piece.inside();
            const std::size_t colon = piece.colon();
            if (colon == std::string_view::npos) {
                if (const auto value = values.find(inside); value != values.end()) {
                    for (const Span& span : value->second)
                        append(paragraph, span.text, span.tone);
                    continue;
                }
            } else if (const auto tone = tone_of(inside.substr(0, colon))) {
                append(paragraph, inside.substr(colon + 1), *tone);
                continue;
            }
        }
        append(paragraph, piece.whole, Tone::plain);
    }
    return paragraph;
}

std::string mistake_in(std::string_view markup, const std::function<bool(std::string_view)>& is_name) {
    for (std::string_view rest = markup; !rest.empty();) {
        const Piece piece = take_piece(rest);
        if (!piece.braces) continue;
        const std::string shown = "“" + std::string(piece.whole.substr(0, 60)) + "”";
        if (!piece.closed || piece.inside().find('{') != std::string_view::npos)
            return "a brace is not closed: " + shown;
        const std::size_t colon = piece.colon();
        if (colon != std::string_view::npos && !tone_of(piece.inside().substr(0, colon)))
            return shown + " has none of the tones q, k, v, n and b";
        if (colon == std::string_view::npos && !is_name(piece.inside()))
            return shown + " is not a known name";
    }
    return {};
}

std::string plain_text(const Paragraph& paragraph) {
    std::string text;
    for (const Span& span : paragraph)
        text += span.text;
    return text;
}

std::string plain_text(const Texts& texts, const std::string& name, const Values& values) {
    return plain_text(fill(texts.text(name), values));
}

} // namespace narration
