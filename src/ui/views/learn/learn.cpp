#include "ui/views/learn/learn.h"

#include "base/text.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace ui {

using namespace drawing;
using base::Index;
using nlohmann::json;
using workbench::TrainingTrack;

std::string LearnFrame::plain(const std::string& name,
                              const std::map<std::string, std::string>& values) const {
    return ui.plain("learn." + name, narration::values_of(values));
}

Index LearnFrame::step() const {
    const workbench::Training* now = training();
    if (!now) return 0;
    return now->tracks.front().moment(state.shown.step.value_or(now->made()))->step;
}

std::string LearnFrame::name_of(const TrainingTrack& track) const {
    using workbench::Beside;
    if (track.key != "first") return text("track_" + track.key);
    switch (training()->plan.beside) {
    case Beside::no_scale:
        return text("track_first_no_scale");
    case Beside::no_hint:
        return text("track_first_no_hint");
    case Beside::nothing:
        break;
    }
    return {};
}

const std::string& subject_id(const LearnState& state) {
    static const std::vector<std::string> ids(learn_subjects.begin(), learn_subjects.end());
    return ids[state.chosen.subject];
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

namespace {

/// "0.0003", "0.001" …
template <class Numbers>
std::vector<std::string> texts_of(const Numbers& numbers) {
    std::vector<std::string> texts;
    for (const auto number : numbers)
        texts.push_back(base::plain(base::double_in(base::shortest(number)).value()));
    return texts;
}

/// Steps in a second: "1", "5", "20", "full".
std::vector<std::string> speed_names() {
    std::vector<std::string> names = texts_of(paces);
    for (std::size_t i = 0; i < paces.size(); ++i)
        if (paces[i] == 0) names[i] = "full";
    return names;
}

} // namespace

void LearnView::take_results() {
    take_training(state_.work);
}

namespace {

/// Beside a step of a lesson: what it needs, and what trains the model below it.
void draw_needed(LearnFrame& frame, const Rect& body) {
    const bool set_up = frame.shows_part("learn/set_up"), pictures = frame.shows_part("learn/pictures"),
               curves = frame.shows_part("learn/curves");
    Ui& ui = frame.ui;
    const float gap = ui.px(16), left = set_up ? ui.px(272) + gap : 0;
    if (set_up) draw_learn_set_up(frame, {body.x, body.y, left - gap, body.height});
    Rect rest{body.x + left, body.y, body.width - left, body.height};
    if (!set_up) rest.height -= draw_learn_play(frame, rest) + gap;
    const float low = pictures ? std::clamp(0.36F * rest.height, ui.px(220), ui.px(330)) : rest.height;
    const float high = curves ? rest.height - low - gap : rest.height;
    if (pictures) draw_learn_pictures(frame, {rest.x, rest.y, rest.width, high});
    if (curves) draw_learn_curves(frame, {rest.x, rest.bottom() - low, rest.width, low});
}

} // namespace

void LearnView::draw(ViewFrame& view) {
    LearnFrame frame{view, state_};
    Ui& ui = frame.ui;
    follow_training(frame);
    const float margin = ui.px(16);
    const Rect body = frame.area.inset(margin);
    if (frame.needed) return draw_needed(frame, body);
    const float left = ui.px(272), right = std::clamp(0.28F * body.width, ui.px(280), ui.px(440));
    const float low = std::clamp(0.36F * body.height, ui.px(220), ui.px(330));
    const float x = body.x + left + margin, width = body.right() - x, high = body.height - low - margin;
    draw_learn_set_up(frame, {body.x, body.y, left, body.height});
    draw_learn_pictures(frame, {x, body.y, width - right - margin, high});
    draw_learn_answers(frame, {body.right() - right, body.y, right, high});
    draw_learn_curves(frame, {x, body.bottom() - low, width, low});
}

void LearnView::keys(ViewFrame& view) {
    LearnFrame frame{view, state_};
    const Ui& ui = frame.ui;
    const auto* training = frame.training();
    if (!training) return;
    if (ui.pressed(GLFW_KEY_SPACE)) {
        if (state_.work.playing)
            pause(frame);
        else if (!training->done())
            play(frame);
    }
    if (ui.pressed(GLFW_KEY_LEFT)) look_by(frame, -1);
    if (ui.pressed(GLFW_KEY_RIGHT)) look_by(frame, 1);
    if (ui.pressed(GLFW_KEY_HOME)) look_at(frame, 0);
    if (ui.pressed(GLFW_KEY_END)) look_at(frame, training->made());
}

Exportables LearnView::exports(ViewFrame& view) {
    LearnFrame frame{view, state_};
    Exportables all;
    if (!frame.training() || frame.training()->made() == 0) return all;
    const auto add = [&](const char* name, Plot plot) {
        all.push_back(exportable(std::string("learn-") + name, frame.text(name), std::move(plot)));
        all.back().anchor = std::string("learn/") + name;
    };
    add("loss", loss_plot(frame));
    add("accuracy", accuracy_plot(frame));
    all.back().title = accuracy_plot(frame).y.title;
    if (auto skills = skills_export(frame)) all.push_back(*std::move(skills));
    if (subject_id(state_) == "memory") add("distance", distance_plot(frame));
    add("gradients", gradient_plot(frame));
    if (auto share = learn_share(frame)) all.push_back(*std::move(share));
    return all;
}

void LearnView::visit(workbench::ChoiceVisitor& choices) {
    // By what they are, not by where they stand in their lists, which may grow.
    static const std::vector<std::string> subjects(learn_subjects.begin(), learn_subjects.end()),
        with{"yes", "no", "both"}, pictures{"skills", "attention"}, rates = texts_of(learning_rates),
                                                                    speeds = speed_names();
    constexpr std::int64_t widest = 64, most_layers = 3, largest_seed = 1000000, most_places = 8;
    LearnChoices& chosen = state_.chosen;
    choices.one_of("task", chosen.subject, subjects);
    choices.whole("width", chosen.width, 0, widest);
    if (chosen.width % 16 != 0) chosen.width = 0;
    choices.whole("layers", chosen.layers, 0, most_layers);
    choices.one_of("rate", chosen.rate, rates);
    choices.named("scale", chosen.scale, with);
    choices.named("hint", chosen.hint, with);
    choices.whole("seed", chosen.seed, 1, largest_seed);
    choices.one_of("pace", chosen.pace, speeds);
    std::int64_t place = chosen.place + 1;
    choices.whole("attention", place, 0, most_places);
    chosen.place = place - 1;
    choices.whole("head", chosen.head, 0, most_places);
    choices.text("sentence", chosen.sentence);
    choices.text("words", chosen.words);
    choices.named("picture", chosen.picture, pictures);
    choices.text("skill", chosen.skill);
}

std::vector<std::string> LearnView::pages(const attention::Trace&) const {
    return {"reverse"};
}

bool LearnView::open(const std::string& page) {
    const auto found = std::ranges::find(learn_subjects, page);
    if (found == learn_subjects.end()) return false;
    state_.chosen.subject = static_cast<std::size_t>(found - learn_subjects.begin());
    state_.work.for_picture = true;
    return true;
}

json LearnView::shown() const {
    const LearnWork& work = state_.work;
    json all = {
        {"playing", work.playing}, {"keeping", work.keeping.busy()}, {"warning", state_.shown.warning}};
    if (state_.shown.refused) all["refused"] = state_.shown.refused->what();
    if (work.runs.empty() || !work.runs.back().training) return all;
    const workbench::Training& training = *work.runs.back().training;
    const Index step = state_.shown.step.value_or(training.made());
    all["made"] = training.made();
    all["steps"] = training.all_steps();
    all["done"] = training.done();
    all["step"] = step;
    for (const TrainingTrack& track : training.tracks) {
        const auto moment = track.moment(step);
        all["tracks"].push_back({{"key", track.key},
                                 {"made", track.made()},
                                 {"diverged", track.diverged},
                                 {"moment", moment->step},
                                 {"accuracy", moment->tested.accuracy},
                                 {"loss", track.steps.empty() ? json() : json(track.steps.back().loss)},
                                 {"hinted_until", track.hinted_until()}});
    }
    if (const auto& written = state_.shown.written) {
        for (const learning::WrittenStory& story : written->stories)
            all["written"].push_back({{"step", written->step},
                                      {"text", joined(story.before(story.written.size()))},
                                      {"first_break", story.first_break ? json(*story.first_break) : json()},
                                      {"is_story", story.is_story()}});
    }
    if (!state_.shown.readings) return all;
    for (const auto& watched : *state_.shown.readings) {
        const auto best = workbench::possible_answers(*watched, 0, 1).front();
        all["answers"].push_back({{"step", watched->moment->step},
                                  {"sentence", watched->source},
                                  {"answer", best.word},
                                  {"probability", best.probability}});
    }
    return all;
}

} // namespace ui
