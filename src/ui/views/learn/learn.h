#pragma once
// The Learn view: how does attention come to look where it should? Small models train while one watches, and
// every moment of their training can be revisited.

#include "base/study.h"
#include "drawing/plot/plot.h"
#include "ui/chrome/view.h"
#include "workbench/studies/training.h"

#include <array>
#include <map>

namespace ui {

/// With a part of the recipe, without it, or two models side by side.
enum class With { yes, no, both };

/// What the card in the middle shows, where a task has skills.
enum class LearnPicture { skills, attention };

struct LearnChoices {
    std::size_t subject = 0; ///< in learn_subjects
    std::int64_t width = 0;  ///< d_model; 0: the recipe's
    std::int64_t layers = 0; ///< 0: the recipe's
    std::size_t rate = 2;    ///< in learning_rates
    With scale = With::yes, hint = With::yes;
    std::int64_t seed = 1;
    std::size_t pace = 3;    ///< in paces
    std::int64_t place = -1; ///< the attention shown, in the order of computation; −1: the last
    std::int64_t head = 0;
    std::string sentence = {}; ///< the one watched; empty: the task's
    std::string words = {};    ///< live tasks are trained on these; empty: letters
    LearnPicture picture = LearnPicture::skills;
    std::string skill = {}; ///< of the task, whose curve stands beside the mean; empty: none
};

/// What can be trained here: ids for workbench::TrainingPlan.
inline constexpr std::array learn_subjects{"coreference", "translation", "stories", "reverse", "induction",
                                           "memory",      "sense",       "svo",     "copy"};
inline constexpr std::array learning_rates{0.0003F, 0.001F, 0.003F, 0.01F, 0.03F, 0.1F, 1.0F};
inline constexpr std::array paces{1.0, 5.0, 20.0, 0.0}; ///< steps in a second; 0: no limit

/// A training that was begun; it waits while another one is on screen.
struct LearnRun {
    workbench::TrainingPlan plan;
    std::shared_ptr<workbench::TrainingRun> run;              ///< touched only by the worker
    std::shared_ptr<const workbench::Training> training = {}; ///< null until it is loaded
};

/// The readings of the watched sentence that are on screen.
using Readings = std::vector<std::shared_ptr<const workbench::Watched>>;

/// What the models write at the moment on screen.
struct LearnWritten {
    std::shared_ptr<const learning::Task> task;
    base::Index step = 0;
    std::vector<learning::WrittenStory> stories; ///< of every track
};

struct LearnWork {
    std::vector<LearnRun> runs; ///< the current one last
    base::Study<workbench::Training> training;
    bool playing = false;
    bool for_picture = false;                    ///< trains to the end at once
    base::Study<Readings, std::string> readings; ///< of the sentence, at the moments shown
    base::Study<LearnWritten> written;           ///< at the moment shown, where the task is of stories
    base::Study<std::string> keeping;            ///< the id under which a model was kept
    bool keeps = false;                          ///< the answer is awaited
};

struct LearnShown {
    std::map<std::size_t, LearnChoices> left; ///< how each subject was left; they do not all offer the same
    std::optional<base::Index> step;          ///< of the training, looked back at; empty: the newest
    std::optional<base::Index> beside;        ///< a second moment to compare with
    std::shared_ptr<const LearnWritten> written; ///< perhaps of a moment before the one shown
    std::shared_ptr<const Readings> readings; ///< of every track at `step`, then of every track at `beside`
    std::optional<base::InputError> refused;  ///< why the typed sentence or words are not taken
    std::string sentence, words;              ///< as typed so far
    std::string last_sentence, last_words;    ///< the last ones that could be taken
    std::string warning;                      ///< what is wrong with the training, in the last frame
    std::string name;                         ///< of a model to be kept, as typed so far
    base::Index row = -1;                     ///< of the matrix, clicked; −1: see question_shown()
};

struct LearnState {
    LearnChoices chosen;
    LearnWork work;
    LearnShown shown;
};

class LearnView : public View {
public:
    void draw(ViewFrame& frame) override;
    /// Space trains and pauses, ← → look back and forth, Home and End go to the first and the newest moment.
    void keys(ViewFrame& frame) override;
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    /// One page for each task; for a picture it trains to the end.
    std::vector<std::string> pages(const attention::Trace& t) const override;
    bool open(const std::string& page) override;
    void take_results() override;
    bool trains() const override { return state_.work.playing; }
    nlohmann::json shown() const override;

private:
    LearnState state_;
};

// What the cards share.

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
/// The chosen subject: "coreference".
const std::string& subject_id(const LearnState& state);
/// The same colour, dashes and marker in every plot.
drawing::SeriesStyle track_style(std::size_t track);

// The training: choices become a plan, and a plan that was begun can be resumed.

/// Takes over the worker's results.
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
/// Tests the track's model as it is shown, writes it to the user's folder and opens it in the Heads view.
void keep_model(LearnFrame& frame, const workbench::TrainingTrack& track, const std::string& name,
                const std::optional<workbench::FileState>& replaced);

// What is shown of the watched sentence.

/// The index of the attention shown, in Watched::places.
std::size_t place_shown(const LearnFrame& frame, const workbench::Watched& watched);
/// The question whose answers are shown: that of the row clicked, or the first; of a story the last.
std::size_t question_shown(const LearnFrame& frame, const workbench::Watched& watched);
base::Index marked_row(const LearnFrame& frame, const workbench::Watched& watched);
/// What the model is asked in the watched sentence.
struct QuestionTold {
    std::string where; ///< "Asked", "Asked at place 3"
    std::string what;  ///< "what is “it”?"
};
QuestionTold question_told(const LearnFrame& frame, const workbench::Watched& watched, std::size_t question);

/// A text field whose text counts once Enter is pressed or it is left.
struct LearnField {
    std::string &typed, &value;
    std::string placeholder;
};
void type_into(LearnFrame& frame, const char* name, const drawing::Rect& place, const LearnField& field);

// The cards.

void draw_learn_set_up(LearnFrame& frame, const drawing::Rect& area);
/// Its button alone, at the bottom of the area; returns the height.
float draw_learn_play(LearnFrame& frame, const drawing::Rect& area);
void draw_learn_pictures(LearnFrame& frame, const drawing::Rect& area);
/// The answers of the model, or accuracy against distance; and the gradients.
void draw_learn_answers(LearnFrame& frame, const drawing::Rect& area);
void draw_learn_curves(LearnFrame& frame, const drawing::Rect& area);

// Where a task has skills (skills.cpp), and where it is of stories (written.cpp).

/// Whether the card in the middle shows the skills.
bool shows_skills(const LearnFrame& frame);
/// The switch between skills and attention, ending at the line's right; returns where it begins.
float choose_picture(LearnFrame& frame, const drawing::Rect& line);
/// A small curve for each skill; a click puts one beside the mean.
void draw_learn_skills(LearnFrame& frame, const drawing::Rect& area);
/// The chosen skill's place in the task; empty: none, or the task has no such skill.
std::optional<std::size_t> skill_chosen(const LearnFrame& frame);
/// "who has it now"
const std::string& skill_name(const LearnFrame& frame, std::size_t skill);
/// How a share of the answers that take a skill grows, by moment.
drawing::PlotSeries skill_series(const LearnFrame& frame, std::size_t track, std::size_t skill);
std::optional<drawing::Exportable> skills_export(const LearnFrame& frame);

/// The story of each model at the moment shown, the first word that breaks it marked. Returns the height.
float draw_written(LearnFrame& frame, const drawing::Rect& area);

/// The attention at every recorded moment up to the one shown, to be shared; empty where there is none yet.
std::optional<drawing::Exportable> learn_share(const LearnFrame& frame);

drawing::Plot loss_plot(const LearnFrame& frame);
drawing::Plot accuracy_plot(const LearnFrame& frame);
drawing::Plot gradient_plot(const LearnFrame& frame);
drawing::Plot distance_plot(const LearnFrame& frame);
/// Mouse and keys on a plot of steps: a drag looks back.
void look_back_on(LearnFrame& frame, const std::string& name, const drawing::Plot& plot,
                  const drawing::Rect& area);

} // namespace ui
