#include "language/grammar.h"

#include "base/input_error.h"
#include "language/toml_file.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <sstream>

namespace language {

using base::Index;

const std::vector<Phrase>* Grammar::find(const Case& in, std::string_view list) const {
    if (const auto own = in.lists.find(list); own != in.lists.end()) return &own->second;
    const auto common = lists.find(list);
    return common == lists.end() ? nullptr : &common->second;
}

namespace {

/// The words that the phrase can become.
void collect(const Grammar& grammar, const Case& in, const Phrase& phrase, std::set<std::string>& words) {
    for (const Part& part : phrase) {
        if (part.kind == Part::Kind::word) words.insert(part.text);
        if (part.kind == Part::Kind::list)
            for (const Phrase& entry : *grammar.find(in, part.text))
                collect(grammar, in, entry, words);
        collect(grammar, in, part.inner, words);
    }
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
    if (const auto* phrases = find(in, list))
        for (const Phrase& phrase : *phrases)
            collect(*this, in, phrase, words);
    return words;
}

std::vector<std::string> Grammar::words() const {
    const auto words = words_of("sentence");
    return {words.begin(), words.end()};
}

// Reading a grammar file.

namespace {

class GrammarReader {
public:
    explicit GrammarReader(const std::filesystem::path& file) : root_(read_toml(file)), file_(file) {}

    Grammar read(const std::vector<std::string>& groups, const std::vector<AnyOf>& marks) {
        Entries entries(root_, file_);
        if (const toml::table* lists = entries.table("lists")) {
            Entries common(*lists, file_);
            read_lists(common, grammar_.lists);
        }
        for (const std::string& group : groups) {
            const auto tables = entries.tables(group);
            auto& cases = grammar_.groups[group];
            cases.reserve(tables.size()); // nodes_ points into them
            for (const toml::table* table : tables)
                read_case({*table, file_}, cases);
            if (cases.empty())
                entries.refuse(root_, "“" + group + "” is missing",
                               "add cases: [[" + group + "]] with a name");
        }
        const toml::table* kinds = entries.table("kinds");
        entries.expect_nothing_else();
        check();
        if (kinds) read_kinds({*kinds, file_});
        for (const AnyOf& any : marks)
            expect_marks(any);
        return std::move(grammar_);
    }

private:
    void read_kinds(Entries entries) {
        std::set<std::string> of_a_kind;
        for (const auto& [key, node] : entries.whole()) {
            const std::string list(key.str());
            const std::set<std::string> words = grammar_.words_of(list);
            if (words.empty())
                entries.refuse(node, "there is no list “" + list + "”", "correct the name, or add the list");
            for (const std::string& word : words)
                if (!of_a_kind.insert(word).second)
                    entries.refuse(node, "“" + word + "” is already of another kind",
                                   "name only one of the lists that have it");
            grammar_.kinds[list] = entries.text(list, true);
        }
    }

    void read_case(Entries entries, std::vector<Case>& cases) {
        cases.emplace_back().name = entries.text("name", true);
        read_lists(entries, cases.back().lists);
    }

    void read_lists(Entries& entries, Lists& lists) {
        for (const auto& [key, node] : entries.whole()) {
            if (&lists != &grammar_.lists && key.str() == "name") continue; // the case's own
            auto& phrases = lists[std::string(key.str())] =
                read_phrases(entries, std::string(key.str()), node);
            nodes_.emplace(&phrases, &node);
        }
    }

    /// Checks that every list named in a phrase exists, that none is part of itself, and that all are used.
    void check() {
        for (const auto& group : grammar_.groups)
            for (const Case& in : group.second) {
                const auto* sentence = grammar_.find(in, "sentence");
                if (!sentence) refuse(root_, "there is no list “sentence”", "add: sentence = [\"…\"]");
                visit(in, *sentence);
            }
        for (const auto& [phrases, node] : nodes_)
            if (!used_.contains(phrases))
                refuse(*node, "no sentence uses this list", "name it in a phrase, or correct its name");
    }

    void visit(const Case& in, const std::vector<Phrase>& list) {
        used_.insert(&list);
        path_.push_back(&list);
        for (const Phrase& phrase : list)
            visit(in, phrase, *nodes_.at(&list));
        path_.pop_back();
    }

    void visit(const Case& in, const Phrase& phrase, const toml::node& node) {
        for (const Part& part : phrase) {
            visit(in, part.inner, node);
            if (part.every || !part.field.empty())
                refuse(node, "“" + part.text + "” has a field or a mark for every word",
                       "only stories have these: see story_grammar.h");
            if (part.kind != Part::Kind::list) continue;
            const auto* list = grammar_.find(in, part.text);
            if (!list)
                refuse(node, "there is no list “" + part.text + "”, in the case “" + in.name + "”",
                       "correct the name, or add the list");
            if (std::ranges::find(path_, list) != path_.end())
                refuse(node, "“" + part.text + "” is part of itself", "remove it from one of the phrases");
            visit(in, *list);
        }
    }

    void expect_marks(const AnyOf& any) const {
        for (const auto& group : grammar_.groups)
            for (const Case& in : group.second) {
                const auto& sentences = *grammar_.find(in, "sentence");
                if (always_has(in, sentences, any)) continue;
                std::string names;
                for (const std::string& mark : any)
                    names += (names.empty() ? "@" : " or @") + mark;
                refuse(*nodes_.at(&sentences),
                       "not every sentence of the case “" + in.name + "” has a word with the mark " + names,
                       "add it to a word that is never left out");
            }
    }

    /// Whether one of the marks is set whichever phrase stands for the list, and whatever is left out.
    bool always_has(const Case& in, const std::vector<Phrase>& list, const AnyOf& any) const {
        const auto has = [&](const Part& part) {
            if (part.kind == Part::Kind::optional) return false;
            if (std::ranges::find(any, part.mark) != any.end()) return true;
            return part.kind == Part::Kind::list && always_has(in, *grammar_.find(in, part.text), any);
        };
        return std::ranges::all_of(list,
                                   [&](const Phrase& phrase) { return std::ranges::any_of(phrase, has); });
    }

    [[noreturn]] void refuse(const toml::node& node, const std::string& what, const std::string& hint) const {
        throw base::InputError(place_of(file_, node), what, hint);
    }

    toml::table root_;
    const std::filesystem::path& file_;
    Grammar grammar_;
    std::map<const std::vector<Phrase>*, const toml::node*> nodes_;
    std::set<const std::vector<Phrase>*> used_;
    std::vector<const std::vector<Phrase>*> path_;
};

} // namespace

Grammar load_grammar(const std::filesystem::path& file, const std::vector<std::string>& groups,
                     const std::vector<AnyOf>& marks) {
    return GrammarReader(file).read(groups, marks);
}

// Drawing sentences and parsing them.

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

namespace {

/// Backtracks over every entry of every list. `next` matches the rest of the sentence; marks set on the way
/// are removed with the attempt.
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
