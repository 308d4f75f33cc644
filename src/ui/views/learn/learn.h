#pragma once
// The Learn view: how does attention come to look where it should? Small models trained while one watches,
// with every moment of their training to go back to.

#include "ui/chrome/view.h"
#include "workbench/study.h"
#include "workbench/training_run.h"
#include "workbench/training_watch.h"

#include <array>
#include <map>

namespace ui {

/// With a part of the recipe, without it, or two models side by side.
enum class With { yes, no, both };

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
    std::string sentence = {}; ///< that is watched; empty: the task's
    std::string words = {};    ///< that live tasks are trained on; empty: letters
};

/// What can be trained here: ids for workbench::TrainingPlan.
inline constexpr std::array learn_subjects{"coreference", "translation", "reverse", "induction",
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

struct LearnWork {
    std::vector<LearnRun> runs; ///< the current one last
    workbench::Study<workbench::Training> training;
    bool playing = false;
    bool for_picture = false;                         ///< train to the end at once
    workbench::Study<Readings, std::string> readings; ///< of the sentence, at the moments shown
    workbench::Study<std::string> keeping;            ///< the id under which a model was kept
    bool keeps = false;                               ///< its answer is awaited
};

struct LearnShown {
    std::map<std::size_t, LearnChoices> left; ///< how each subject was left: not all offer the same
    std::optional<base::Index> step;          ///< looked back at; empty: the newest
    std::optional<base::Index> beside;        ///< a second moment to compare with
    std::shared_ptr<const Readings> readings; ///< of every track at `step`, then of every track at `beside`
    std::optional<base::InputError> refused;  ///< why the typed sentence or words are not taken
    std::string sentence, words;              ///< as typed so far
    std::string last_sentence, last_words;    ///< the last that could be taken
    std::string warning;                      ///< what is wrong with the training, in the last frame
    std::string name;                         ///< for a model to be kept, as typed so far
    base::Index row = -1;                     ///< of the matrix, clicked; −1: the first that is asked
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

} // namespace ui
