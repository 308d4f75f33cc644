#pragma once
// The Check view: attention written by hand, checked each time it is saved. Which stage differs first, in
// which cells, and which mistake gives just these numbers.

#include "base/study.h"
#include "drawing/shapes/colours.h"
#include "exercise/level.h"
#include "exercise/tries.h"
#include "exercise/watch.h"
#include "ui/chrome/view.h"
#include "ui/widgets/text_field.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ui {

/// The numbers of a stage as they are drawn: theirs, ours and the difference, block by block.
struct StageNumbers {
    std::vector<std::shared_ptr<const base::Matrix>> theirs, ours, apart;
    drawing::Range range = {}; ///< one for all three
};

/// A try whose numbers are still there.
struct ShownTry {
    exercise::Attempt attempt;
    exercise::Try brief;              ///< empty verdicts where the answer could not be read
    std::vector<StageNumbers> stages; ///< of attempt.checked
};

/// What the watch over a folder has seen so far.
struct Watched {
    std::shared_ptr<const exercise::Question> question;
    exercise::Code code = {};
    std::optional<std::chrono::system_clock::time_point> code_saved = {};
    std::vector<std::shared_ptr<const ShownTry>> tries = {}; ///< the latest, the newest last
    std::size_t earlier = 0;                                 ///< tries before those
};

struct CheckChoices {
    std::size_t level = 0;    ///< in exercise::levels()
    std::size_t language = 0; ///< in exercise::languages()
};

struct CheckWork {
    std::filesystem::path kept_in;                        ///< the file that remembers folders; empty: none
    std::filesystem::path beside;                         ///< where folders go unless another place is named
    std::map<std::string, std::filesystem::path> folders; ///< of the exercises begun, by level
    base::Study<Watched> watch;
    std::optional<std::filesystem::path> watched_folder; ///< empty: nothing is watched
    std::shared_ptr<const Watched> seen;                 ///< of that folder; null: not yet
    std::size_t taken = 0;                               ///< so many of its tries
    std::vector<std::shared_ptr<const ShownTry>> tries;  ///< of the level, with numbers; the newest last
    std::size_t recorded = 0;                            ///< so many of those are in the progress
    std::optional<base::InputError> problem;             ///< why a folder cannot be used
};

struct CheckShown {
    std::optional<exercise::Try> looked_at; ///< an earlier try; empty: the newest
    std::string stage;                      ///< opened by a click; empty: the first that differs
    std::optional<std::size_t> block;       ///< of that stage, chosen; empty: where it differs most
    std::size_t hints = 0;                  ///< shown so far
    std::string hints_for;                  ///< the stage they are about
    std::string told_for;                   ///< the stage whose mistake was asked for
    bool all_stages = false, all_ruled_out = false;
    std::size_t large = 2;  ///< of theirs, ours, difference, where one of them is shown in numbers
    bool to_top = false;    ///< the page is to be seen from its top
    double since = 1e9;     ///< seconds since the last answer came
    bool elsewhere = false; ///< another folder is to be named, though there is one
};

/// What belongs to the page rather than to an exercise.
struct CheckForm {
    struct Awaited { ///< what an exercise will give
        std::string of;
        std::map<std::string, std::vector<std::int64_t>> shapes; ///< of its stages
        std::string name, text;                                  ///< of the file to begin with
    };
    std::optional<std::size_t> wanted_level; ///< asked for in this frame, shown from the next one on
    PathFieldState folder;                   ///< before there is one
    std::string folder_for;                  ///< the level for which its path was proposed
    Awaited awaited;
    bool tries_tab = false; ///< where there is room for one of the two panels at the right
    float happened_height = 150, levels_height = 300; ///< in the last frame, design pixels
};

struct CheckState {
    CheckChoices chosen;
    CheckWork work;
    CheckShown shown;
    CheckForm form;
};

class CheckView : public View {
public:
    void draw(ViewFrame& frame) override;
    void leave() override;
    void visit(workbench::ChoiceVisitor& choices) override;
    void take_results() override;
    void keep_in(const std::filesystem::path& folder) override;
    void write_into(const std::filesystem::path& folder) override;
    bool take_file(const std::filesystem::path& file) override;
    bool take_text(const std::string& text) override;
    std::vector<std::string> pages(const attention::Trace& t) const override;
    bool open(const std::string& page) override;
    nlohmann::json shown() const override;

private:
    CheckState state_;
};

// What the parts of the page share.

/// Stages that stand together in the strip: Q, K and V; most stand alone.
struct StageTile {
    std::string key;                 ///< "qkv", "scores"
    std::vector<std::size_t> stages; ///< places in the level
};
std::vector<StageTile> tiles_of(const exercise::Level& level);

/// What is said of a tile.
enum class TileVerdict {
    agrees,
    first,       ///< that differs
    follows,     ///< from the mistakes that are known: they give these numbers, too
    also,        ///< differs in a way that these mistakes do not explain
    other_shape, ///< behind the first that differs
    unjudged,    ///< differs, and nothing is known of it: it is computed from what differs
    missing
};

struct CheckFrame : ViewFrame {
    CheckState& state;
    bool has_ladder = true; ///< otherwise the exercises are in a menu

