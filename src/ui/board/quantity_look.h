#pragma once
// How each quantity looks and how its cells are named, the same everywhere: queries blue, keys orange,
// values green, weights violet.

#include "drawing/figures/matrix_layout.h"
#include "drawing/shapes/colours.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/canvas/theme.h"
#include "ui/chrome/scene.h"
#include "workbench/document/pass.h"

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ui {

/// The colour of a quantity's symbol and numbers.
drawing::Role role_of(std::optional<attention::Quantity> quantity);

/// The hue of its positive numbers, in bars as in cells.
drawing::Role hue_of(attention::Quantity quantity);

/// 0 for quantities shared by all heads, otherwise `head`.
base::Index own_head(attention::Quantity quantity, base::Index head);

/// How a matrix is coloured.
struct Coloured {
    drawing::ColourMap map = drawing::ColourMap::signed_values;
    drawing::Range range;
};

/// One range for two matrices being compared; if their maps differ, the signed map is used.
Coloured shared(const Coloured& a, const Coloured& b);

/// Weights are shares of 1 and are coloured on that scale. Only in a long sequence, where all may be very
/// small, the colours end earlier, at `end`; the legend says so.
Coloured weight_colours(float end, base::Index keys);

/// The colours of every matrix of a pass, cached so that its numbers are read once, not every frame.
class Ranges {
public:
    Coloured of(const std::shared_ptr<const workbench::Pass>& pass, attention::Quantity quantity,
                base::Index head);

private:
    std::weak_ptr<const workbench::Pass> pass_;
    std::map<std::pair<attention::Quantity, base::Index>, Coloured> coloured_;
};

/// Digit limits scaled to the user's reading size, for cells that keep their size.
drawing::DigitLimits digits_read(const Theme& theme);

// Names.

/// The name of a matrix of this pass: masked scores of which none is hidden are still called the scaled
/// scores.
attention::Quantity name_of(const workbench::Pass& pass, attention::Quantity quantity);

/// "q(it) · k(cat)", "s(it, cat)" where the score is not a dot product, "weight(it → cat)", "W_Q(living,
/// thing)".
std::string cell_name(const Scene& scene, const attention::Cell& cell);

/// How the names of the cell's row and column differ from those before a step, " (comfortable → tired)";
/// empty if they do not.
std::string renamed(const language::Names& before, const language::Names& now, const attention::Cell& cell);

} // namespace ui
