// What probably happened: the mistake that gives just these numbers, what was ruled out, and every stage in
// numbers.
#include "base/text.h"
#include "exercise/hints.h"
#include "exercise/telling.h"
#include "narration/wording.h"
#include "ui/views/check/check.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using exercise::Checked;
using exercise::CheckedStage;

namespace {

/// The lesson that teaches the tile of a stage; null: none does.
const CourseEntry* lesson_about(const CheckFrame& frame, const std::string& stage) {
    for (const StageTile& tile : tiles_of(frame.level()))
        for (const std::size_t i : tile.stages)
            if (frame.level().stages[i] == stage) {
                const auto& lessons = frame.course.lessons;
                const auto found =
                    std::ranges::find(lessons, frame.of_stage("lesson", tile.key), &CourseEntry::id);
                return found == lessons.end() ? nullptr : &*found;
            }
    return nullptr;
}

float tell_mistakes(CheckFrame& frame, const Rect& at, const Checked& checked) {
    Ui& ui = frame.ui;
    float y = at.y;
    const auto sentence = [&](const std::string& text) {
        y += paragraph(ui, {at.x, y}, at.width, {{text, narration::Tone::strong}}, headline_size, false,
                       Role::text, 1.4F);
    };
    if (checked.mistakes.size() > 1)
        y += paragraph(ui, {at.x, y}, at.width,
                       {{frame.text(checked.mistakes.size() == 2 ? "two" : "several")}}, body_size, false,
                       Role::quiet) +
             ui.px(2);
    for (const exercise::Mistake& mistake : checked.mistakes)
        sentence(exercise::said(ui.texts, *frame.question(), mistake));
    y += ui.px(6);
    y += paragraph(ui, {at.x, y}, at.width,
                   ui.said("check.left", {{"left", narration::toned(number_of_answer(checked.left, 2),
                                                                    narration::Tone::number)}}),
                   body_size, false, Role::quiet);
    if (!checked.then_differs.empty())
        y += paragraph(ui, {at.x, y}, at.width,
                       {{frame.plain("then", {{"stage", frame.of_stage("stage", checked.then_differs)}})}},
                       body_size, false, Role::quiet);
    return y;
}

constexpr float button_height = 34; // design pixels

std::size_t hints_shown(const CheckFrame& frame, const std::string& stage) {
    return frame.state.shown.hints_for == stage ? frame.state.shown.hints : 0;
}

/// The hints so far. `wrong`: the stage as it is in the answer, if it is there.
float tell_hints(CheckFrame& frame, const Rect& at, const std::string& stage, const CheckedStage* wrong) {
    const exercise::Question* question = frame.question();
    if (!question) return at.y;
    Ui& ui = frame.ui;
    float y = at.y;
    for (std::size_t i = 0; i < hints_shown(frame, stage); ++i) {
        const auto step = static_cast<int>(i) + 1;
        const Point centre{at.x + ui.px(11), y + ui.px(11)};
        ui.canvas.stroke({centre.x - ui.px(10), centre.y - ui.px(10), ui.px(20), ui.px(20)}, ui[Role::edge],
                         ui.px(1), ui.px(10));
        ui.canvas.text(centre, std::to_string(step), Font::sans, ui.px(tiny_size), ui[Role::quiet],
                       Align::centre);
        y += paragraph(ui, {at.x + ui.px(34), y}, std::min(at.width - ui.px(34), ui.px(700)),
                       {{exercise::hint_said(ui.texts, *question, stage, step, wrong)}}, body_size) +
             ui.px(8);
    }
    ui.anchors.add("check/hints", {at.x, at.y, at.width, y - at.y});
    return y;
}

/// The button for the next hint; returns its width, 0 when all are shown.
float draw_hint_button(CheckFrame& frame, Point at, const std::string& stage) {
    Ui& ui = frame.ui;
    const std::size_t open = hints_shown(frame, stage);
    if (!frame.question() || open >= static_cast<std::size_t>(exercise::hint_steps)) return 0;
    const std::string label = frame.plain(
        "hint", {{"step", std::to_string(open + 1)}, {"steps", std::to_string(exercise::hint_steps)}});
    const float wide = button_width(ui, label, card_size);
    if (button(ui, "check/hint", {at.x, at.y, wide, ui.px(button_height)}, label, {.text_size = card_size})) {
        frame.state.shown.hints_for = stage;
        frame.state.shown.hints = open + 1;
        ui.motion.draw_again();
    }
    return wide;
}

/// What gives these numbers: not before it is asked for, since whoever is told has nothing left to find.
float draw_mistakes(CheckFrame& frame, const Rect& at, const Checked& checked) {
    Ui& ui = frame.ui;
    float y = at.y;
    if (checked.mistakes.empty()) { // what is plain to see takes nothing away
        std::string text = frame.text("none");
        for (const exercise::Observation& observed : checked.observed)
            text += " " + exercise::said(ui.texts, observed);
        if (checked.observed.empty()) text += " " + frame.text("none_about");
        y += paragraph(ui, {at.x, y}, at.width, {{text}}, body_size);
        return y;
    }
    if (!is_told(frame, frame.shown_try()->brief)) {
        const char* const known = checked.mistakes.size() == 1 ? "known" : "known_several";
        return y + paragraph(ui, {at.x, y}, at.width, {{frame.text(known)}}, body_size, false, Role::quiet);
    }
    ui.canvas.text({at.x, y + ui.px(10)}, frame.text("happened"), Font::sans_medium, ui.px(card_size),
                   ui[Role::quiet]);
    y += ui.px(26);
    y = tell_mistakes(frame, {at.x, y, at.width, 0}, checked);
    ui.anchors.add("check/mistake", {at.x, at.y, at.width, y - at.y});
    return y;
}

/// The next hint, the mistake, the lesson.
float draw_ways(CheckFrame& frame, const Rect& at, const Checked& checked, const CheckedStage& wrong) {
    Ui& ui = frame.ui;
    CheckShown& shown = frame.state.shown;
    const float hint = draw_hint_button(frame, {at.x, at.y}, wrong.name);
    float x = at.x + (hint > 0 ? hint + ui.px(10) : 0), high = hint > 0 ? ui.px(button_height) : 0;
    if (!checked.mistakes.empty() && !is_told(frame, frame.shown_try()->brief)) {
        const std::string& label =
            frame.text(checked.mistakes.size() == 1 ? "show_mistake" : "show_mistakes");
        const Rect place{x, at.y, button_width(ui, label, card_size), ui.px(button_height)};
        if (button(ui, "check/show_mistake", place, label, {.text_size = card_size})) {
            shown.told_for = wrong.name;
            ui.motion.draw_again();
        }
        x = place.right();
        high = ui.px(button_height);
    }
    if (const CourseEntry* lesson = lesson_about(frame, wrong.name)) {
        const std::string label = lesson->number
                                      ? frame.plain("lesson", {{"number", std::to_string(*lesson->number)},
                                                               {"title", lesson->title}})
                                      : frame.plain("room", {{"title", lesson->title}});
        const float wide = button_width(ui, label, card_size);
        const float left = at.right() - wide;
        const float y = left > x + ui.px(10) ? at.y : at.y + high + ui.px(8);
        const Rect place{left, y, wide, ui.px(button_height)};
        if (button(ui, "check/lesson", place, label, {.text_size = card_size}))
            frame.actions.ask(OpenLesson{lesson->id});
        high = place.bottom() - at.y;
    }
    return at.y + high;
}

float draw_card(CheckFrame& frame, const Rect& at, const Checked& checked, const CheckedStage& wrong) {
    Ui& ui = frame.ui;
    const float pad = ui.px(20), width = at.width - 2 * pad;
    float& height = frame.state.form.happened_height;
    const Rect place{at.x, at.y, at.width, ui.px(height)};
    ui.canvas.fill(place, ui[Role::sunk], ui.px(10));
    ui.canvas.stroke(place, ui[Role::hairline], ui.px(1), ui.px(10));
    ui.anchors.add("check/happened", place);
    const float x = at.x + pad;
    float y = at.y + ui.px(14);
    y = wrong.fits ? tell_worst(frame, {x, y, width, 0}, wrong) : tell_shape(frame, {x, y, width, 0}, wrong);
    y = tell_hints(frame, {x, y + ui.px(6), width, 0}, wrong.name, &wrong);
    if (wrong.fits) y = draw_mistakes(frame, {x, y + ui.px(2), width, 0}, checked);
    y = draw_ways(frame, {x, y + ui.px(10), width, 0}, checked, wrong) + ui.px(16);
    const float used = (y - at.y) / ui.theme.scale;
    if (std::abs(used - height) > 0.5F) {
        height = used;
        ui.motion.draw_again();
    }
    return y + ui.px(20);
}

/// The mistakes that do not give these numbers, in plain words: two lines at most, unless more is asked for.
float tell_ruled_out(CheckFrame& frame, const Rect& at, const Checked& checked) {
    constexpr std::size_t usual = 6;
    if (checked.ruled_out.empty()) return at.y;
    Ui& ui = frame.ui;
    std::vector<std::string> names;
    for (const std::string& id : checked.ruled_out)
        if (ui.texts.has("exercise.short." + id)) names.push_back(ui.texts.text("exercise.short." + id));
    const bool all = frame.state.shown.all_ruled_out || names.size() <= usual + 1;
    std::string text = frame.text("ruled_out");
    const std::size_t count = all ? names.size() : usual;
    for (std::size_t i = 0; i < count; ++i)
        text += (i > 0 ? ", " : " ") + names[i];
    text += all ? "." : " …";
    float y = at.y;
    ui.anchors.add("check/ruled_out", at);
    y += paragraph(ui, {at.x, y}, at.width, {{text}}, note_size, false, Role::quiet, 1.4F);
    if (all) return y + ui.px(8);
    if (check_link(ui, "check/ruled_more", {at.x, y + ui.px(14)},
                   frame.plain("ruled_more", {{"count", std::to_string(names.size() - usual)}}))) {
        frame.state.shown.all_ruled_out = true;
        ui.motion.draw_again();
    }
    return y + ui.px(34);
}

} // namespace

