#pragma once
// Paints figures, controls and texts in the window: the only place where shapes become ImGui draw commands.

#include "drawing/shapes/figure.h"
#include "ui/canvas/anchors.h"
#include "ui/canvas/fonts.h"
#include "ui/canvas/theme.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct ImDrawList;

namespace render {
class HeatMap;
}

namespace ui {

/// A label under the mouse.
struct PointedText {
    std::string text;
    float left = 0, width = 0;
};

/// A colour as ImGui packs it.
unsigned int packed(drawing::Rgba colour);

class Canvas : public drawing::TextMeasure {
public:
    Canvas(Fonts& fonts, const Theme& theme, render::HeatMap& heat_map);
    ~Canvas() override;

    void begin_frame();
    /// True while a large matrix is not fully on the GPU: later frames upload the rest.
    bool unfinished() const { return heat_unfinished_; }
    /// True if the large matrices of this frame look different from those last painted.
    bool heat_changes() const;
    /// Called after ImGui's commands have run.
    void heat_painted();

    float width(drawing::Font font, float size, std::string_view text) const override;
    /// A font for a text field, with the glyphs of its text.
    SizedFont field_font(drawing::Font font, float size, std::string_view text) const;

    /// The draw list for shapes until set again; by default the current ImGui window's.
    void draw_on(ImDrawList* list) { list_ = list; }
    ImDrawList* list() const { return list_; }

    /// Opacity of everything painted from now on, 0 to 1.
    void set_opacity(float opacity) { opacity_ = opacity; }

    void paint(const drawing::Figure& figure);
    void paint(const drawing::Shape& shape);

    void fill(const drawing::Rect& rect, drawing::Rgba colour, float radius = 0,
              drawing::Corners corners = drawing::Corners::all);
    void stroke(const drawing::Rect& rect, drawing::Rgba colour, float thickness, float radius = 0,
                drawing::Corners corners = drawing::Corners::all);
    void line(drawing::Point from, drawing::Point to, drawing::Rgba colour, float thickness);
    /// A line of text; `at.y` is its vertical centre.
    void text(drawing::Point at, std::string_view text, drawing::Font font, float size, drawing::Rgba colour,
              drawing::Align align = drawing::Align::left);
    /// The same, shortened with an ellipsis to fit `width`.
    void text_within(drawing::Point at, float width, std::string_view text, drawing::Font font, float size,
                     drawing::Rgba colour, drawing::Align align = drawing::Align::left);
    /// Texts of this frame that had to be shortened, for tests.
    const std::vector<std::string>& cut() const { return cut_; }
    /// All texts of this frame; recorded once watch() was called.
    const std::vector<DrawnText>& texts() const { return texts_; }
    void watch() { watched_ = true; }
    void clip(const drawing::Rect& rect);
    void unclip();

    /// The last label drawn under the mouse in this frame; empty when there is none.
    const PointedText& pointed() const { return pointed_; }
    /// Excludes the labels so far from the search for terms under the mouse.
    void forget_pointed() { pointed_ = {}; }
    /// Records a label that was drawn in pieces, its vertical centre at y.
    void note_label(drawing::Point left_middle, float width, float size, std::string_view text);

private:
    struct HeatJob;

    void paint_heat(const drawing::Heat& heat);
    void draw_heat(const HeatJob& job, float left, float top, float right, float bottom);
    void note(const drawing::Rect& place, std::string_view text);
    unsigned int ink(drawing::Rgba colour) const;

    Fonts& fonts_; ///< glyphs are added on first use
    const Theme& theme_;
    render::HeatMap& heat_map_;
    ImDrawList* list_ = nullptr;
    float opacity_ = 1;
    std::vector<std::string> cut_;
    std::vector<DrawnText> texts_;
    bool watched_ = false;
    PointedText pointed_;
    std::vector<std::unique_ptr<HeatJob>> heat_jobs_; // kept alive until ImGui's commands run
    std::vector<std::unique_ptr<HeatJob>> painted_heat_;
    bool heat_unfinished_ = false;
};

} // namespace ui
