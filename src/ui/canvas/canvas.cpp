#include "ui/canvas/canvas.h"

#include "drawing/shapes/fitted_text.h"
#include "render/heat_map.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>

namespace ui {

namespace {

using namespace drawing;

ImVec2 vec(Point p) {
    return {p.x, p.y};
}
ImVec2 low_corner(const Rect& r) {
    return {r.x, r.y};
}
ImVec2 high_corner(const Rect& r) {
    return {r.right(), r.bottom()};
}

float between(Point a, Point b) {
    return std::hypot(b.x - a.x, b.y - a.y);
}

float width_of(const SizedFont& sized, std::string_view drawn) {
    return sized.font->CalcTextSizeA(sized.size, 1e9F, 0, drawn.data(), drawn.data() + drawn.size()).x;
}

void paint_hatch(ImDrawList& list, const Hatch& hatch, ImU32 colour) {
    list.PushClipRect(low_corner(hatch.rect), high_corner(hatch.rect), true);
    const float reach = hatch.rect.width + hatch.rect.height;
    // Hatching lies on one grid for the whole window, so that neighbouring cells join without a seam.
    const float phase = std::fmod(hatch.rect.x + hatch.rect.bottom(), hatch.spacing);
    for (float d = -phase; d < reach; d += hatch.spacing)
        list.AddLine({hatch.rect.x + d, hatch.rect.bottom()},
                     {hatch.rect.x + d - hatch.rect.height, hatch.rect.y}, colour, 1);
    list.PopClipRect();
}

/// Painted pixel column by pixel column: translucent triangles would show their seams.
void paint_band(ImDrawList& list, const Band& band, ImU32 colour) {
    const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();
    for (std::size_t i = 1; i < band.upper.size(); ++i) {
        const Point from = band.upper[i - 1], to = band.upper[i], from_low = band.lower[i - 1],
                    to_low = band.lower[i];
        const float right = std::min(std::round(to.x), high.x);
        for (float x = std::max(std::round(from.x), low.x); x < right; ++x) {
            const float share = std::clamp((x + 0.5F - from.x) / (to.x - from.x), 0.0F, 1.0F);
            list.AddRectFilled({x, std::lerp(from.y, to.y, share)},
                               {x + 1, std::lerp(from_low.y, to_low.y, share)}, colour);
        }
    }
}

} // namespace

unsigned int packed(Rgba colour) {
    return IM_COL32(colour.r, colour.g, colour.b, colour.a);
}

/// A large matrix of this frame: what its callback needs when ImGui's commands run, at the end of the frame.
struct Canvas::HeatJob {
    Canvas* canvas = nullptr;
    std::shared_ptr<const base::Matrix> matrix = {}; ///< null once painted
    const base::Matrix* address = nullptr;
    std::weak_ptr<const base::Matrix> owner = {};
    render::HeatPicture picture = {};

