#pragma once
// JSON in files: limits for what is read, and a writer that accepts any bytes.

#include <cstddef>
#include <string>
#include <string_view>

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
