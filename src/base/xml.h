#pragma once
// Text in XML.

#include <string>
#include <string_view>

namespace base {

/// Text as it stands in an element or an attribute: &, <, > and quotation marks as entities. Control
/// characters that XML does not have are left out.
std::string xml_escaped(std::string_view text);

} // namespace base
