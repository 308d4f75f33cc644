#include "tokens/pattern.h"

#include "base/input_error.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <utility>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace tokens {

using base::InputError;

namespace {

struct FreeMatch {
    void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};

PCRE2_SPTR units(std::string_view text) {
    return reinterpret_cast<PCRE2_SPTR>(text.data());
}

std::string message_of(int error) {
    std::array<PCRE2_UCHAR, 200> text{};
    pcre2_get_error_message(error, text.data(), text.size());
    return reinterpret_cast<const char*>(text.data());
}

/// The text for PCRE2, which counts U+180E among white space, as Unicode did before version 6.3; U+2060, of
/// the same length, is of the class that it is of now.
std::string subject_of(std::span<const Character> text) {
    std::string subject;
    subject.reserve(text.size());
    for (const Character& each : text)
        append_utf8(subject, each.code == 0x180E ? 0x2060 : each.code);
    return subject;
}

/// Kilobytes and steps that a single match may take. Those of real tokenizers need a few steps a character;
/// of more, each place of a text could begin such a match.
constexpr std::uint32_t most_kilobytes = 100'000;
std::uint32_t most_steps(std::size_t bytes) {
    return static_cast<std::uint32_t>(std::min<std::size_t>(10'000 + 20 * bytes, 10'000'000));
}

} // namespace

Pattern::Pattern(const std::string& expression, std::string where)
    : Pattern(expression, std::move(where), false) {}

Pattern Pattern::of_literal(const std::string& text, std::string where) {
    return {text, std::move(where), true};
}

Pattern::Pattern(const std::string& expression, std::string where, bool is_literal)
    : where_(std::move(where)) {
    // As Oniguruma reads it: by Unicode's classes (\d, \s, \b …), ^ and $ at each line.
    const std::uint32_t options = is_literal
                                      ? PCRE2_UTF | PCRE2_LITERAL
                                      : PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C;
    int error = 0;
    PCRE2_SIZE at = 0;
    pcre2_code* code = pcre2_compile(units(expression), expression.size(), options, &error, &at, nullptr);
    if (code == nullptr)
        throw InputError(where_,
                         "the pattern cannot be read at its byte " + std::to_string(at + 1) + ": " +
                             message_of(error) + " in " + expression,
                         "it has to be a regular expression as Oniguruma and PCRE2 know them");
    // Not compiled further, to machine code: words are found so quickly that pieces take most of the time.
    compiled_ = std::shared_ptr<const void>(code, [code](const void*) { pcre2_code_free(code); });
}

void Pattern::each_part(std::span<const Character> text,
                        const std::function<void(std::size_t, std::size_t, bool)>& use) const {
    const std::string subject = subject_of(text);
    const auto* code = static_cast<const pcre2_code*>(compiled_.get());
    const std::unique_ptr<pcre2_match_data, FreeMatch> data(pcre2_match_data_create(1, nullptr));
    const std::unique_ptr<pcre2_match_context, FreeMatch> context(pcre2_match_context_create(nullptr));
    pcre2_set_match_limit(context.get(), most_steps(subject.size()));
    pcre2_set_heap_limit(context.get(), most_kilobytes);
    std::size_t byte = 0, place = 0; // how far the text has been passed on: the same place twice
    const auto pass_on = [&](std::size_t end, bool matches) {
        const std::size_t begin = place;
        for (; byte < end; ++place)
            byte += utf8_size(text[place].code);
        if (begin < place) use(begin, place, matches);
    };
    for (std::size_t at = 0; at < subject.size();) {
        const int result = pcre2_match(code, units(subject), subject.size(), at, PCRE2_NO_UTF_CHECK,
                                       data.get(), context.get());
        if (result == PCRE2_ERROR_NOMATCH) break;
        if (result < 0)
            throw InputError(where_, "its pattern cannot be matched with this text: " + message_of(result),
                             "use a simpler pattern, or a shorter text");
        const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(data.get());
        if (ends[0] < ends[1]) {
            pass_on(ends[0], false);
            pass_on(ends[1], true);
            at = ends[1];
        } else {
            at = base::next_character(subject, std::max(at, ends[1])); // an empty match
        }
    }
    pass_on(subject.size(), false);
}

} // namespace tokens
