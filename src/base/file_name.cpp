#include "base/file_name.h"

#include "base/utf8.h"

#include <optional>

namespace base {

namespace fs = std::filesystem;

namespace {

// A path is one or the other.

[[maybe_unused]] std::string in_utf8(const std::string& name) {
    return well_formed(name);
}

/// UTF-16: halves of pairs that stand alone are replaced.
[[maybe_unused]] std::string in_utf8(std::wstring name) {
    const auto is_first = [](wchar_t unit) { return unit >= 0xD800 && unit < 0xDC00; };
    const auto is_second = [](wchar_t unit) { return unit >= 0xDC00 && unit < 0xE000; };
    for (std::size_t i = 0; i < name.size(); ++i)
        if (is_first(name[i]) && i + 1 < name.size() && is_second(name[i + 1]))
            ++i;
        else if (is_first(name[i]) || is_second(name[i]))
            name[i] = 0xFFFD;
    const std::u8string text = fs::path(name).u8string();
    return {text.begin(), text.end()};
}

bool has_replacement(const std::string& text) {
    return text.find(replacement) != std::string::npos;
}

/// Empty where there is none, or more than one.
std::optional<fs::path> only_one_shown_as(const std::string& name, const fs::path& folder) {
    std::optional<fs::path> found;
    std::error_code failed;
    for (fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, failed), end;
         !failed && entry != end; entry.increment(failed)) {
        const fs::path here = entry->path().filename();
        if (shown(here) != name) continue;
        if (found) return std::nullopt;
        found = here;
    }
    return found;
}

} // namespace

std::string shown(const fs::path& file) {
    return in_utf8(file.native());
}

fs::path path_shown_as(const std::string& text) {
    if (!has_replacement(text)) return text;
    fs::path path;
    for (const fs::path& part : fs::path(text)) {
        std::error_code unknown;
        const bool is_meant = !has_replacement(shown(part)) || fs::exists(path / part, unknown);
        path /= is_meant ? part : only_one_shown_as(shown(part), path).value_or(part);
    }
    return path;
}

} // namespace base
