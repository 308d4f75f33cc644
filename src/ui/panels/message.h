#pragma once
// What went wrong and what to do: a strip between the top bar and the view, with where, what and hint; good
// news, too. The view makes room for it: nothing is covered.

#include "attention/input_error.h"
#include "ui/ui.h"

#include <string>

namespace ui {

struct MessageState {
    std::string where, problem, hint;
    bool is_mistake = false;
    bool lasting = false; ///< it stays while the person works on, until it is closed

    bool open() const { return !problem.empty(); }
    void show(const attention::InputError& error) {
        where = error.where;
        problem = error.problem;
        hint = error.hint;
        is_mistake = true;
        lasting = false;
    }
    void tell(std::string what, std::string more) {
        where.clear();
        problem = std::move(what);
        hint = std::move(more);
        is_mistake = false;
        lasting = false;
    }
    void close() { problem.clear(); }
};

/// At the top of `area`; returns the height that it takes, 0 when there is nothing to say.
float draw_message(Ui& ui, MessageState& state, const drawing::Rect& area);

} // namespace ui
