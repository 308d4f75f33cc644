#include "drawing/figures/formula.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <utility>

namespace drawing {

namespace {

// Metrics of Latin Modern. A text's size is its line height (ascent + descent), which for the roman and
// italic faces is 1.417 em; everything below is in em, the unit of the typeface's design.
constexpr float em_per_line = 1 / 1.417F;
constexpr float letter_ascent = 0.72F, letter_descent = 0.22F;
constexpr float baseline_below_middle = 0.418F; // for a line of text: (ascent − descent) / 2
constexpr float thin_space = 0.2F;
constexpr float math_axis = 0.25F; // height of a fraction's line above the baseline
constexpr float script_share = 0.7F, fraction_share = 0.85F;
constexpr float ground_margin = 0.16F;

/// A typeset piece: its left edge at x = 0, its baseline at y = 0.
struct Box {
    float width = 0, ascent = 0, descent = 0;
    Figure figure = {};
    std::vector<std::pair<std::string, Rect>> parts = {};
};

/// Places `piece` into `box` with its origin at (x, y); the box grows to hold it, except in width.
void place(Box& box, Box piece, float x, float y) {
    for (Shape& shape : moved(std::move(piece.figure), x, y))
        box.figure.push_back(std::move(shape));
    for (auto& [key, rect] : piece.parts)
        box.parts.emplace_back(std::move(key), Rect{rect.x + x, rect.y + y, rect.width, rect.height});
    box.ascent = std::max(box.ascent, piece.ascent - y);
    box.descent = std::max(box.descent, piece.descent + y);
}

void append(Box& row, Box piece) {
    const float x = row.width;
    row.width += piece.width;
    place(row, std::move(piece), x, 0);
}

/// State set by the enclosing commands.
struct Ink {
    float size;           // pixels of a line of text
    Rgba colour;          // the full colour
    bool lit = false;     // inside the highlighted part
    bool upright = false; // inside \rm
};

class Setter {
public:
    Setter(std::string_view markup, const FormulaStyle& style, const Palette& palette,
           const TextMeasure& measure)
        : rest_(markup), style_(style), palette_(palette), measure_(measure) {}

    SetFormula set() {
        const Ink ink{style_.size, palette_[Role::text], style_.lit_part.empty()};
        std::vector<Box> lines{row(ink)};
        while (skip("\\\\"))
            lines.push_back(row(ink));
        assert(rest_.empty() && "a brace too many");
        return stack(lines);
    }

private:
    bool skip(std::string_view word) {
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }

    /// The next UTF-8 character, one to four bytes.
    std::string_view letter() const { return rest_.substr(0, base::next_character(rest_, 0)); }

    /// Pieces side by side, up to the end, a closing brace or a line break.
    Box row(const Ink& ink) {
        Box row;
        Box last; // the piece that a script would attach to
        const auto flush = [&] { append(row, std::exchange(last, {})); };
        while (!rest_.empty() && rest_.front() != '}' && !rest_.starts_with("\\\\")) {
            if (rest_.starts_with("_{") || rest_.starts_with("^{")) {
                last = with_scripts(last, ink);
            } else {
                flush();
                last = piece(ink);
            }
        }
        flush();
        return row;
    }

    Box braced(const Ink& ink) {
        [[maybe_unused]] const bool opened = skip("{");
        assert(opened && "a command wants {…}");
        Box content = row(ink);
        [[maybe_unused]] const bool closed = skip("}");
        assert(closed && "a brace is not closed");
        return content;
    }

    Box piece(const Ink& ink) {
        if (skip(" ")) return Box{thin_space * em(ink)};
        if (skip("\\sqrt")) return root(ink);
        if (skip("\\frac")) return fraction(ink);
        if (skip("\\part")) return part(ink);
        if (skip("\\rm")) return braced({ink.size, ink.colour, ink.lit, true});
        if (skip("\\q")) return braced({ink.size, palette_[Role::query], ink.lit, ink.upright});
        if (skip("\\k")) return braced({ink.size, palette_[Role::key], ink.lit, ink.upright});
        if (skip("\\v")) return braced({ink.size, palette_[Role::value], ink.lit, ink.upright});
        return text(ink);
    }

