#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace ui {

using namespace drawing;

namespace {

struct Look {
    Font font;
    Rgba colour;
};

Look look_of(const Ui& ui, lesson::Tone tone, Role plain) {
    switch (tone) {
    case lesson::Tone::query:
        return {Font::sans_bold, ui[Role::query]};
    case lesson::Tone::key:
        return {Font::sans_bold, ui[Role::key]};
    case lesson::Tone::value:
        return {Font::sans_bold, ui[Role::value]};
    case lesson::Tone::number:
        return {Font::mono, ui[plain]};
    case lesson::Tone::strong:
        return {Font::sans_bold, ui[Role::text]};
    case lesson::Tone::plain:
        break;
    }
    return {Font::sans, ui[plain]};
}

bool is_letter(std::string_view text, std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at]));
}

/// True for the mark after a symbol: "W_Q", "XW_Q", "√d_k", and not "some_word".
bool starts_subscript(std::string_view text, std::size_t mark) {
    if (mark == 0 || !is_letter(text, mark - 1) || !is_letter(text, mark + 1)) return false;
    const bool capital = std::isupper(static_cast<unsigned char>(text[mark - 1]));
    return capital || mark == 1 || !is_letter(text, mark - 2);
}

/// Goes through the pieces of a line: use(text, is_subscript).
template <class Use>
void pieces(std::string_view text, Use use) {
    std::size_t start = 0, from = 0;
    for (std::size_t mark; (mark = text.find('_', from)) != std::string_view::npos;) {
        from = mark + 1;
        if (!starts_subscript(text, mark)) continue;
        std::size_t end = mark + 1;
        while (is_letter(text, end))
            ++end;
        use(text.substr(start, mark - start), false);
        use(text.substr(mark + 1, end - mark - 1), true);
        start = from = end;
    }
    if (start < text.size()) use(text.substr(start), false);
}

constexpr float subscript_size = 0.75F, subscript_drop = 0.28F; // shares of the text's size

/// Sets words one after the other and breaks the line where the next one does not fit. A word may change its
/// look in the middle (“it”): only spaces are places to break.
class LineSetter {
public:
    LineSetter(Ui& ui, Point at, float width, float size, float line, bool measure_only)
        : ui_(ui), at_(at), width_(width), size_(size), line_(line), measure_only_(measure_only) {}

    void set(std::string_view text, Look look) {
        for (std::size_t start = 0; start < text.size();) {
            const std::size_t end = std::min(text.find(' ', start), text.size());
            if (end > start) add(text.substr(start, end - start), look);
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
    };

    void add(std::string_view text, Look look) {
        const float size = look.font == Font::mono ? size_ * 0.93F : size_;
        pieces(text, [&](std::string_view piece, bool low) {
            const float own = low ? size * subscript_size : size;
            word_.push_back(
                {piece, look, own, ui_.canvas.width(look.font, own, piece), low ? size * subscript_drop : 0});
        });
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
            if (!measure_only_)
                ui_.canvas.text({at_.x + x_, at_.y + y_ + line_ / 2 + piece.drop}, piece.text,
                                piece.look.font, piece.size, piece.look.colour);
            x_ += piece.width;
        }
        word_.clear();
    }

    Ui& ui_;
    Point at_;
    float width_, size_, line_;
    bool measure_only_;
    std::vector<Piece> word_;
    float x_ = 0, y_ = 0;
};

} // namespace

float paragraph(Ui& ui, Point at, float width, const lesson::Paragraph& spans, float size, bool measure_only,
                Role plain, float line_spacing) {
    const float pixels = ui.px(size);
    LineSetter setter(ui, at, width, pixels, std::round(pixels * line_spacing), measure_only);
    for (const auto& span : spans)
        setter.set(span.text, look_of(ui, span.tone, plain));
    return setter.height();
}

float paragraph(Ui& ui, Point at, float width, const std::string& text, Font font, float size, Rgba colour) {
    const float pixels = ui.px(size);
    LineSetter setter(ui, at, width, pixels, std::round(pixels * 1.35F), false);
    setter.set(text, {font, colour});
    return setter.height();
}

float subscripted(Ui& ui, Point at, const std::string& text, Font font, float size, Rgba colour,
                  Align align) {
    float width = 0;
    const auto size_of = [&](bool low) { return low ? size * subscript_size : size; };
    pieces(text,
           [&](std::string_view piece, bool low) { width += ui.canvas.width(font, size_of(low), piece); });
    float x = at.x - (align == Align::left ? 0 : align == Align::centre ? width / 2 : width);
    pieces(text, [&](std::string_view piece, bool low) {
        ui.canvas.text({x, low ? at.y + size * subscript_drop : at.y}, piece, font, size_of(low), colour);
        x += ui.canvas.width(font, size_of(low), piece);
    });
    return width;
}

} // namespace ui
