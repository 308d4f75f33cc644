#pragma once
// A document as JSON: omits defaults when writing, and checks field by field when reading.

#include "workbench/document.h"
#include "workbench/json_fields.h"

namespace workbench {

nlohmann::ordered_json json_of(const Document& document);

/// Throws InputError naming file and field.
Document read_document(const Fields& fields);

} // namespace workbench
