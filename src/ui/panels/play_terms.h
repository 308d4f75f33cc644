#pragma once
// The terms of the cell that is being made, as the card shows them: the numbers are those of its explanation.

#include "ui/actions.h"
#include "ui/ui.h"
#include "workbench/playback.h"

namespace ui {

/// left × right = product, or as much of it as the form has.
struct PlayTerm {
    enum State { done, now, ahead };

    std::string name = {}, left = {}, sign = {}, right = {}, product = {};
    bool exact = true; ///< the product follows from the numbers as they are written
    drawing::Role left_role = drawing::Role::text, right_role = drawing::Role::text;
    drawing::Role bar_role = drawing::Role::positive;
    float bar = 0; ///< −1 to 1, of the largest
    State state = done;
};

struct PlayTerms {
    std::vector<PlayTerm> rows = {};     ///< of a long sum, those around the one that was added last
    std::vector<std::string> added = {}; ///< what the sum is made of so far; of much, the end
    std::string sum = {};                ///< empty: nothing is added up
    bool exact = true;                   ///< `added` is `sum`, as they are written
    bool complete = false;               ///< `sum` is the result
};

/// At most `room` rows.
PlayTerms play_terms(const Ui& ui, const Scene& scene, const workbench::Moment& moment,
                     attention::Index room);
/// How many rows there are for a cell.
attention::Index play_rows(const Scene& scene, const attention::Cell& cell);

} // namespace ui
