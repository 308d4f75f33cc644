#include "ui/lesson/lecture.h"

#include "base/number_text.h"
#include "drawing/formula.h"
#include "ui/lesson/lecture_pass.h"
#include "ui/lesson/place_on_screen.h"
#include "ui/lesson/spotlight.h"
#include "ui/lesson/told.h"
#include "ui/widgets/rich_text.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <array>

namespace ui {

using namespace drawing;

namespace {

// Shares of the window's height.
constexpr float margin = 0.055F, title_size = 1 / 19.0F, least_title = 1 / 30.0F, formula_size = 1 / 26.0F,
                foot_size = 1 / 40.0F;
// The largest at which caption and question leave enough room to the picture.
constexpr std::array caption_sizes{1 / 25.0F, 1 / 28.0F, 1 / 32.0F};
constexpr float caption_height = 0.17F;
constexpr float steps_height = 0.008F, spot_radius = 0.02F, lens_size = 0.4F, pen_width = 0.005F;
// The window's height in a lecture, in design pixels: letters of 11, the smallest of words and matrices, are
// a fortieth of it.
constexpr float lecture_height = 11 * 40;

/// The interface in letters of lecture size.
Theme enlarged(const Theme& theme, float height) {
    Theme large = theme;
    large.scale = lecture_scale(height);
    large.reading = large.zoom = 1;
    return large;
}

void draw_steps(Ui& ui, const Slide& slide, const Rect& line) {
    const auto count = static_cast<float>(slide.count);
    const float room = line.width - ui.px(60), gap = std::min(ui.px(4), 0.2F * room / count);
    const float width = (room - gap * (count - 1)) / count;
    for (std::size_t i = 0; i < slide.count; ++i)
        ui.canvas.fill({line.x + static_cast<float>(i) * (width + gap), line.y, width, line.height},
                       ui[i < slide.number ? Role::query_fill : Role::hairline], line.height / 2);
    ui.canvas.text({line.right(), line.y + line.height / 2},
                   std::to_string(slide.number) + " / " + std::to_string(slide.count), Font::sans,
                   foot_size * ui.window.height, ui[Role::quiet], Align::right);
}

std::vector<Rect> pointed_on(const Ui& ui, const Scene& scene, const std::optional<Scene>& second,
                             const Slide& slide) {
    ui.anchors.name_now();
    std::vector<Rect> pointed;
    for (const lesson::Tie& tie : slide.pointed) {
        const bool right = second && tie.place && tie.place->right;
        const auto place = place_on_screen(ui.anchors, tie, (right ? *second : scene).pass());
        if (place) pointed.push_back(*place);
    }
    return pointed;
}

bool points_at_matrix(const Slide& slide) {
    return std::ranges::any_of(slide.pointed, [](const lesson::Tie& tie) {
        return tie.anchor.starts_with("matrix/") || (tie.place && !tie.place->row && !tie.place->column);
    });
}

/// Rings these places; the rest is veiled.
void point(Ui& ui, const Scene& scene, const std::vector<Rect>& pointed, const Rect& area) {
    std::vector<Rect> lit;
    if (const Rect* word = ui.anchors.find("token/" + std::to_string(scene.selection.query)))
        lit.push_back(*word);
    draw_spotlight(ui, area, {.pointed = pointed, .lit = std::move(lit)});
}

/// A magnifying glass around the pointer, while Z or the wheel's button is held.
void hold_lens(Ui& ui, LectureState& state) {
    state.lens.reset();
    const bool held =
        ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_Z)) || ImGui::IsMouseDown(ImGuiMouseButton_Middle);
    if (!held || !ui.window.contains(ui.mouse)) return;
    const float size = lens_size * ui.window.height;
    state.lens = render::Lens{ui.mouse.x, ui.mouse.y, size};
    const float edge = ui.px(3);
    ui.canvas.stroke(
        {ui.mouse.x - size / 2 - edge, ui.mouse.y - size / 2 - edge, size + 2 * edge, size + 2 * edge},
        ui[Role::query_fill], edge, edge);
}

