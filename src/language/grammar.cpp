#include "language/grammar.h"

#include <algorithm>
#include <cassert>

namespace language {

using base::Index;

const std::vector<Phrase>* Grammar::find(const Case& in, std::string_view list) const {
    if (const auto own = in.lists.find(list); own != in.lists.end()) return &own->second;
    const auto common = lists.find(list);
    return common == lists.end() ? nullptr : &common->second;
}

namespace {

void collect(const Grammar& grammar, const Case& in, const std::vector<Phrase>& phrases,
             std::set<std::string>& words);

void collect(const Grammar& grammar, const Case& in, const Phrase& phrase, std::set<std::string>& words) {
    for (const Part& part : phrase) {
        if (part.kind == Part::Kind::word) words.insert(part.text);
        if (part.kind == Part::Kind::list) collect(grammar, in, *grammar.find(in, part.text), words);
        collect(grammar, in, part.inner, words);
    }
}

void collect(const Grammar& grammar, const Case& in, const std::vector<Phrase>& phrases,
             std::set<std::string>& words) {
    for (const Phrase& phrase : phrases)
        collect(grammar, in, phrase, words);
}

} // namespace

std::set<std::string> Grammar::words_of(std::string_view list) const {
    std::set<std::string> words;
    for (const auto& group : groups)
        for (const Case& in : group.second)
            words.merge(words_of(in, list));
    return words;
}

std::set<std::string> Grammar::words_of(const Case& in, std::string_view list) const {
    std::set<std::string> words;
    if (const auto* phrases = find(in, list)) collect(*this, in, *phrases, words);
    return words;
}

std::vector<std::string> Grammar::words() const {
    const auto words = words_of("sentence");
    return {words.begin(), words.end()};
}

namespace {

/// Writes one sentence from left to right.
class Writer {
public:
    Writer(const Grammar& grammar, const Case& in, Draw& draw) : grammar_(grammar), in_(in), draw_(draw) {}

    Sentence write() {
        sentence_.case_name = in_.name;
        write_list("sentence");
        return std::move(sentence_);
    }

private:
    void write_list(std::string_view name) { write_phrase(draw_.from(*grammar_.find(in_, name))); }

    void write_phrase(const Phrase& phrase) {
        for (const Part& part : phrase) {
            if (part.kind == Part::Kind::word) sentence_.words.push_back(part.text);
            if (part.kind == Part::Kind::list) write_list(part.text);
            if (part.kind == Part::Kind::optional && draw_.chance(50)) write_phrase(part.inner);
            if (!part.mark.empty())
                sentence_.marks[part.mark] = static_cast<Index>(sentence_.words.size()) - 1;
        }
    }

    const Grammar& grammar_;
    const Case& in_;
    Draw& draw_;
    Sentence sentence_;
};

} // namespace

Sentence sample(const Grammar& grammar, std::string_view group, Draw& draw) {
    const auto cases = grammar.groups.find(group);
    assert(cases != grammar.groups.end() && "the file was read with this kind of cases");
    return Writer(grammar, draw.from(cases->second), draw).write();
}

} // namespace language
