#pragma once
// Grammars of stories (assets/grammars/stories.toml), in which one word settles a later one: who has the kite
// now, whose feeling it was, what was sung.
//
// Beside lists, as in language/phrase.h, a story has roles: {A} is drawn from the records of its kind when it
// is first named, and is the same ever after; no two roles of a kind are alike. {A.he} is a field of its
// record, {A} the field `is`, {A.many} the plural, {word} within a field the word itself. "a" before a vowel
// is spelt "an". A mark on a word says that the story so far has settled it.

#include "language/draw.h"
#include "language/phrase.h"

#include <filesystem>

namespace language {

/// What a role can be: words that share their fields.
struct Record {
    struct Word {
        std::string one, many;             ///< "kite", "kites"; the same if there is no plural
        std::vector<Phrase> alone, plural; ///< as phrases
    };
    std::vector<Word> words;
    Lists fields;
};

/// What a role is in a story.
struct Cast {
    const Record* record = nullptr;
    const Record::Word* word = nullptr;

    bool operator==(const Cast&) const = default;
};

struct StoryGrammar {
    Lists lists;
    std::vector<std::string> roles;                   ///< by name
    std::vector<std::string> kind_of;                 ///< of each role
    std::map<std::string, std::vector<Record>> kinds; ///< kind → its records

    /// The place of a role; roles.size() if there is none of this name.
    std::size_t role(std::string_view name) const;
    /// The phrases that stand for a list or role in a phrase. `cast`: what the role is, or for {word} the one
    /// whose field the phrase is.
    const std::vector<Phrase>& phrases(const Part& part, const Cast& cast) const;
    /// What a role can still be, beside what others are; all casts of the same record in a row.
    std::vector<Cast> choices(std::size_t role, const std::vector<Cast>& others) const;
    /// All words that stories can have, in alphabetical order.
    std::vector<std::string> words() const;
};

/// Reads a grammar. Throws InputError naming file, line and entry, as load_grammar() does, and for a kind
/// that has no record, a field that a record does not have or that is part of itself, and {word} outside a
/// field.
StoryGrammar load_stories(const std::filesystem::path& file);

struct Story {
    /// What a role is: "kite", "kites".
    struct Role {
        std::string one, many;
    };
    std::vector<std::string> words;
    std::vector<std::string> marks; ///< of each word, "": none; "quote" for a closing quotation mark
    std::map<std::string, Role, std::less<>> roles; ///< "A" → "Mei", of those that were named
    double log_probability = 0;                     ///< of having drawn just this, in nats
};

Story draw_story(const StoryGrammar& grammar, Draw& draw);

/// Whether "a" is spelt "an" before it.
bool begins_with_vowel(std::string_view word);

} // namespace language
