#include "language/lexicon.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "language/toml_file.h"

#include <algorithm>
#include <cassert>
#include <sstream>

namespace language {

using base::Index;
using base::InputError;
using base::RowVector;

std::optional<RowVector> Lexicon::find(std::string_view word) const {
    const auto found = rows.find(fold_case(word));
    if (found == rows.end()) return std::nullopt;
    return found->second;
}

std::optional<RowVector> Lexicon::find(std::string_view word, const std::vector<std::string>& subset) const {
    const auto row = find(word);
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

std::vector<std::string> read_features(const toml::table& root, const std::filesystem::path& file) {
    std::vector<std::string> features;
    if (const auto* list = root["features"].as_array())
        for (const auto& entry : *list)
            features.push_back(entry.value_or(std::string{}));
    if (features.empty() || std::count(features.begin(), features.end(), "") > 0)
        throw InputError(file.string(), "there is no list of features",
                         "begin with: features = [\"living\", …]");
    return features;
}

/// {living = 1, pronoun = 0.5} → the row (features); features not listed are 0.
RowVector read_row(const toml::table& group, const Lexicon& lexicon, const std::filesystem::path& file) {
    const auto* values = group["features"].as_table();
    if (!values)
        throw InputError(place_of(file, group), "the group has no features", "add: features = {living = 1}");
    RowVector row = RowVector::Zero(static_cast<Index>(lexicon.features.size()));
    for (const auto& [name, value] : *values) {
        const auto column = lexicon.feature(name.str());
        if (!column)
            throw InputError(place_of(file, value), "\"" + std::string(name.str()) + "\" is not a feature",
                             "use a name from the list of features at the top");
        row(*column) = finite_number(file, value, name.str());
    }
    return row;
}

void read_group(const toml::table& group, Lexicon& lexicon, const std::filesystem::path& file) {
    const RowVector row = read_row(group, lexicon, file);
    const auto* words = group.get("words");
    const auto text = words ? words->value<std::string>() : std::nullopt;
    if (!text) throw InputError(place_of(file, group), "the group has no words", "add: words = \"cat dog\"");
    std::istringstream stream(*text);
    for (std::string word; stream >> word;)
        if (!lexicon.rows.emplace(fold_case(word), row).second)
            throw InputError(place_of(file, *words), "\"" + word + "\" is given twice",
                             "keep one of the two");
}

} // namespace

Lexicon load_lexicon(const std::filesystem::path& file) {
    const toml::table root = read_toml(file);
    Lexicon lexicon;
    lexicon.features = read_features(root, file);
    if (const auto* groups = root["group"].as_array())
        for (const auto& group : *groups)
            if (const auto* table = group.as_table()) read_group(*table, lexicon, file);
    if (lexicon.rows.empty())
        throw InputError(file.string(), "there are no words",
                         "add groups: [[group]] with features and words");
    return lexicon;
}

} // namespace language