    static float em(const Ink& ink) { return ink.size * em_per_line; }
    static float rule(const Ink& ink) { return std::max(1.0F, 0.05F * em(ink)); }
    Rgba colour(const Ink& ink) const { return ink.lit ? ink.colour : palette_[Role::quiet]; }

    /// Latin letters are italic; symbols missing from the roman face come from the math face.
    static Font font_of(std::string_view letter, const Ink& ink) {
        const char c = letter.front();
        const bool latin = letter.size() == 1 && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
        if (latin) return ink.upright ? Font::serif : Font::serif_italic;
        constexpr std::array<std::string_view, 13> in_roman{"·", "×", "÷", "−", "‖", "…", "Σ",
                                                            "Δ", "∞", "→", "–", "±", "²"};
        const bool roman = letter.size() == 1 || std::ranges::find(in_roman, letter) != in_roman.end();
        return roman ? Font::serif : Font::math;
    }

    /// A run of characters that share a font, as one label.
    Box text(const Ink& ink) {
        const Font font = font_of(letter(), ink);
        std::string letters;
        while (!rest_.empty() && std::string_view("\\{}_^ ").find(rest_.front()) == std::string_view::npos &&
               font_of(letter(), ink) == font) {
            letters += letter();
            rest_.remove_prefix(letter().size());
        }
        assert(!letters.empty() && "unknown command, or a bare script or brace");
        // The lines of the math face are one em high; at this size its glyphs match the others.
        const float size = font == Font::math ? em(ink) : ink.size;
        const float middle = -(font == Font::math ? 0.306F : baseline_below_middle) * em(ink);
        const float width = measure_.width(font, size, letters);
        return {width,
                letter_ascent * em(ink),
                letter_descent * em(ink),
                {Label{{0, middle}, Align::left, font, size, colour(ink), letters}},
                {}};
    }

    /// A subscript, a superscript, or both, one above the other.
    Box with_scripts(const Box& base, const Ink& ink) {
        Ink small = ink;
        small.size *= script_share;
        Box result = base;
        float width = 0;
        const float gap = 0.04F * em(ink);
        float apart = 0; // keeps a second script clear of the first
        while (rest_.starts_with("_{") || rest_.starts_with("^{")) {
            const bool above = rest_.front() == '^';
            rest_.remove_prefix(1);
            Box script = braced(small);
            width = std::max(width, script.width + gap);
            const float shift = above ? -std::max(0.40F * em(ink), base.ascent - 0.32F * em(ink)) - apart
                                      : std::max(0.18F * em(ink), base.descent - 0.04F * em(ink)) + apart;
            place(result, std::move(script), base.width + gap, shift);
            apart = 0.12F * em(ink);
        }
        result.width += width;
        return result;
    }

    /// √ drawn from lines: the tick, the downstroke, the upstroke and the bar over the content.
    Box root(const Ink& ink) {
        Box content = braced(ink);
        const float line = rule(ink), hook = 0.55F * em(ink), gap = 0.10F * em(ink);
        const float top = -(content.ascent + gap), foot = content.descent - 0.05F * em(ink);
        const float right = hook + content.width + gap;
        const Point tick{0.06F * em(ink), foot - 0.42F * (foot - top)};
        const Point shoulder{0.18F * em(ink), foot - 0.5F * (foot - top)};
        const Point bottom{0.36F * em(ink), foot}, corner{hook, top};
        const Rgba c = colour(ink);
        Box box{right + gap,
                -top + line,
                content.descent,
                {Line{tick, shoulder, c, line}, Line{shoulder, bottom, c, 1.6F * line},
                 Line{bottom, corner, c, line}, Line{corner, {right, top}, c, line}},
                {}};
        place(box, std::move(content), hook + 0.5F * gap, 0);
        return box;
    }

