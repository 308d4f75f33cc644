#include "ui/widgets/icons.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

namespace ui {

using namespace drawing;

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
        pen.triangle({0.3F, 0.18F}, {0.3F, 0.82F}, {0.84F, 0.5F});
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
    const bool filled = style.look == ButtonLook::filled || style.on;
    Rgba ink = filled ? ui[Role::strong_text] : ui[Role::text];
    if (!style.enabled) ink = ink.faded(0.35F);
    const float side = std::min(rect.width, rect.height) * 0.56F;
    const Point c = rect.centre();
    draw_icon(ui, icon, {c.x - side / 2, c.y - side / 2, side, side}, ink);
    return clicked;
}

} // namespace ui
