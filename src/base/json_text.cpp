#include "base/json_text.h"

#include "base/input_error.h"

namespace base {

void JsonBounds::read(std::string_view part) {
    for (const char c : part) {
        if (in_text_) {
            in_text_ = escaped_ || c != '"';
            escaped_ = !escaped_ && c == '\\';
            continue;
        }
        switch (c) {
        case '"':
            in_text_ = true;
            break;
        case '[':
        case '{':
            ++depth_;
            [[fallthrough]]; // may hold a first value
        case ',':
            ++values_;
            break;
        case ']':
        case '}':
            --depth_;
            break;
        default:
            break;
        }
        if (depth_ > deepest_json)
            throw InputError(where_,
                             "lists and objects are nested more than " + std::to_string(deepest_json) +
                                 " levels deep",
                             "valid files are not nested this deeply: open another one");
        if (values_ > most_json_values)
            throw InputError(where_, "it holds more than " + std::to_string(most_json_values) + " values",
                             "valid files do not hold this many: open another one");
    }
}

} // namespace base
