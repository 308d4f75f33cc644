#include "language/grammar.h"

#include <cassert>
#include <functional>

namespace language {

using base::Index;

namespace {

/// Tries every entry of every list, and goes back when a word does not fit. `next` is what remains to be
/// matched; the marks set on the way are taken back with the attempt.
class Parser {
public:
    Parser(const Grammar& grammar, const Case& in, const std::vector<std::string>& words)
        : grammar_(grammar), in_(in), words_(words) {}

    std::vector<Sentence> parse() {
        match_list("sentence", 0, [this](std::size_t end) {
            if (end == words_.size()) found_.push_back({words_, {marks_.begin(), marks_.end()}, in_.name});
        });
        return std::move(found_);
    }

private:
    using Next = std::function<void(std::size_t)>;

    void match_list(std::string_view name, std::size_t at, const Next& next) {
        for (const Phrase& phrase : *grammar_.find(in_, name))
            match_phrase(phrase, 0, at, next);
    }

    void match_phrase(const Phrase& phrase, std::size_t index, std::size_t at, const Next& next) {
        if (index == phrase.size()) return next(at);
        const Part& part = phrase[index];
        const Next rest = [&](std::size_t end) {
            if (!part.mark.empty()) marks_.emplace_back(part.mark, static_cast<Index>(end) - 1);
            match_phrase(phrase, index + 1, end, next);
            if (!part.mark.empty()) marks_.pop_back();
        };
        if (part.kind == Part::Kind::word && at < words_.size() && words_[at] == part.text) rest(at + 1);
        if (part.kind == Part::Kind::list) match_list(part.text, at, rest);
        if (part.kind == Part::Kind::optional) {
            match_phrase(part.inner, 0, at, rest);
            rest(at);
        }
    }

    const Grammar& grammar_;
    const Case& in_;
    const std::vector<std::string>& words_;
    std::vector<std::pair<std::string, Index>> marks_;
    std::vector<Sentence> found_;
};

} // namespace

std::vector<Sentence> parse(const Grammar& grammar, std::string_view group,
                            const std::vector<std::string>& words) {
    std::vector<Sentence> found;
    const auto cases = grammar.groups.find(group);
    assert(cases != grammar.groups.end() && "the file was read with this kind of cases");
    for (const Case& in : cases->second)
        for (Sentence& sentence : Parser(grammar, in, words).parse())
            found.push_back(std::move(sentence));
    return found;
}

} // namespace language
