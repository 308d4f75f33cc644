#pragma once
// What is unusual about a document: facts in words, marked names of changed rows, and a line of chips, one
// for each setting that is not the default.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "workbench/document/in_force.h"

namespace ui {

/// The text "<section>.<key>", filled with the fact's values.
std::string fact_text(const Ui& ui, const std::string& section, const workbench::Fact& fact);

/// The name of row `index` of a matrix, marked after a word whose row was changed.
std::string row_label(const workbench::Pass& pass, attention::Quantity quantity, base::Index index);
/// The name of column `index`, marked the same way where the columns are keys.
std::string column_label(const workbench::Pass& pass, attention::Quantity quantity, base::Index index);

/// A hint about a word's changed row; empty if it was not changed.
std::string changed_row_hint(const Ui& ui, const workbench::Pass& pass, base::Index place, bool in_memory);

// The chips. Most have a × that restores the default.

struct ChipsState {
    std::weak_ptr<const workbench::Pass> pass = {}; ///< the pass that `found` belongs to
    base::Index head = 0;
    std::vector<workbench::InForce> found = {};
    bool tells_unknown = false;                    ///< … words: where no card asks about them
    std::vector<workbench::Subject> left_out = {}; ///< what the view shows in another way
    int most_lines =
        0;            ///< the last chip counts those that do not fit, and its hint names them; 0: any number
    float height = 0; ///< pixels; frozen while the mouse is held, so that nothing moves from under it
};

/// Between chips and below the last line, design pixels.
inline constexpr float chips_gap = 6;

/// The height of the chips within `width`, with the gap below: 0 when there are none.
float chips_height(Ui& ui, ChipsState& state, const Scene& scene, float width);

/// The height to reserve for chips on a page of this height: on a high page at least one line, so that the
/// first chip moves nothing.
float chips_room(const Ui& ui, float chips, float page_height);

/// Draws the chips from the top left of `area`, in as many lines as needed.
void draw_chips(Ui& ui, ChipsState& state, const Scene& scene, const drawing::Rect& area, Actions& actions);

} // namespace ui
