#include "language/translation.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "language/toml_file.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>

namespace language {

using base::Index;

std::vector<std::string> TranslationGrammar::english_words() const {
    std::set<std::string> words = {"does", "not", "."};
    for (const auto* list : {&determiners, &adjectives})
        for (const Agreeing& word : *list)
            words.insert(word.english);
    for (const auto* list : {&living, &things})
        for (const Noun& noun : *list)
            words.insert(noun.english);
    for (const auto* list : {&verbs, &verbs_with_object})
        for (const Verb& verb : *list)
            words.insert({verb.english, verb.base});
    for (const Adverb& adverb : adverbs)
        words.insert(adverb.english);
    return {words.begin(), words.end()};
}

std::vector<std::string> TranslationGrammar::french_words() const {
    std::set<std::string> words = {"ne", "n'", "pas", "."};
    for (const auto* list : {&determiners, &adjectives})
        for (const Agreeing& word : *list)
            words.insert(word.french.begin(), word.french.end());
    for (const auto* list : {&living, &things})
        for (const Noun& noun : *list)
            words.insert(noun.french);
    for (const auto* list : {&verbs, &verbs_with_object})
        for (const Verb& verb : *list)
            words.insert(verb.french);
    for (const Adverb& adverb : adverbs)
        words.insert(adverb.french);
    return {words.begin(), words.end()};
}

// Reading the words.

namespace {

/// The words of one entry: black = "noir noire".
struct Row {
    std::string english;
    std::vector<std::string> french;
    const toml::node& node;
};

class TranslationReader {
public:
    explicit TranslationReader(const std::filesystem::path& file)
        : root_(read_toml(file)), entries_(root_, file) {}

    TranslationGrammar read() {
        TranslationGrammar grammar;
        grammar.determiners = read_agreeing("determiners", 4, "le la l' l'");
        grammar.adjectives = read_agreeing("adjectives_before", 2, "beau belle bel");
        for (Agreeing& adjective : read_agreeing("adjectives_after", 2, "noir noire")) {
            adjective.before_noun = false;
            grammar.adjectives.push_back(std::move(adjective));
        }
        grammar.living = read_nouns("living");
        grammar.things = read_nouns("things");
        grammar.verbs = read_verbs("verbs");
        grammar.verbs_with_object = read_verbs("verbs_with_object");
        for (const Row& row : rows("adverbs", 1, 1, "ici"))
            grammar.adverbs.push_back({row.english, row.french[0]});
        entries_.expect_nothing_else();
        return grammar;
    }

private:
    /// The entries of a table, each with `least` to `most` words.
    std::vector<Row> rows(std::string_view key, std::size_t least, std::size_t most, const char* like) {
        const toml::table* table = entries_.table(key);
        if (!table || table->empty())
            entries_.refuse(table ? *table : root_, "“" + std::string(key) + "” is missing or empty",
                            "add words under [" + std::string(key) + "]");
        std::vector<Row> list;
        for (const auto& [english, node] : *table) {
            Row row{std::string(english.str()), {}, node};
            std::istringstream words(node.value_exact<std::string>().value_or(""));
            for (std::string word; words >> word;)
                row.french.push_back(word);
            if (row.french.size() < least || row.french.size() > most)
                entries_.refuse(node, "“" + row.english + "” does not have all that it needs",
                                "write it like: \"" + std::string(like) + "\"");
            list.push_back(std::move(row));
        }
        return list;
    }

    std::vector<Agreeing> read_agreeing(std::string_view key, std::size_t least, const char* like) {
        std::vector<Agreeing> list;
        for (const Row& row : rows(key, least, 4, like)) {
            const auto& f = row.french;
            list.push_back(
                {row.english, {f[0], f[1], f.size() > 2 ? f[2] : f[0], f.size() > 3 ? f[3] : f[1]}});
        }
        return list;
    }

    std::vector<Noun> read_nouns(std::string_view key) {
        std::vector<Noun> list;
        for (const Row& row : rows(key, 2, 2, "chat m")) {
            if (row.french[1] != "m" && row.french[1] != "f")
                entries_.refuse(row.node, "“" + row.french[1] + "” is not a gender", "write m or f");
            list.push_back(
                {row.english, row.french[0], row.french[1] == "m" ? Gender::masculine : Gender::feminine});
        }
        return list;
    }

    std::vector<Verb> read_verbs(std::string_view key) {
        std::vector<Verb> list;
        for (const Row& row : rows(key, 2, 2, "sleep dort"))
            list.push_back({row.english, row.french[0], row.french[1]});
        return list;
    }

    toml::table root_;
    Entries entries_;
};

} // namespace

TranslationGrammar load_translation(const std::filesystem::path& file) {
    return TranslationReader(file).read();
}

// Drawing, parsing and translating a clause.

namespace {

NounPhrase sample_phrase(const TranslationGrammar& grammar, const std::vector<Noun>& nouns, Draw& draw) {
    NounPhrase phrase;
    phrase.determiner = &draw.from(grammar.determiners);
    if (draw.chance(50)) phrase.adjective = &draw.from(grammar.adjectives);
    phrase.noun = &draw.from(nouns);
    return phrase;
}

} // namespace

Clause sample_clause(const TranslationGrammar& grammar, Draw& draw) {
    Clause clause;
    clause.subject = sample_phrase(grammar, grammar.living, draw);
    clause.negated = draw.chance(25);
    if (draw.chance(50)) {
        clause.verb = &draw.from(grammar.verbs_with_object);
        clause.object = sample_phrase(grammar, draw.chance(50) ? grammar.living : grammar.things, draw);
    } else {
        clause.verb = &draw.from(grammar.verbs);
    }
    if (draw.chance(50)) clause.adverb = &draw.from(grammar.adverbs);
    clause.full_stop = draw.chance(50);
    return clause;
}

namespace {

/// Consumes the words from left to right.
class ClauseParser {
public:
    ClauseParser(const TranslationGrammar& grammar, const std::vector<std::string>& words)
        : grammar_(grammar) {
        for (const std::string& word : words)
            words_.push_back(fold_case(word));
    }