/// The pointer as a spot, and lines drawn with the button held.
void draw_pen(Ui& ui, LectureState& state) {
    const Rect& window = ui.window;
    const bool inside = window.contains(ui.mouse);
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left) && inside) {
        if (!state.pen_down) state.strokes.emplace_back();
        state.strokes.back().push_back({ui.mouse.x / window.width, ui.mouse.y / window.height});
    }
    state.pen_down = ImGui::IsMouseDown(ImGuiMouseButton_Left) && inside;
    for (const auto& stroke : state.strokes)
        for (std::size_t i = 1; i < stroke.size(); ++i)
            ui.canvas.line({stroke[i - 1].x * window.width, stroke[i - 1].y * window.height},
                           {stroke[i].x * window.width, stroke[i].y * window.height}, ui[Role::positive],
                           pen_width * window.height);
    if (!inside || state.lens) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    ui.canvas.paint(Disc{ui.mouse, spot_radius * window.height, ui[Role::positive].faded(0.55F)});
}

/// The formula, its stage lit, ending at `right` (its middle); returns its place.
Rect draw_formula(Ui& ui, const Slide& slide, Point right) {
    if (slide.formula.empty()) return {};
    FormulaStyle style{.size = formula_size * ui.window.height, .lit_part = slide.lit_part};
    SetFormula set = set_formula(slide.formula, style, ui.theme.palette(), ui.canvas);
    if (const float most = 0.4F * ui.window.width; set.width > most) {
        style.size *= most / set.width;
        set = set_formula(slide.formula, style, ui.theme.palette(), ui.canvas);
    }
    const Rect place{right.x - set.width, right.y - set.height / 2, set.width, set.height};
    ui.canvas.paint(moved(std::move(set.figure), place.x, place.y));
    return place;
}

/// The caption, and below it what is asked, or the answer, ending at `bottom`; returns the top.
float draw_caption(Ui& ui, const LectureState& state, const Slide& slide, Point bottom, float width) {
    const float window = ui.window.height, indent = ui.px(12);
    const lesson::StoryText* asked = nullptr;
    if (slide.question) asked = state.revealed && slide.answer ? &*slide.answer : &*slide.question;
    const float gap = asked ? 0.012F * window : 0;
    float letters = 0, first = 0, second = 0;
    for (const float size : caption_sizes) {
        letters = size * window / ui.theme.scale;
        first = draw_story(ui, slide.caption, {}, width, letters, true);
        second = asked ? draw_story(ui, *asked, {}, width - indent, letters, true) : 0;
        if (first + gap + second <= caption_height * window) break;
    }
    const float high = first + gap + second, top = bottom.y - high;
    draw_story(ui, slide.caption, {bottom.x, top}, width, letters, false);
    if (asked) {
        const float y = top + first + gap;
        ui.canvas.fill({bottom.x, y, ui.px(3), second}, ui[state.revealed ? Role::good : Role::query_fill]);
        draw_story(ui, *asked, {bottom.x + indent, y}, width - indent, letters, false);
    }
    ui.anchors.add("lecture/caption", {bottom.x, top, width, high});
    return top;
}

/// Title and formula, caption and question; returns what is left for the picture.
Rect draw_frame(Ui& ui, const LectureState& state, const Slide& slide) {
    const Rect& window = ui.window;
    const float side = margin * window.height, size = title_size * window.height;
    ui.canvas.fill(window, ui[Role::background]);
    const float y = side + size / 2;
    const Rect formula = draw_formula(ui, slide, {window.width - side, y});
    const float room = window.width - 2 * side - (formula.width > 0 ? formula.width + side : 0);
    const float wide = ui.canvas.width(Font::sans_bold, size, slide.title);
    const float letters = std::max(size * std::min(1.0F, room / wide), least_title * window.height);
    ui.canvas.text_within({side, y}, room, slide.title, Font::sans_bold, letters, ui[Role::text]);
    const float steps = window.height - side * 0.8F;
    draw_steps(ui, slide, {side, steps, window.width - 2 * side, steps_height * window.height});

    const float width = window.width - 2 * side;
    const float top = draw_caption(ui, state, slide, {side, steps - 0.03F * window.height}, width);
    const float begin = std::max(side + size * 1.4F, formula.bottom() + 0.01F * window.height);
    return {side, begin, width, top - begin - 0.02F * window.height};
}

} // namespace

float lecture_scale(float height) {
    return height / lecture_height;
}

