#pragma once
// Shows the open lesson, or whatever is on the desk, on a wall: chooses the slides, turns them by clicker and
// mouse, and gives the speaker the notes.

#include "ui/lesson/lecture.h"
#include "ui/lesson/tutor.h"

#include <functional>
#include <string>

namespace ui {

class Lecturer {
public:
    /// `tell_notes` hears the notes on each step; may be empty, and throws InputError when nobody can read
    /// them any more. `tutor` outlives the lecturer.
    Lecturer(const Classroom& room, Tutor& tutor, std::function<void(const std::string&)> tell_notes);

    bool on() const { return state_.on; }
    void start();
    void end();
    /// Whether the answer to the step's question is shown; empty outside of a lecture.
    std::optional<bool> revealed() const { return on() ? std::optional(state_.revealed) : std::nullopt; }
    const LectureState& state() const { return state_; }

    /// Called in each frame after the tutor's: tells the notes on a step that has arrived.
    void follow();
    /// Draws the slide over the whole window; its keys are the only ones that do something, and none of them
    /// while `covered` by the card of keys. Nothing of the view reacts to the mouse.
    void draw(Ui& ui, ViewFrame& frame, bool covered);

private:
    Slide slide(const Ui& ui);
    std::function<void(Ui& ui, const drawing::Rect& area, const Growth&)> picture_of_answer();
    /// What the hall calls out takes the place of the sentence; the slide then speaks of that.
    void type_sentence(Ui& ui, Actions& actions);
    /// A click, and no line of the pen.
    bool was_clicked(const Ui& ui) const;
    /// A click on the word that is asked for shows the answer; true where a word was clicked.
    bool answer_by_click(const Ui& ui);
    /// Any other word becomes the one that asks.
    void mark_by_click(const Ui& ui, Actions& actions);
    void carry_out(const LectureWish& wish, const Slide& slide, Actions& actions);
    void open_next_lesson();
    void tell_notes();

    Classroom room_;
    Tutor& tutor_;
    std::function<void(const std::string&)> tell_notes_;
    LectureState state_;
    std::string noted_; ///< place of the step whose notes were told last
};

} // namespace ui
