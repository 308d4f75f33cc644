#pragma once
// What to say about a document besides its words: everything in force that differs from the defaults (a mask,
// another divisor, a changed row …) with the edit that restores the default, and the question of its
// language.

#include "workbench/document/edit.h"
#include "workbench/document/pass.h"
#include "workbench/document/selection.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

/// A fact to be put into words: the key of a text, and the value of each {name} in it.
struct Fact {
    std::string key;
    std::map<std::string, std::string> values = {};

    bool operator==(const Fact&) const = default;
};

/// What a fact is about; two documents are compared subject by subject.
enum class Subject {
    head,
    rows,
    language,
    position,
    score,
    scale,
    mask,
    dropout,
    additions,
    heads_off,
    numbers,
    unknown,
    not_learned
};

struct InForce {
    Subject subject;
    Fact fact;
    std::optional<Edit> usual = {};       ///< restores the default
    std::optional<base::Index> head = {}; ///< selecting this head restores the default
};

/// Everything in force in this pass while head `selected` is shown, in the order of Subject. Always includes
/// the head if there are several.
std::vector<InForce> in_force(const Prepared& prepared, base::Index selected);

/// The fact about a changed row.
Fact fact_of(const ChangedRow& row);

/// The keys of all facts that in_force() can return; each needs a text.
std::vector<std::string> in_force_keys();

// The same without computing the document: for a list of documents.

/// Trained or random weights, and whatever else differs from the defaults, with the texts of in_force(). A
/// trained model whose file is gone is named by its id. Throws InputError as rows_set_by() does.
std::vector<Fact> chosen_in(const Document& document, const Library& library);

// Whether the user has to be asked which language the words of a document are in.

struct LanguageDoubt {
    std::string words;             ///< looked up as English, but perhaps not: "“Die”, “war”"
    std::vector<Language> answers; ///< English, those of the lexicon that have some of the words, and other
};

/// Empty where it makes no difference, or the language is certain or has been chosen.
std::optional<LanguageDoubt> language_doubt(const Prepared& prepared, const language::Lexicon& lexicon);

} // namespace workbench
