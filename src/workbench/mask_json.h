#pragma once
// A mask as JSON: its kinds by name, and a drawn one row by row.

#include "workbench/json_fields.h"
#include "workbench/mask_choice.h"

namespace workbench {

/// {"causal": true, "window": 2, "drawn": ["100", "110"], …}
nlohmann::ordered_json json_of(const MaskChoice& mask);

/// Throws InputError naming file and field.
MaskChoice read_mask(const Fields& fields);

} // namespace workbench
