#pragma once
// The preset sentences with the trace that a reader will see.

#include "attention/trace.h"
#include "language/lexicon.h"
#include "language/tokenizer.h"
#include "language/toml_file.h"
#include "model/hand_set.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

namespace presets_test {

using attention::Trace;
using base::Index;
using base::Matrix;
using model::HandSet;

inline const std::filesystem::path assets = source_folder() / "assets";

inline const toml::table& presets() {
    static const toml::table table = language::read_toml(assets / "presets.toml");
    return table;
}

inline const toml::table& preset(std::string_view id) {
    for (const auto& node : *presets()["preset"].as_array())
        if (node.as_table()->at("id").value_or("") == id) return *node.as_table();
    FAIL("no preset " << id);
    std::abort();
}

inline const HandSet& hand_set(std::string_view id) {
    static const auto sets = model::load_hand_sets(assets / "weights");
    const auto found =
        std::find_if(sets.begin(), sets.end(), [&](const HandSet& set) { return set.id == id; });
    REQUIRE_MESSAGE(found != sets.end(), "no weights ", id);
    return *found;
}

/// A preset sentence, its words, and its trace.
struct Sentence {
    std::vector<std::string> words, memory;
    HandSet set;
    Trace trace;

    Index query(const std::string& word) const { return index(words, word); }
    Index key(const std::string& word) const { return index(memory.empty() ? words : memory, word); }
    float weight(const std::string& asks, const std::string& answers, std::size_t head = 0) const {
        return trace.heads[head].weights(query(asks), key(answers));
    }
    /// The word that gets the largest weight.
    std::string most_attended(const std::string& asks, std::size_t head = 0) const {
        Index column = 0;
        trace.heads[head].weights.row(query(asks)).maxCoeff(&column);
        return (memory.empty() ? words : memory)[static_cast<std::size_t>(column)];
    }
    /// How many times the next weight of its row a weight is.
    float lead(const std::string& asks, const std::string& answers, std::size_t head = 0) const {
        base::RowVector others = trace.heads[head].weights.row(query(asks));
        others(key(answers)) = 0;
        return weight(asks, answers, head) / others.maxCoeff();
    }
    /// What the weighted sum of a word holds of a value.
    float found(const std::string& word, const std::string& value, std::size_t head = 0) const {
        return trace.heads[head].output(query(word), index(set.value_width, value));
    }

    static Index index(const std::vector<std::string>& list, const std::string& name) {
        const auto at = std::find(list.begin(), list.end(), name);
        REQUIRE_MESSAGE(at != list.end(), "no ", name);
        return at - list.begin();
    }
};

/// What a word is (the features of the lexicon that the weights read): the preset's own row, or the
/// lexicon's.
inline base::RowVector row_of(const std::string& word, const HandSet& set, const toml::table& of) {
    static const auto lexicon = language::load_lexicon(assets / "lexicon.toml");
    if (const auto* own = of["rows"][word].as_table()) {
        base::RowVector row = base::RowVector::Zero(static_cast<Index>(set.words.size()));
        for (const auto& [feature, value] : *own)
            row(Sentence::index(set.words, std::string(feature.str()))) = value.value<float>().value();
        return row;
    }
    const auto row = lexicon.find(word, set.words);
    REQUIRE_MESSAGE(row, "not in the lexicon: ", word);
    return *row;
}

inline Matrix rows_of(const std::vector<std::string>& words, const HandSet& set, const toml::table& of) {
    Matrix rows = Matrix::Zero(static_cast<Index>(words.size()), set.layer->d_model());
    for (std::size_t i = 0; i < words.size(); ++i) {
        const base::RowVector row = row_of(words[i], set, of);
        rows.row(static_cast<Index>(i)).head(row.size()) = row;
    }
    return rows;
}

inline Sentence sentence(const std::string& id) {
    const toml::table& of = preset(id);
    Sentence s;
    s.set = hand_set(of["weights"].value_or(""));
    s.words = language::tokenize(of["text"].value_or(""));
    attention::Input input;
    input.x = rows_of(s.words, s.set, of);
    if (of.contains("position")) input.x_positions = s.set.positions(input.x.rows());
    if (const auto memory = of["memory"].value<std::string>()) {
        s.memory = language::tokenize(*memory);
        input.memory = rows_of(s.memory, s.set, of);
    }
    s.trace = attention::trace(input, *s.set.layer);
    return s;
}

} // namespace presets_test
