#include "ui/widgets/controls.h"

#include "base/text.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/text_field.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <initializer_list>
#include <numbers>
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
#if IMGUI_VERSION_NUM >= 18970 // must be set before the item
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

constexpr float button_corner = 8, chevron_room = 22; // design pixels

Rect square_at(Point centre, float side) {
    return {centre.x - side / 2, centre.y - side / 2, side, side};
}

/// Shifts a colour slightly towards the text colour: the hover effect.
Rgba lifted(const Ui& ui, Rgba colour, const Touch& t) {
    return mix(colour, ui[Role::text], t.held ? 0.14F : t.hovered ? 0.06F : 0);
}

void draw_ground(Ui& ui, const Rect& rect, float radius, const ButtonStyle& style, const Touch& t) {
    const bool bare = style.look == ButtonLook::plain || style.look == ButtonLook::tab;
    if (style.on) return draw_selected(ui, rect, radius);
    if (!style.enabled) {
        if (!bare) ui.canvas.stroke(rect, ui[Role::hairline], ui.px(1), radius);
        return;
    }
    if (style.look == ButtonLook::filled) {
        const Rgba towards = ui[Role::quiet];
        ui.canvas.fill(rect,
                       mix(ui[Role::strong_fill], towards,
                           t.held      ? 0.4F
                           : t.hovered ? 0.2F
                                       : 0),
                       radius);
        return;
    }
    if (!bare || t.hovered) ui.canvas.fill(rect, lifted(ui, ui[Role::card], t), radius);
    if (!bare) ui.canvas.stroke(rect, ui[Role::edge], ui.px(1), radius);
}

Rgba ink_of(const Ui& ui, const ButtonStyle& style) {
    if (!style.enabled) return ui[Role::quiet];
    if (style.on) return ui[Role::text];
    if (style.look == ButtonLook::filled) return ui[Role::strong_text];
    return ui[style.look == ButtonLook::tab ? Role::quiet : Role::text];
}

} // namespace

void draw_selected(Ui& ui, const Rect& rect, float radius) {
    const float edge = ui.px(1.5F);
    ui.canvas.fill(rect, ui[Role::accent_soft], radius);
    ui.canvas.stroke(rect.inset(edge / 2), ui[Role::focus], edge, radius - edge / 2);
}

bool button(Ui& ui, const std::string& name, const Rect& rect, const std::string& label,
            const ButtonStyle& style) {
    const Touch t = touch(ui, name, rect, style.enabled);
    const float radius = ui.px(button_corner);
    draw_ground(ui, rect, radius, style, t);
    const Rgba ink = ink_of(ui, style);
    const Font font = style.on || style.look == ButtonLook::filled ? Font::sans_bold : Font::sans_medium;
    const float room = rect.width - style.label_end;
    const Point middle{rect.x + room / 2, rect.centre().y};
    symbols_within(ui, middle, room - ui.px(8), label, font, ui.px(style.text_size), ink, Align::centre);
    if (t.focused) focus_ring(ui, rect, radius);
    // The hint of a disabled button may say why it is disabled.
    const bool pointed = t.hovered || (!style.enabled && rect.contains(ui.mouse));
    if (pointed && !style.hint.empty()) ui.cursor_hint = style.hint;
    return t.clicked;
}

float choice_width(const Ui& ui, const std::vector<std::string>& labels) {
    float width = 0;
    for (const auto& label : labels)
        width += button_width(ui, label);
    return width;
}

