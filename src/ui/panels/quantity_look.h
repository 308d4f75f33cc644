#pragma once
// How each quantity looks, in every panel the same: queries blue, keys orange, values green, weights violet.

#include "drawing/colour_map.h"
#include "drawing/fitted_text.h"
#include "ui/theme.h"
#include "workbench/pass.h"

#include <map>
#include <memory>
#include <optional>

namespace ui {

/// The colour in which a quantity's symbol and numbers are written.
drawing::Role role_of(std::optional<attention::Quantity> quantity);

/// What a matrix of this pass is called: scores of which none is hidden are still the scaled scores.
attention::Quantity name_of(const workbench::Pass& pass, attention::Quantity quantity);
/// 0 for what all heads share, else `head`.
attention::Index own_head(attention::Quantity quantity, attention::Index head);

/// How a matrix is coloured.
struct Coloured {
    drawing::ColourMap map = drawing::ColourMap::signed_values;
    drawing::Range range;
};

/// Digits as large as the person reads them where the cells stay as they are.
drawing::DigitLimits digits_read(const Theme& theme);

/// One range for two matrices that are compared; two maps that differ give way to the signed one.
Coloured shared(const Coloured& a, const Coloured& b);

/// The colours of every matrix of a pass: its numbers are read once, not in every frame.
class Ranges {
public:
    Coloured of(const std::shared_ptr<const workbench::Pass>& pass, attention::Quantity quantity,
                attention::Index head);

private:
    std::weak_ptr<const workbench::Pass> pass_;
    std::map<std::pair<attention::Quantity, attention::Index>, Coloured> coloured_;
};

} // namespace ui
