#pragma once
// Errors and what to do about them, and notices: with where, what and hint, over the top of the view, which
// does not move. A mistake stays until it is closed or out of date; a notice goes by itself.

#include "base/input_error.h"
#include "ui/canvas/ui.h"

#include <string>
#include <utility>

namespace ui {

struct MessageState {
    std::string where, problem, hint;
    bool is_mistake = false;
    bool lasting = false;   ///< stays while the user works on, until closed
    bool of_lesson = false; ///< about the text of a lesson: closes when that is mended
    /// Stays while these words are on screen, and goes with them; empty: a notice about what was done.
    std::string about_words{};
    double age = 0; ///< seconds that it has been seen

    bool open() const { return !problem.empty(); }
    void show(const base::InputError& error) {
        *this = {};
        where = error.where;
        problem = error.problem;
        hint = error.hint;
        is_mistake = true;
    }
    /// A mistake in a lesson's text stays while it is there.
    void show_of_lesson(const base::InputError& error) {
        show(error);
        lasting = of_lesson = true;
    }
    void tell(std::string what, std::string more) {
        *this = {};
        problem = std::move(what);
        hint = std::move(more);
    }
    void close() { problem.clear(); }
    /// A notice has been there long enough to be read. Called in every frame; the time passes between them.
    void grow_older(double seconds);
};

/// Draws over the top of `area`.
void draw_message(Ui& ui, MessageState& state, const drawing::Rect& area);

} // namespace ui