float draw_all_stages(CheckFrame& frame, const Rect& at) {
    const Checked& checked = *frame.checked();
    Ui& ui = frame.ui;
    float y = at.y + ui.px(8);
    // All of them in the room, if that leaves them readable.
    const float line = std::clamp((at.height - ui.px(40)) / static_cast<float>(checked.stages.size() + 1),
                                  ui.px(20), ui.px(26));
    const float second = at.x + ui.px(190), third = at.x + ui.px(370), fourth = at.x + ui.px(540);
    const auto cell = [&](float x, const std::string& text, Font font, Role role) {
        ui.canvas.text({x, y}, text, font, ui.px(label_size), ui[role]);
    };
    cell(at.x, frame.text("stage"), Font::sans, Role::quiet);
    cell(third, frame.text("largest"), Font::sans, Role::quiet);
    cell(fourth, frame.text("cells"), Font::sans, Role::quiet);
    y += line;
    const CheckedStage* wrong = checked.first_wrong();
    for (const CheckedStage& stage : checked.stages) {
        const bool first = &stage == wrong;
        cell(at.x, frame.of_stage("stage", stage.name), Font::sans_medium, Role::text);
        cell(second,
             frame.text(!stage.fits      ? "other_shape"
                        : stage.agrees() ? "agrees"
                        : first          ? "differs_first"
                                         : "differs"),
             Font::sans, first ? Role::positive : Role::quiet);
        if (stage.fits) {
            const exercise::Difference& d = stage.difference;
            const double theirs = stage.theirs[d.block](d.row, d.column);
            cell(third, std::isnan(theirs) ? "NaN" : number_of_answer(d.largest, 2), Font::mono, Role::text);
            cell(fourth, std::to_string(stage.difference.cells), Font::mono, Role::text);
        }
        y += line;
    }
    ui.anchors.add("check/table", {at.x, at.y, at.width, y - at.y});
    return y + ui.px(14);
}

float draw_hints(CheckFrame& frame, const Rect& at, const std::string& stage) {
    const float y = tell_hints(frame, at, stage, nullptr);
    const float wide = draw_hint_button(frame, {at.x, y + frame.ui.px(4)}, stage);
    return wide > 0 ? y + frame.ui.px(4 + button_height) : y;
}

float draw_happened(CheckFrame& frame, const Rect& at) {
    const Checked* checked = frame.checked();
    const CheckedStage* const wrong = checked ? checked->first_wrong() : nullptr;
    return wrong ? draw_card(frame, at, *checked, *wrong) : at.y;
}

float draw_ruled_out(CheckFrame& frame, const Rect& at) {
    const Checked* checked = frame.checked();
    const CheckedStage* const wrong = checked ? checked->first_wrong() : nullptr;
    return wrong ? tell_ruled_out(frame, at, *checked) : at.y;
}

} // namespace ui
