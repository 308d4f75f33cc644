#pragma once
// English clauses and their French translations, with agreement and elision
// (assets/grammars/translation.toml).

#include "base/matrix.h"
#include "language/grammar.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace language {

enum class Gender { masculine, feminine };

/// A determiner or adjective, in the French forms that agree with a noun.
struct Agreeing {
    std::string english;
    std::array<std::string, 4> french; ///< masculine, feminine, and both before a vowel
    bool before_noun = true;

    const std::string& form(Gender gender, bool before_vowel) const {
        return french[(gender == Gender::feminine ? 1U : 0U) + (before_vowel ? 2U : 0U)];
    }
};

struct Noun {
    std::string english, french;
    Gender gender = Gender::masculine;
};

struct Verb {
    std::string english, base, french; ///< "sees", "see", "voit"
};

struct Adverb {
    std::string english, french;
};

struct TranslationGrammar {
    std::vector<Agreeing> determiners, adjectives;
    std::vector<Noun> living, things; ///< only the living act; both are acted upon
    std::vector<Verb> verbs, verbs_with_object;
    std::vector<Adverb> adverbs;

    std::vector<std::string> english_words() const;
    std::vector<std::string> french_words() const;
};

/// Parts point into the grammar, which must outlive them.
struct NounPhrase {
    const Agreeing* determiner = nullptr;
    const Agreeing* adjective = nullptr; ///< null: none
    const Noun* noun = nullptr;
};

struct Clause {
    NounPhrase subject;
    const Verb* verb = nullptr;
    bool negated = false;
    std::optional<NounPhrase> object;
    const Adverb* adverb = nullptr; ///< null: none
    bool full_stop = false;
};

struct Translation {
    std::vector<std::string> english, french;
    /// For each French word the position of the English one that it renders.
    std::vector<base::Index> aligned;
};

/// Reads the words. Throws InputError naming file, line and entry: unreadable, not TOML, an entry that is
/// missing, misspelt or empty, a word without all its forms, a gender other than m and f.
TranslationGrammar load_translation(const std::filesystem::path& file);

/// A random clause: half of the nouns have an adjective, a quarter of the clauses are negated.
Clause sample_clause(const TranslationGrammar& grammar, Draw& draw);

/// The English words as a clause, whatever their case; empty if they are not one.
std::optional<Clause> parse_clause(const TranslationGrammar& grammar, const std::vector<std::string>& words);

/// Both languages, all in lower case. "l'" and "n'" are words of their own; both halves of "ne … pas"
/// render "not", and nothing renders "does".
Translation translate(const Clause& clause);

} // namespace language
