#include "narration/wording.h"

#include "base/number_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace narration {
namespace {

using base::Index;

std::string fixed(float value, int decimals) {
    return base::fixed(std::abs(value), decimals);
}

std::string with_sign(float value, const std::string& digits) {
    const bool zero = digits.find_first_not_of("0.") == std::string::npos;
    return value < 0 && !zero ? "−" + digits : digits;
}

/// False for tokens that merely number the rows.
bool are_words(const std::vector<std::string>& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (tokens[i] != std::to_string(i + 1)) return true;
    return false;
}

bool is_mark(const std::string& token) {
    return std::ranges::all_of(token, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x80 && !std::isalnum(byte);
    });
}

} // namespace

std::string decimal(float value) {
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    const float size = std::abs(value);
    const int decimals = size >= 1000 ? 0 : size >= 0.0095F || size < 0.00005F ? 2 : size >= 0.00095F ? 3 : 4;
    return with_sign(value, fixed(value, decimals));
}

std::string short_number(float value) {
    std::string digits = fixed(value, 2);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
    return with_sign(value, digits);
}

Paragraph toned(std::string text, Tone tone) {
    return {{std::move(text), tone}};
}

Paragraph number(float value) {
    return toned(decimal(value), Tone::number);
}

Paragraph number(Index value) {
    return toned(std::to_string(value), Tone::number);
}

Wording::Wording(const Texts& texts, const language::Names& names)
    : texts_(texts), names_(names), query_words_(are_words(names.queries)),
      key_words_(are_words(names.keys)) {}

Paragraph Wording::query(Index row) const {
    return label(names_.queries, row, query_words_, Tone::query);
}

Paragraph Wording::key(Index row, Tone tone) const {
    return label(names_.keys, row, key_words_, tone);
}

Paragraph Wording::label(const std::vector<std::string>& tokens, Index row, bool is_word, Tone tone) const {
    const auto i = static_cast<std::size_t>(row);
    Values values{{"number", toned(std::to_string(row + 1))}};
    const auto as = [&](const char* form) {
        return toned(plain_text(fill(texts_.text(form), values)), tone);
    };
    if (!is_word || i >= tokens.size()) return as("label.row");
    values["word"] = toned(tokens[i]);
    if (is_mark(tokens[i])) values["word"] = as("label.mark");
    return as(std::ranges::count(tokens, tokens[i]) > 1 ? "label.repeated" : "label.word");
}

std::string Wording::noun(const std::string& name) const {
    if (!name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; }))
        return plain_text(fill(texts_.text("label.dimension"), {{"number", toned(name)}}));
    const std::string entry = "noun." + name;
    return texts_.has(entry) ? texts_.text(entry) : name;
}

Paragraph Wording::listed(const std::vector<Paragraph>& parts) const {
    Paragraph list;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) list.push_back({texts_.text(i + 1 == parts.size() ? "list.last" : "list.next")});
        list.insert(list.end(), parts[i].begin(), parts[i].end());
    }
    return list;
}

std::string Wording::counted(Index count, const std::string& noun) const {
    const std::string form = "count." + noun + (count == 1 ? ".one" : ".many");
    return plain_text(fill(texts_.text(form), {{"count", toned(std::to_string(count))}}));
}

} // namespace narration
