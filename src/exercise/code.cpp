#include "exercise/code.h"

#include <algorithm>

namespace exercise {

namespace {

std::string_view without_blanks(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

bool is_comment(std::string_view line) {
    return line.starts_with('#') || line.starts_with("//");
}

/// The stage that a comment begins with; null for another line.
const std::string* stage_begun_by(std::string_view line, const Level& level) {
    if (!is_comment(line)) return nullptr;
    line = without_blanks(line.substr(line.starts_with('#') ? 1 : 2));
    const std::string_view name = line.substr(0, line.find(','));
    const auto found = std::ranges::find(level.stages, name);
    return found == level.stages.end() ? nullptr : &*found;
}

} // namespace

std::vector<CodeLine> sections_of(std::string_view text, const Level& level) {
    std::vector<CodeLine> lines;
    std::string stage;
    std::size_t indent = 0;
    while (!text.empty()) {
        const std::string_view whole = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(whole.size() + 1, text.size()));
        const std::string_view line = without_blanks(whole);
        if (const std::string* begun = stage_begun_by(line, level)) {
            if (stage.empty()) indent = whole.find(line);
            stage = *begun;
            continue;
        }
        if (stage.empty() || line.empty() || is_comment(line)) continue;
        const std::size_t at = whole.find(line);
        if (at < indent || (at == indent && line.starts_with("return"))) break; // the function ends
        std::string shown(at - indent, ' ');
        lines.push_back({shown.append(line), stage});
    }
    return lines;
}

} // namespace exercise
