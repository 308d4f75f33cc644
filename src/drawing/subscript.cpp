#include "drawing/subscript.h"

#include <cctype>
#include <string>
#include <utility>

namespace drawing {

namespace {

bool is_letter(std::string_view text, std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at]));
}

bool starts_subscript(std::string_view text, std::size_t mark) {
    if (mark == 0 || !is_letter(text, mark - 1) || !is_letter(text, mark + 1)) return false;
    const bool capital = std::isupper(static_cast<unsigned char>(text[mark - 1]));
    return capital || mark == 1 || !is_letter(text, mark - 2);
}

} // namespace

std::vector<TextPart> with_subscripts(std::string_view text) {
    std::vector<TextPart> parts;
    std::size_t start = 0, from = 0;
    for (std::size_t mark; (mark = text.find('_', from)) != std::string_view::npos;) {
        from = mark + 1;
        if (!starts_subscript(text, mark)) continue;
        std::size_t end = mark + 1;
        while (is_letter(text, end))
            ++end;
        parts.push_back({text.substr(start, mark - start), false});
        parts.push_back({text.substr(mark + 1, end - mark - 1), true});
        start = from = end;
    }
    if (start < text.size()) parts.push_back({text.substr(start), false});
    return parts;
}

Figure symbols_figure(const Label& label, const TextMeasure& measure) {
    Figure figure;
    float x = label.at.x;
    for (const TextPart& part : with_subscripts(label.text)) {
        Label piece = label;
        piece.text = part.text;
        piece.at.x = x;
        if (part.low) {
            piece.at.y += subscript_drop * label.size;
            piece.size *= subscript_size;
        }
        x += measure.width(piece.font, piece.size, piece.text);
        figure.push_back(std::move(piece));
    }
    return figure;
}

} // namespace drawing
