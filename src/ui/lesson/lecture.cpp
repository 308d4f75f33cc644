#include "ui/lesson/lecture.h"

#include "base/text.h"
#include "ui/lesson/pass_slide.h"
#include "ui/lesson/slide_frame.h"
#include "ui/lesson/spotlight.h"
#include "ui/widgets/controls.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ui {

using namespace drawing;

namespace {

constexpr std::string_view word_anchor = "token/";
constexpr float spot_radius = 0.02F, lens_size = 0.4F, pen_width = 0.009F;
constexpr float button_height = 0.05F, buttons_edge = 0.012F;
constexpr double shown_for = 2, at_rest = 60; // seconds after the mouse has moved
// The window's height in a lecture, in design pixels: letters of 11, the smallest of words and matrices, are
// a fortieth of it.
constexpr float lecture_height = 11 * 40;

std::optional<Rect> place_of(const Ui& ui, const Scene& scene, const std::optional<Scene>& second,
                             const lesson::Tie& tie) {
    const Scene& side = second && tie.place && tie.place->right ? *second : scene;
    return place_on_screen(ui.anchors, tie, side.pass(), side.selection.head);
}

std::vector<Rect> pointed_on(const Ui& ui, const Scene& scene, const std::optional<Scene>& second,
                             const Slide& slide) {
    ui.anchors.name_now();
    std::vector<Rect> pointed;
    for (const lesson::Tie& tie : slide.pointed)
        if (const auto place = place_of(ui, scene, second, tie)) pointed.push_back(*place);
    return pointed;
}

/// What the slide points at and what its caption and, once it is shown, its answer name, as far as the
/// picture does not show it. With the answer, numbers may be of an earlier stage, of which nothing is in
/// sight: those of the caption were seen with the question, others are what the answer is computed from.
std::vector<std::string> unseen_on(const Ui& ui, const LectureState& state, const Scene& scene,
                                   const std::optional<Scene>& second, const Slide& slide) {
    std::vector<std::string> unseen;
    const auto is_earlier = [&](const lesson::Tie& tie) {
        if (!tie.place) return false;
        lesson::Place column = *tie.place; // of the head on show, which need not be the one that is named
        column.head = (second && column.right ? *second : scene).selection.head;
        column.row.reset();
        column.column = 0;
        return !place_of(ui, scene, second, {.place = column});
    };
    const auto look = [&](const lesson::LessonText& text) {
        for (const lesson::Block& block : text.blocks)
            for (const narration::Span& span : block.spans) {
                if (span.tie < 0) continue;
                const lesson::Tie& tie = text.ties[static_cast<std::size_t>(span.tie)];
                if (!place_of(ui, scene, second, tie) && !(state.revealed && is_earlier(tie)))
                    unseen.push_back(span.text);
            }
    };
    look(slide.caption);
    if (state.revealed && slide.answer) look(*slide.answer);
    if (slide.pointed.empty() || (slide.question && !state.revealed)) return unseen; // nothing is ringed
    // Beside a card there may be room for more of the matrices than on a slide.
    const bool rings_one = std::ranges::any_of(slide.pointed, [&](const lesson::Tie& tie) {
        const bool whole_side = second && (tie.anchor.ends_with("/card") || tie.anchor == "compare/differs");
        return whole_side || place_of(ui, scene, second, tie);
    });
    if (!rings_one) unseen.push_back("what it points at");
    return unseen;
}

/// True for all of a matrix, a column of it, or several rows.
bool points_beyond_a_row(const Slide& slide) {
    const lesson::Place* first = nullptr;
    for (const lesson::Tie& tie : slide.pointed) {
        if (tie.anchor.starts_with("matrix/") || (tie.place && !tie.place->row)) return true;
        if (!tie.place) continue;
        if (first && first->quantity == tie.place->quantity && first->row != tie.place->row) return true;
        first = &*tie.place;
    }
    return false;
}

/// The matrix that is pointed at, or that its cells belong to.
std::optional<attention::Quantity> matrix_of(const lesson::Tie& tie) {
    if (tie.place) return tie.place->quantity;
    return tie.anchor.starts_with("matrix/") ? attention::quantity_named(tie.anchor.substr(7)) : std::nullopt;
}

/// What is ringed: once something was changed, that in place of the matrices that it belongs to. A word is
/// ringed as its row where the slide is about a matrix. A number of a factor takes the place of the row that
/// the answer speaks of only where there is room for both.
std::vector<lesson::Tie> pointed_with_changes(const Slide& slide, const Scene& scene, bool factors_fit) {
    const attention::Product& product = shown_product(scene);
    const bool points_at_cells =
        std::ranges::any_of(slide.pointed, [](const lesson::Tie& tie) { return tie.place.has_value(); });
    const bool has_rows = attention::row_axis(product.result) == attention::Axis::queries;
    std::vector<lesson::Tie> ringed = slide.pointed, in_sight;
    for (const lesson::Tie& tie : slide.changed) {
        const auto quantity = matrix_of(tie);
        const bool of_factor = quantity == product.left || quantity == product.top;
        if (quantity && quantity != product.result && (!of_factor || (points_at_cells && !factors_fit)))
            continue;
        const auto word = base::whole_in(tie.anchor.substr(std::min(tie.anchor.size(), word_anchor.size())));
        if (!quantity && word && has_rows && points_beyond_a_row(slide))
            in_sight.push_back({.place = lesson::Place{product.result, scene.selection.head,
                                                       static_cast<base::Index>(*word)}});
        else
            in_sight.push_back(tie);
    }
    if (in_sight.empty()) return ringed;
    std::erase_if(ringed, [](const lesson::Tie& tie) { return tie.anchor.starts_with("matrix/"); });
    ringed.insert(ringed.end(), in_sight.begin(), in_sight.end());
    return ringed;
}

/// Whether the stage's result is made from this matrix.
bool is_factor(std::optional<attention::Quantity> quantity, const Scene& scene) {
    const attention::Product& product = shown_product(scene);
    return quantity && quantity != product.result && (quantity == product.left || quantity == product.top);
}

/// How the words and the stage's matrix are shown for what the slide points at, and for what is to be
/// changed.
PassLook look_for(const Slide& slide, const Scene& scene) {
    const auto in_factor = [&](const auto& quantity) { return is_factor(quantity, scene); };
    if (std::ranges::any_of(slide.pointed, in_factor, matrix_of) ||
        std::ranges::any_of(slide.typed_over, in_factor))
        return PassLook::factors;
    return points_beyond_a_row(slide) ? PassLook::matrix : PassLook::any;
}

/// The matrix that is to be changed, or that is all that the slide points at, where the stage's result is
/// made from it.
std::optional<attention::Quantity> sole_factor(const Slide& slide, const Scene& scene) {
    if (!slide.typed_over.empty() && is_factor(slide.typed_over.front(), scene))
        return slide.typed_over.front();
    const bool is_cell = slide.pointed.size() == 1 && slide.pointed == slide.changed;
    if (slide.pointed.size() != 1 || (!is_cell && !slide.pointed.front().anchor.starts_with("matrix/")))
        return std::nullopt;
    const auto quantity = matrix_of(slide.pointed.front());
    return is_factor(quantity, scene) ? quantity : std::nullopt;
}

/// A magnifying glass around the pointer, while Z or the wheel's button is held.
void hold_lens(Ui& ui, LectureState& state) {
    state.lens.reset();
    const bool z = ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_Z)) && !ImGui::GetIO().KeyCtrl;
    const bool held = z || ImGui::IsMouseDown(ImGuiMouseButton_Middle);
    if (!held || !ui.window.contains(ui.mouse)) return;
    const float size = lens_size * ui.window.height;
    state.lens = render::Lens{ui.mouse.x, ui.mouse.y, size};
    const float edge = ui.px(3);
    ui.canvas.stroke(
        {ui.mouse.x - size / 2 - edge, ui.mouse.y - size / 2 - edge, size + 2 * edge, size + 2 * edge},
        ui[Role::query_fill], edge, edge);
}

