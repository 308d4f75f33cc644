#pragma once
// The terms of the cell being computed, as shown on the card; the numbers are those of its explanation.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "workbench/playback.h"

namespace ui {

/// left × right = product, or the parts of it that the form has.
struct PlayTerm {
    enum State { done, now, ahead };

    std::string name = {}, left = {}, sign = {}, right = {}, product = {};
    bool exact = true; ///< the product is exact for the numbers as written
    drawing::Role left_role = drawing::Role::text, right_role = drawing::Role::text;
    drawing::Role bar_role = drawing::Role::positive;
    float bar = 0; ///< −1 to 1; of a sum of products, relative to full_bar()
    State state = done;
};

struct PlayTerms {
    std::vector<PlayTerm> rows = {};     ///< of a long sum, those around the last one added
    std::vector<std::string> added = {}; ///< terms of the sum so far; of a long sum, the last ones
    std::string sum = {};                ///< empty: there is no sum
    bool exact = true;                   ///< `added` gives exactly `sum`, as written
    bool complete = false;               ///< `sum` is the result
};

/// At most `room` rows.
PlayTerms play_terms(const Ui& ui, const Scene& scene, const workbench::Moment& moment, base::Index room);
/// The number of rows for a cell.
base::Index play_rows(const Scene& scene, const attention::Cell& cell);

} // namespace ui
