#pragma once
// Paints figures on the window: the one place where shapes become ImGui draw commands.

#include "drawing/figure.h"
#include "ui/fonts.h"
#include "ui/text_check.h"
#include "ui/theme.h"

#include <memory>
#include <string_view>
#include <vector>

struct ImDrawList;

namespace render {
class HeatMap;
}

namespace ui {

class Canvas : public drawing::TextMeasure {
public:
    Canvas(Fonts& fonts, const Theme& theme, render::HeatMap& heat_map);
    ~Canvas() override;

    void begin_frame();
    /// True when a large matrix is not yet wholly on the graphics card: another frame brings the rest.
    bool unfinished() const { return heat_unfinished_; }

    float width(drawing::Font font, float size, std::string_view text) const override;
    /// A font for a text field, with the letters of what stands in it.
    SizedFont field_font(drawing::Font font, float size, std::string_view text) const;

    /// Where shapes go until it is set again: the current ImGui window's list.
    void draw_on(ImDrawList* list) { list_ = list; }
    ImDrawList* list() const { return list_; }

    /// How opaque everything is painted from now on, 0 to 1.
    void set_opacity(float opacity) { opacity_ = opacity; }

    void paint(const drawing::Figure& figure);
    void paint(const drawing::Shape& shape);

    void fill(const drawing::Rect& rect, drawing::Rgba colour, float radius = 0);
    void stroke(const drawing::Rect& rect, drawing::Rgba colour, float thickness, float radius = 0);
    void line(drawing::Point from, drawing::Point to, drawing::Rgba colour, float thickness);
    /// A line of text; `at.y` is the vertical middle.
    void text(drawing::Point at, std::string_view text, drawing::Font font, float size, drawing::Rgba colour,
              drawing::Align align = drawing::Align::left);
    /// The same, cut with an ellipsis to fit `width`.
    void text_within(drawing::Point at, float width, std::string_view text, drawing::Font font, float size,
                     drawing::Rgba colour, drawing::Align align = drawing::Align::left);
    /// Texts of this frame that did not fit where they stand, for tests.
    const std::vector<std::string>& cut() const { return cut_; }
    /// All texts of this frame, once watch() was called.
    const std::vector<DrawnText>& texts() const { return texts_; }
    void watch() { watched_ = true; }
    void clip(const drawing::Rect& rect);
    void unclip();

private:
    struct HeatJob;

    void paint_heat(const drawing::Heat& heat);
    void draw_heat(HeatJob& job, float left, float top, float right, float bottom);
    void note(const drawing::Rect& place, std::string_view text);
    unsigned int ink(drawing::Rgba colour) const;

    Fonts& fonts_; ///< letters join them when they are first drawn or measured
    const Theme& theme_;
    render::HeatMap& heat_map_;
    ImDrawList* list_ = nullptr;
    float opacity_ = 1;
    std::vector<std::string> cut_;
    std::vector<DrawnText> texts_;
    bool watched_ = false;
    std::vector<std::unique_ptr<HeatJob>> heat_jobs_; // alive until ImGui's commands are carried out
    bool heat_unfinished_ = false;
};

} // namespace ui
