#include "ui/widgets/controls.h"

#include "base/text.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/text_field.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <optional>

namespace ui {

using namespace drawing;

Scope::Scope(Ui& ui, const std::string& prefix) : ui_(ui) {
    ImGui::PushID(prefix.c_str());
    set(prefix);
}

Scope::~Scope() {
    set({});
    ImGui::PopID();
}

void Scope::set(const std::string& prefix) {
    ui_.scope = prefix;
    ui_.anchors.set_scope(prefix);
    ui_.focus.set_scope(prefix);
    ui_.motion.set_scope(prefix);
}

Touch touch(Ui& ui, const std::string& name, const Rect& rect, bool enabled, bool focusable) {
    ui.anchors.add_control(name, rect);
    Touch t;
    if (!enabled) return t;
    ImGui::SetCursorScreenPos({rect.x, rect.y});
    t.clicked =
        ImGui::InvisibleButton(name.c_str(), {std::max(1.0F, rect.width), std::max(1.0F, rect.height)});
    t.hovered = ImGui::IsItemHovered();
    t.held = ImGui::IsItemActive();
    t.let_go = ImGui::IsItemDeactivated();
    t.double_clicked = t.hovered && ImGui::IsMouseDoubleClicked(0);
    if (ImGui::IsItemActivated() && focusable) ui.focus.set(name);
    if (focusable) {
        t.focused = ui.focus.item(name);
        t.clicked = t.clicked || ui.focus.activated(name);
    }
    if (t.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (t.clicked) ui.motion.draw_again(); // parts drawn earlier show the effect in the next frame
    return t;
}

Touch touch_beneath(Ui& ui, const std::string& name, const Rect& rect) {
#if IMGUI_VERSION_NUM >= 18970 // has to be told before the item
    ImGui::SetNextItemAllowOverlap();
    return touch(ui, name, rect);
#else
    const Touch t = touch(ui, name, rect);
    ImGui::SetItemAllowOverlap();
    return t;
#endif
}

void focus_ring(Ui& ui, const Rect& rect, float radius, Role role) {
    ui.canvas.stroke(rect.inset(-ui.px(3)), ui[role], ui.px(2.5F), radius + ui.px(3));
}

float button_width(const Ui& ui, const std::string& label, float text_size) {
    return ui.canvas.width(Font::sans_medium, ui.px(text_size), label) + ui.px(26);
}

namespace {

/// Shifts a colour slightly towards the text colour: the hover effect.
Rgba lifted(const Ui& ui, Rgba colour, const Touch& t) {
    return mix(colour, ui[Role::text], t.held ? 0.14F : t.hovered ? 0.06F : 0);
}

} // namespace

bool button(Ui& ui, const std::string& name, const Rect& rect, const std::string& label,
            const ButtonStyle& style) {
    const Touch t = touch(ui, name, rect, style.enabled);
    const float radius = ui.px(6);
    const bool filled = style.look == ButtonLook::filled || style.on;
    const bool bare = (style.look == ButtonLook::plain || style.look == ButtonLook::tab) && !style.on;
    const Rgba ground = filled ? ui[Role::strong_fill] : ui[Role::card];
    Rgba ink = filled ? ui[Role::strong_text] : ui[Role::text];
    if (style.look == ButtonLook::tab && !style.on) ink = ui[Role::quiet];
    if (!bare || t.hovered) ui.canvas.fill(rect, lifted(ui, ground, t), radius);
    if (style.look == ButtonLook::outlined && !style.on)
        ui.canvas.stroke(rect, ui[Role::hairline], ui.px(1), radius);
    if (!style.enabled) ink = ink.faded(0.35F);
    const Font font = style.on ? Font::sans_bold : Font::sans_medium;
    if (label.find('_') != std::string::npos)
        subscripted(ui, rect.centre(), label, font, ui.px(style.text_size), ink, Align::centre);
    else
        ui.canvas.text_within(rect.centre(), rect.width - ui.px(8), label, font, ui.px(style.text_size), ink,
                              Align::centre);
    if (t.focused) focus_ring(ui, rect, radius);
    // The hint of a disabled button may say why it is disabled.
    const bool pointed = t.hovered || (!style.enabled && rect.contains(ui.mouse));
    if (pointed && !style.hint.empty()) ui.cursor_hint = style.hint;
    return t.clicked;
}

float choice_width(const Ui& ui, const std::vector<std::string>& labels) {
    float width = 0;
    for (const auto& label : labels)
        width += button_width(ui, label) + ui.px(4);
    return width - ui.px(4);
}

int choice(Ui& ui, const std::string& name, Point at, const std::vector<std::string>& labels, int on,
           float height, const std::vector<std::string>& hints) {
    int chosen = -1;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const Rect rect{at.x, at.y, button_width(ui, labels[i]), ui.px(height)};
        const bool is_on = static_cast<int>(i) == on;
        if (button(ui, name + "/" + std::to_string(i), rect, labels[i],
                   {.look = ButtonLook::outlined,
                    .on = is_on,
                    .hint = hints.empty() ? std::string() : hints[std::min(i, hints.size() - 1)]}))
            chosen = static_cast<int>(i);
        at.x += rect.width + ui.px(4);
    }
    return chosen;
}

bool toggle(Ui& ui, const std::string& name, Point at, const std::string& label, bool on) {
    const float height = ui.px(20), width = ui.px(36);
    const float whole = width + ui.px(8) + ui.canvas.width(Font::sans, ui.px(label_size), label);
    const Touch t = touch(ui, name, {at.x, at.y, whole, height});
    const Rect track{at.x, at.y, width, height};
    const float way = ui.motion.glide(name, on ? 1.0F : 0.0F);
    ui.canvas.fill(track, lifted(ui, mix(ui[Role::masked], ui[Role::focus], way), t), height / 2);
    const float radius = height / 2 - ui.px(3);
    const float x = at.x + height / 2 + way * (width - height);
    ui.canvas.paint(Disc{{x, at.y + height / 2}, radius, ui[Role::card]});
    const Point words{at.x + width + ui.px(8), at.y + height / 2};
    ui.canvas.text(words, label, Font::sans, ui.px(label_size), ui[Role::text]);
    underline_terms(ui, words, label, Font::sans, ui.px(label_size), ui[Role::text], label);
    if (t.focused) focus_ring(ui, track, height / 2);
    return t.clicked;
}

namespace {

bool is_from_to(std::optional<std::int64_t> number, std::int64_t low, std::int64_t high) {
    return number && *number >= low && *number <= high;
}

/// The next acceptable number in the direction of `step`; `value` when there is none. From outside the range
/// it starts at the nearer end.
std::int64_t next_number(std::int64_t value, std::int64_t step, std::int64_t low, std::int64_t high,
                         const std::function<bool(std::int64_t)>& suits) {
    const std::int64_t first = step < 0 ? std::min(value + step, high) : std::max(value + step, low);
    for (std::int64_t next = first; next >= low && next <= high; next += step)
        if (!suits || suits(next)) return next;
    return value;
}

} // namespace

bool stepper(Ui& ui, const std::string& name, const Rect& rect, std::int64_t& value, std::int64_t low,
             std::int64_t high, const std::function<bool(std::int64_t)>& suits) {
    const float side = rect.height;
    const std::int64_t before = value, less = next_number(value, -1, low, high, suits),
                       more = next_number(value, 1, low, high, suits);
    if (button(ui, name + "/less", {rect.x, rect.y, side, rect.height}, "−",
               {.enabled = less < before, .text_size = body_size}))
        value = less;
    if (button(ui, name + "/more", {rect.right() - side, rect.y, side, rect.height}, "+",
               {.enabled = more > before, .text_size = body_size}))
        value = more;
    std::string digits = std::to_string(value);
    const bool editing = ui.editing.name == ui.scope + name;
    TextFieldStyle style;
    style.font = Font::mono;
    style.size = label_size;
    style.wrong = editing && !is_from_to(base::whole_in(ui.editing.text), low, high);
    const Rect field{rect.x + side + ui.px(4), rect.y, rect.width - 2 * side - ui.px(8), rect.height};
    const auto typed = text_field(ui, name, field, digits, style);
    if (ImGui::IsItemHovered()) ui.cursor_hint = std::to_string(low) + " … " + std::to_string(high);
    // Only user input changes the value, even one outside the range. Input that is no number is ignored;
    // numbers are clamped to the range.
    if (const auto number = base::whole_in(digits); typed.committed && number && *number != before)
        value = std::clamp(*number, low, high);
    return value != before;
}

bool menu_row(Ui& ui, const std::string& name, const Rect& rect, const std::string& label,
              const std::string& detail, bool on) {
    const Touch t = touch(ui, name, rect);
    if (t.hovered || on)
        ui.canvas.fill(rect, on ? ui[Role::accent_soft] : mix(ui[Role::card], ui[Role::text], 0.05F),
                       ui.px(6));
    const float detail_width = ui.canvas.width(Font::mono, ui.px(tiny_size), detail);
    const Font font = on ? Font::sans_medium : Font::sans;
    const Point at{rect.x + ui.px(12), rect.centre().y};
    if (label.find('_') != std::string::npos)
        subscripted(ui, at, label, font, ui.px(15), ui[Role::text]);
    else
        ui.canvas.text_within(at, rect.width - detail_width - ui.px(40), label, font, ui.px(15),
                              ui[Role::text]);
    ui.canvas.text({rect.right() - ui.px(12), rect.centre().y}, detail, Font::mono, ui.px(tiny_size),
                   ui[Role::quiet], Align::right);
    if (t.focused) focus_ring(ui, rect.inset(ui.px(3)), ui.px(4));
    return t.clicked;
}

void card(Ui& ui, const Rect& rect) {
    ui.canvas.fill(rect, ui[Role::card], ui.px(10));
    ui.canvas.stroke(rect, ui[Role::hairline], ui.px(1), ui.px(10));
}

void caption(Ui& ui, Point at, const std::string& text) {
    std::string capitals;
    for (char c : text)
        capitals += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    ui.canvas.text(at, capitals, Font::sans_bold, ui.px(tiny_size), ui[Role::quiet]);
    underline_terms(ui, at, capitals, Font::sans_bold, ui.px(tiny_size), ui[Role::quiet], text);
}

} // namespace ui
