// What is shared of a training: the attention at every recorded moment, one after the other.
#include "drawing/shapes/fitted_text.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/board/share.h"
#include "ui/views/learn/learn.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Training;
using workbench::TrainingTrack;
using workbench::Watched;

namespace {

constexpr double training_begins = 0.4, training_ends = 5.2; // seconds of the clip; then it rests
constexpr float largest_width = 110, largest_height = 48, words_column = 330, line_pitch = 30;

/// The track that is watched, up to the step shown; owned by the clip.
struct LearnScript {
    std::shared_ptr<const Training> training;
    const TrainingTrack* track = nullptr;
    learning::Example example;
    std::size_t moments = 0; ///< of the track, from its first
    std::size_t place = 0, question = 0;
    Index head = 0, row = 0;
    std::string step_of, right;
    QuestionTold asked;
};

class LearnPainter {
public:
    LearnPainter(const LearnScript& script, const Palette& palette, const TextMeasure& measure)
        : script_(script), palette_(palette), measure_(measure) {}

    Figure paint(double seconds) {
        const double share =
            std::clamp((seconds - training_begins) / (training_ends - training_begins), 0.0, 1.0);
        const auto at =
            static_cast<std::size_t>(std::lround(share * static_cast<double>(script_.moments - 1)));
        const auto watched =
            workbench::watch(script_.track->task, script_.track->moments[at], script_.example);
        matrix(watched);
        said(*watched);
        return std::move(figure_);
    }

private:
    void matrix(const std::shared_ptr<const Watched>& watched) {
        const model::Place& place = watched->places[script_.place];
        const attention::Trace& trace = watched->run->at(place).trace;
        const std::shared_ptr<const base::Matrix> weights(
            watched, &trace.matrix(attention::Quantity::weights, script_.head));
        const auto& rows = place.part == model::Part::encoder ? watched->source : watched->target;
        const auto& columns = place.part == model::Part::decoder ? watched->target : watched->source;
        const Coloured coloured = weight_colours(1, weights->cols());
        MatrixOptions options;
        options.map = coloured.map;
        options.range = coloured.range;
        options.row_name = [&rows](Index i) { return rows[static_cast<std::size_t>(i)]; };
        options.column_name = [&columns](Index i) { return columns[static_cast<std::size_t>(i)]; };
        options.marked_row = script_.row;
        options.hidden = [&](CellPlace cell) {
            return std::isinf(trace.matrix(attention::Quantity::masked, script_.head)(cell.row, cell.column));
        };
        const Rect room{share_room.x, share_room.y, share_room.width - words_column, share_room.height};
        const MatrixLayout layout = fit_with_names(room, weights->rows(), weights->cols(), options,
                                                   largest_width, largest_height, measure_);
        Figure drawn = matrix_figure(weights, layout, options, palette_, measure_);
        figure_.insert(figure_.end(), drawn.begin(), drawn.end());
    }

    void write(float y, Font font, float size, Role role, const std::string& text) {
        const float x = share_room.right() - words_column + 40;
        figure_.push_back(Label{{x, y},
                                Align::left,
                                font,
                                size,
                                palette_[role],
                                elided(text, share_room.right() - x, font, size, measure_)});
    }

    /// The step, how many test questions are answered correctly, and what the model answers here.
    void said(const Watched& watched) {
        float y = share_room.y + 60;
        write(y, Font::sans, 24, Role::quiet, script_.step_of);
        write(y + 52, Font::mono_bold, 66, Role::text, std::to_string(watched.moment->step));
        y += 130;
        const workbench::PossibleAnswer answer =
            workbench::possible_answers(watched, script_.question, 1).front();
        for (const std::string& line : {script_.asked.where, script_.asked.what}) {
            write(y, Font::sans, 22, Role::quiet, line);
            y += line_pitch;
        }
        const StoryAnswer chip{.word = answer.word, .number = narration::decimal(answer.probability)};
        constexpr float scale = 1.3F;
        const Rect place{share_room.right() - words_column + 40, y, answer_width_of(chip, scale, measure_),
                         story_sizes::answer_height * scale};
        Figure drawn = answer_figure(place, chip, true, scale, palette_, measure_);
        figure_.insert(figure_.end(), drawn.begin(), drawn.end());
        y += 116;
        write(y, Font::mono_bold, 40, Role::text,
              number_text(static_cast<float>(100 * watched.moment->tested.accuracy), 0) + " %");
        write(y + line_pitch + 4, Font::sans, 24, Role::quiet, script_.right);
    }

    const LearnScript& script_;
    const Palette& palette_;
    const TextMeasure& measure_;
    Figure figure_;
};

} // namespace

std::optional<Exportable> learn_share(const LearnFrame& frame) {
    const auto& readings = frame.state.shown.readings;
    const std::shared_ptr<const Training> training =
        frame.state.work.runs.empty() ? nullptr : frame.state.work.runs.back().training;
    if (!training || !readings) return {};
    const auto found = std::ranges::find_if(*readings, [](const auto& one) { return one->run.has_value(); });
    if (found == readings->end()) return {}; // no attention, or none yet
    const Watched& watched = **found;
    auto script = std::make_shared<LearnScript>();
    script->training = training;
    script->track =
        &training->tracks[static_cast<std::size_t>(found - readings->begin()) % training->tracks.size()];
    script->example = watched.example;
    const auto& moments = script->track->moments;
    script->moments = static_cast<std::size_t>(
        std::ranges::count_if(moments, [&](const auto& one) { return one->step <= watched.moment->step; }));
    if (script->moments < 2) return {};
    script->place = place_shown(frame, watched);
    script->question = question_shown(frame, watched);
    script->row = marked_row(frame, watched);
    const attention::Trace& trace = watched.run->at(watched.places[script->place]).trace;
    script->head = std::min<Index>(frame.state.chosen.head, std::ssize(trace.heads) - 1);
    script->step_of = frame.ui.text("share.learn_step");
    script->right = frame.ui.text("share.learn_right");
    script->asked = question_told(frame, watched, script->question);
    script->asked.where = frame.plain("asked_above", {{"where", script->asked.where}});
    const auto& rows =
        watched.places[script->place].part == model::Part::encoder ? watched.source : watched.target;
    const std::string word = "“" + rows[static_cast<std::size_t>(script->row)] + "”";
    return share_export(
        frame.ui,
        {frame.ui.said("share.learn_question", {{"word", narration::toned(word, narration::Tone::query)}}),
         frame.ui.text("share.in_training")},
        ShareClip{.moves = frame.ui.plain(
                      "share.learn_moves",
                      {{"asker", {{word}}}, {"step", {{std::to_string(watched.moment->step)}}}}),
                  .figure = [script](double seconds, const Palette& palette, const TextMeasure& measure) {
                      return LearnPainter(*script, palette, measure).paint(seconds);
                  }});
}

} // namespace ui
