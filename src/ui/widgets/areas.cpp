#include "ui/widgets/areas.h"

#include "ui/widgets/controls.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <imgui.h>
#include <imgui_internal.h>
#include <utility>

namespace ui {

using namespace drawing;

std::optional<float> scroll_bar(Ui& ui, const std::string& name, const Rect& track, float centre,
                                float shown) {
    const bool upright = track.height > track.width;
    const float length = upright ? track.height : track.width;
    const float thumb = std::max(shown * length, std::min(length, ui.px(24)));
    const float start = std::clamp(centre * length - thumb / 2, 0.0F, length - thumb);
    const Touch t = touch(ui, name, track, true, false);
    const float radius = std::min(track.width, track.height) / 2;
    ui.canvas.fill(track, ui[Role::track], radius);
    ui.canvas.fill(upright ? Rect{track.x, track.y + start, track.width, thumb}
                           : Rect{track.x + start, track.y, thumb, track.height},
                   mix(ui[Role::masked], ui[Role::text],
                       t.held      ? 0.4F
                       : t.hovered ? 0.2F
                                   : 0),
                   radius);
    if (!t.held && !t.let_go) return {};
    const float at = upright ? ui.mouse.y - track.y : ui.mouse.x - track.x;
    // The centre of the visible part cannot be nearer to an end than half its length.
    const float half = std::min(shown / 2, 0.5F);
    return std::clamp(at / length, half, 1 - half);
}

ScrollArea::ScrollArea(Ui& ui, const std::string& name, const Rect& area, float width)
    : ui_(ui), area_(area), width_(width), bottom_(area.y), outer_(ui.canvas.list()) {
    ImGui::SetCursorScreenPos({area.x, area.y});
    ImGui::BeginChild(
        name.c_str(), {area.width, area.height}, false,
        ImGuiWindowFlags_NoBackground |
            (width > 0 ? ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollWithMouse : 0));
    ui.canvas.draw_on(ImGui::GetWindowDrawList());
    ui.anchors.add(name, area);
    outer_area_ = ui.anchors.enter(ui.scope + name);
    focus_is_elsewhere_ = ui.anchors.find(ui.focus.name()) != nullptr;
    left_ = ImGui::GetCursorScreenPos().x;
    top_ = ImGui::GetCursorScreenPos().y;
}

ScrollArea::~ScrollArea() {
    if (!focus_is_elsewhere_) show_focused();
    if (width_ > 0) follow_wheel();
    ImGui::SetCursorScreenPos({left_, bottom_});
    ImGui::Dummy({std::max(1.0F, width_), 1});
    follow_height();
    ImGui::EndChild();
    ui_.canvas.draw_on(outer_);
    ui_.anchors.leave_for(outer_area_);
}

void ScrollArea::to_top() {
    ImGui::SetScrollY(0);
    ui_.motion.draw_again();
}

void ScrollArea::show_down_to(float bottom) {
    if (bottom <= area_.bottom()) return;
    ImGui::SetScrollY(ImGui::GetScrollY() + bottom - area_.bottom());
    ui_.motion.draw_again();
}

/// ImGui draws the scroll bar for the height that the content had in the previous frame.
void ScrollArea::follow_height() const {
    float& known = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("height"));
    if (std::exchange(known, bottom_ - top_) != bottom_ - top_) ui_.motion.draw_again();
}

/// On a page, the control under the mouse may already have consumed the wheel event.
void ScrollArea::follow_wheel() const {
    const ImGuiIO& io = ImGui::GetIO();
    if (!ImGui::IsWindowHovered()) return;
    const float step = 5 * ImGui::GetFontSize();
    const bool sideways = io.KeyShift;
    if (io.MouseWheel != 0 && !sideways) ImGui::SetScrollY(ImGui::GetScrollY() - step * io.MouseWheel);
    const float across = io.MouseWheelH + (sideways ? io.MouseWheel : 0);
    if (across != 0) ImGui::SetScrollX(ImGui::GetScrollX() - step * across);
    if (io.MouseWheel != 0 || across != 0) ui_.motion.draw_again();
}

