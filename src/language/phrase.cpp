#include "language/phrase.h"

#include <set>
#include <sstream>

namespace language {

namespace {

constexpr std::string_view signs = "[]{}@~";

/// Reads the notation of a phrase; `fail(what, hint)` refuses it.
template <class Fail>
class PhraseReader {
public:
    PhraseReader(std::string_view text, const Fail& fail) : text_(text), fail_(fail) {}

    Phrase read() {
        Phrase phrase = read_until_bracket();
        if (at_ < text_.size()) fail_("a “]” closes nothing", "remove it, or open it with “[”");
        if (phrase.empty()) fail_("the phrase is empty", "write words, or remove it");
        return phrase;
    }

private:
    Phrase read_until_bracket() {
        Phrase phrase;
        for (skip_spaces(); at_ < text_.size() && text_[at_] != ']'; skip_spaces())
            phrase.push_back(read_part());
        return phrase;
    }

    Part read_part() {
        Part part;
        if (take('[')) {
            part = {.kind = Part::Kind::optional, .text = {}, .inner = read_until_bracket()};
            if (!take(']')) fail_("a “[” is not closed", "close it with “]”");
        } else if (take('{')) {
            part = {.kind = Part::Kind::list, .text = read_name()};
            if (const std::size_t dot = part.text.find('.'); dot != part.text.npos) {
                part.field = part.text.substr(dot + 1);
                part.text.resize(dot);
            }
            if (!take('}')) fail_("a “{” is not closed", "close it with “}”");
        } else {
            part = {.kind = Part::Kind::word, .text = read_name()};
        }
        part.every = take('~');
        if (part.every || take('@')) part.mark = read_name();
        return part;
    }

    std::string read_name() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && text_[at_] != ' ' && signs.find(text_[at_]) == signs.npos)
            ++at_;
        if (at_ == begin)
            fail_("a name is missing at “" + std::string(text_.substr(begin)) + "”",
                  "write a word, {list} or [what may be left out], and marks as word@mark");
        return std::string(text_.substr(begin, at_ - begin));
    }

    bool take(char sign) {
        if (at_ == text_.size() || text_[at_] != sign) return false;
        ++at_;
        return true;
    }

    void skip_spaces() {
        while (take(' ')) {
        }
    }

    std::string_view text_;
    const Fail& fail_;
    std::size_t at_ = 0;
};

/// "cat dog": each word is a phrase.
std::vector<Phrase> read_words(const Entries& entries, const toml::node& node) {
    std::vector<Phrase> words;
    std::set<std::string> seen;
    std::istringstream text(*node.value_exact<std::string>());
    for (std::string word; text >> word;) {
        if (word.find_first_of(signs) != word.npos)
            entries.refuse(node, "“" + word + "” is not a word",
                           "write phrases in a list: [\"the {animal}\"]");
        if (!seen.insert(word).second)
            entries.refuse(node, "“" + word + "” is given twice", "keep one of the two");
        words.push_back({Part{.kind = Part::Kind::word, .text = word}});
    }
    return words;
}

Phrase read_phrase(const Entries& entries, const toml::node& node, const std::string& text) {
    const auto fail = [&](const std::string& what, const std::string& hint) {
        entries.refuse(node, what + " in “" + text + "”", hint);
    };
    return PhraseReader(text, fail).read();
}

} // namespace

std::vector<Phrase> read_phrases(Entries& entries, const std::string& key, const toml::node& node) {
    std::vector<Phrase> phrases;
    if (node.is_string())
        phrases = read_words(entries, node);
    else
        for (const std::string& text : entries.texts(key, true))
            phrases.push_back(read_phrase(entries, node, text));
    if (phrases.empty()) entries.refuse(node, "“" + key + "” is empty", "add words, or remove it");
    return phrases;
}

} // namespace language
