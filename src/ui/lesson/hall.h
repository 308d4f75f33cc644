#pragma once
// What the hall does in a lecture: it votes by a show of hands, and calls out a sentence that the lecturer
// types.

#include "lesson/text.h"
#include "ui/canvas/ui.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ui {

struct Hall {
    std::vector<int> votes = {};              ///< for each choice of the question; empty: nobody has voted
    std::optional<std::size_t> counting = {}; ///< the choice whose votes are being entered
    bool types = false;                       ///< a sentence is being typed …
    bool takes_caret = false;                 ///< … and its field is to have the caret
    std::string sentence = {};
    bool spoke = false; ///< a sentence was typed on this slide: what is wrong with it is said

    /// Begins to count the votes for a question with so many choices.
    void count(std::size_t choices);
    /// Takes a key while votes are entered: digits and Backspace, Enter for the next choice, Escape to stop.
    /// False: it means something else.
    bool take(int key);
    /// The words that a choice has beside it: "12", or "12 …" while it is entered; empty where nobody voted.
    std::string beside(std::size_t choice) const;
};

/// The field in which the sentence is typed, above the foot of the window; what was typed when Enter was
/// pressed. Escape closes it.
std::optional<std::string> draw_hall_field(Ui& ui, Hall& hall);

} // namespace ui
