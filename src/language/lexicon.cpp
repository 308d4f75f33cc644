#include "language/lexicon.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "language/toml_file.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <functional>
#include <iterator>
#include <sstream>

namespace language {

using base::Index;
using base::InputError;
using base::RowVector;

std::optional<RowVector> Lexicon::find_in(std::string_view language, std::string_view word) const {
    const auto own = of.find(language);
    const Rows& asked = own != of.end() && has_letter(word) ? own->second : rows;
    const auto found = asked.find(fold_case(word));
    if (found == asked.end()) return std::nullopt;
    return found->second;
}

std::optional<RowVector> Lexicon::find(std::string_view word, const std::vector<std::string>& subset,
                                       std::string_view language) const {
    const auto row = find_in(language, word);
    if (!row) return std::nullopt;
    RowVector projected(static_cast<Index>(subset.size()));
    for (std::size_t i = 0; i < subset.size(); ++i) {
        const auto column = feature(subset[i]);
        assert(column && "a subset of features names only features of the lexicon");
        projected(static_cast<Index>(i)) = (*row)(*column);
    }
    return projected;
}

std::optional<Index> Lexicon::feature(std::string_view name) const {
    const auto found = std::find(features.begin(), features.end(), name);
    if (found == features.end()) return std::nullopt;
    return found - features.begin();
}

namespace {

/// {living = 1, pronoun = 0.5} → the row (features); features not listed are 0.
RowVector read_row(Entries& group, const Lexicon& lexicon, const std::filesystem::path& file) {
    const toml::table* values = group.table("features");
    if (!values) group.refuse(group.whole(), "the group has no features", "add: features = {living = 1}");
    RowVector row = RowVector::Zero(static_cast<Index>(lexicon.features.size()));
    for (const auto& [name, value] : *values) {
        const auto column = lexicon.feature(name.str());
        if (!column)
            group.refuse(value, "\"" + std::string(name.str()) + "\" is not a feature",
                         "use a name from the list of features at the top");
        row(*column) = finite_number(file, value, name.str());
    }
    return row;
}

void read_words(Entries& group, const std::string& key, const RowVector& row, Lexicon::Rows& rows) {
    std::istringstream words(group.text(key, true));
    for (std::string word; words >> word;)
        if (!rows.emplace(fold_case(word), row).second)
            group.refuse(*group.take(key), "\"" + word + "\" is given twice", "keep one of the two");
}

/// `words` are English; those under the code of a language belong to it.
void read_group(Entries group, Lexicon& lexicon, const std::filesystem::path& file) {
    const RowVector row = read_row(group, lexicon, file);
    const auto has = [&](const std::string& language) { return group.has(language); };
    if (group.has("words") || std::ranges::none_of(lexicon.languages, has))
        read_words(group, "words", row, lexicon.of["en"]);
    for (const std::string& language : lexicon.languages)
        if (has(language)) read_words(group, language, row, lexicon.of[language]);
    group.expect_nothing_else();
}

} // namespace

Lexicon load_lexicon(const std::filesystem::path& file) {
    const toml::table root = read_toml(file);
    Entries entries(root, file);
    Lexicon lexicon;
    lexicon.features = entries.texts("features", true);
    lexicon.languages = entries.texts("languages");
    for (const toml::table* group : entries.tables("group"))
        read_group({*group, file}, lexicon, file);
    entries.expect_nothing_else();
    lexicon.rows = lexicon.of["en"];
    for (const std::string& language : lexicon.languages)
        lexicon.rows.insert(lexicon.of[language].begin(), lexicon.of[language].end());
    if (lexicon.rows.empty())
        throw InputError(file.string(), "there are no words",
                         "add groups: [[group]] with features and words");
    return lexicon;
}

namespace {

std::ptrdiff_t known_in(const std::vector<std::string>& words, const Lexicon& lexicon,
                        std::string_view language) {
    return std::ranges::count_if(
        words, [&](const std::string& word) { return lexicon.find_in(language, word).has_value(); });
}

} // namespace

std::optional<Doubt> doubted_language(const std::vector<std::string>& words, const Lexicon& lexicon) {
    constexpr std::ptrdiff_t fewest = 4; // fewer unknown words say too little about the language
    std::vector<std::string> lettered;
    std::ranges::copy_if(words, std::back_inserter(lettered), has_letter);
    Doubt doubt;
    for (const std::string& word : lettered)
        if (lexicon.find_in("en", word) && std::ranges::find(doubt.misread, word) == doubt.misread.end())
            doubt.misread.push_back(word);
    if (doubt.misread.empty()) return std::nullopt;
    const auto count = [&](std::string_view language) { return known_in(lettered, lexicon, language); };
    for (const std::string& language : lexicon.languages)
        if (count(language) > 0) doubt.languages.push_back(language);
    std::ranges::stable_sort(doubt.languages, std::ranges::greater{}, count);
    const bool mostly_unknown = std::ssize(lettered) >= fewest && 2 * count("") <= std::ssize(lettered);
    const bool mostly_other = !doubt.languages.empty() && count(doubt.languages.front()) > count("en");
    if (!mostly_unknown && !mostly_other) return std::nullopt;
    return doubt;
}

} // namespace language
