#include "tokens/decode.h"

#include "base/input_error.h"
#include "tokens/byte_letters.h"
#include "tokens/normalize.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

namespace tokens {

namespace {

/// Changes each text by change(index, text).
template <class Change>
Decoder each_text(Change change) {
    return [change = std::move(change)](Texts texts) {
        for (std::size_t i = 0; i < texts.size(); ++i)
            texts[i] = change(i, std::move(texts[i]));
        return texts;
    };
}

std::string well_formed(const std::string& bytes) {
    return utf8_of(characters_of(bytes));
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    if (from.empty()) return;
    std::string result;
    std::size_t at = 0;
    for (std::size_t found = text.find(from); found != std::string::npos; found = text.find(from, at)) {
        result.append(text, at, found - at).append(to);
        at = found + from.size();
    }
    text = result.append(text, at);
}

/// The bytes that a piece spells; if it has other signs than letters of bytes, it is an added token, and
/// text.
std::string bytes_of_letters(const std::string& piece) {
    std::string bytes;
    for (const Character& each : characters_of(piece)) {
        const auto byte = byte_of(each.code);
        if (!byte) return piece;
        bytes += static_cast<char>(*byte);
    }
    return bytes;
}

/// The byte of "<0x0A>".
std::optional<unsigned char> fallen_back(std::string_view piece) {
    if (piece.size() != 6 || !piece.starts_with("<0x") || !piece.ends_with('>')) return std::nullopt;
    unsigned byte = 0;
    const char* end = piece.data() + 5;
    const auto [stopped, error] = std::from_chars(piece.data() + 3, end, byte, 16);
    return error == std::errc() && stopped == end ? std::optional(static_cast<unsigned char>(byte))
                                                  : std::nullopt;
}

} // namespace

namespace {

std::size_t bytes_in(const Texts& texts) {
    std::size_t bytes = 0;
    for (const std::string& text : texts)
        bytes += text.size();
    return bytes;
}

} // namespace

Decoder decode_in_turn(std::vector<Decoder> steps) {
    return [steps = std::move(steps)](Texts texts) {
        const std::size_t most = 20 * bytes_in(texts) + 1000;
        for (const Decoder& step : steps) {
            texts = step(std::move(texts));
            if (bytes_in(texts) > most)
                throw base::InputError("tokens", "what they stand for becomes many times longer",
                                       "get another tokenizer: this one's replacements grow");
        }
        return texts;
    };
}

Decoder decode_byte_letters() {
    return [](const Texts& texts) {
        std::string bytes;
        for (const std::string& text : texts)
            bytes += bytes_of_letters(text);
        return Texts{well_formed(bytes)};
    };
}

Decoder decode_marked_spaces(char32_t space, bool drops_first) {
    return each_text([=](std::size_t index, const std::string& text) {
        std::string result;
        for (const Character& each : characters_of(text))
            if (each.code != space)
                append_utf8(result, each.code);
            else if (index > 0 || !drops_first)
                result += ' ';
        return result;
    });
}

Decoder decode_word_pieces(const std::string& prefix, bool tidy) {
    return each_text([=](std::size_t index, std::string text) {
        const bool goes_on = !prefix.empty() && text.starts_with(prefix);
        if (index > 0) text = goes_on ? text.substr(prefix.size()) : " " + text;
        constexpr std::array<std::pair<std::string_view, std::string_view>, 11> tidied = {{
            {" .", "."},
            {" ?", "?"},
            {" !", "!"},
            {" ,", ","},
            {" ' ", "'"},
            {" n't", "n't"},
            {" 'm", "'m"},
            {" do not", " don't"},
            {" 's", "'s"},
            {" 've", "'ve"},
            {" 're", "'re"},
        }};
        if (tidy)
            for (const auto& [from, to] : tidied)
                replace_all(text, from, to);
        return text;
    });
}

Decoder decode_byte_fallback() {
    return [](const Texts& texts) {
        Texts result;
        std::string run;
        const auto end_run = [&] {
            const std::string text = well_formed(run);
            if (text == run && !run.empty())
                result.push_back(text);
            else
                result.insert(result.end(), run.size(), "\xEF\xBF\xBD"); // U+FFFD
            run.clear();
        };
        for (const std::string& text : texts) {
            if (const auto byte = fallen_back(text)) {
                run += static_cast<char>(*byte);
                continue;
            }
            end_run();
            result.push_back(text);
        }
        end_run();
        return result;
    };
}

Decoder decode_fused() {
    return [](const Texts& texts) {
        std::string all;
        for (const std::string& text : texts)
            all += text;
        return Texts{all};
    };
}

Decoder decode_stripped(char32_t sign, std::size_t at_begin, std::size_t at_end) {
    return each_text([=](std::size_t, const std::string& text) {
        const Characters characters = characters_of(text);
        std::size_t begin = 0, end = characters.size();
        while (begin < std::min(at_begin, end) && characters[begin].code == sign)
            ++begin;
        for (std::size_t i = 0; i < at_end && end > begin && characters[end - 1].code == sign; ++i)
            --end;
        return utf8_of(std::span(characters).subspan(begin, end - begin));
    });
}

Decoder decode_replaced(const Pattern& pattern, const std::string& content) {
    return each_text([replaced = replace(pattern, content)](std::size_t, const std::string& text) {
        return utf8_of(replaced(characters_of(text)));
    });
}

Decoder decode_word_ends(const std::string& word_end) {
    return [word_end](Texts texts) {
        for (std::size_t i = 0; i < texts.size(); ++i)
            replace_all(texts[i], word_end, i + 1 < texts.size() ? " " : "");
        return texts;
    };
}

} // namespace tokens
