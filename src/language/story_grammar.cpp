#include "language/story_grammar.h"

#include "base/input_error.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace language {

namespace {

constexpr std::string_view itself = "is", plural = "many", own_word = "word";

Record::Word word_of(const std::string& one, const std::string& many) {
    const auto alone = [](const std::string& word) {
        return std::vector<Phrase>{{Part{.kind = Part::Kind::word, .text = word}}};
    };
    return {one, many, alone(one), alone(many)};
}

} // namespace

std::size_t StoryGrammar::role(std::string_view name) const {
    return static_cast<std::size_t>(std::ranges::find(roles, name) - roles.begin());
}

const std::vector<Phrase>& StoryGrammar::phrases(const Part& part, const Cast& cast) const {
    if (part.text == own_word) return cast.word->alone;
    if (role(part.text) == roles.size()) return lists.find(part.text)->second;
    if (part.field == plural) return cast.word->plural;
    const auto field = cast.record->fields.find(part.field.empty() ? itself : part.field);
    return field == cast.record->fields.end() ? cast.word->alone : field->second;
}

std::vector<Cast> StoryGrammar::choices(std::size_t role, const std::vector<Cast>& others) const {
    std::vector<Cast> free;
    for (const Record& record : kinds.at(kind_of[role]))
        for (const Record::Word& word : record.words)
            if (const Cast cast{&record, &word}; std::ranges::find(others, cast) == others.end())
                free.push_back(cast);
    return free;
}

std::vector<std::string> StoryGrammar::words() const {
    std::set<std::string> words{"an"};
    const auto collect = [&](const auto& self, const Phrase& phrase) -> void {
        for (const Part& part : phrase) {
            if (part.kind == Part::Kind::word) words.insert(part.text);
            self(self, part.inner);
        }
    };
    const auto collect_all = [&](const Lists& of) {
        for (const auto& list : of)
            for (const Phrase& phrase : list.second)
                collect(collect, phrase);
    };
    collect_all(lists);
    for (const auto& kind : kinds)
        for (const Record& record : kind.second) {
            collect_all(record.fields);
            for (const Record::Word& word : record.words)
                words.merge(std::set{word.one, word.many});
        }
    return {words.begin(), words.end()};
}

bool begins_with_vowel(std::string_view word) {
    return !word.empty() && std::string_view("aeiou").find(word.front()) != std::string_view::npos;
}

// Reading a file.

namespace {

class StoryGrammarReader {
public:
    explicit StoryGrammarReader(const std::filesystem::path& file) : root_(read_toml(file)), file_(file) {}

    StoryGrammar read() {
        Entries entries(root_, file_);
        const toml::table* const roles = entries.table("roles");
        const toml::table* const lists = entries.table("lists");
        if (!roles || !lists)
            entries.refuse(root_, std::string("[") + (roles ? "lists" : "roles") + "] is missing", "add it");
        read_roles({*roles, file_});
        for (const auto& [kind, records] : made_.kinds)
            for (const toml::table* table : entries.tables(kind))
                read_record({*table, file_}, made_.kinds.at(kind));
        for (const auto& [kind, records] : made_.kinds)
            if (records.empty())
                entries.refuse(*roles, "“" + kind + "” is missing", "add: [[" + kind + "]] with a word");
        entries.expect_nothing_else();
        Entries all(*lists, file_);
        for (const auto& [key, node] : all.whole()) {
            const std::string name(key.str());
            made_.lists[name] = read_phrases(all, name, node);
        }
        check_lists(*lists);
        return std::move(made_);
    }

private:
    void read_roles(Entries entries) {
        for (const auto& [key, node] : entries.whole()) {
            made_.roles.emplace_back(key.str());
            made_.kind_of.push_back(entries.text(key.str(), true));
            made_.kinds[made_.kind_of.back()];
        }
    }

    void read_record(Entries entries, std::vector<Record>& records) {
        Record& record = records.emplace_back();
        for (const auto& [key, node] : entries.whole()) {
            const std::string name(key.str());
            const auto phrases = read_phrases(entries, name, node);
            if (name != own_word) {
                record.fields[name] = phrases;
                continue;
            }
            for (const Phrase& phrase : phrases) {
                const std::string& word = phrase.front().text;
                const std::size_t slash = word.find('/');
                record.words.push_back(
                    word_of(word.substr(0, slash), slash == word.npos ? word : word.substr(slash + 1)));
            }
        }
        if (record.words.empty())
            entries.refuse(entries.whole(), "a record has no “word”", "add: word = \"Mei Nina\"");
    }

    // Every list named exists, none is part of itself, all are used, and every field is there.

    void check_lists(const toml::table& lists) {
        if (!made_.lists.contains("sentence")) refuse(lists, "there is no list “sentence”", "add it");
        visit("sentence", lists);
        for (const auto& [name, phrases] : made_.lists)
            if (!used_.contains(name))
                refuse(*lists.get(name), "no story uses this list",
                       "name it in a phrase, or correct its name");
    }

    void visit(const std::string& list, const toml::table& lists) {
        const toml::node& node = *lists.get(list);
        enter(list, node);
        used_.insert(list);
        for (const Phrase& phrase : made_.lists.at(list))
            visit(phrase, node, lists, false);
        path_.pop_back();
    }