void draw_lecture(Ui& usual, LectureState& state, const Scene& scene, const std::optional<Scene>& second,
                  const Slide& slide, const std::function<void(Ui& ui, const Rect& page)>& draw_view) {
    const Theme theme = enlarged(usual.theme, usual.window.height);
    Ui ui = usual.in(theme);
    if (state.blank != Blank::no) {
        const Rgba black{0, 0, 0}, white{255, 255, 255};
        return ui.canvas.fill(ui.window, state.blank == Blank::black ? black : white);
    }
    const Rect picture = draw_frame(ui, state, slide);
    ImGui::BeginDisabled(); // what is on the wall is not touched by accident
    if (draw_view)
        draw_close_up(ui, state.close_up, picture, draw_view);
    else if (second)
        draw_both_passes(ui, state.board, scene, state.second_board, *second, picture);
    else
        draw_pass(ui, state.board, scene, picture,
                  points_at_matrix(slide) ? PassLook::matrix : PassLook::any);
    ImGui::EndDisabled();
    const std::vector<Rect> pointed = pointed_on(ui, scene, second, slide);
    state.subject = draw_view && !pointed.empty() ? pointed : std::vector{picture};
    if (draw_view) look_at(ui, state.close_up, pointed);
    if (draw_view && !state.close_up.fits) ui.canvas.fill(picture, ui[Role::background]);
    if (!slide.question || state.revealed) point(ui, scene, pointed, picture);
    hold_lens(ui, state);
    draw_pen(ui, state);
}

namespace {

/// What the keys of one frame do, one after another.
struct LectureKeys {
    LectureState& state;
    const Slide& slide;
    const std::size_t at = slide.number - 1, last = slide.count - 1;
    const bool asks = slide.question && !state.revealed; ///< as the frame begins
    LectureWish wish = {};

    void press(int key);
    void go_on();
    void go_back();
    void toggle(Blank blank) { state.blank = state.blank == blank ? Blank::no : blank; }
    void enter(const std::string& number);
};

void LectureKeys::go_on() {
    if (std::exchange(state.blank, Blank::no) != Blank::no) return; // the first press brings the picture back
    if (asks)
        state.revealed = true;
    else if (at < last)
        wish.go_to = at + 1;
}

void LectureKeys::go_back() {
    if (std::exchange(state.blank, Blank::no) == Blank::no && at > 0) wish.go_to = at - 1;
}

/// Jumps to the step of this number; without one, shows the answer.
void LectureKeys::enter(const std::string& number) {
    if (const auto step = base::whole_in(number); step && *step >= 1)
        wish.go_to = std::min(last, static_cast<std::size_t>(*step - 1));
    else
        state.revealed = slide.question.has_value();
}

void LectureKeys::press(int key) {
    const bool digit = key >= GLFW_KEY_0 && key <= GLFW_KEY_9;
    const std::string number = std::exchange(state.number, digit ? state.number : std::string());
    switch (key) {
    case GLFW_KEY_PAGE_DOWN:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_SPACE:
        go_on();
        break;
    case GLFW_KEY_PAGE_UP:
    case GLFW_KEY_LEFT:
    case GLFW_KEY_UP:
        go_back();
        break;
    case GLFW_KEY_HOME:
        wish.go_to = 0;
        break;
    case GLFW_KEY_END:
        wish.go_to = last;
        break;
    case GLFW_KEY_B:
    case GLFW_KEY_PERIOD:
        toggle(Blank::black);
        break;
    case GLFW_KEY_W:
    case GLFW_KEY_COMMA:
        toggle(Blank::white);
        break;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
        enter(number);
        break;
    case GLFW_KEY_ESCAPE:
    case GLFW_KEY_F5:
        wish.leave = true;
        break;
    case GLFW_KEY_F11:
        wish.full_screen = true;
        break;
    default:
        if (digit && state.number.size() < 4) state.number += static_cast<char>('0' + key - GLFW_KEY_0);
    }
}

} // namespace

LectureWish lecture_keys(const Ui& ui, LectureState& state, const Slide& slide) {
    LectureKeys keys{state, slide};
    for (const KeyPress& press : ui.keys)
        if (press.mods == 0 || press.key == GLFW_KEY_F11) keys.press(press.key);
    if (keys.wish.go_to) {
        state.blank = Blank::no;
        state.revealed = false;
        state.strokes.clear();
        state.close_up = {};
    }
    return keys.wish;
}

} // namespace ui
