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
    /// `texts` holds glossary.<id>.name, .forms ("key | keys") and .means, among others. Throws InputError
    /// naming the term that lacks one of them, or the form that two terms share.
    explicit Glossary(const std::map<std::string, std::string>& texts);

    /// All terms, sorted by name.
    std::span<const Term> terms() const { return terms_; }
    const Term* term(std::string_view id) const;
    /// The terms in a text, in order: whole words only, the longest form that matches, no overlaps. Forms
    /// without a capital letter match in any case. A path ("/figures/attention", "C:\figures\attention")
    /// holds no terms.
    std::vector<TermUse> find(std::string_view text) const;

private:
    struct Form {
        std::string text;
        bool any_case;
        std::size_t term;
    };
    void add_forms(const std::string& forms, std::size_t term);

    std::vector<Term> terms_;
    std::map<char, std::vector<Form>> forms_; ///< by first byte in lower case, the longest first
};

} // namespace narration
