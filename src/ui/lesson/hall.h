#pragma once
// What the hall does in a lecture: it votes by a show of hands, and calls out a sentence or a number that the
// lecturer types.

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
    const char* notice = nullptr;             ///< a text that is said until the next key; null: none
    bool types = false;                       ///< a sentence is being typed …
    bool takes_caret = false;                 ///< … and its field is to have the caret
    std::string sentence = {};
    std::string number = {}; ///< that it calls out as the answer, as far as it is typed
    std::string told = {};   ///< about its last answer, a word or a number, which was wrong
    bool spoke = false;      ///< a sentence was typed on this slide: what is wrong with it is said

    /// Begins to count the votes for a question with so many choices; without any, that is said until the
    /// next key.
    void count(std::size_t choices);
    /// Takes a key while votes are entered: digits and Backspace, Enter for the next choice, Escape to stop.
    /// False: it means something else.
    bool take(int key);
    /// Takes a key of a number that is the answer: it begins with a digit or a minus. Backspace takes a
    /// character back, Escape all of them. False: it means something else, and what was typed is gone.
    bool type_number(int key);
    int total() const; ///< of the votes
    /// The words that a choice has beside it: "12", or "12 …" while it is entered; empty where nobody voted.
    std::string beside(std::size_t choice) const;
};

/// How the hall has voted, for a slide that shows the answer: a bar with its number for each choice, the
/// `right` one in green, and how many have voted.
void draw_votes(Ui& ui, const Hall& hall, std::size_t right, const drawing::Rect& line, float letters);

/// Its notice, above the foot of the window.
void draw_notice(Ui& ui, const Hall& hall);

/// The field in which the sentence is typed, above the foot of the window; what was typed when Enter was
/// pressed. Escape closes it.
std::optional<std::string> draw_hall_field(Ui& ui, Hall& hall);

} // namespace ui