    bool looks_like(const HeatJob& other) const {
        const bool same_owner = !owner.owner_before(other.owner) && !other.owner.owner_before(owner);
        return address == other.address && same_owner && picture == other.picture;
    }
};

Canvas::Canvas(Fonts& fonts, const Theme& theme, render::HeatMap& heat_map)
    : fonts_(fonts), theme_(theme), heat_map_(heat_map) {}
Canvas::~Canvas() = default;

void Canvas::begin_frame() {
    heat_jobs_.clear();
    heat_unfinished_ = false;
    opacity_ = 1;
    cut_.clear();
    texts_.clear();
}

unsigned int Canvas::ink(Rgba colour) const {
    return packed(opacity_ < 1 ? colour.faded(opacity_) : colour);
}

SizedFont Canvas::field_font(Font font, float size, std::string_view text) const {
    const SizedFont sized = fonts_.at(font, size);
    fonts_.prepare_field(sized, text);
    return sized;
}

float Canvas::width(Font font, float size, std::string_view text) const {
    const SizedFont sized = fonts_.at(font, size);
    std::string room;
    return width_of(sized, fonts_.drawn(sized, text, room));
}

void Canvas::paint(const Figure& figure) {
    for (const Shape& shape : figure)
        paint(shape);
}

void Canvas::paint(const Shape& shape) {
    struct Painter {
        Canvas& canvas;
        ImDrawList& list;

        void operator()(const Fill& s) const { canvas.fill(s.rect, s.colour, s.radius, s.corners); }
        void operator()(const Stroke& s) const {
            canvas.stroke(s.rect, s.colour, s.thickness, s.radius, s.corners);
        }
        void operator()(const Line& s) const { canvas.line(s.from, s.to, s.colour, s.thickness); }
        void operator()(const Curve& s) const {
            // ImGui's own choice of segments leaves corners in small, thick curves.
            const float length =
                between(s.from, s.control_1) + between(s.control_1, s.control_2) + between(s.control_2, s.to);
            const int segments = std::clamp(static_cast<int>(length / 4), 4, 64);
            list.AddBezierCubic(vec(s.from), vec(s.control_1), vec(s.control_2), vec(s.to),
                                canvas.ink(s.colour), s.thickness, segments);
        }
        void operator()(const Disc& s) const {
            list.AddCircleFilled(vec(s.centre), s.radius, canvas.ink(s.colour));
        }
        void operator()(const Triangle& s) const {
            list.AddTriangleFilled(vec(s.a), vec(s.b), vec(s.c), canvas.ink(s.colour));
        }
        void operator()(const Hatch& s) const { paint_hatch(list, s, canvas.ink(s.colour)); }
        void operator()(const Band& s) const { paint_band(list, s, canvas.ink(s.colour)); }
        void operator()(const Label& s) const {
            canvas.text(s.at, s.text, s.font, s.size, s.colour, s.align);
        }
        void operator()(const Heat& s) const { canvas.paint_heat(s); }
        void operator()(const ClipStart& s) const { canvas.clip(s.rect); }
        void operator()(const ClipEnd&) const { canvas.unclip(); }
    };
    std::visit(Painter{*this, *list_}, shape);
}

namespace {

ImDrawFlags flags_of(Corners corners) {
    return (rounds_left(corners) ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_None) |
           (rounds_right(corners) ? ImDrawFlags_RoundCornersRight : ImDrawFlags_None) |
           (corners == Corners::none ? ImDrawFlags_RoundCornersNone : ImDrawFlags_None);
}

} // namespace

void Canvas::fill(const Rect& rect, Rgba colour, float radius, Corners corners) {
    list_->AddRectFilled(low_corner(rect), high_corner(rect), ink(colour), radius, flags_of(corners));
}

void Canvas::stroke(const Rect& rect, Rgba colour, float thickness, float radius, Corners corners) {
    list_->AddRect(low_corner(rect), high_corner(rect), ink(colour), radius, flags_of(corners), thickness);
}

void Canvas::line(Point from, Point to, Rgba colour, float thickness) {
    list_->AddLine(vec(from), vec(to), ink(colour), thickness);
}

void Canvas::text(Point at, std::string_view text, Font font, float size, Rgba colour, Align align) {
    const SizedFont sized = fonts_.at(font, size);
    std::string room;
    const std::string_view drawn = fonts_.drawn(sized, text, room);
    const float shift =
        align == Align::left ? 0 : width_of(sized, drawn) * (align == Align::centre ? 0.5F : 1);
    // Whole pixels keep rasterised glyphs sharp.
    const ImVec2 corner{std::round(at.x - shift), std::round(at.y - sized.size * 0.5F)};
    const float wide = width_of(sized, drawn);
    list_->AddText(sized.font, sized.size, corner, ink(colour), drawn.data(), drawn.data() + drawn.size());
    if (watched_) note({corner.x, corner.y, wide, sized.size}, text);
    const ImVec2 mouse = ImGui::GetMousePos();
    if (std::abs(mouse.y - at.y) <= 0.6F * size && mouse.x >= corner.x)
        note_label({corner.x, at.y}, wide, size, text);
}

void Canvas::note_label(Point left, float wide, float size, std::string_view text) {
    const ImVec2 mouse = ImGui::GetMousePos(), low = list_->GetClipRectMin(), high = list_->GetClipRectMax();
    const bool in_label =
        mouse.x >= left.x && mouse.x <= left.x + wide && std::abs(mouse.y - left.y) <= 0.6F * size;
    const bool in_sight = mouse.x >= low.x && mouse.x < high.x && mouse.y >= low.y && mouse.y < high.y;
    if (in_label && in_sight && ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
        pointed_ = {std::string(text), left.x, wide};
}

void Canvas::note(const Rect& place, std::string_view text) {
    const ImVec2 low = list_->GetClipRectMin(), high = list_->GetClipRectMax();
    const float x = std::max(place.x, low.x), y = std::max(place.y, low.y);
    texts_.push_back({{x, y, std::min(place.right(), high.x) - x, std::min(place.bottom(), high.y) - y},
                      std::string(text),
                      list_,
                      place});
}

void Canvas::text_within(Point at, float width_limit, std::string_view whole, Font font, float size,
                         Rgba colour, Align align) {
    const std::string shown = elided(whole, width_limit, font, size, *this);
    if (shown.size() != whole.size()) cut_.emplace_back(whole);
    text(at, shown, font, size, colour, align);
}

void Canvas::clip(const Rect& rect) {
    list_->PushClipRect(low_corner(rect), high_corner(rect), true);
}
void Canvas::unclip() {
    list_->PopClipRect();
}

// Large matrices are drawn by our own shader, through callbacks among ImGui's commands.

void Canvas::paint_heat(const drawing::Heat& heat) {
    auto job = std::make_unique<HeatJob>();
    job->canvas = this;
    job->matrix = heat.matrix;
    job->address = heat.matrix.get();
    job->owner = heat.matrix;
    render::HeatPicture& picture = job->picture;
    const auto colours = drawing::table(heat.map, theme_.palette().dark);
    std::transform(colours.begin(), colours.end(), picture.colours.begin(), [](drawing::Rgba c) {
        return render::Colour{c.r, c.g, c.b, c.a};
    });
    picture.place = {heat.rect.x, heat.rect.y, heat.rect.width, heat.rect.height};
    picture.first_column = heat.view.x;
    picture.first_row = heat.view.y;
    picture.columns = heat.view.width;
    picture.rows = heat.view.height;
    picture.transposed = heat.transposed;
    picture.low = heat.range.low;
    picture.high = heat.range.high;
    const drawing::Rgba masked = theme_[drawing::Role::masked];
    picture.masked = {masked.r, masked.g, masked.b, 150};
    picture.hatch_spacing = theme_.px(6);
    picture.opacity = heat.opacity * opacity_;

    list_->AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
            const auto& due = *static_cast<const HeatJob*>(command->UserCallbackData);
            due.canvas->draw_heat(due, command->ClipRect.x, command->ClipRect.y, command->ClipRect.z,
                                  command->ClipRect.w);
        },
        job.get());
    heat_jobs_.push_back(std::move(job));
}

