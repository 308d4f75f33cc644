#include "language/story_reader.h"

#include <algorithm>

namespace language {

StoryReader::StoryReader(const StoryGrammar& grammar) : grammar_(grammar) {
    for (const Phrase& sentence : grammar.lists.find("sentence")->second)
        open({std::make_shared<Frame>(Frame{&sentence, 0, Cast{}, nullptr}),
              std::vector<Cast>(grammar.roles.size())},
             ways_);
}

void StoryReader::open(const Way& way, std::vector<Way>& ways) const {
    const Rest& rest = way.rest;
    if (!rest) return ways.push_back(way);
    const auto opened = [&](Rest next) {
        Way made = way;
        made.rest = std::move(next);
        open(made, ways);
    };
    if (rest->at == rest->phrase->size()) return opened(rest->behind);
    const Part& part = (*rest->phrase)[rest->at];
    if (part.kind == Part::Kind::word) return ways.push_back(way);
    const auto behind = std::make_shared<Frame>(Frame{rest->phrase, rest->at + 1, rest->of, rest->behind});
    if (part.kind == Part::Kind::optional) {
        opened(std::make_shared<Frame>(Frame{&part.inner, 0, rest->of, behind}));
        return opened(behind);
    }
    const auto stands_for = [&](const Way& from, const Cast& cast) {
        for (const Phrase& phrase : grammar_.phrases(part, cast)) {
            Way made = from;
            made.rest = std::make_shared<Frame>(Frame{&phrase, 0, cast, behind});
            open(made, ways);
        }
    };
    const std::size_t role = grammar_.role(part.text);
    if (role == way.casts.size()) return stands_for(way, rest->of);
    if (way.casts[role].word) return stands_for(way, way.casts[role]);
    for (const Cast& cast : grammar_.choices(role, way.casts)) {
        Way made = way;
        made.casts[role] = cast;
        stands_for(made, cast);
    }
}

bool StoryReader::fits(const Way& way, const std::string& word) {
    if (!way.rest || (way.vowel_follows && !begins_with_vowel(word)) ||
        (way.other_follows && begins_with_vowel(word)))
        return false;
    return word == word_of(way) || (word == "an" && word_of(way) == "a");
}

bool StoryReader::goes_on_with(const std::string& word) const {
    return std::ranges::any_of(ways_, [&](const Way& way) { return fits(way, word); });
}

bool StoryReader::read(const std::string& word) {
    std::vector<Way> read;
    bool follows = false;
    for (const Way& way : ways_) {
        if (!fits(way, word)) continue;
        follows = true;
        Way made = way;
        const bool article = word_of(way) == "a";
        made.vowel_follows = article && word == "an";
        made.other_follows = article && word == "a";
        made.rest = std::make_shared<Frame>(
            Frame{way.rest->phrase, way.rest->at + 1, way.rest->of, way.rest->behind});
        open(made, read);
    }
    ways_ = std::move(read);
    return follows;
}

std::set<std::string> StoryReader::next() const {
    std::set<std::string> words;
    for (const Way& way : ways_) {
        if (!way.rest) continue;
        for (const std::string& word : {word_of(way), std::string("an")})
            if (fits(way, word)) words.insert(word);
    }
    return words;
}

bool StoryReader::may_end() const {
    return std::ranges::any_of(ways_, [](const Way& way) { return !way.rest; });
}

std::optional<std::size_t> first_break(const StoryGrammar& grammar, const std::vector<std::string>& words) {
    StoryReader reader(grammar);
    for (std::size_t i = 0; i < words.size(); ++i)
        if (!reader.read(words[i])) return i;
    return {};
}

bool is_story(const StoryGrammar& grammar, const std::vector<std::string>& words) {
    StoryReader reader(grammar);
    return std::ranges::all_of(words, [&](const std::string& word) { return reader.read(word); }) &&
           reader.may_end();
}

} // namespace language