    const exercise::Level& level() const { return exercise::levels()[state.chosen.level]; }
    const exercise::Language& language() const { return exercise::languages()[state.chosen.language]; }
    const std::string& text(const std::string& name) const { return ui.texts.text("check." + name); }
    std::string plain(const std::string& name, const std::map<std::string, std::string>& values) const {
        return ui.plain("check." + name, narration::values_of(values));
    }
    /// "exercise.stage" and the like, of a stage or tile; its key where there is no such text.
    std::string of_stage(const std::string& list, const std::string& key) const;
    const std::string& title() const;
    /// Null until the question is read.
    const exercise::Question* question() const {
        return state.work.seen ? state.work.seen->question.get() : nullptr;
    }
    /// The folder of the level; null: it was not begun.
    const std::filesystem::path* folder() const;
    /// What the learner has done of a level; null: nothing.
    const exercise::LevelDone* done(const exercise::Level& level) const;
    /// The try on screen, with its numbers; null: none, or they are gone.
    const ShownTry* shown_try() const;
    /// The newest answer, if it could not be read.
    const ShownTry* unreadable() const;
    const exercise::Checked* checked() const {
        const ShownTry* now = shown_try();
        return now && now->attempt.checked ? &*now->attempt.checked : nullptr;
    }
    /// The stage that is opened.
    std::string opened_stage() const;
    float padding() const { return ui.px(area.height < ui.px(800) ? 20 : 28); }
};

/// `checked`: with the numbers, if they are still there, more is known.
TileVerdict tile_verdict(const exercise::Level& level, const exercise::Try& of, const StageTile& tile,
                         const exercise::Checked* checked);
/// The place in the level of the first stage that is wrong; empty: none is.
std::optional<std::size_t> first_wrong(const exercise::Try& of);
/// "The scale differs." of that stage.
std::string differs_text(const CheckFrame& frame, const exercise::Try& of, std::size_t wrong);
/// Whether the mistake of a try may be said. One that may still be in the file is told when it is asked for;
/// one that the learner is past, at once.
bool is_told(const CheckFrame& frame, const exercise::Try& of);
std::chrono::system_clock::time_point moment_of(const exercise::Try& of);

/// Words in blue that do something, at this left end and middle; returns whether they were clicked.
bool check_link(Ui& ui, const std::string& name, drawing::Point left_middle, const std::string& label,
                const std::string& hint = {});
float check_link_width(const Ui& ui, const std::string& label);
/// A tick, a ≠, or a dashed ring.
void draw_verdict(Ui& ui, drawing::Point centre, float radius, TileVerdict verdict);
/// A number of an answer with `digits` significant digits, without an exponent where that is readable:
/// "−1.5773", "0.00000013", "−∞", "NaN".
std::string number_of_answer(double value, int digits);
/// "14:32:07"
std::string clock_time(std::chrono::system_clock::time_point moment);
/// "26 November"
std::string day_of(std::chrono::system_clock::time_point moment);

// The watch.

/// Watches a folder, unless it does already. `once`: the question is read and nothing more, where nobody but
/// this program writes.
void watch(CheckState& state, const std::filesystem::path& folder, bool once = false);
void stop_watching(CheckWork& work);
/// Takes over what the worker has seen; the question in the folder may be another one than before.
void take_seen(CheckState& state, const std::shared_ptr<const Watched>& newest);
/// An attempt with its numbers as the page shows them.
std::shared_ptr<const ShownTry> shown_of(const exercise::Question& question, exercise::Attempt attempt);
/// A new answer is looked at, whatever was looked at before.
void add_to_tries(CheckState& state, std::shared_ptr<const ShownTry> made);

// What the user does.

void choose_level(CheckState& state, std::size_t level);
/// Watches this folder; what is wrong with it is in state.work.problem.
void use_folder(CheckState& state, const std::filesystem::path& folder);
/// Writes a new exercise of the level and watches it.
void begin_exercise(CheckFrame& frame, const std::filesystem::path& folder);
void begin_download(CheckFrame& frame);
void keep_folders(const CheckState& state);
void paste_numbers(CheckState& state, const std::string& text);

// The parts.

void draw_levels(CheckFrame& frame, const drawing::Rect& area);
/// The same as a menu.
void draw_levels_menu(CheckFrame& frame, drawing::Point at);
void draw_begin(CheckFrame& frame, const drawing::Rect& area);
void draw_answer(CheckFrame& frame, const drawing::Rect& area);

// Each draws below `at.y` and returns where it ends. `at.height`: the room to there from the bottom of what
// is seen without scrolling.

/// What is asked for: a sentence, and its formula.
float draw_task(CheckFrame& frame, const drawing::Rect& at, const exercise::Question& question);
/// The stages before there is an answer, with the shapes that they will have.
float draw_awaited(CheckFrame& frame, const drawing::Rect& at, const exercise::Question& question);
float draw_strip(CheckFrame& frame, const drawing::Rect& at);
float draw_opened(CheckFrame& frame, const drawing::Rect& at);
float draw_happened(CheckFrame& frame, const drawing::Rect& at);
float draw_all_stages(CheckFrame& frame, const drawing::Rect& at);
float draw_ruled_out(CheckFrame& frame, const drawing::Rect& at);
/// Where a stage differs most, or that it does not.
float tell_worst(CheckFrame& frame, const drawing::Rect& at, const exercise::CheckedStage& stage);
float tell_shape(CheckFrame& frame, const drawing::Rect& at, const exercise::CheckedStage& stage);
/// Hints about a stage, and the button for the next one.
float draw_hints(CheckFrame& frame, const drawing::Rect& at, const std::string& stage);
/// What the question of an exercise will give; computed once.
const CheckForm::Awaited& awaited_of(CheckFrame& frame, const exercise::Question& question);
void draw_your_file(CheckFrame& frame, const drawing::Rect& area);
void draw_tries(CheckFrame& frame, const drawing::Rect& area);

} // namespace ui
