#pragma once
// JSON in files: limits for what is read, and a writer that accepts any bytes.

#include "base/input_error.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace base {

/// Code that walks through the values later recurses once per level.
inline constexpr int deepest_json = 32;
/// More than any session that is saved (see workbench::most_overrides) or any list of tensors has; a short
/// compressed line can stand for millions.
inline constexpr std::size_t most_json_values = 250'000;

/// Checks JSON before it is parsed, so that JSON that is too large or too deeply nested costs no more than a
/// look at its beginning. It may come in parts, as it is unpacked.
class JsonBounds {
public:
    explicit JsonBounds(std::string where) : where_(std::move(where)) {}
    /// Throws InputError for more than deepest_json levels or most_json_values values.
    void read(std::string_view part);

private:
    std::string where_;
    int depth_ = 0;
    std::size_t values_ = 1; ///< begun so far: an upper bound
    bool in_text_ = false, escaped_ = false;
};

inline void JsonBounds::read(std::string_view part) {
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

/// The same for the whole text. Not a callback of the parser, which with one goes through all values of a
/// list again at the end of each.
inline void expect_bounded_json(std::string_view text, const std::string& where) {
    JsonBounds(where).read(text);
}

/// The value as text; U+FFFD stands for bytes that are not UTF-8, where dump() alone would throw.
template <typename Json>
std::string json_text(const Json& value, int indent = -1) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace base
