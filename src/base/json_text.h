#pragma once
// JSON from files and to files: how much of it is read, and text of any bytes written.

#include <cstddef>
#include <string>
#include <string_view>

namespace base {

inline constexpr int deepest_json = 32; ///< code that walks through it later recurses once per level
/// More than any session that is saved (see workbench::most_overrides) or any list of tensors has; a short
/// compressed line can stand for millions.
inline constexpr std::size_t most_json_values = 250'000;

/// Looks at JSON before it is parsed, so that what is too large or nested too deeply costs no more than a
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

/// The same for the whole text. The parser's callback is no place for such a check: with one, it looks at all
/// values of a list again at the end of each.
inline void expect_bounded_json(std::string_view text, const std::string& where) {
    JsonBounds(where).read(text);
}

/// The value as text; U+FFFD stands for bytes that are not UTF-8, where dump() alone would throw.
template <typename Json>
std::string json_text(const Json& value, int indent = -1) {
    return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace base