    void enter(const std::string& name, const toml::node& node) {
        if (std::ranges::find(path_, name) != path_.end())
            refuse(node, "“" + name + "” is part of itself", "remove it from one of the phrases");
        path_.push_back(name);
    }

    void visit(const Phrase& phrase, const toml::node& node, const toml::table& lists, bool in_field) {
        for (const Part& part : phrase) {
            visit(part.inner, node, lists, in_field);
            if (part.kind != Part::Kind::list) continue;
            if (part.text == own_word) {
                if (!in_field)
                    refuse(node, "{word} stands outside a field", "write it in a field of a record");
            } else if (const std::size_t role = made_.role(part.text); role < made_.roles.size()) {
                visit_field(part, made_.kind_of[role], node, lists);
            } else if (made_.lists.contains(part.text)) {
                visit(part.text, lists);
            } else {
                refuse(node, "there is no list or role “" + part.text + "”",
                       "correct the name, or add the list");
            }
        }
    }

    void visit_field(const Part& part, const std::string& kind, const toml::node& node,
                     const toml::table& lists) {
        const std::string name = part.field.empty() ? std::string(itself) : part.field;
        enter(part.text + "." + name, node);
        for (const Record& record : made_.kinds.at(kind)) {
            const auto field = record.fields.find(name);
            if (field != record.fields.end())
                for (const Phrase& phrase : field->second)
                    visit(phrase, node, lists, true);
            else if (name != itself && name != plural)
                refuse(node, "a " + kind + " has no field “" + name + "”",
                       "add it to each [[" + kind + "]], or correct the name");
        }
        path_.pop_back();
    }

    [[noreturn]] void refuse(const toml::node& node, const std::string& what, const std::string& hint) const {
        throw base::InputError(place_of(file_, node), what, hint);
    }

    toml::table root_;
    const std::filesystem::path& file_;
    StoryGrammar made_;
    std::set<std::string> used_;
    std::vector<std::string> path_;
};

} // namespace

StoryGrammar load_stories(const std::filesystem::path& file) {
    return StoryGrammarReader(file).read();
}

// Drawing a story.

namespace {

class Storyteller {
public:
    Storyteller(const StoryGrammar& grammar, Draw& draw)
        : grammar_(grammar), draw_(draw), casts_(grammar.roles.size()) {}

    Story tell() {
        tell_one_of(grammar_.lists.find("sentence")->second, {});
        spell_articles();
        mark_quotes();
        for (std::size_t role = 0; role < casts_.size(); ++role)
            if (const Record::Word* word = casts_[role].word)
                story_.roles[grammar_.roles[role]] = {word->one, word->many};
        return std::move(story_);
    }

private:
    template <class List>
    const auto& one_of(const List& list) {
        story_.log_probability -= std::log(static_cast<double>(list.size()));
        return draw_.from(list);
    }

    void tell_one_of(const std::vector<Phrase>& phrases, const Cast& of) { tell(one_of(phrases), of); }

    void tell(const Phrase& phrase, const Cast& of) {
        for (const Part& part : phrase) {
            const std::size_t first = story_.words.size();
            if (part.kind == Part::Kind::word) {
                story_.words.push_back(part.text);
                story_.marks.emplace_back();
            } else if (part.kind == Part::Kind::optional) {
                story_.log_probability -= std::log(2.0);
                if (draw_.chance(50)) tell(part.inner, of);
            } else {
                const std::size_t role = grammar_.role(part.text);
                const Cast cast = role < casts_.size() ? cast_of(role) : of;
                tell_one_of(grammar_.phrases(part, cast), cast);
            }
            for (std::size_t at = part.every ? first : story_.words.size() - 1; at < story_.words.size();
                 ++at)
                if (!part.mark.empty()) story_.marks[at] = part.mark;
        }
    }

    /// First a record, then one of its words that no role of this kind is yet.
    const Cast& cast_of(std::size_t role) {
        Cast& cast = casts_[role];
        if (cast.word) return cast;
        const std::vector<Cast> free = grammar_.choices(role, casts_);
        std::vector<const Record*> records;
        for (const Cast& choice : free)
            if (records.empty() || records.back() != choice.record) records.push_back(choice.record);
        const Record* const record = one_of(records);
        std::vector<Cast> own;
        std::ranges::copy_if(free, std::back_inserter(own),
                             [&](const Cast& choice) { return choice.record == record; });
        return cast = one_of(own);
    }

    void spell_articles() {
        for (std::size_t i = 0; i + 1 < story_.words.size(); ++i)
            if (story_.words[i] == "a" && begins_with_vowel(story_.words[i + 1])) story_.words[i] = "an";
    }

    void mark_quotes() {
        bool open = false;
        for (std::size_t i = 0; i < story_.words.size(); ++i) {
            if (story_.words[i] != "\"") continue;
            if (open) story_.marks[i] = "quote";
            open = !open;
        }
    }

    const StoryGrammar& grammar_;
    Draw& draw_;
    std::vector<Cast> casts_; ///< of each role; empty until it is named
    Story story_;
};

} // namespace

Story draw_story(const StoryGrammar& grammar, Draw& draw) {
    return Storyteller(grammar, draw).tell();
}

} // namespace language
