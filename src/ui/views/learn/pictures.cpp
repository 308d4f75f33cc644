// What the model does with a sentence that stays the same: in the middle its attention at the step shown,
// beside it that of another model or another moment; on the right its answers.
#include "drawing/shapes/fitted_text.h"
#include "ui/board/figures.h"
#include "ui/chrome/weights_menu.h"
#include "ui/views/learn/learn.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using base::Matrix;
using workbench::PossibleAnswer;
using workbench::Training;
using workbench::TrainingTrack;
using workbench::Watched;

// The card in the middle: the attention.

namespace {

constexpr Index most_named = 16; ///< words; of more only the short ones are written out

/// A reading with attention, and the track it belongs to.
struct Picture {
    std::shared_ptr<const Watched> watched;
    const TrainingTrack* track;
};

std::vector<Picture> pictures_of(const LearnFrame& frame) {
    std::vector<Picture> pictures;
    const Training* training = frame.training();
    const auto& readings = frame.state.shown.readings;
    if (!training || !readings) return pictures;
    for (std::size_t i = 0; i < readings->size(); ++i) {
        const auto& watched = (*readings)[i];
        if (watched->run) pictures.push_back({watched, &training->tracks[i % training->tracks.size()]});
    }
    // A pinned moment stands on the left.
    if (frame.state.shown.beside)
        std::rotate(pictures.begin(), pictures.begin() + std::ssize(pictures) / 2, pictures.end());
    return pictures;
}

std::string title_of(const LearnFrame& frame, const Picture& picture) {
    const std::string name = frame.name_of(*picture.track),
                      step = std::to_string(picture.watched->moment->step);
    if (name.empty())
        return frame.plain("at_step", {{"step", step}, {"all", std::to_string(picture.track->recipe.steps)}});
    return frame.plain("of_track", {{"track", name}, {"step", step}});
}

const std::vector<std::string>& rows_of(const Watched& watched, const model::Place& place) {
    return place.part == model::Part::encoder ? watched.source : watched.target;
}
const std::vector<std::string>& columns_of(const Watched& watched, const model::Place& place) {
    return place.part == model::Part::decoder ? watched.target : watched.source;
}

void draw_picture(LearnFrame& frame, const Picture& picture, const std::string& anchor, const Rect& area) {
    Ui& ui = frame.ui;
    const Watched& watched = *picture.watched;
    const model::Place& place = watched.places[place_shown(frame, watched)];
    const attention::Trace& trace = watched.run->at(place).trace;
    const Index head = std::min<Index>(frame.state.chosen.head, std::ssize(trace.heads) - 1);
    ui.canvas.text_within({area.x, area.y + ui.px(10)}, area.width, title_of(frame, picture), Font::sans_bold,
                          ui.px(body_size), ui[Role::text]);
    const auto weights =
        std::shared_ptr<const Matrix>(picture.watched, &trace.matrix(attention::Quantity::weights, head));
    const bool all_named = weights->cols() <= most_named;
    const auto name = [all_named](const std::vector<std::string>& words) {
        return [&words, all_named](Index i) -> std::string {
            return all_named || words[static_cast<std::size_t>(i)].size() < 3
                       ? words[static_cast<std::size_t>(i)]
                       : "";
        };
    };
    PlainMatrix matrix{.numbers = weights,
                       .coloured = weight_colours(1, weights->cols()),
                       .row_name = name(rows_of(watched, place)),
                       .column_name = name(columns_of(watched, place)),
                       .hidden =
                           [&trace, head](CellPlace cell) {
                               return std::isinf(
                                   trace.matrix(attention::Quantity::masked, head)(cell.row, cell.column));
                           },
                       .marked_row = marked_row(frame, watched),
                       .largest_width = 110,
                       .largest_height = 56,
                       .anchor = anchor};
    const Rect room{area.x, area.y + ui.px(24), area.width, area.height - ui.px(24)};
    const MatrixLayout layout = draw_plain_matrix(ui, matrix, room);
    const Touch t = touch(ui, anchor + "/rows", layout.area, true, false);
    const auto cell = cell_at(layout, ui.mouse);
    if (t.hovered) ui.cursor_hint = frame.text("click_row");
    if (t.clicked && cell) frame.state.shown.row = cell->row;
}

/// Which attention, which head.
void choose_place(LearnFrame& frame, const Watched& watched, const Rect& line) {
    Ui& ui = frame.ui;
    const std::size_t shown = place_shown(frame, watched);
    const auto heads = std::ssize(watched.run->at(watched.places[shown]).trace.heads);
    float right = line.right();
    if (heads > 1) {
        std::vector<std::string> labels;
        for (Index head = 0; head < heads; ++head)
            labels.push_back(frame.plain("head", {{"head", std::to_string(head + 1)}}));
        right -= choice_width(ui, labels);
        const int clicked =
            choice(ui, "learn/head", {right, line.y}, labels,
                   static_cast<int>(std::min<std::int64_t>(frame.state.chosen.head, heads - 1)));
        if (clicked >= 0) frame.state.chosen.head = clicked;
        right -= ui.px(10);
    }
    if (watched.places.size() == 1) return;
    std::vector<std::string> labels;
    for (const model::Place& place : watched.places)
        labels.push_back(place_name(ui, place, watched.places));
    right -= choice_width(ui, labels);
    const int clicked = choice(ui, "learn/place", {right, line.y}, labels, static_cast<int>(shown));
    if (clicked >= 0) frame.state.chosen.place = clicked;
}

/// Keep this moment on screen; train on from it; return to the newest.
void draw_moment_buttons(LearnFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    LearnShown& shown = frame.state.shown;
    float x = line.x;
    const auto pressed = [&](const char* name, bool enabled = true) {
        const std::string& label = frame.text(name);
        const Rect place{x, line.y, button_width(ui, label), ui.px(control_height)};
        x = place.right() + ui.px(8);
        const auto hint = std::string(name) + "_hint";
        const bool has_hint = std::string_view(name) == "pin" || std::string_view(name) == "back";
        return button(ui, std::string("learn/") + name, place, label,
                      {.enabled = enabled, .hint = has_hint ? frame.text(hint) : std::string()});
    };
    if (shown.beside) {
        if (pressed("unpin")) shown.beside.reset();
    } else if (pressed("pin", frame.training()->made() > 0)) {
        shown.beside = frame.step();
    }
    if (!frame.looks_back()) return;
    if (pressed("back")) go_back(frame);
    if (pressed("newest")) {
        shown.step.reset();
        ui.motion.draw_again();
    }
}

/// Another sentence to watch.
void type_sentence(LearnFrame& frame, const Watched& watched, const Rect& line) {
    Ui& ui = frame.ui;
    const std::string& label = frame.text("sentence");
    const float beside = ui.canvas.width(Font::sans, ui.px(note_size), label) + ui.px(12);
    ui.canvas.text({line.x, line.centre().y}, label, Font::sans, ui.px(note_size), ui[Role::quiet]);
    type_into(frame, "sentence",
              {line.x + beside, line.y, std::min(line.width - beside, ui.px(560)), line.height},
              {frame.state.shown.sentence, frame.state.chosen.sentence, joined(watched.source)});
    const auto& refused = frame.state.shown.refused;
    if (!refused) return;
    const Rect note{line.x, line.y - ui.px(46), line.width, ui.px(42)};
    card(ui, note);
    ui.canvas.text_within({note.x + ui.px(12), note.centre().y}, note.width - ui.px(24), refused->what(),
                          Font::sans, ui.px(note_size), ui[Role::warning]);
}

} // namespace

