#include "tokens/words.h"

#include "tokens/normalize.h"

#include <utility>

namespace tokens {

namespace {

/// A part of a word: what separates, or what is between.
struct Stretch {
    Word word;
    bool separates = false;
};

/// The words that the stretches of one become.
void append_words(const std::vector<Stretch>& stretches, Separators separators, std::vector<Word>& words) {
    const std::size_t first = words.size();
    bool after_separator = false;
    for (const auto& [word, separates] : stretches) {
        if (word.begin == word.end) continue;
        const bool has_before = words.size() > first;
        bool joins = false;
        switch (separators) {
        case Separators::left_out:
            if (separates) continue;
            break;
        case Separators::apart:
            break;
        case Separators::apart_joined:
            joins = has_before && separates == after_separator;
            break;
        case Separators::with_word_before:
            joins = has_before && separates && !after_separator;
            break;
        case Separators::with_word_after:
            joins = has_before && !separates && after_separator;
            break;
        }
        after_separator = separates;
        if (joins)
            words.back().end = word.end;
        else
            words.push_back(word);
    }
}

/// Splits each word into stretches, by `stretches_of(words, word, stretches)`.
template <class Find>
void split_each(Words& words, Separators separators, const Find& stretches_of) {
    std::vector<Word> result;
    std::vector<Stretch> stretches;
    for (const Word& word : words.words) {
        stretches.clear();
        stretches_of(word, stretches);
        append_words(stretches, separators, result);
    }
    words.words = std::move(result);
}

/// Puts `before` in front of the words that `is_wanted` names, for nothing in the input.
template <class Wanted>
void put_before(Words& words, char32_t before, const Wanted& is_wanted) {
    Characters characters;
    characters.reserve(words.characters.size() + words.words.size());
    for (Word& word : words.words) {
        const auto old = std::span(words.characters).subspan(word.begin, word.end - word.begin);
        word.begin = characters.size();
        if (is_wanted(old)) characters.push_back({before, old.front().begin, old.front().begin});
        characters.insert(characters.end(), old.begin(), old.end());
        word.end = characters.size();
    }
    words.characters = std::move(characters);
}

} // namespace

Splitter split_at(Pattern pattern, Separators separators, bool inverted) {
    return [=, pattern = std::move(pattern)](Words& words) {
        split_each(words, separators, [&](const Word& word, std::vector<Stretch>& stretches) {
            const auto text = std::span(words.characters).subspan(word.begin, word.end - word.begin);
            pattern.each_part(text, [&](std::size_t begin, std::size_t end, bool matches) {
                stretches.push_back({{word.begin + begin, word.begin + end}, matches != inverted});
            });
        });
    };
}

Splitter split_at(std::function<bool(char32_t)> is_separator, Separators separators) {
    return [=, is_separator = std::move(is_separator)](Words& words) {
        split_each(words, separators, [&](const Word& word, std::vector<Stretch>& stretches) {
            std::size_t begin = word.begin;
            for (std::size_t i = word.begin; i < word.end; ++i) {
                if (!is_separator(words.characters[i].code)) continue;
                stretches.push_back({{begin, i}, false});
                stretches.push_back({{i, i + 1}, true});
                begin = i + 1;
            }
            stretches.push_back({{begin, word.end}, false});
        });
    };
}

Splitter split_numbers(bool each_digit) {
    return split_at(is_number, each_digit ? Separators::apart : Separators::apart_joined);
}

Splitter in_turn(std::vector<Splitter> splitters) {
    return [splitters = std::move(splitters)](Words& words) {
        for (const Splitter& split : splitters)
            split(words);
    };
}

Splitter split_as_bert() {
    std::vector<Splitter> steps;
    steps.push_back(split_at(is_white_space, Separators::left_out));
    steps.push_back(split_at(is_punctuation, Separators::apart));
    return in_turn(std::move(steps));
}

Splitter split_words_and_signs() {
    std::vector<Splitter> steps;
    steps.push_back(split_at(is_white_space, Separators::left_out));
    steps.push_back(
        split_at([](char32_t code) { return !is_word_character(code); }, Separators::apart_joined));
    return in_turn(std::move(steps));
}

namespace {

const char* const gpt2_pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

void begin_with_space(Words& words) {
    put_before(words, ' ', [](std::span<const Character> word) { return word.front().code != ' '; });
}

void spell_bytes(Words& words) {
    const Normalizer letters_of = byte_letters();
    Words spelled;
    for (const Word& word : words.words) {
        const auto part = std::span(words.characters).subspan(word.begin, word.end - word.begin);
        const Characters letters = letters_of({part.begin(), part.end()});
        spelled.characters.insert(spelled.characters.end(), letters.begin(), letters.end());
        spelled.words.push_back({spelled.characters.size() - letters.size(), spelled.characters.size()});
    }
    expect_not_grown(spelled.characters.size(), words.characters);
    words = std::move(spelled);
}

} // namespace

Splitter split_as_gpt2(const ByteLevel& options) {
    std::vector<Splitter> steps;
    if (options.begins_with_space) steps.emplace_back(begin_with_space);
    if (options.by_gpt2_pattern)
        steps.push_back(split_at(Pattern(gpt2_pattern, "GPT-2's pattern"), Separators::apart, false));
    steps.emplace_back(spell_bytes);
    return in_turn(std::move(steps));
}

Splitter mark_spaces(const MetaSpace& options) {
    std::vector<Splitter> steps;
    steps.emplace_back([options](Words& words) {
        for (Character& each : words.characters)
            if (each.code == ' ') each.code = options.space;
        put_before(words, options.space, [&](std::span<const Character> word) {
            const bool begins_input = word.front().begin == 0;
            const bool is_begun = options.begin == MetaSpace::Begin::each ||
                                  (options.begin == MetaSpace::Begin::text && begins_input);
            return is_begun && word.front().code != options.space;
        });
    });
    const auto is_mark = [space = options.space](char32_t code) { return code == space; };
    if (options.splits) steps.push_back(split_at(is_mark, Separators::with_word_after));
    return in_turn(std::move(steps));
}

} // namespace tokens
