#pragma once
// A document as JSON: short where nothing was chosen, and checked field by field when it is read.

#include "workbench/document.h"
#include "workbench/json_fields.h"

namespace workbench {

nlohmann::ordered_json json_of(const Document& document);

/// Throws InputError naming file and field.
Document read_document(const Fields& fields);

} // namespace workbench
