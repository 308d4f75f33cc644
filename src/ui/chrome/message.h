#pragma once
// Errors and what to do about them, and notices: a strip between the top bar and the view, with where, what
// and hint. The view makes room for it, so nothing is covered.

#include "base/input_error.h"
#include "ui/canvas/ui.h"

#include <string>

namespace ui {

struct MessageState {
    std::string where, problem, hint;
    bool is_mistake = false;
    bool lasting = false;      ///< stays while the user works on, until closed
    bool of_lesson = false;    ///< about the text of a lesson: closes when that is mended
    std::string about_words{}; ///< closes when the sentence is no longer this one; empty: stays

    bool open() const { return !problem.empty(); }
    void show(const base::InputError& error) {
        where = error.where;
        problem = error.problem;
        hint = error.hint;
        is_mistake = true;
        lasting = false;
        of_lesson = false;
        about_words.clear();
    }
    /// A mistake in a lesson's text stays while it is there.
    void show_of_lesson(const base::InputError& error) {
        show(error);
        lasting = of_lesson = true;
    }
    void tell(std::string what, std::string more) {
        where.clear();
        problem = std::move(what);
        hint = std::move(more);
        is_mistake = false;
        lasting = false;
        of_lesson = false;
        about_words.clear();
    }
    void close() { problem.clear(); }
};

/// Draws at the top of `area`; returns its height, 0 when there is no message.
float draw_message(Ui& ui, MessageState& state, const drawing::Rect& area);

} // namespace ui
