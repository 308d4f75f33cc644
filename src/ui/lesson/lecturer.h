#pragma once
// Shows the open lesson, or whatever is on the desk, on a wall: chooses the slides, turns them by clicker and
// mouse, and gives the speaker the notes.

#include "base/worker.h"
#include "lesson/lecture_notes.h"
#include "ui/lesson/lecture.h"
#include "ui/lesson/tutor.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ui {

/// What reaches the lecturer and not the hall; each may be empty.
struct LecturerWays {
    /// Hears the notes on each step. Throws InputError when nobody can read them any more.
    std::function<void(const std::string&)> tell_notes = {};
    std::filesystem::path notes_file = {};     ///< what the lecturer's own window reads
    std::function<bool()> open_presenter = {}; ///< opens that window; false: it could not
};

class Lecturer {
public:
    /// `tutor` outlives the lecturer.
    Lecturer(const Classroom& room, Tutor& tutor, LecturerWays ways);
    ~Lecturer();

    bool on() const { return state_.on; }
    void start();
    void end();
    /// Whether the answer to the step's question is shown; empty outside of a lecture.
    std::optional<bool> revealed() const { return on() ? std::optional(state_.revealed) : std::nullopt; }
    /// A question is open on the wall: nothing may give its answer away.
    bool asks() const {
        return on() && tutor_.running() && tutor_.running()->step().question && !state_.revealed;
    }
    const LectureState& state() const { return state_; }
    /// For tests: how many keys the lecturer's own window is known to have sent; 0 where there is none.
    std::size_t keys_of_own_window() const { return keys_there_ ? keys_there_->pressed.size() : 0; }

    /// Called in each frame after the tutor's: tells the notes on a step that has arrived.
    void follow();
    /// Draws the slide over the whole window; its keys are the only ones that do something, and none of them
    /// while `covered` by the card of keys. Nothing of the view reacts to the mouse.
    void draw(Ui& ui, ViewFrame& frame, bool covered);

private:
    Slide slide(const Ui& ui);
    /// How a goal is worked where the slide shows no handle for it; empty: it does.
    std::string way(const Ui& ui) const;
    /// The controls of a stage that its goal takes.
    std::set<std::string, std::less<>> stage_controls() const;
    /// Shows the answer that the hall has found, or replies to a wrong one.
    void take_verdict(const Ui& ui, const lesson::Verdict& verdict);
    /// What the last try came to; before the first, the way.
    void tell_try(const Ui& ui, Slide& slide);
    Slide left_slide(); ///< of a step whose words the hall has replaced, or that is on its way
    std::function<void(Ui& ui, const drawing::Rect& area, const Growth&)> picture_of_answer();
    /// Whether a number that is to be changed is on the slide as it was drawn.
    void look_for_numbers(const Ui& ui, bool works);
    /// What the hall calls out takes the place of the sentence; the slide then speaks of that.
    void type_sentence(Ui& ui, Actions& actions);
    /// All of the view in the picture's place, with its controls.
    void draw_whole_view(Ui& large, ViewFrame& frame, const drawing::Rect& area);
    /// Where the hall is to make something true: a click opens a number, or the sentence, to be typed over.
    /// `own`: the slide shows words and matrices, not another view. True where something was clicked.
    bool work_on_slide(Ui& ui, ViewFrame& frame, bool own);
    std::optional<base::Index> word_under_mouse(const Ui& ui) const;
    /// A click, and no line of the pen.
    bool was_clicked(const Ui& ui) const;
    /// A click on the word that is asked for shows the answer; true where a word was clicked.
    bool answer_by_click(const Ui& ui);
    /// Any other word becomes the one that asks.
    void mark_by_click(const Ui& ui, Actions& actions);
    /// A number that the hall has called out.
    void judge_number(const Ui& ui, const std::string& typed);
    void carry_out(const Ui& ui, const LectureWish& wish, const Slide& slide, Actions& actions);
    void open_next_lesson();
    std::string told(const std::string& text); ///< as it reads with the numbers on screen
    void tell_notes();
    /// Writes what the lecturer's own window shows of the slide, where that has changed.
    void write_notes();
    /// The keys of this frame, and those that were pressed in the lecturer's own window.
    std::vector<KeyPress> all_keys(Ui& ui);
    void listen_to_own_window();
    void open_own_window();
    /// What stands in the way of a sentence or a number of the hall, until the next key.
    bool says_refusal() const;
    void draw_refusal(Ui& ui);

    using KeysThere = std::optional<lesson::LectureKeys>; ///< empty: that window is not open
    base::Worker own_window_;                             ///< reads them
    KeysThere keys_there_ = {};                           ///< those that were taken

    Classroom room_;
    Tutor& tutor_;
    LecturerWays ways_;
    LectureState state_;
    std::string noted_;                                  ///< place of the step whose notes were told last
    std::shared_ptr<const lesson::Lesson> last_of_ = {}; ///< the lesson of the slide shown last
    Slide last_;                                         ///< of a step, as last shown
    bool out_of_sight_ = false;         ///< what its goal wants to be changed is not on the slide
    Needed needs_ = {};                 ///< of the whole view by the step
    std::int64_t began_ = 0;            ///< seconds since 1970
    lesson::LectureNotes written_ = {}; ///< into that file
};

} // namespace ui
