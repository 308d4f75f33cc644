#pragma once
// A document as JSON: omits defaults when writing, and checks field by field when reading.

#include "workbench/document/document.h"
#include "workbench/document/json_fields.h"

#include <cstddef>

namespace workbench {

/// The most numbers set by hand in a document. A session of two documents then stays far below
/// base::most_json_values, so that what was saved can be opened.
inline constexpr std::size_t most_overrides = 10'000;

nlohmann::ordered_json json_of(const Document& document);

/// Throws InputError naming file and field.
Document read_document(const Fields& fields);

} // namespace workbench
