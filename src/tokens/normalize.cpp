#include "tokens/normalize.h"

#include "base/input_error.h"
#include "tokens/byte_letters.h"
#include "tokens/clusters.h"

#include <utf8proc.h>

#include <algorithm>
#include <utility>

namespace tokens {

namespace {

/// The normal form of a cluster. Where it differs, all of it stands for all bytes of the cluster.
void append_normal(std::span<const Character> cluster, utf8proc_option_t options, Characters& normal) {
    const std::string text = utf8_of(cluster);
    std::vector<utf8proc_int32_t> codes(18 * cluster.size()); // no character becomes more than 18
    const auto size = static_cast<utf8proc_ssize_t>(codes.size());
    auto count = utf8proc_decompose(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                    static_cast<utf8proc_ssize_t>(text.size()), codes.data(), size, options);
    if (count >= 0 && count <= size) count = utf8proc_normalize_utf32(codes.data(), count, options);
    if (count < 0 || count > size) count = 0; // never for characters
    codes.resize(static_cast<std::size_t>(count));
    const bool is_same = std::ranges::equal(
        codes, cluster, {}, [](utf8proc_int32_t code) { return static_cast<char32_t>(code); },
        &Character::code);
    if (is_same)
        normal.insert(normal.end(), cluster.begin(), cluster.end());
    else
        for (const utf8proc_int32_t code : codes)
            normal.push_back({static_cast<char32_t>(code), cluster.front().begin, cluster.back().end, false});
}

Characters without(Characters characters, bool (*is_out)(char32_t)) {
    std::erase_if(characters, [is_out](const Character& each) { return is_out(each.code); });
    return characters;
}

} // namespace

void expect_not_grown(std::size_t made, std::span<const Character> characters) {
    constexpr std::size_t times = 20, more = 1000; // normal forms make up to 18 characters of one
    const std::size_t typed = characters.empty() ? 0 : characters.back().end - characters.front().begin;
    if (made > times * typed + more)
        throw base::InputError("text", "normalizing makes it many times longer",
                               "shorten it, or get another tokenizer: this one's replacements grow");
}

Normalizer normal_form(NormalForm form) {
    const bool composes = form == NormalForm::nfc || form == NormalForm::nfkc;
    const bool is_compatible = form == NormalForm::nfkc || form == NormalForm::nfkd;
    const auto options =
        static_cast<utf8proc_option_t>(UTF8PROC_STABLE | (composes ? UTF8PROC_COMPOSE : UTF8PROC_DECOMPOSE) |
                                       (is_compatible ? UTF8PROC_COMPAT : 0));
    return [options](const Characters& characters) {
        Characters normal;
        normal.reserve(characters.size());
        each_cluster(characters, [&](std::span<const Character> cluster) {
            if (cluster.size() == 1 && cluster.front().code < 0x80)
                normal.push_back(cluster.front());
            else
                append_normal(cluster, options, normal);
        });
        return normal;
    };
}

Normalizer lower_case() {
    return [](const Characters& characters) {
        constexpr char32_t i_with_dot = 0x130, dot_above = 0x307; // İ: the one letter that becomes two
        Characters small;
        small.reserve(characters.size());
        for (const Character& each : characters) {
            const auto lower =
                static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(each.code)));
            small.push_back(
                {each.code == i_with_dot ? U'i' : lower, each.begin, each.end, each.code == lower});
            if (each.code == i_with_dot) small.push_back({dot_above, each.begin, each.end, false});
        }
        return small;
    };
}

Normalizer strip_marks() {
    return [](Characters characters) { return without(std::move(characters), is_mark); };
}

Normalizer strip_ends(bool left, bool right) {
    return [left, right](const Characters& characters) {
        const auto is_text = [](const Character& each) { return !is_white_space(each.code); };
        auto begin = characters.begin(), end = characters.end();
        if (left) begin = std::find_if(begin, end, is_text);
        while (right && begin < end && !is_text(*(end - 1)))
            --end;
        return Characters(begin, end);
    };
}

Normalizer prepend(const std::string& text) {
    return [before = characters_of(text)](Characters characters) {
        if (characters.empty()) return characters;
        expect_not_grown(before.size() + characters.size(), characters);
        Characters all = before;
        for (Character& each : all)
            each.begin = each.end = characters.front().begin;
        all.insert(all.end(), characters.begin(), characters.end());
        return all;
    };
}

Normalizer replace(Pattern pattern, const std::string& content) {
    return [pattern = std::move(pattern), content = characters_of(content)](const Characters& characters) {
        Characters replaced;
        replaced.reserve(characters.size());
        pattern.each_part(characters, [&](std::size_t begin, std::size_t end, bool matches) {
            const auto part = std::span(characters).subspan(begin, end - begin);
            if (!matches)
                replaced.insert(replaced.end(), part.begin(), part.end());
            else
                for (const Character& each : content)
                    replaced.push_back({each.code, part.front().begin, part.back().end, false});
            expect_not_grown(replaced.size(), characters);
        });
        return replaced;
    };
}

Normalizer byte_letters() {
    return [](const Characters& characters) {
        Characters letters;
        letters.reserve(characters.size());
        for (const Character& character : characters)
            each_byte(character, [&](unsigned char byte, std::uint32_t begin, std::uint32_t end) {
                letters.push_back({letter_of(byte), begin, end});
            });
        expect_not_grown(letters.size(), characters); // as bytes of bytes of bytes would
        return letters;
    };
}

namespace {

Characters cleaned(Characters characters) {
    characters = without(std::move(characters),
                         [](char32_t code) { return code == 0 || code == 0xFFFD || is_control(code); });
    for (Character& each : characters)
        if (is_white_space(each.code)) each.code = ' ';
    return characters;
}

Characters with_chinese_apart(const Characters& characters) {
    Characters spaced;
    spaced.reserve(characters.size());
    for (const Character& each : characters) {
        const bool is_apart = is_chinese(each.code);
        if (is_apart) spaced.push_back({' ', each.begin, each.begin});
        spaced.push_back(each);
        if (is_apart) spaced.push_back({' ', each.end, each.end});
    }
    return spaced;
}

} // namespace

Normalizer bert_normalization(const BertNormalization& options) {
    return [options, nfd = normal_form(NormalForm::nfd), small = lower_case()](Characters characters) {
        if (options.clean) characters = cleaned(std::move(characters));
        if (options.space_chinese) characters = with_chinese_apart(characters);
        if (options.strip_accents) characters = without(nfd(std::move(characters)), is_accent);
        return options.lower_case ? small(std::move(characters)) : characters;
    };
}

} // namespace tokens
