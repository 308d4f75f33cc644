// Large matrices on the canvas: drawn by our own shader, at the right point among ImGui's commands.

#include "render/heat_map.h"
#include "ui/canvas/canvas.h"

#include <imgui.h>

#include <algorithm>

namespace ui {

/// What the callback needs when ImGui's commands run, at the end of the frame.
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
    if (heat_unfinished_) return; // the next frame looks different
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