/// How far a point is from the straight line between two others.
float distance(Point point, Point from, Point to) {
    const Point along{to.x - from.x, to.y - from.y}, off{point.x - from.x, point.y - from.y};
    const float squared = along.x * along.x + along.y * along.y;
    const float share =
        squared > 0 ? std::clamp((off.x * along.x + off.y * along.y) / squared, 0.0F, 1.0F) : 0;
    return std::hypot(off.x - share * along.x, off.y - share * along.y);
}

/// Takes away the lines that the pointer touches on its way from where it was in the last frame.
void rub_out(const Ui& ui, LectureState& state, Point from) {
    const Rect& window = ui.window;
    const float reach = spot_radius * window.height;
    const Point way{ui.mouse.x - from.x, ui.mouse.y - from.y};
    const float parts = std::ceil(std::hypot(way.x, way.y) / reach) + 1; // no further apart than it reaches
    const auto on_wall = [&](Point at) { return Point{at.x * window.width, at.y * window.height}; };
    const auto touches = [&](const std::vector<Point>& stroke, Point at) {
        for (std::size_t i = 0; i < stroke.size(); ++i)
            if (distance(at, on_wall(stroke[i > 0 ? i - 1 : 0]), on_wall(stroke[i])) < reach) return true;
        return false;
    };
    for (float part = 1; part <= parts; ++part) {
        const Point at{from.x + way.x * part / parts, from.y + way.y * part / parts};
        std::erase_if(state.strokes, [&](const auto& stroke) { return touches(stroke, at); });
    }
}

