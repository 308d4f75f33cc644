// A small curve for each skill of a task: the moment at which one is learned is plain there, and hardly in
// the loss, to which it adds little.
#include "base/text.h"
#include "drawing/plot/small_plots.h"
#include "ui/views/learn/learn.h"
#include "ui/widgets/controls.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Training;
using workbench::TrainingTrack;

namespace {

std::string share_text(double share) {
    return base::percent(share) + " %";
}

const learning::Task& task_of(const LearnFrame& frame) {
    return *frame.training()->tracks.front().task;
}

/// The curves of every model, the first one's moment of learning, and the moment on screen.
SmallPlots small_plots_of(const LearnFrame& frame) {
    const Training& training = *frame.training();
    const TrainingTrack& first = training.tracks.front();
    SmallPlots all{.x_high = static_cast<double>(training.all_steps())};
    if (training.made() > 0) all.now = static_cast<double>(frame.step());
    if (first.hinted_until() > 0) all.ends = static_cast<double>(first.hinted_until());
    for (std::size_t skill = 0; skill < task_of(frame).skills.size(); ++skill) {
        SmallPlot plot{.name = skill_name(frame, skill)};
        plot.reading = share_text(first.moment(frame.step())->tested.accuracy_of[skill]);
        for (std::size_t track = 0; track < training.tracks.size(); ++track)
            plot.series.push_back(skill_series(frame, track, skill));
        if (const auto moment = workbench::learned_at(first, skill)) {
            plot.event =
                PlotPoint{.x = static_cast<double>(moment->step), .y = moment->tested.accuracy_of[skill]};
            plot.event_label = std::to_string(moment->step);
        }
        all.plots.push_back(std::move(plot));
    }
    return all;
}

/// What the skill is, how well each model has it, and when it was learned.
std::string told_of(const LearnFrame& frame, std::size_t skill) {
    const Training& training = *frame.training();
    std::string told = frame.text("skill_about_" + task_of(frame).skills[skill]);
    for (const TrainingTrack& track : training.tracks) {
        const auto moment = track.moment(frame.step());
        const std::string name = frame.name_of(track);
        told += "\n" + (name.empty() ? "" : name + ": ") +
                frame.plain("skill_now", {{"right", share_text(moment->tested.accuracy_of[skill])},
                                          {"all", std::to_string(moment->tested.asked_of[skill])},
                                          {"step", std::to_string(moment->step)}});
        if (const auto learned = workbench::learned_at(track, skill))
            told += " " + frame.plain("skill_learned", {{"step", std::to_string(learned->step)}});
    }
    return told;
}

/// One panel: a drag looks back, a click chooses, and the mouse over it tells.
void touch_panel(LearnFrame& frame, const SmallPlots& plots, const SmallPlotsLayout& layout,
                 std::size_t skill) {
    Ui& ui = frame.ui;
    const std::string& id = task_of(frame).skills[skill];
    const Rect panel = layout.panel(skill);
    const Touch t = touch(ui, "learn/skill/" + id, panel);
    if (frame.state.chosen.skill == id)
        draw_selected(ui, panel, ui.px(8));
    else if (t.hovered)
        ui.canvas.fill(panel, ui[Role::sunk], ui.px(8));
    if (t.focused) focus_ring(ui, panel, ui.px(8));
    if (t.hovered) ui.cursor_hint = told_of(frame, skill);
    if (t.clicked) frame.state.chosen.skill = frame.state.chosen.skill == id ? std::string() : id;
    if (t.held && frame.training()->made() > 0 && ui.mouse.y > layout.frame(skill).y)
        look_at(frame, static_cast<Index>(layout.x_value(skill, ui.mouse.x, plots) + 0.5));
}

} // namespace

bool shows_skills(const LearnFrame& frame) {
    return frame.training() && !task_of(frame).skills.empty() &&
           frame.state.chosen.picture == LearnPicture::skills;
}

float choose_picture(LearnFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    if (task_of(frame).skills.empty()) return line.right();
    const std::vector<std::string> labels{frame.text("picture_skills"), frame.text("picture_attention")};
    const float left = line.right() - choice_width(ui, labels);
    const int clicked =
        choice(ui, "learn/shown", {left, line.y}, labels, static_cast<int>(frame.state.chosen.picture));
    if (clicked >= 0) frame.state.chosen.picture = static_cast<LearnPicture>(clicked);
    return left - ui.px(10);
}

std::optional<std::size_t> skill_chosen(const LearnFrame& frame) {
    const auto& skills = task_of(frame).skills;
    const auto found = std::ranges::find(skills, frame.state.chosen.skill);
    if (found == skills.end()) return {};
    return static_cast<std::size_t>(found - skills.begin());
}

const std::string& skill_name(const LearnFrame& frame, std::size_t skill) {
    return frame.text("skill_" + task_of(frame).skills[skill]);
}

PlotSeries skill_series(const LearnFrame& frame, std::size_t track, std::size_t skill) {
    PlotSeries series{.name = skill_name(frame, skill), .style = track_style(track)};
    for (const auto& moment : frame.training()->tracks[track].moments)
        series.points.push_back(
            {.x = static_cast<double>(moment->step), .y = moment->tested.accuracy_of[skill]});
    return series;
}

void draw_learn_skills(LearnFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const SmallPlots plots = small_plots_of(frame);
    const float note = ui.px(22);
    ui.canvas.text_within({area.x, area.y + ui.px(8)}, area.width, frame.text("skills_more"), Font::sans,
                          ui.px(note_size), ui[Role::quiet]);
    const Rect room{area.x, area.y + note, area.width, area.height - note};
    ui.anchors.add("learn/skills", room);
    const SmallPlotsLayout layout = small_plots_layout(room, plots, ui.theme.scale);
    for (std::size_t skill = 0; skill < plots.plots.size(); ++skill)
        touch_panel(frame, plots, layout, skill);
    ui.canvas.paint(small_plots_figure(plots, layout, ui.theme.palette(), ui.canvas));
}

std::optional<Exportable> skills_export(const LearnFrame& frame) {
    if (task_of(frame).skills.empty()) return {};
    const auto shared = std::make_shared<const SmallPlots>(small_plots_of(frame));
    Plot numbers = accuracy_plot(frame);
    numbers.series.clear();
    for (const SmallPlot& plot : shared->plots)
        numbers.series.insert(numbers.series.end(), plot.series.begin(), plot.series.end());
    Exportable what = exportable("learn-skills", frame.text("picture_skills"), std::move(numbers));
    what.note = frame.text("skills_more");
    what.anchor = "learn/skills";
    what.figure = [shared](Rect place, const Palette& palette, const TextMeasure& measure) {
        return small_plots_figure(*shared, small_plots_layout(place, *shared, 1), palette, measure);
    };
    return what;
}

} // namespace ui