/// Scrolls to a control in this area that just got keyboard focus, unless it is fully visible.
void ScrollArea::show_focused() const {
    const Rect* place = ui_.anchors.find(ui_.focus.name());
    if (!place || !ui_.focus.moved()) return;
    const bool beside = place->x < area_.x || place->right() > area_.right();
    const bool above_or_below = place->y < area_.y || place->bottom() > area_.bottom();
    if (!beside && !above_or_below) return;
    if (beside && width_ > 0) ImGui::SetScrollFromPosX(place->centre().x - ImGui::GetWindowPos().x);
    if (above_or_below) ImGui::SetScrollFromPosY(place->centre().y - ImGui::GetWindowPos().y);
    ui_.motion.draw_again(); // the scroll takes effect in the next frame
}

// Above the others.

Floating::Floating(Ui& ui, const std::string& name, const Rect& place)
    : ui_(ui), list_before_(ui.canvas.list()) {
    ImGui::SetNextWindowPos({place.x, place.y});
    ImGui::SetNextWindowSize({place.width, place.height});
    ImGui::Begin(name.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoNav);
    ui_.canvas.draw_on(ImGui::GetWindowDrawList());
    area_before_ = ui_.anchors.enter(""); // it lies above whatever is beneath
    ui_.anchors.add(name, place);
    ui_.anchors.enter(name);
}

Floating::~Floating() {
    ImGui::End();
    ui_.anchors.leave_for(area_before_);
    ui_.canvas.draw_on(list_before_);
}

void open_popup(Ui& ui, const std::string& name, const std::string& first) {
    ImGui::OpenPopup(name.c_str());
    if (!first.empty() && ui.focus.visible()) ui.focus.go(first);
}

Popup::Popup(Ui& ui, const std::string& name, const Rect& place)
    : ui_(ui), name_(name), list_before_(ui.canvas.list()) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = std::min(place.width, window.x - 2 * ui.px(8));
    const float x = std::clamp(place.x, ui.px(8), window.x - width - ui.px(8));
    ImGui::SetNextWindowPos({x, place.y});
    ImGui::SetNextWindowSize({width, std::min(place.height, window.y - place.y - ui.px(8))});
    open_ = ImGui::BeginPopup(name.c_str(), ImGuiWindowFlags_NoMove);
    if (!open_) return;
    ui_.focus.confine(name + "/");
    if (ImGui::IsWindowAppearing()) ui_.motion.draw_again(); // ImGui shows it only from the next frame
    ui_.canvas.draw_on(ImGui::GetWindowDrawList());
    const ImVec2 start = ImGui::GetCursorScreenPos();
    origin_ = {start.x, start.y};
    area_before_ = ui_.anchors.enter(""); // it lies above whatever contains its button
    ui_.anchors.enter(ui_.scope + name);
    ui_.anchors.add(name, {x, place.y, width, ImGui::GetWindowHeight()});
    if (ui_.pressed(GLFW_KEY_ESCAPE)) close();
}

Popup::~Popup() {
    if (!open_) return;
    ImGui::EndPopup();
    ui_.anchors.leave_for(area_before_);
    ui_.canvas.draw_on(list_before_);
}

void Popup::used(float height) {
    // Marks the end of the content, so that ImGui knows how far to scroll.
    ImGui::SetCursorScreenPos({origin_.x, origin_.y + height});
    ImGui::Dummy({1, 1});
}

void Popup::ends_at(float y, float& height) {
    const float needed = y - origin_.y + ui_.px(16);
    used(needed - ui_.px(4));
    const float design = needed / ui_.theme.scale;
    if (design != height) ui_.motion.draw_again();
    height = design;
}

void Popup::close() {
    ImGui::CloseCurrentPopup();
}

bool reacts() {
    return (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) == 0;
}

bool any_popup_open() {
    return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

} // namespace ui