std::size_t place_shown(const LearnFrame& frame, const Watched& watched) {
    const auto all = watched.places.size();
    const std::int64_t chosen = frame.state.chosen.place;
    return chosen < 0 || chosen >= static_cast<std::int64_t>(all) ? all - 1
                                                                  : static_cast<std::size_t>(chosen);
}

std::size_t question_shown(const LearnFrame& frame, const Watched& watched) {
    const auto& asked = watched.example.asked;
    for (std::size_t i = 0; i < asked.size(); ++i)
        if (asked[i].position == frame.state.shown.row) return i;
    return watched.task->stories ? asked.size() - 1 : 0; // a story goes on behind its last word
}

Index marked_row(const LearnFrame& frame, const Watched& watched) {
    const bool of_target = watched.places[place_shown(frame, watched)].part != model::Part::encoder;
    const bool asks_target = !watched.target.empty();
    if (of_target == asks_target) return watched.example.asked[question_shown(frame, watched)].position;
    return std::clamp<Index>(frame.state.shown.row, 0, std::ssize(watched.source) - 1);
}

void draw_learn_pictures(LearnFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("learn/pictures", area);
    const Rect inner = area.inset(ui.px(18));
    const auto pictures = pictures_of(frame);
    if (pictures.empty()) {
        if (!frame.state.work.training.problem())
            ui.canvas.text({inner.x, inner.y + ui.px(10)}, frame.text("loading"), Font::sans,
                           ui.px(body_size), ui[Role::quiet]);
        return;
    }
    const Watched& watched = *pictures.front().watched;
    const float line = ui.px(control_height);
    const float chosen_from = choose_picture(frame, {inner.x, inner.y, inner.width, line});
    if (!frame.needed) draw_moment_buttons(frame, {inner.x, inner.y, inner.width, line});
    if (shows_skills(frame)) {
        const float below = line + ui.px(10);
        draw_learn_skills(frame, {inner.x, inner.y + below, inner.width, inner.height - below});
        return;
    }
    choose_place(frame, watched, {inner.x, inner.y, chosen_from - inner.x, line});
    const auto count = pictures.size();
    const float top = inner.y + line + ui.px(10),
                foot = frame.needed ? 0 : ui.px(frame.state.shown.refused ? 92 : 44), gap = ui.px(20);
    const Rect room{inner.x, top, inner.width, inner.bottom() - top - foot};
    const std::size_t columns = count == 1 ? 1 : 2, rows = (count + columns - 1) / columns;
    const float width = (room.width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns),
                height = (room.height - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    for (std::size_t i = 0; i < count; ++i) {
        const auto column = static_cast<float>(i % columns), row = static_cast<float>(i / columns);
        draw_picture(frame, pictures[i], "learn/picture/" + std::to_string(i),
                     {room.x + column * (width + gap), room.y + row * (height + gap), width, height});
    }
    if (!frame.needed)
        type_sentence(frame, watched, {inner.x, inner.bottom() - ui.px(28), inner.width, ui.px(32)});
}

QuestionTold question_told(const LearnFrame& frame, const Watched& watched, std::size_t question) {
    const learning::Asked& asked = watched.example.asked[question];
    const auto position = static_cast<std::size_t>(asked.position);
    const std::string& id = frame.training()->plan.task;
    if (id == "translation") {
        if (position == 0) return {frame.text("asked"), frame.text("asked_translation_first")};
        std::string before;
        for (std::size_t i = 0; i < position; ++i)
            before += (i > 0 ? " " : "") + watched.target[i];
        return {frame.text("asked"), frame.plain("asked_translation", {{"words", before}})};
    }
    constexpr std::size_t last_words = 8; // of a story, which is long
    std::string words;
    for (std::size_t i = position + 1 - std::min(position + 1, last_words); i <= position; ++i)
        words += (words.empty() ? "" : " ") + watched.source[i];
    const std::map<std::string, std::string> values{
        {"word", watched.source[position]},
        {"words", words},
        {"place", std::to_string(position + 1)},
        {"k", watched.source.back()},
        {"output", watched.task->outputs[static_cast<std::size_t>(asked.output)]}};
    const std::string own_place = "asked_at_" + id;
    const std::string where = frame.ui.texts.has("learn." + own_place) ? own_place : "asked";
    return {frame.plain(where, values), frame.plain("asked_" + id, values)};
}

// The card on the right: what the model answers, how well it does at each distance, and the gradient that
// arrives at its projections.

namespace {

constexpr std::size_t most_answers = 5, fewer_answers = 2; // fewer when there are several outputs
constexpr float least_below_story = 210; ///< design pixels, for the answers or for the gradients

bool is_memory_trained(const LearnFrame& frame) {
    return frame.training()->plan.task == "memory";
}

/// A word, or what ends a story.
const std::string& shown_answer(const LearnFrame& frame, const std::string& word) {
    return word == learning::story_boundary ? frame.text("its_end") : word;
}

/// The most probable answers as bars; the right one is marked.
float draw_answers(LearnFrame& frame, const Watched& watched, std::size_t question, std::size_t most,
                   const Rect& area) {
    Ui& ui = frame.ui;
    const QuestionTold told = question_told(frame, watched, question);
    const std::string line = frame.plain("asked_line", {{"where", told.where}, {"what", told.what}});
    float y = area.y;
    y += paragraph(ui, {area.x, y}, area.width, line, Font::sans_bold, 16, ui[Role::text]) + ui.px(8);
    const auto answers = workbench::possible_answers(watched, question, most);
    std::vector<Bar> bars;
    BarOptions options{.role = Role::value, .largest = 1.0F, .scale = ui.theme.scale};
    float rest = 1;
    for (const PossibleAnswer& answer : answers) {
        if (answer.right) options.marked = static_cast<Index>(bars.size());
        bars.push_back(
            {shown_answer(frame, answer.word), answer.probability, number_text(answer.probability, 2)});
        rest -= answer.probability;
    }
    bars.push_back({frame.text("others"), std::max(rest, 0.0F), number_text(std::max(rest, 0.0F), 2)});
    const Rect place{area.x, y, area.width, ui.px(24) * static_cast<float>(bars.size())};
    ui.anchors.add("learn/answers", place);
    paint_bars(ui, bars, bar_layout(place, bars, options, ui.canvas), options);
    y = place.bottom() + ui.px(4);
    const Index right = watched.example.asked[question].answer;
    if (right > learning::unknown_answer) {
        const std::string& word = watched.moment->model.answers().word(right);
        ui.canvas.text({area.x, y + ui.px(8)}, frame.plain("right_is", {{"word", shown_answer(frame, word)}}),
                       Font::sans, ui.px(label_size), ui[Role::quiet]);
        y += ui.px(20);
    } else if (right == learning::unknown_answer) {
        y += paragraph(ui, {area.x, y}, area.width, frame.text("not_learned"), Font::sans, label_size,
                       ui[Role::warning]);
    }
    return y;
}

/// Both outputs at a verb, otherwise the question of the marked row.
float draw_questions(LearnFrame& frame, const Watched& watched, const Rect& area) {
    const std::size_t shown = question_shown(frame, watched);
    const std::size_t most = watched.task->outputs.size() > 1 ? fewer_answers : most_answers;
    float y = area.y;
    for (std::size_t i = shown; i < watched.example.asked.size(); ++i)
        if (watched.example.asked[i].position == watched.example.asked[shown].position)
            y = draw_answers(frame, watched, i, most, {area.x, y, area.width, 0}) + frame.ui.px(10);
    return y;
}

void draw_headed_plot(LearnFrame& frame, const char* name, const std::string& more, const Plot& plot,
                      const Rect& area) {
    Ui& ui = frame.ui;
    symbols_within(ui, {area.x, area.y + ui.px(9)}, area.width, frame.text(name), Font::sans_bold,
                   ui.px(body_size), ui[Role::text]);
    ui.canvas.text_within({area.x, area.y + ui.px(28)}, area.width, more, Font::sans, ui.px(small_size),
                          ui[Role::quiet]);
    const Rect place{area.x, area.y + ui.px(40), area.width, area.bottom() - area.y - ui.px(40)};
    const std::string anchor = std::string("learn/") + name;
    if (std::string_view(name) == "gradients") look_back_on(frame, anchor + "/steps", plot, place);
    draw_plot(ui, anchor, plot, place);
}

void draw_gradients(LearnFrame& frame, const Watched& watched, const Rect& area) {
    const model::Place& place = watched.places[place_shown(frame, watched)];
    if (frame.training()->made() == 0) {
        symbols_within(frame.ui, {area.x, area.y + frame.ui.px(9)}, area.width, frame.text("gradients"),
                       Font::sans_bold, frame.ui.px(body_size), frame.ui[Role::text]);
        paragraph(frame.ui, {area.x, area.y + frame.ui.px(22)}, area.width, frame.text("gradients_before"),
                  Font::sans, label_size, frame.ui[Role::quiet]);
        return;
    }
    const std::string more =
        frame.plain("gradients_more", {{"place", place_name(frame.ui, place, watched.places)}});
    draw_headed_plot(frame, "gradients", more, gradient_plot(frame), area);
}

const Watched* watched_with_attention(const LearnFrame& frame) {
    if (!frame.state.shown.readings) return nullptr;
    for (const auto& watched : *frame.state.shown.readings)
        if (watched->run) return watched.get();
    return nullptr;
}

} // namespace

void draw_learn_answers(LearnFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("learn/answer_card", area);
    const Rect inner = area.inset(ui.px(18));
    const Watched* watched = watched_with_attention(frame);
    if (!watched || !frame.training()) return;
    float y = inner.y;
    const auto& tracks = frame.training()->tracks;
    if (tracks.size() > 1) { // the answers are those of the first with attention
        ui.canvas.text_within({inner.x, y + ui.px(7)}, inner.width, frame.name_of(tracks.front()), Font::sans,
                              ui.px(label_size), ui[Role::quiet]);
        y += ui.px(20);
    }
    y += draw_written(frame, {inner.x, y, inner.width, inner.bottom() - y});
    if (frame.state.shown.written && inner.bottom() - y < ui.px(least_below_story)) return;
    y = draw_questions(frame, *watched, {inner.x, y, inner.width, 0}) + ui.px(6);
    const Rect rest{inner.x, y, inner.width, inner.bottom() - y};
    if (frame.state.shown.written && rest.height < ui.px(least_below_story)) return;
    if (is_memory_trained(frame)) {
        const auto& tested = frame.training()->tracks.front().moment(frame.step())->tested;
        const std::string more =
            frame.plain("distance_more", {{"sentences", std::to_string(tested.sentences)},
                                          {"step", std::to_string(frame.step())}});
        draw_headed_plot(frame, "distance", more, distance_plot(frame), rest);
    } else {
        draw_gradients(frame, *watched, rest);
    }
}

} // namespace ui