    Box fraction(const Ink& ink) {
        Ink small = ink;
        small.size *= fraction_share;
        Box above = braced(small), below = braced(small);
        const float line = rule(ink), gap = 0.14F * em(ink), side = 0.08F * em(ink);
        const float axis = -math_axis * em(ink);
        Box box;
        box.width = std::max(above.width, below.width) + 4 * side;
        box.figure.push_back(Line{{side, axis}, {box.width - side, axis}, colour(ink), line});
        const float above_x = (box.width - above.width) / 2, above_y = axis - gap - above.descent;
        const float below_x = (box.width - below.width) / 2, below_y = axis + gap + below.ascent;
        place(box, std::move(above), above_x, above_y);
        place(box, std::move(below), below_x, below_y);
        return box;
    }

    /// A named part; the highlighted one has a soft background. The background is paint only: highlighting a
    /// part moves nothing.
    Box part(Ink ink) {
        [[maybe_unused]] const bool opened = skip("{");
        const std::size_t end = rest_.find('}');
        assert(opened && end != std::string_view::npos && "\\part wants {key}{…}");
        const std::string key(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        const bool is_lit = !style_.lit_part.empty() && key == style_.lit_part;
        ink.lit = ink.lit || is_lit;
        Box content = braced(ink);
        const float margin = ground_margin * em(ink);
        const Rect rect{-margin, -content.ascent - margin, content.width + 2 * margin,
                        content.ascent + content.descent + 2 * margin};
        if (is_lit)
            content.figure.insert(content.figure.begin(),
                                  Fill{rect, palette_[Role::accent_soft], 0.25F * em(ink)});
        content.parts.emplace_back(key, rect);
        return content;
    }

    /// Stacked lines, centred, with room at the edges for a part's background.
    SetFormula stack(const std::vector<Box>& lines) const {
        const float em = style_.size * em_per_line, margin = ground_margin * em, leading = 0.5F * em;
        Box page;
        for (const Box& line : lines)
            page.width = std::max(page.width, line.width);
        float y = margin;
        SetFormula result;
        for (const Box& line : lines) {
            y += line.ascent;
            if (&line == &lines.front()) result.baseline = y;
            place(page, line, margin + (page.width - line.width) / 2, y);
            y += line.descent + leading;
        }
        result.width = page.width + 2 * margin;
        result.height = y - leading + margin;
        result.figure = std::move(page.figure);
        result.parts = std::move(page.parts);
        return result;
    }

    std::string_view rest_;
    const FormulaStyle& style_;
    const Palette& palette_;
    const TextMeasure& measure_;
};

/// Moves every point and rectangle of a shape.
struct Mover {
    float dx, dy;

    void operator()(Point& p) const { p = {p.x + dx, p.y + dy}; }
    void operator()(Rect& r) const {
        r.x += dx;
        r.y += dy;
    }
    void operator()(Line& s) const { all(s.from, s.to); }
    void operator()(Curve& s) const { all(s.from, s.control_1, s.control_2, s.to); }
    void operator()(Disc& s) const { all(s.centre); }
    void operator()(Triangle& s) const { all(s.a, s.b, s.c); }
    void operator()(Band& s) const {
        for (auto* line : {&s.upper, &s.lower})
            for (Point& p : *line)
                (*this)(p);
    }
    void operator()(Label& s) const { all(s.at); }
    void operator()(ClipEnd&) const {}
    void operator()(auto& s) const { all(s.rect); }

private:
    void all(auto&... places) const { ((*this)(places), ...); }
};

} // namespace

SetFormula set_formula(const std::string& markup, const FormulaStyle& style, const Palette& palette,
                       const TextMeasure& measure) {
    return Setter(markup, style, palette, measure).set();
}

Figure moved(Figure figure, float dx, float dy) {
    for (Shape& shape : figure)
        std::visit(Mover{dx, dy}, shape);
    return figure;
}

} // namespace drawing
