#pragma once
// A document as JSON: omits defaults when writing, and checks field by field when reading.

#include "workbench/document/document.h"
#include "workbench/document/json_fields.h"

#include <cstddef>

namespace workbench {

/// Numbers set by hand in a document, so that a session of two has far fewer values than
/// base::most_json_values: what was saved can be opened.
inline constexpr std::size_t most_overrides = 10'000;

nlohmann::ordered_json json_of(const Document& document);

/// Throws InputError naming file and field.
Document read_document(const Fields& fields);

} // namespace workbench
