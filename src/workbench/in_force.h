#pragma once
// What is in force and not usual: a mask, another divisor, a changed row …, and the edit that puts the usual
// back.

#include "workbench/edit.h"
#include "workbench/pass.h"
#include "workbench/selection.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

/// A fact, for a text to say: the text's key, and what stands for each {name} in it.
struct Fact {
    std::string key;
    std::map<std::string, std::string> values = {};

    bool operator==(const Fact&) const = default;
};

/// What a fact is about; two documents are compared subject by subject.
enum class Subject {
    head,
    language,
    rows,
    position,
    score,
    scale,
    mask,
    dropout,
    heads_off,
    numbers,
    unknown
};

struct InForce {
    Subject subject;
    Fact fact;
    std::optional<Edit> usual = {};            ///< puts back what is usual
    std::optional<attention::Index> head = {}; ///< so does going to this head
};

/// Everything in force in this pass, while head `selected` is shown, in the order of Subject. The head is
/// always among it where there are several.
std::vector<InForce> in_force(const Question& question, attention::Index selected);

/// What there is to say of a changed row.
Fact fact_of(const ChangedRow& row);

/// The keys of all facts that in_force can give: each needs a text.
std::vector<std::string> in_force_keys();

} // namespace workbench