/// Notes whether the mouse rests. While something of it shows, frames follow.
void watch_mouse(Ui& ui, LectureState& state, double seconds) {
    const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left) ||
                      ImGui::IsMouseDown(ImGuiMouseButton_Right) ||
                      ImGui::IsMouseDown(ImGuiMouseButton_Middle);
    const bool moved = state.mouse && (ui.mouse.x != state.mouse->x || ui.mouse.y != state.mouse->y);
    state.still = moved || held ? 0 : state.still + seconds;
    state.mouse = ui.mouse;
    if (state.still < shown_for && !held) ui.motion.keep_going();
}

/// The controls that its goal takes; returns what they leave for the picture.
Rect below_controls(Ui& ui, const Slide& slide, const Rect& picture) {
    const float line = ui.px(control_height), high = line + ui.px(8);
    ImGui::BeginDisabled(!slide.in_hand);
    slide.controls(ui, {picture.x, picture.y, picture.width, line});
    ImGui::EndDisabled();
    return {picture.x, picture.y + high, picture.width, picture.height - high};
}

/// How far the slide's picture has come since there was another one; all of it at once with "reduce motion".
Growth grown(Ui& ui, LectureState& state, const Slide& slide, const Scene& scene, double seconds) {
    const PictureOnWall now{scene.shown, scene.selection, slide.number, state.revealed};
    constexpr double longest_frame = 0.05; // after an idle period the first frame must not skip the motion
    state.shown_for = state.shown == now ? state.shown_for + std::min(seconds, longest_frame) : 0;
    state.shown = now;
    if (ui.theme.reduce_motion) return {};
    if (state.shown_for < growth_lasts) ui.motion.keep_going();
    return growth_after(state.shown_for);
}

