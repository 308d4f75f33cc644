#include "ui/widgets/rich_text.h"

#include "drawing/shapes/fitted_text.h"
#include "ui/widgets/areas.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <map>
#include <set>
#include <vector>

namespace ui {

using namespace drawing;

namespace {

struct Look {
    Font font;
    Rgba colour;
    int tie = -1;
};

Role role_of(narration::Tone tone, Role plain) {
    switch (tone) {
    case narration::Tone::query:
        return Role::query;
    case narration::Tone::key:
        return Role::key;
    case narration::Tone::value:
        return Role::value;
    case narration::Tone::number: // in quiet text, too: the number is the point
    case narration::Tone::strong:
        return Role::text;
    case narration::Tone::plain:
        break;
    }
    return plain;
}

Look look_of(const Ui& ui, narration::Tone tone, Role plain) {
    const Font font = tone == narration::Tone::plain    ? Font::sans
                      : tone == narration::Tone::number ? Font::mono
                                                        : Font::sans_bold;
    return {font, ui[role_of(tone, plain)]};
}

/// Sets words one after another and breaks the line where the next one does not fit. A word may change its
/// look in the middle (“it”): lines break only at spaces.
class LineSetter {
public:
    LineSetter(Ui& ui, Point at, float width, float size, float line, bool measure_only,
               const TieUse& tied = {})
        : ui_(ui), at_(at), width_(width), size_(size), line_(line), measure_only_(measure_only),
          tied_(tied) {}

    /// `terms`: the glossary terms to underline in the text.
    void set(std::string_view text, Look look, const std::vector<narration::TermUse>& terms = {}) {
        for (std::size_t start = 0; start < text.size();) {
            const std::size_t end = std::min(text.find(' ', start), text.size());
            add_word(text, start, end, look, terms);
            start = end;
            for (; start < text.size() && text[start] == ' '; ++start) {
                place_word();
                if (x_ > 0) x_ += ui_.canvas.width(Font::sans, size_, " ");
            }
        }
    }
    float height() {
        place_word();
        return y_ + line_;
    }

private:
    struct Piece {
        std::string_view text;
        Look look;
        float size, width, drop;
        bool rooted;
        const narration::Term* term;
    };

    /// A word, split where a term begins or ends in it ("queries,").
    void add_word(std::string_view text, std::size_t start, std::size_t end, Look look,
                  const std::vector<narration::TermUse>& terms) {
        while (start < end) {
            std::size_t next = end;
            const narration::Term* term = nullptr;
            for (const narration::TermUse& use : terms) {
                if (start >= use.begin && start < use.end) {
                    term = use.term;
                    next = std::min(next, use.end);
                } else if (use.begin > start) {
                    next = std::min(next, use.begin);
                }
            }
            add(text.substr(start, next - start), look, term);
            start = next;
        }
    }
    void add(std::string_view text, Look look, const narration::Term* term) {
        constexpr float as_high = 0.97F; // digits of the monospaced font as high as those beside them
        const float size = look.font == Font::mono ? size_ * as_high : size_;
        const bool after_root = !word_.empty() && word_.back().text.ends_with("√");
        const bool is_code = look.font == Font::mono && text.find('_') != std::string_view::npos;
        for (const TextPart& part :
             is_code ? std::vector<TextPart>{{text}} : symbol_parts(text, after_root)) {
            const float own = size * part.size();
            word_.push_back({part.text, look, own,
                             std::min(width_, ui_.canvas.width(look.font, own, part.text)),
                             size * part.drop(), part.rooted, term});
        }
    }
    void place_word() {
        float wide = 0;
        for (const Piece& piece : word_)
            wide += piece.width;
        if (x_ > 0 && x_ + wide > width_) {
            x_ = 0;
            y_ += line_;
        }
        for (const Piece& piece : word_) {
            const Point at{at_.x + x_, at_.y + y_ + line_ / 2};
            if (!measure_only_ && tied_ && piece.look.tie >= 0)
                tied_(piece.look.tie, {at.x, at.y - 0.7F * size_, piece.width, 1.4F * size_});
            if (!measure_only_ && piece.width < width_)
                ui_.canvas.text({at.x, at.y + piece.drop}, piece.text, piece.look.font, piece.size,
                                piece.look.colour);
            else if (!measure_only_) // longer than the line
                ui_.canvas.text_within({at.x, at.y + piece.drop}, width_, piece.text, piece.look.font,
                                       piece.size, piece.look.colour);
            if (!measure_only_ && piece.rooted) {
                const Line bar = root_bar(at, piece.width, size_, piece.look.colour);
                ui_.canvas.line(bar.from, bar.to, bar.colour, bar.thickness);
            }
            if (!measure_only_ && piece.term) {
                const bool is_first =
                    first_.try_emplace(piece.term, is_first_mention(ui_, *piece.term)).first->second;
                explain_term(ui_, *piece.term, {at.x, at.y - 0.6F * size_, piece.width, 1.25F * size_},
                             piece.look.colour, is_first);
            }
            x_ += piece.width;
        }
        word_.clear();
    }

