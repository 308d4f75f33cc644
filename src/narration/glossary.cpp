#include "narration/glossary.h"

#include "base/input_error.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace narration {
namespace {

constexpr std::string_view prefix = "glossary.";

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Part of a word. Non-ASCII bytes are symbols here (’, ÷, √), since terms have no letters of other scripts.
bool is_letter(std::string_view text, std::size_t at) {
    return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
}

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

[[noreturn]] void refuse(const std::string& id, const std::string& what, const std::string& hint) {
    throw base::InputError("glossary.toml, " + id, what, hint);
}

const std::string& entry(const std::map<std::string, std::string>& texts, const std::string& id,
                         const char* part) {
    const auto found = texts.find(std::string(prefix) + id + "." + part);
    if (found == texts.end() || found->second.empty())
        refuse(id, std::string("it has no \"") + part + "\"", "give it a name, forms and what it means");
    return found->second;
}

/// True at the start of "/home/me/attention.json" or "C:\attention.json", where no word is a term.
bool begins_path(std::string_view text, std::size_t at) {
    if (at != 0 && text[at - 1] != ' ') return false;
    const std::string_view word = text.substr(at, text.find(' ', at) - at);
    return (word.size() > 1 && word.front() == '/') || word.find('\\') != std::string_view::npos;
}

/// Where the path that begins at `at` ends: with its extension, since names may have spaces, or else at the
/// next space.
std::size_t end_of_path(std::string_view text, std::size_t at) {
    const auto end_of_word = [&](std::size_t from) { return std::min(text.find(' ', from), text.size()); };
    for (std::size_t dot = text.find('.', at); dot != std::string_view::npos; dot = text.find('.', dot + 1)) {
        const bool in_folder =
            text.substr(dot, end_of_word(dot) - dot).find_first_of("/\\") != std::string_view::npos;
        if (is_letter(text, dot + 1) && !in_folder) return end_of_word(dot);
    }
    return end_of_word(at);
}

bool is_digit(std::string_view text, std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
}

/// Where the form, if it begins at `at`, ends; "#" in it is a whole number. Empty: it does not begin there.
std::optional<std::size_t> end_of_form(std::string_view form, bool any_case, std::string_view text,
                                       std::size_t at) {
    for (const char c : form) {
        if (c == '#') {
            if (!is_digit(text, at)) return std::nullopt;
            while (is_digit(text, at))
                ++at;
            continue;
        }
        if (at == text.size() || (any_case ? lower(text[at]) != lower(c) : text[at] != c))
            return std::nullopt;
        ++at;
    }
    const bool whole_word = !is_letter(text, at - 1) || !is_letter(text, at);
    return whole_word ? std::optional(at) : std::nullopt;
}

} // namespace

Glossary::Glossary(const std::map<std::string, std::string>& texts) {
    std::vector<std::string> ids;
    for (auto next = texts.lower_bound(std::string(prefix));
         next != texts.end() && next->first.starts_with(prefix); ++next) {
        const std::string rest = next->first.substr(prefix.size());
        const std::string id = rest.substr(0, rest.find('.'));
        if (ids.empty() || ids.back() != id) ids.push_back(id);
    }
    for (const std::string& id : ids)
        terms_.push_back({id, entry(texts, id, "name"), entry(texts, id, "means")});
    std::ranges::stable_sort(terms_, [](const Term& a, const Term& b) {
        return std::ranges::lexicographical_compare(a.name, b.name, {}, lower, lower);
    });
    for (std::size_t i = 0; i < terms_.size(); ++i) {
        const std::string& id = terms_[i].id;
        add_forms(entry(texts, id, "forms"), id, i);
        const auto others = texts.find(std::string(prefix) + id + ".not");
        if (others != texts.end()) add_forms(others->second, id, no_term);
    }
    for (auto& [first, forms] : forms_)
        std::ranges::stable_sort(forms, std::ranges::greater(),
                                 [](const Form& f) { return std::pair(f.text.size(), f.term == no_term); });
}

void Glossary::add_forms(const std::string& forms, const std::string& id, std::size_t term) {
    for (std::size_t start = 0; start <= forms.size();) {
        const std::size_t bar = std::min(forms.find('|', start), forms.size());
        const std::string text = trimmed(std::string_view(forms).substr(start, bar - start));
        start = bar + 1;
        if (text.empty()) refuse(id, "one of its forms is empty", "write forms between bars");
        std::vector<Form>& alike = forms_[lower(text.front())];
        if (std::ranges::find(alike, text, &Form::text) != alike.end())
            refuse(id, "the form \"" + text + "\" is there twice", "keep it in one term");
        const bool any_case =
            std::ranges::none_of(text, [](unsigned char c) { return std::isupper(c) != 0; });
        alike.push_back({text, any_case, term});
    }
}

const Term* Glossary::term(std::string_view id) const {
    const auto found = std::ranges::find(terms_, id, &Term::id);
    return found == terms_.end() ? nullptr : &*found;
}

std::vector<TermUse> Glossary::find(std::string_view text) const {
    std::vector<TermUse> uses;
    for (std::size_t at = 0; at < text.size();) {
        if (begins_path(text, at)) {
            at = end_of_path(text, at);
            continue;
        }
        const auto alike = forms_.find(lower(text[at]));
        const bool begins = at == 0 || !is_letter(text, at) || !is_letter(text, at - 1);
        std::size_t end = at + 1;
        if (alike != forms_.end() && begins)
            for (const Form& form : alike->second)
                if (const auto found = end_of_form(form.text, form.any_case, text, at)) {
                    end = *found;
                    if (form.term != no_term) uses.push_back({at, end, &terms_[form.term]});
                    break;
                }
        at = end;
    }
    return uses;
}

bool Glossary::mentions(std::string_view text, std::string_view id) const {
    return std::ranges::any_of(find(text), [&](const TermUse& use) { return use.term->id == id; });
}

} // namespace narration