/// Draws with the left button held and rubs out with the right one. Where a button is released counts too:
/// a fast hand moves and releases within a frame. `in_hand`: what reacts to the mouse has it first.
void use_pen(const Ui& ui, LectureState& state, bool in_hand) {
    const Rect& window = ui.window;
    const bool inside =
        window.contains(ui.mouse) && !state.buttons.contains(ui.mouse) && !state.field.contains(ui.mouse);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state.holds = in_hand && ImGui::IsAnyItemActive();
    const bool draws = inside && ImGui::IsMouseDown(ImGuiMouseButton_Left) && !state.holds;
    const bool rubs = inside && ImGui::IsMouseDown(ImGuiMouseButton_Right);
    if (rubs || (inside && state.eraser)) rub_out(ui, state, state.eraser.value_or(ui.mouse));
    state.eraser = rubs ? std::optional(ui.mouse) : std::nullopt;
    if (draws && (!state.pen_down || state.strokes.empty())) // or its line was erased while it was drawn
        state.strokes.emplace_back();
    if (draws || (inside && state.pen_down && !state.strokes.empty())) {
        const Point at{ui.mouse.x / window.width, ui.mouse.y / window.height};
        std::vector<Point>& stroke = state.strokes.back();
        if (stroke.empty() || stroke.back().x != at.x || stroke.back().y != at.y) stroke.push_back(at);
    }
    state.pen_down = draws;
}

/// The pointer as a spot, and the lines of the pen.
void draw_pen(Ui& ui, LectureState& state, bool in_hand) {
    const Rect& window = ui.window;
    use_pen(ui, state, in_hand);
    for (const auto& stroke : state.strokes)
        for (std::size_t i = 1; i < stroke.size(); ++i)
            ui.canvas.line({stroke[i - 1].x * window.width, stroke[i - 1].y * window.height},
                           {stroke[i].x * window.width, stroke[i].y * window.height}, ui[Role::positive],
                           pen_width * window.height);
    if (!window.contains(ui.mouse) || (state.buttons.contains(ui.mouse) && state.still < shown_for)) return;
    const bool on_something = in_hand && (ImGui::IsAnyItemHovered() || state.holds);
    if (on_something || state.field.contains(ui.mouse)) return; // which shows a pointer of its own
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    if (state.lens || state.still >= shown_for) return;
    ui.canvas.paint(Disc{ui.mouse, spot_radius * window.height, ui[Role::positive].faded(0.55F)});
}

/// Back, on, and out of the lecture, at the bottom right while the mouse moves.
LectureWish draw_buttons(Ui& ui, LectureState& state, const Slide& slide) {
    LectureWish wish;
    state.buttons = {};
    if (state.still >= shown_for) return wish;
    const float edge = buttons_edge * ui.window.height, high = button_height * ui.window.height, letters = 12;
    struct Offered {
        const char *name, *text;
        bool enabled;
    };
    const bool on = !slide.closing && (slide.number < slide.count || slide.of_lesson);
    const std::array offered{Offered{"lecture/back", "lecture.back", slide.number > 1 || slide.closing},
                             Offered{"lecture/on", "lecture.on", on || state.blank != Blank::no},
                             Offered{"lecture/end", "lecture.end", true}};
    float wide = edge;
    for (const Offered& each : offered)
        wide += button_width(ui, ui.text(each.text), letters) + edge;
    state.buttons = {ui.window.right() - wide, ui.window.bottom() - high - 2 * edge, wide, high + 2 * edge};
    ui.canvas.fill(state.buttons, ui[Role::background]);
    float x = state.buttons.x + edge;
    for (const Offered& each : offered) {
        const std::string& label = ui.text(each.text);
        const float width = button_width(ui, label, letters);
        const bool pressed = button(ui, each.name, {x, state.buttons.y + edge, width, high}, label,
                                    {.enabled = each.enabled, .text_size = letters});
        x += width + edge;
        if (!pressed) continue;
        const std::string_view name = each.name;
        if (name == "lecture/end")
            wish.leave = true;
        else
            (name == "lecture/on" ? state.pressed_on : state.pressed_back) = true;
    }
    return wish;
}

} // namespace

void LectureState::begin() {
    on = true;
    caption_of.clear();
    turn();
    pen_down = false;
    mouse.reset();
    still = at_rest;
    eraser.reset();
    buttons = {};
    shown = {};
    shown_for = 0;
}

void LectureState::turn() {
    blank = Blank::no;
    revealed = reached = whole_view = closing = false;
    number = {};
    digits.clear();
    hall = {};
    strokes.clear();
    close_up = {};
}

float lecture_scale(float height) {
    return height / lecture_height;
}

