#pragma once
// The mask as a person chooses and draws it.

#include "attention/layer.h"
#include "attention/quantity.h"
#include "workbench/document/json_fields.h"

#include <span>
#include <vector>

namespace workbench {

/// The kinds of mask that can be chosen together; 0: not chosen.
struct MaskKinds {
    base::Index causal = 0;  ///< 1: chosen
    base::Index window = 0;  ///< how many neighbours on each side may be seen
    base::Index padding = 0; ///< how many keys at the end are padding

    bool operator==(const MaskKinds&) const = default;
};

/// A row in the table of these kinds. A new one is a number of MaskKinds, a row here, and what it means in
/// spelled_out().
struct ChosenKind {
    const char* key; ///< sessions, chips, anchors; its name is the text "controls.<key>"
    base::Index MaskKinds::*amount;
    bool is_switch; ///< on or off; otherwise a number
};
std::span<const ChosenKind> chosen_kinds();

/// The mask as chosen by the user; it becomes an attention::Mask once the lengths are known.
struct MaskChoice : MaskKinds {
    base::BoolMatrix drawn = {}; ///< drawn by hand; 0 rows: none
    /// What the drawing contains and changes: it allowed cells that these kinds forbid, so they are no longer
    /// chosen. They come back when the drawing is cleared.
    MaskKinds beneath = {};

    bool operator==(const MaskChoice& other) const;
};

/// The mask of m keys. `filled_up`: how many keys at the end are padding because the sentence is shorter than
/// the longest of its batch. Throws InputError for more padding than keys.
attention::Mask spelled_out(const MaskChoice& choice, base::Index m, base::Index filled_up = 0);

/// The mask of n queries and m keys after drawing on these cells of the scores. Forbidding adds to the kinds
/// chosen; where a cell is allowed that a kind forbids, the drawing takes the place of the kinds.
MaskChoice with_drawn(MaskChoice mask, const std::vector<attention::Cell>& cells, bool allow, base::Index n,
                      base::Index m);
/// The mask once its drawing is cleared.
MaskChoice without_drawing(MaskChoice mask);

// A mask as JSON: its kinds by name, and a drawn one row by row.

/// {"causal": true, "window": 2, "drawn": ["100", "110"], …}
nlohmann::ordered_json json_of(const MaskChoice& mask);

/// Throws InputError naming file and field.
MaskChoice read_mask(const Fields& fields);

} // namespace workbench
