#pragma once
// The cards of the Learn view, and what they share.

#include "drawing/plot.h"
#include "ui/views/learn/learn.h"

namespace ui {

struct LearnFrame : ViewFrame {
    LearnState& state;

    /// The training on screen; null until it is loaded.
    const workbench::Training* training() const {
        return state.work.runs.empty() ? nullptr : state.work.runs.back().training.get();
    }
    /// The step shown: the one looked back at, or the newest.
    base::Index step() const;
    bool looks_back() const { return state.shown.step.has_value(); }
    const std::string& text(const std::string& name) const { return ui.texts.text("learn." + name); }
    std::string plain(const std::string& name, const std::map<std::string, std::string>& values) const;
    /// "with ÷ √d_k", "LSTM"; empty for a training of one model.
    std::string name_of(const workbench::TrainingTrack& track) const;
};

/// Words as a sentence.
std::string joined(const std::vector<std::string>& words);
/// "coreference": the subject that is chosen.
const std::string& subject_id(const LearnState& state);
/// The same colour, dashes and marker in every plot.
drawing::SeriesStyle track_style(std::size_t track);

// What is trained. Choices become a plan; training goes on with a plan that was begun.

/// Takes over what the worker has.
void take_training(LearnWork& work);
/// Loads what is chosen, and reads the watched sentence. Called first in every frame.
void follow_training(LearnFrame& frame);
void play(LearnFrame& frame);
void pause(LearnFrame& frame);
void make_one_step(LearnFrame& frame);
void start_over(LearnFrame& frame);
/// Forgets what came after the moment looked back at.
void go_back(LearnFrame& frame);
/// Looks back at the moment nearest to `step`; at the newest one it follows the training again.
void look_at(LearnFrame& frame, base::Index step);
/// To the moment before or after the one shown.
void look_by(LearnFrame& frame, int moments);
void set_pace(LearnFrame& frame, std::size_t pace);
void set_rate(LearnFrame& frame, std::size_t rate);
/// Tests the track's model as it is shown, writes it to the user's folder and opens it as a whole.
void keep_model(LearnFrame& frame, const workbench::TrainingTrack& track, const std::string& name,
                const std::optional<workbench::FileState>& replaced);

/// The index of the attention shown, in Watched::places.
std::size_t place_shown(const LearnFrame& frame, const workbench::Watched& watched);
/// The question whose answers are shown: that of the row clicked, or the first.
std::size_t question_shown(const LearnFrame& frame, const workbench::Watched& watched);
base::Index marked_row(const LearnFrame& frame, const workbench::Watched& watched);

/// A text field whose text counts once Enter is pressed or it is left.
struct LearnField {
    std::string &typed, &value;
    std::string placeholder;
};
void type_into(LearnFrame& frame, const char* name, const drawing::Rect& place, const LearnField& field);

void draw_learn_set_up(LearnFrame& frame, const drawing::Rect& area);
void draw_learn_pictures(LearnFrame& frame, const drawing::Rect& area);
/// The answers of the model, or accuracy against distance; and the gradients.
void draw_learn_answers(LearnFrame& frame, const drawing::Rect& area);
void draw_learn_curves(LearnFrame& frame, const drawing::Rect& area);

drawing::Plot loss_plot(const LearnFrame& frame);
drawing::Plot accuracy_plot(const LearnFrame& frame);
drawing::Plot gradient_plot(const LearnFrame& frame);
drawing::Plot distance_plot(const LearnFrame& frame);
/// Mouse and keys on a plot of steps: a drag looks back.
void look_back_on(LearnFrame& frame, const std::string& name, const drawing::Plot& plot,
                  const drawing::Rect& area);

} // namespace ui
