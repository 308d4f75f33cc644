#include "lesson/markup.h"

#include <cassert>
#include <cstdio>
#include <optional>

namespace lesson {
namespace {

std::optional<Tone> tone_of(std::string_view tag) {
    if (tag == "q") return Tone::query;
    if (tag == "k") return Tone::key;
    if (tag == "v") return Tone::value;
    if (tag == "n") return Tone::number;
    if (tag == "b") return Tone::strong;
    return std::nullopt;
}

/// Adds to the last span when the tone goes on.
void append(Paragraph& paragraph, std::string_view text, Tone tone) {
    if (text.empty()) return;
    if (!paragraph.empty() && paragraph.back().tone == tone)
        paragraph.back().text += text;
    else
        paragraph.push_back({std::string(text), tone});
}

[[maybe_unused]] bool complain(std::string_view what, std::string_view markup) {
    std::fprintf(stderr, "%.*s in: %.*s\n", static_cast<int>(what.size()), what.data(),
                 static_cast<int>(markup.size()), markup.data());
    return false;
}

} // namespace

Paragraph fill(std::string_view markup, const Values& values) {
    Paragraph paragraph;
    std::string_view rest = markup;
    while (!rest.empty()) {
        const std::size_t open = rest.find('{');
        append(paragraph, rest.substr(0, open), Tone::plain);
        if (open == std::string_view::npos) break;
        const std::size_t close = rest.find('}', open);
        assert(close != std::string_view::npos || complain("a brace is not closed", markup));
        const std::string_view inside = rest.substr(open + 1, close - open - 1);
        rest.remove_prefix(close + 1);

        const std::size_t colon = inside.find(':');
        if (colon != std::string_view::npos) {
            const auto tone = tone_of(inside.substr(0, colon));
            assert(tone || complain("unknown tone", markup));
            append(paragraph, inside.substr(colon + 1), tone.value_or(Tone::plain));
        } else {
            const auto value = values.find(inside);
            assert(value != values.end() || complain("no value for a name", markup));
            for (const Span& span : value->second)
                append(paragraph, span.text, span.tone);
        }
    }
    return paragraph;
}

std::string plain_text(const Paragraph& paragraph) {
    std::string text;
    for (const Span& span : paragraph)
        text += span.text;
    return text;
}

} // namespace lesson