bool Canvas::heat_changes() const {
    return !std::ranges::equal(heat_jobs_, painted_heat_,
                               [](const auto& a, const auto& b) { return a->looks_like(*b); });
}

void Canvas::heat_painted() {
    painted_heat_.clear();
    if (heat_unfinished_) return; // the next frame will look different
    painted_heat_.swap(heat_jobs_);
    for (const auto& job : painted_heat_)
        job->matrix = nullptr; // may be gigabytes of a pass that is about to go
}

void Canvas::draw_heat(const HeatJob& job, float left, float top, float right, float bottom) {
    // ImGui uses window coordinates, the shader framebuffer pixels.
    const ImGuiIO& io = ImGui::GetIO();
    const float sx = io.DisplayFramebufferScale.x, sy = io.DisplayFramebufferScale.y;
    render::HeatPicture p = job.picture;
    p.clip = {left * sx, top * sy, (right - left) * sx, (bottom - top) * sy};
    p.place = {p.place.x * sx, p.place.y * sy, p.place.width * sx, p.place.height * sy};
    const int width = static_cast<int>(io.DisplaySize.x * sx),
              height = static_cast<int>(io.DisplaySize.y * sy);
    if (!heat_map_.draw(job.matrix, p, width, height)) heat_unfinished_ = true;
}

} // namespace ui