    Ui& ui_;
    Point at_;
    float width_, size_, line_;
    bool measure_only_;
    TieUse tied_;
    std::vector<Piece> word_;
    std::map<const narration::Term*, bool> first_; ///< a term of several pieces is decided on once
    float x_ = 0, y_ = 0;
};

/// The terms of the text that the paragraph has not used yet: one underline each is enough.
std::vector<narration::TermUse> first_uses(const Ui& ui, std::string_view text,
                                           std::set<const narration::Term*>& seen) {
    if (!ui.explains) return {};
    std::vector<narration::TermUse> uses = ui.texts.glossary().find(text);
    std::erase_if(uses, [&](const narration::TermUse& use) { return !seen.insert(use.term).second; });
    return uses;
}

} // namespace

ColouredText coloured(const narration::Paragraph& text, Role plain) {
    ColouredText line;
    for (const narration::Span& span : text)
        line.push_back({span.text, role_of(span.tone, plain)});
    return line;
}

float paragraph(Ui& ui, Point at, float width, const narration::Paragraph& spans, float size,
                bool measure_only, Role plain, float line_spacing, const TieUse& tied) {
    const float pixels = ui.px(size);
    LineSetter setter(ui, at, width, pixels, std::round(pixels * line_spacing), measure_only, tied);
    std::set<const narration::Term*> seen;
    // Large words under stress are a title.
    constexpr float largest_explained = 20;
    for (const auto& span : spans) {
        const bool own_words = (span.tone == narration::Tone::plain && size <= largest_explained) ||
                               (span.tone == narration::Tone::strong && size < headline_size);
        Look look = look_of(ui, span.tone, plain);
        look.tie = span.tie;
        setter.set(span.text, look,
                   own_words && !measure_only ? first_uses(ui, span.text, seen)
                                              : std::vector<narration::TermUse>());
    }
    return setter.height();
}

float paragraph(Ui& ui, Point at, float width, const std::string& text, Font font, float size, Rgba colour) {
    const float pixels = ui.px(size);
    LineSetter setter(ui, at, width, pixels, std::round(pixels * 1.35F), false);
    // A tooltip is itself an explanation.
    const bool is_tooltip = ui.canvas.list() == ImGui::GetForegroundDrawList();
    std::set<const narration::Term*> seen;
    setter.set(text, {font, colour},
               is_tooltip ? std::vector<narration::TermUse>() : first_uses(ui, text, seen));
    return setter.height();
}

float subscripted(Ui& ui, Point at, const std::string& text, Font font, float size, Rgba colour,
                  Align align) {
    const std::vector<TextPart> parts = symbol_parts(text);
    const auto width_of = [&](const TextPart& part) {
        return ui.canvas.width(font, size * part.size(), part.text);
    };
    float width = 0;
    for (const TextPart& part : parts)
        width += width_of(part);
    float x = at.x - (align == Align::left ? 0 : align == Align::centre ? width / 2 : width);
    for (const TextPart& part : parts) {
        const float wide = width_of(part);
        ui.canvas.text({x, at.y + size * part.drop()}, part.text, font, size * part.size(), colour);
        if (part.rooted) {
            const Line bar = root_bar({x, at.y}, wide, size, colour);
            ui.canvas.line(bar.from, bar.to, bar.colour, bar.thickness);
        }
        x += wide;
    }
    ui.canvas.note_label({x - width, at.y}, width, size, text);
    return width;
}

void symbols_within(Ui& ui, Point at, float width, const std::string& text, Font font, float size,
                    Rgba colour, Align align) {
    const bool has_symbols = symbol_parts(text).size() > 1;
    if (has_symbols && ui.canvas.width(font, size, text) <= width)
        subscripted(ui, at, text, font, size, colour, align);
    else
        ui.canvas.text_within(at, width, text, font, size, colour, align);
}

// Glossary terms.

namespace {

std::string definition(const narration::Term& term) {
    return term.name + ": " + term.means;
}

void dotted_line(Ui& ui, float left, float right, float y, Rgba ink) {
    const float dot = ui.px(1.5F), step = ui.px(3.5F);
    for (float x = std::round(left); x + dot <= right; x += step)
        ui.canvas.line({x, y}, {x + dot, y}, ink.faded(0.6F), ui.px(1));
}

/// The term under the mouse, estimated from the mouse's relative position along the label.
const narration::Term* term_at(const std::vector<narration::TermUse>& uses, double letter) {
    for (const narration::TermUse& use : uses)
        if (letter >= static_cast<double>(use.begin) - 1 && letter <= static_cast<double>(use.end) + 1)
            return use.term;
    return nullptr;
}

} // namespace

bool is_first_mention(const Ui& ui, const narration::Term& term) {
    return !ui.anchors.find("term/" + term.id);
}

void explain_term(Ui& ui, const narration::Term& term, const Rect& place, Rgba ink, bool is_first) {
    if (!reacts()) return;
    const bool in_sight = ImGui::IsRectVisible({place.x, place.y}, {place.right(), place.bottom()});
    if (is_first) dotted_line(ui, place.x, place.right(), std::round(place.bottom()), ink);
    if (in_sight && is_first_mention(ui, term)) ui.anchors.add_whole("term/" + term.id, place);
    const bool hovered = ImGui::IsMouseHoveringRect({place.x, place.y}, {place.right(), place.bottom()}) &&
                         ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (hovered) ui.cursor_hint = definition(term);
}

void underline_terms(Ui& ui, Point at, const std::string& shown, Font font, float size, Rgba ink,
                     const std::string& text) {
    std::set<const narration::Term*> seen;
    for (const narration::TermUse& use : ui.texts.glossary().find(text)) {
        if (!seen.insert(use.term).second) continue;
        const float left = at.x + ui.canvas.width(font, size, std::string_view(shown).substr(0, use.begin));
        const float wide =
            ui.canvas.width(font, size, std::string_view(shown).substr(use.begin, use.end - use.begin));
        explain_term(ui, *use.term, {left, at.y - 0.6F * size, wide, 1.25F * size}, ink,
                     is_first_mention(ui, *use.term));
    }
}

std::string explanation_under_mouse(const Ui& ui) {
    const PointedText& pointed = ui.canvas.pointed();
    if (pointed.text.empty() || pointed.width <= 0) return {};
    const auto uses = ui.texts.glossary().find(pointed.text);
    const auto share = static_cast<double>((ui.mouse.x - pointed.left) / pointed.width);
    const narration::Term* term = term_at(uses, share * static_cast<double>(pointed.text.size()));
    return term ? definition(*term) : std::string();
}

} // namespace ui
