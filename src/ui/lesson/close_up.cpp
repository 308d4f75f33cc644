#include "ui/lesson/close_up.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;

namespace {

constexpr float page_width = 1120, page_height = 740, margin = 14; // design pixels

/// Where a stretch of the page begins in the window: its subject in the middle, and nothing beyond the page.
float begin(float area, float room, float page, float subject_centre) {
    if (page <= room) return area + (room - page) / 2;
    return area - std::clamp(subject_centre - room / 2, 0.0F, page - room);
}

} // namespace

void draw_close_up(const Ui& large, CloseUp& state, const Rect& area,
                   const std::function<void(Ui& ui, const Rect& page)>& draw) {
    const Rect subject = state.subject.value_or(Rect{0, 0, page_width, page_height}).inset(-margin);
    const float all = std::min(area.width / page_width, area.height / page_height);
    const float fitting = std::min(area.width / subject.width, area.height / subject.height);
    Theme theme = large.theme;
    theme.scale = state.scale = std::min(std::max(all, fitting), large.theme.scale);
    Ui ui = large.in(theme);
    ui.mouse = {-1, -1}; // what is on the wall does not answer to it
    const Rect page{
        begin(area.x, area.width, ui.px(page_width), ui.px(subject.centre().x)),
        begin(area.y, area.height, ui.px(page_height), ui.px(subject.centre().y)),
        ui.px(page_width),
        ui.px(page_height),
    };
    state.corner = {page.x, page.y};

    ImDrawList* outer = ui.canvas.list();
    ImGui::SetCursorScreenPos({area.x, area.y});
    ImGui::BeginChild("close_up", {area.width, area.height}, false,
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar |
                          ImGuiWindowFlags_NoScrollWithMouse);
    ui.canvas.draw_on(ImGui::GetWindowDrawList());
    draw(ui, page);
    ImGui::EndChild();
    ui.canvas.draw_on(outer);
}

void look_at(const Ui& ui, CloseUp& state, const std::vector<Rect>& places) {
    std::optional<Rect> subject;
    for (const Rect& place : places) {
        const Rect here{(place.x - state.corner.x) / state.scale, (place.y - state.corner.y) / state.scale,
                        place.width / state.scale, place.height / state.scale};
        subject = subject ? around(*subject, here) : here;
    }
    const auto differs = [](const Rect& a, const Rect& b) {
        return std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(a.width - b.width) +
                   std::abs(a.height - b.height) >
               2; // a page is laid out to whole pixels
    };
    if (!subject || (state.subject && !differs(*subject, *state.subject))) return;
    state.subject = subject;
    ui.motion.draw_again();
}

} // namespace ui