    std::optional<Clause> parse() {
        Clause clause;
        const auto subject = take_phrase(false);
        if (!subject) return std::nullopt;
        clause.subject = *subject;
        clause.negated = take("does");
        if (clause.negated && !take("not")) return std::nullopt;
        const auto form = clause.negated ? &Verb::base : &Verb::english;
        clause.verb = take_from(grammar_.verbs, form);
        if (!clause.verb) {
            clause.verb = take_from(grammar_.verbs_with_object, form);
            clause.object = take_phrase(true);
            if (!clause.verb || !clause.object) return std::nullopt;
        }
        clause.adverb = take_from(grammar_.adverbs, &Adverb::english);
        clause.full_stop = take(".");
        if (at_ < words_.size()) return std::nullopt;
        return clause;
    }

private:
    std::optional<NounPhrase> take_phrase(bool thing_too) {
        NounPhrase phrase;
        phrase.determiner = take_from(grammar_.determiners, &Agreeing::english);
        phrase.adjective = take_from(grammar_.adjectives, &Agreeing::english);
        phrase.noun = take_from(grammar_.living, &Noun::english);
        if (!phrase.noun && thing_too) phrase.noun = take_from(grammar_.things, &Noun::english);
        if (!phrase.determiner || !phrase.noun) return std::nullopt;
        return phrase;
    }

    bool take(std::string_view word) {
        if (at_ == words_.size() || words_[at_] != word) return false;
        ++at_;
        return true;
    }

    template <class Entry>
    const Entry* take_from(const std::vector<Entry>& list, std::string Entry::*form) {
        const auto found = std::ranges::find_if(list, [&](const Entry& entry) { return take(entry.*form); });
        return found == list.end() ? nullptr : &*found;
    }

    const TranslationGrammar& grammar_;
    std::vector<std::string> words_;
    std::size_t at_ = 0;
};

} // namespace

std::optional<Clause> parse_clause(const TranslationGrammar& grammar, const std::vector<std::string>& words) {
    return ClauseParser(grammar, words).parse();
}

namespace {

/// Whether "le" becomes "l'" before this word.
bool elides(std::string_view french) {
    constexpr std::string_view beginnings[] = {"a", "e", "i", "o", "u", "h", "à", "â", "é",
                                               "è", "ê", "ë", "î", "ï", "ô", "ù", "û", "œ"};
    return std::ranges::any_of(beginnings, [french](std::string_view b) { return french.starts_with(b); });
}

/// Writes the English side first, then the French with the positions that it renders.
class Translator {
public:
    Translation translate(const Clause& clause) {
        const English subject = write_english(clause.subject);
        if (clause.negated) add_english("does");
        const Index negation = clause.negated ? add_english("not") : 0;
        const Index verb = add_english(clause.negated ? clause.verb->base : clause.verb->english);
        const English object = clause.object ? write_english(*clause.object) : English{};
        const Index adverb = clause.adverb ? add_english(clause.adverb->english) : 0;
        const Index full_stop = clause.full_stop ? add_english(".") : 0;

        write_french(clause.subject, subject);
        if (clause.negated) add_french(elides(clause.verb->french) ? "n'" : "ne", negation);
        add_french(clause.verb->french, verb);
        if (clause.negated) add_french("pas", negation);
        if (clause.object) write_french(*clause.object, object);
        if (clause.adverb) add_french(clause.adverb->french, adverb);
        if (clause.full_stop) add_french(".", full_stop);
        return std::move(result_);
    }

private:
    struct English {
        Index determiner = 0, adjective = 0, noun = 0; ///< their positions
    };

    Index add_english(const std::string& word) {
        result_.english.push_back(word);
        return static_cast<Index>(result_.english.size()) - 1;
    }
    void add_french(const std::string& word, Index english) {
        result_.french.push_back(word);
        result_.aligned.push_back(english);
    }

    English write_english(const NounPhrase& phrase) {
        English places;
        places.determiner = add_english(phrase.determiner->english);
        if (phrase.adjective) places.adjective = add_english(phrase.adjective->english);
        places.noun = add_english(phrase.noun->english);
        return places;
    }

    void write_french(const NounPhrase& phrase, const English& places) {
        const Noun& noun = *phrase.noun;
        const std::string adjective =
            phrase.adjective ? phrase.adjective->form(noun.gender, elides(noun.french)) : "";
        const bool before = phrase.adjective && phrase.adjective->before_noun;
        add_french(phrase.determiner->form(noun.gender, elides(before ? adjective : noun.french)),
                   places.determiner);
        if (before) add_french(adjective, places.adjective);
        add_french(noun.french, places.noun);
        if (phrase.adjective && !before) add_french(adjective, places.adjective);
    }

    Translation result_;
};

} // namespace

Translation translate(const Clause& clause) {
    return Translator().translate(clause);
}

} // namespace language
