#pragma once
// Tables with commas, as RFC 4180 writes them.

#include <string>
#include <vector>

namespace base {

/// A field, in quotation marks where it holds a comma, a quotation mark or a line's end. Before a text that a
/// spreadsheet would take for a formula ("=…") stands an apostrophe; a number stays as it is.
std::string csv_field(const std::string& text);

/// A row of fields and its end, "\r\n".
std::string csv_line(const std::vector<std::string>& fields);

} // namespace base
