#include "base/csv.h"

#include "base/text.h"

#include <string_view>

namespace base {

std::string csv_field(const std::string& text) {
    const bool as_formula =
        !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
    std::string field = as_formula && !double_in(text) ? "'" + text : text;
    if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
    for (std::size_t quote = field.find('"'); quote != std::string::npos; quote = field.find('"', quote + 2))
        field.insert(quote, 1, '"');
    return '"' + field + '"';
}

std::string csv_line(const std::vector<std::string>& fields) {
    std::string line;
    for (std::size_t i = 0; i < fields.size(); ++i)
        line += (i > 0 ? "," : "") + csv_field(fields[i]);
    return line + "\r\n";
}

} // namespace base
