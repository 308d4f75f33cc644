#pragma once
// Technical terms with their definitions (assets/texts/glossary.toml), and where a text uses them.

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace narration {

struct Term {
    std::string id;    ///< "dot_product"
    std::string name;  ///< "dot product"
    std::string means; ///< the definition: a sentence or two
};

/// A term in a text: the bytes [begin, end).
struct TermUse {
    std::size_t begin = 0, end = 0;
    const Term* term = nullptr;
};

class Glossary {
public:
    Glossary() = default;
    /// `texts` holds glossary.<id>.name, .forms ("key | keys"), .means and, where its words have another
    /// meaning as well, .not: phrases that are not this term ("position #", where # is a whole number).
    /// Throws InputError naming the term that lacks one of the first three, or the form that is there twice.
    explicit Glossary(const std::map<std::string, std::string>& texts);

    /// All terms, sorted by name.
    std::span<const Term> terms() const { return terms_; }
    const Term* term(std::string_view id) const;
    /// The terms in a text, in order: whole words only, the longest form that matches, no overlaps. Forms
    /// without a capital letter match in any case. No term begins within a phrase of .not, nor within a path
    /// ("/figures/attention", "C:\figures\attention").
    std::vector<TermUse> find(std::string_view text) const;
    /// Whether the text has the term of this id.
    bool mentions(std::string_view text, std::string_view id) const;

private:
    struct Form {
        std::string text;
        bool any_case;
        std::size_t term; ///< no_term: a phrase that means something else
    };
    static constexpr std::size_t no_term = static_cast<std::size_t>(-1);
    void add_forms(const std::string& forms, const std::string& id, std::size_t term);

    std::vector<Term> terms_;
    /// By first byte in lower case; the longest first, and among equally long ones those of no term.
    std::map<char, std::vector<Form>> forms_;
};

} // namespace narration
