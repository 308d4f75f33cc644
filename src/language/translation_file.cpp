#include "base/input_error.h"
#include "language/toml_entries.h"
#include "language/translation.h"

#include <sstream>

namespace language {

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
    /// The entries of a table, each with so many words.
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

} // namespace language