Theme enlarged(const Theme& theme, float height) {
    Theme large = theme;
    large.scale = lecture_scale(height);
    large.reading = large.zoom = 1;
    return large;
}

LectureWish draw_lecture(Ui& usual, LectureState& state, const Scene& scene,
                         const std::optional<Scene>& second, const Slide& told, double seconds,
                         const std::function<void(Ui& ui, const Rect& page)>& draw_view) {
    const Theme theme = enlarged(usual.theme, usual.window.height);
    Ui ui = usual.in(theme);
    watch_mouse(ui, state, seconds);
    if (state.blank != Blank::no) {
        const Rgba black{0, 0, 0}, white{255, 255, 255};
        ui.canvas.fill(ui.window, state.blank == Blank::black ? black : white);
        ImGui::SetMouseCursor(ImGuiMouseCursor_None);
        return {};
    }
    Slide slide = told;
    const Growth growth = grown(ui, state, slide, scene, seconds);
    ImGui::BeginDisabled(); // what is on the wall is not touched by accident
    const SlideFrame frame =
        draw_slide_frame(ui, slide, {state.revealed, slide.tall || (second && !draw_view), &state.hall});
    ImGui::EndDisabled();
    Rect picture = frame.picture;
    if (slide.controls) picture = below_controls(ui, slide, picture);
    if (!second && !slide.changed.empty())
        slide.pointed = pointed_with_changes(slide, scene, have_room_for_factors(ui, scene, picture.height));
    const bool reacts = slide.in_hand && (slide.picture || draw_view);
    ImGui::BeginDisabled(!reacts);
    const bool of_view = draw_view && !slide.picture && !slide.closing;
    if (slide.closing)
        state.subject = {*ui.anchors.find("lecture/closing")};
    else if (slide.picture)
        slide.picture(ui, picture, growth);
    else if (draw_view)
        draw_close_up(ui, state.close_up, picture, reacts, draw_view);
    else if (second)
        draw_both_passes(ui, state.board, scene, state.second_board, *second, slide.sides, picture);
    else
        draw_pass(ui, state.board, scene, picture,
                  {.look = look_for(slide, scene),
                   .factor = sole_factor(slide, scene),
                   .clicks = slide.clicks && !state.revealed,
                   .growth = growth});
    ImGui::EndDisabled();
    if (!slide.closing) {
        const std::vector<Rect> pointed = pointed_on(ui, scene, second, slide);
        state.subject = of_view && !pointed.empty() ? pointed : std::vector{picture};
        if (of_view) look_at(ui, state.close_up, pointed);
        if (of_view && !state.close_up.fits) ui.motion.withhold();
        // Rings alone: nothing on a slide is dimmed, for it may be what somebody looks for.
        ImDrawList* behind = ui.canvas.list();
        if (of_view)
            ui.canvas.draw_on(ImGui::GetForegroundDrawList()); // a view's parts are windows of their own
        if (!slide.question || state.revealed) draw_rings(ui, pointed);
        ui.canvas.draw_on(behind);
        if (ui.anchors.written()) state.unseen = unseen_on(ui, state, scene, second, slide);
    }
    state.title = slide.title;
    state.number_of_slide = slide.number;
    state.caption = lesson::plain_text(slide.caption);
    state.said = {state.caption};
    if (slide.question && !(state.revealed && slide.answer))
        state.said.push_back(lesson::plain_text(*slide.question));
    if (slide.tried) state.said.push_back(lesson::plain_text(*slide.tried));
    if (state.revealed && slide.answer) state.said.push_back(lesson::plain_text(*slide.answer));
    state.texts = frame.texts;
    const LectureWish wish = draw_buttons(ui, state, slide);
    ImDrawList* behind = ui.canvas.list();
    ui.canvas.draw_on(ImGui::GetForegroundDrawList());
    hold_lens(ui, state);
    draw_pen(ui, state, slide.in_hand);
    ui.canvas.draw_on(behind);
    return wish;
}

} // namespace ui
