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

/// A button to the lesson, its right lower corner here; returns its width.
float draw_lesson(CheckFrame& frame, Point corner, const std::string& stage) {
    const CourseEntry* lesson = lesson_about(frame, stage);
    if (!lesson) return 0;
    Ui& ui = frame.ui;
    const auto number = lesson - frame.course.lessons.data() + 1;
    const std::string label =
        frame.plain("lesson", {{"number", std::to_string(number)}, {"title", lesson->title}});
    const float wide = button_width(ui, label, card_size), high = ui.px(38);
    if (button(ui, "check/lesson", {corner.x - wide, corner.y - high, wide, high}, label,
               {.text_size = card_size}))
        frame.actions.ask(OpenLesson{lesson->id});
    return wide;
}

float tell_mistakes(CheckFrame& frame, const Rect& at, const Checked& checked) {
    Ui& ui = frame.ui;
    float y = at.y;
    const auto sentence = [&](const std::string& text) {
        y += paragraph(ui, {at.x, y}, at.width, {{text, narration::Tone::strong}}, headline_size + 1, false,
                       Role::text, 1.4F);
    };
    if (checked.mistakes.empty()) {
        sentence(frame.text("none"));
        y += ui.px(4);
        std::string about = checked.observed.empty() ? frame.text("none_about") : "";
        for (const exercise::Observation& one : checked.observed)
            about += (about.empty() ? "" : " ") + exercise::said(ui.texts, one);
        y += paragraph(ui, {at.x, y}, at.width, {{about}}, body_size, false, Role::quiet);
        return y;
    }
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

float draw_card(CheckFrame& frame, const Rect& at, const Checked& checked, const CheckedStage& wrong) {
    Ui& ui = frame.ui;
    const float pad = ui.px(22), width = at.width - 2 * pad;
    float& height = frame.state.form.happened_height;
    const Rect place{at.x, at.y, at.width, ui.px(height)};
    ui.canvas.fill(place, ui[Role::sunk], ui.px(10));
    ui.canvas.stroke(place, ui[Role::hairline], ui.px(1), ui.px(10));
    ui.anchors.add("check/happened", place);
    float y = at.y + ui.px(18);
    if (wrong.fits) { // otherwise its shape says it all
        ui.canvas.text({at.x + pad, y + ui.px(6)}, frame.text("happened"), Font::sans_medium,
                       ui.px(card_size), ui[Role::quiet]);
        y += ui.px(24);
    }
    const CourseEntry* lesson = lesson_about(frame, wrong.name);
    if (wrong.fits) y = tell_mistakes(frame, {at.x + pad, y, width, 0}, checked) + ui.px(8);
    const float foot = y;
    y = draw_hints(frame, {at.x + pad, y, width, 0}, wrong.name);
    if (lesson) {
        y = std::max(y, foot + ui.px(40));
        draw_lesson(frame, {at.right() - pad, y}, wrong.name);
    }
    y += ui.px(18);
    const float used = (y - at.y) / ui.theme.scale;
    if (std::abs(used - height) > 0.5F) {
        height = used;
        ui.motion.draw_again();
    }
    return y + ui.px(18);
}

/// What was tried in vain, in human words: two lines at most, unless more is asked for.
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

float draw_all_stages(CheckFrame& frame, const Rect& at, const Checked& checked) {
    Ui& ui = frame.ui;
    bool& open = frame.state.shown.all_stages;
    float y = at.y + ui.px(12);
    const std::string& label = frame.text("all_stages");
    if (check_link(ui, "check/all_stages", {at.x, y}, label)) {
        open = !open;
        ui.motion.draw_again();
    }
    ui.canvas.text_within({at.x + check_link_width(ui, label) + ui.px(22), y}, at.width - ui.px(120),
                          frame.text("all_stages_about"), Font::sans, ui.px(card_size), ui[Role::quiet]);
    y += ui.px(26);
    if (!open) return y;
    const float second = at.x + ui.px(190), third = at.x + ui.px(370), fourth = at.x + ui.px(540);
    const auto cell = [&](float x, const std::string& text, Font font, Role role) {
        ui.canvas.text({x, y}, text, font, ui.px(label_size), ui[role]);
    };
    cell(at.x, frame.text("stage"), Font::sans, Role::quiet);
    cell(third, frame.text("largest"), Font::sans, Role::quiet);
    cell(fourth, frame.text("cells"), Font::sans, Role::quiet);
    y += ui.px(24);
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
        y += ui.px(24);
    }
    ui.anchors.add("check/table", {at.x, at.y, at.width, y - at.y});
    return y;
}

} // namespace

float draw_hints(CheckFrame& frame, const Rect& at, const std::string& stage) {
    const exercise::Question* question = frame.question();
    if (!question) return at.y;
    Ui& ui = frame.ui;
    CheckShown& shown = frame.state.shown;
    const std::size_t open = shown.hints_for == stage ? shown.hints : 0;
    float y = at.y;
    for (std::size_t i = 0; i < open; ++i) {
        const auto step = static_cast<int>(i) + 1;
        const Point centre{at.x + ui.px(11), y + ui.px(11)};
        ui.canvas.stroke({centre.x - ui.px(10), centre.y - ui.px(10), ui.px(20), ui.px(20)}, ui[Role::edge],
                         ui.px(1), ui.px(10));
        ui.canvas.text(centre, std::to_string(step), Font::sans, ui.px(tiny_size), ui[Role::quiet],
                       Align::centre);
        y += paragraph(ui, {at.x + ui.px(34), y}, std::min(at.width - ui.px(34), ui.px(640)),
                       {{exercise::hint_said(ui.texts, *question, stage, step)}}, body_size) +
             ui.px(8);
    }
    ui.anchors.add("check/hints", {at.x, at.y, at.width, y - at.y});
    if (open >= static_cast<std::size_t>(exercise::hint_steps)) return y;
    const std::string label = frame.plain(
        "hint", {{"step", std::to_string(open + 1)}, {"steps", std::to_string(exercise::hint_steps)}});
    const Rect place{at.x, y + ui.px(4), button_width(ui, label), ui.px(34)};
    if (button(ui, "check/hint", place, label)) {
        shown.hints_for = stage;
        shown.hints = open + 1;
        ui.motion.draw_again();
    }
    return place.bottom();
}

float draw_happened(CheckFrame& frame, const Rect& at) {
    const Checked* checked = frame.checked();
    if (!checked) return at.y;
    float y = at.y;
    if (const CheckedStage* wrong = checked->first_wrong()) {
        y = draw_card(frame, {at.x, y, at.width, 0}, *checked, *wrong);
        y = tell_ruled_out(frame, {at.x, y, at.width, 0}, *checked);
    }
    return draw_all_stages(frame, {at.x, y, at.width, 0}, *checked);
}

} // namespace ui
