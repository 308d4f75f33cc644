#ifdef ATTENTION_LAB_CAIRO

#include "drawing/svg_text.h"

#include "drawing/font_file.h"

#include <sstream>

namespace drawing {
namespace {

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text)
        switch (c) {
        case '&':
            safe += "&amp;";
            break;
        case '<':
            safe += "&lt;";
            break;
        case '>':
            safe += "&gt;";
            break;
        default:
            safe += c;
        }
    return safe;
}

const char* anchor(Align align) {
    return align == Align::left ? "start" : align == Align::centre ? "middle" : "end";
}

} // namespace

std::string svg_text(const Figure& figure, CairoFonts& fonts) {
    std::ostringstream svg;
    svg.imbue(std::locale::classic());
    svg << "<g fill-opacity=\"0\">\n";
    for (const Shape& shape : figure) {
        const Label* label = std::get_if<Label>(&shape);
        if (!label) continue;
        const auto runs = fonts.runs(label->font, label->size, label->text);
        if (runs.empty()) continue;
        svg << "<text x=\"" << label->at.x << "\" y=\""
            << label->at.y - label->size / 2 + fonts.ascent(label->font, label->size) << "\" text-anchor=\""
            << anchor(label->align) << "\" font-family=\"" << font_file(label->font).family
            << "\" font-size=\"" << runs.front().em << "\" textLength=\"" << runs.back().x + runs.back().width
            << "\">" << escaped(label->text) << "</text>\n";
    }
    svg << "</g>\n";
    return svg.str();
}

} // namespace drawing

#endif