int choice(Ui& ui, const std::string& name, Point at, const std::vector<std::string>& labels, int on,
           float height, const std::vector<std::string>& hints) {
    const Rect frame{at.x, at.y, choice_width(ui, labels), ui.px(height)};
    const float radius = ui.px(button_corner);
    ui.canvas.fill(frame, ui[Role::card], radius);
    ui.canvas.stroke(frame, ui[Role::edge], ui.px(1), radius);
    int chosen = -1;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const Rect rect{at.x, at.y, button_width(ui, labels[i]), frame.height};
        const int place = static_cast<int>(i);
        const bool between = i > 0 && place != on && place - 1 != on;
        const float end = ui.px(0.25F * height);
        if (between)
            ui.canvas.line({at.x, at.y + end}, {at.x, rect.bottom() - end}, ui[Role::hairline], ui.px(1));
        // Where nothing is chosen yet, every segment is an answer on offer.
        if (button(ui, name + "/" + std::to_string(i), rect, labels[i],
                   {.look = on < 0 ? ButtonLook::plain : ButtonLook::tab,
                    .on = place == on,
                    .hint = hints.empty() ? std::string() : hints[std::min(i, hints.size() - 1)]}))
            chosen = place;
        at.x += rect.width;
    }
    return chosen;
}

bool toggle(Ui& ui, const std::string& name, Point at, const std::string& label, bool on) {
    const float height = ui.px(20), width = ui.px(36);
    const float beside = label.empty() ? 0 : ui.px(8) + ui.canvas.width(Font::sans, ui.px(label_size), label);
    const Touch t = touch(ui, name, {at.x, at.y, width + beside, height});
    const Rect track{at.x, at.y, width, height};
    // Off, it is an empty frame; on, it is filled and the knob bears a tick: clear without colours, too.
    const float way = ui.motion.glide(name, on ? 1.0F : 0.0F);
    const Rgba blue = ui[Role::focus];
    ui.canvas.fill(track, lifted(ui, mix(ui[Role::card], blue, way), t), height / 2);
    ui.canvas.stroke(track, mix(ui[Role::quiet], blue, way), ui.px(1.5F), height / 2);
    const float radius = height / 2 - ui.px(4) + way * ui.px(1);
    const Point knob{at.x + height / 2 + way * (width - height), at.y + height / 2};
    ui.canvas.paint(Disc{knob, radius, mix(ui[Role::quiet], ui[Role::card], way)});
    if (on) draw_icon(ui, Icon::tick, square_at(knob, 1.3F * radius), blue.faded(way));
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
    if (on)
        draw_selected(ui, rect, ui.px(6));
    else if (t.hovered)
        ui.canvas.fill(rect, mix(ui[Role::card], ui[Role::text], 0.05F), ui.px(6));
    const float detail_width = ui.canvas.width(Font::mono, ui.px(tiny_size), detail);
    const Font font = on ? Font::sans_bold : Font::sans;
    const Point at{rect.x + ui.px(12), rect.centre().y};
    symbols_within(ui, at, rect.width - detail_width - ui.px(40), label, font, ui.px(body_size),
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

// Icons.

namespace {

constexpr float pi = std::numbers::pi_v<float>;

/// Maps points of the unit square (0 to 1) into a rectangle and strokes through them.
struct Pen {
    Canvas& canvas;
    Rect rect;
    Rgba colour;
    float thickness;

    Point at(float x, float y) const { return {rect.x + x * rect.width, rect.y + y * rect.height}; }
    void line(float x0, float y0, float x1, float y1) const {
        canvas.line(at(x0, y0), at(x1, y1), colour, thickness);
    }
    void polyline(std::initializer_list<Point> points) const {
        const Point* last = nullptr;
        for (const Point& p : points) {
            if (last) line(last->x, last->y, p.x, p.y);
            last = &p;
        }
    }
    void arc(float cx, float cy, float r, float from, float to) const {
        const int steps = 20;
        for (int i = 0; i < steps; ++i) {
            const float a = from + (to - from) * static_cast<float>(i) / steps;
            const float b = from + (to - from) * static_cast<float>(i + 1) / steps;
            line(cx + r * std::cos(a), cy + r * std::sin(a), cx + r * std::cos(b), cy + r * std::sin(b));
        }
    }
    void disc(float cx, float cy, float r) const { canvas.paint(Disc{at(cx, cy), r * rect.width, colour}); }
    void triangle(Point a, Point b, Point c) const {
        canvas.paint(Triangle{at(a.x, a.y), at(b.x, b.y), at(c.x, c.y), colour});
    }
};

void draw_pause(const Pen& pen) {
    for (const float x : {0.26F, 0.58F}) {
        const Point corner = pen.at(x, 0.2F);
        pen.canvas.fill({corner.x, corner.y, pen.rect.width * 0.16F, pen.rect.height * 0.6F}, pen.colour);
    }
}

void draw_turn(const Pen& pen, bool redo) {
    const auto x = [&](float v) { return redo ? 1 - v : v; };
    pen.polyline({{x(0.36F), 0.18F}, {x(0.14F), 0.40F}, {x(0.36F), 0.62F}});
    pen.line(x(0.14F), 0.40F, x(0.62F), 0.40F);
    if (redo)
        pen.arc(0.38F, 0.62F, 0.22F, 3 * pi / 2, pi / 2);
    else
        pen.arc(0.62F, 0.62F, 0.22F, -pi / 2, pi / 2);
    pen.line(x(0.62F), 0.84F, x(0.36F), 0.84F);
}

void draw_sun(const Pen& pen) {
    pen.arc(0.5F, 0.5F, 0.19F, 0, 2 * pi);
    for (int i = 0; i < 8; ++i) {
        const float a = static_cast<float>(i) * pi / 4;
        pen.line(0.5F + 0.32F * std::cos(a), 0.5F + 0.32F * std::sin(a), 0.5F + 0.44F * std::cos(a),
                 0.5F + 0.44F * std::sin(a));
    }
}

void draw_moon(const Pen& pen) {
    pen.arc(0.5F, 0.5F, 0.34F, -0.15F * pi, 1.4F * pi);
    pen.arc(0.72F, 0.28F, 0.34F, 0.35F * pi, 0.97F * pi);
}

void draw_cross(const Pen& pen) {
    pen.line(0.25F, 0.25F, 0.75F, 0.75F);
    pen.line(0.25F, 0.75F, 0.75F, 0.25F);
}

void draw_lens(const Pen& pen, bool plus) {
    pen.arc(0.43F, 0.43F, 0.3F, 0, 2 * pi);
    pen.line(0.65F, 0.65F, 0.9F, 0.9F);
    pen.line(0.28F, 0.43F, 0.58F, 0.43F);
    if (plus) pen.line(0.43F, 0.28F, 0.43F, 0.58F);
}

void draw_corners(const Pen& pen) {
    pen.polyline({{0.15F, 0.38F}, {0.15F, 0.15F}, {0.38F, 0.15F}});
    pen.polyline({{0.62F, 0.15F}, {0.85F, 0.15F}, {0.85F, 0.38F}});
    pen.polyline({{0.85F, 0.62F}, {0.85F, 0.85F}, {0.62F, 0.85F}});
    pen.polyline({{0.38F, 0.85F}, {0.15F, 0.85F}, {0.15F, 0.62F}});
}

void draw_arrow_into_tray(const Pen& pen) {
    pen.line(0.5F, 0.12F, 0.5F, 0.62F);
    pen.polyline({{0.28F, 0.42F}, {0.5F, 0.64F}, {0.72F, 0.42F}});
    pen.polyline({{0.12F, 0.62F}, {0.12F, 0.86F}, {0.88F, 0.86F}, {0.88F, 0.62F}});
}

void draw_folder(const Pen& pen) {
    pen.polyline({{0.1F, 0.3F},
                  {0.1F, 0.82F},
                  {0.9F, 0.82F},
                  {0.9F, 0.3F},
                  {0.48F, 0.3F},
                  {0.4F, 0.18F},
                  {0.1F, 0.18F},
                  {0.1F, 0.3F}});
}

void draw_logo(Ui& ui, const Rect& r) {
    // Query, key and value meet in one square.
    const float half = r.width / 2;
    ui.canvas.fill(r, ui[Role::query_fill], r.width * 0.26F);
    ui.canvas.paint(
        Triangle{{r.x + half, r.y}, {r.x + half, r.y + half}, {r.x, r.y + half}, ui[Role::value]});
    ui.canvas.fill({r.x, r.y + half, half, half}, ui[Role::key_line], r.width * 0.2F);
    ui.canvas.fill({r.x + half * 0.6F, r.y + half, half * 0.4F, half}, ui[Role::key_line]);
}

} // namespace

void draw_icon(Ui& ui, Icon icon, const Rect& rect, Rgba colour) {
    const Pen pen{ui.canvas, rect, colour, std::max(1.0F, rect.width * 0.09F)};
    switch (icon) {
    case Icon::play:
        pen.triangle({0.3F, 0.18F}, {0.84F, 0.5F}, {0.3F, 0.82F}); // clockwise: smooth
        break;
    case Icon::pause:
        draw_pause(pen);
        break;
    case Icon::undo:
        draw_turn(pen, false);
        break;
    case Icon::redo:
        draw_turn(pen, true);
        break;
    case Icon::sun:
        draw_sun(pen);
        break;
    case Icon::moon:
        draw_moon(pen);
        break;
    case Icon::chevron_down:
        pen.polyline({{0.25F, 0.4F}, {0.5F, 0.65F}, {0.75F, 0.4F}});
        break;
    case Icon::chevron_left:
        pen.polyline({{0.62F, 0.2F}, {0.36F, 0.5F}, {0.62F, 0.8F}});
        break;
    case Icon::chevron_right:
        pen.polyline({{0.38F, 0.2F}, {0.64F, 0.5F}, {0.38F, 0.8F}});
        break;
    case Icon::tick:
        pen.polyline({{0.18F, 0.54F}, {0.42F, 0.76F}, {0.84F, 0.28F}});
        break;
    case Icon::cross:
        draw_cross(pen);
        break;
    case Icon::help:
        ui.canvas.text(rect.centre(), "?", Font::sans_bold, rect.height * 0.9F, colour, Align::centre);
        break;
    case Icon::more:
        for (const float x : {0.16F, 0.5F, 0.84F})
            pen.disc(x, 0.5F, 0.1F);
        break;
    case Icon::zoom_in:
        draw_lens(pen, true);
        break;
    case Icon::zoom_out:
        draw_lens(pen, false);
        break;
    case Icon::fit:
        draw_corners(pen);
        break;
    case Icon::keep:
        draw_arrow_into_tray(pen);
        break;
    case Icon::folder:
        draw_folder(pen);
        break;
    case Icon::logo:
        draw_logo(ui, rect);
        break;
    }
}

bool icon_button(Ui& ui, const std::string& name, const Rect& rect, Icon icon, const ButtonStyle& style) {
    const bool clicked = button(ui, name, rect, "", style);
    draw_icon(ui, icon, square_at(rect.centre(), std::min(rect.width, rect.height) * 0.56F),
              ink_of(ui, style));
    return clicked;
}

bool menu_button(Ui& ui, const std::string& name, const Rect& rect, const std::string& label,
                 const ButtonStyle& style) {
    ButtonStyle frame = style;
    frame.label_end = ui.px(chevron_room);
    const bool clicked = button(ui, name, rect, label, frame);
    const Point middle{rect.right() - ui.px(chevron_room) + ui.px(2), rect.centre().y};
    draw_icon(ui, Icon::chevron_down, square_at(middle, ui.px(14)), ui[Role::quiet]);
    return clicked;
}

float menu_button_width(const Ui& ui, const std::string& label, float text_size) {
    return button_width(ui, label, text_size) + ui.px(chevron_room - 6);
}

bool play_button(Ui& ui, const std::string& name, const Rect& rect, bool playing, bool enabled) {
    const float radius = rect.width / 2;
    const ButtonStyle style{.enabled = enabled};
    const Touch t = touch(ui, name, rect, enabled);
    draw_ground(ui, rect, radius, style, t);
    draw_icon(ui, playing ? Icon::pause : Icon::play, square_at(rect.centre(), 0.55F * rect.width),
              ink_of(ui, style));
    if (t.focused) focus_ring(ui, rect, radius);
    return t.clicked;
}

} // namespace ui
