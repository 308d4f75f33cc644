#include "workbench/follow.h"

#include "language/tokenizer.h"
#include "workbench/alignment.h"
#include "workbench/sizes.h"

#include <algorithm>

namespace workbench {

using attention::Axis;
using attention::Cell;
using attention::Override;
using base::BoolMatrix;
using base::Index;

namespace {

/// Where the words of both sequences have moved.
struct Moves {
    Alignment queries, keys;

    std::optional<Index> moved(Axis axis, Index index) const {
        if (!is_of_words(axis)) return index;
        const Alignment& alignment = axis == Axis::queries ? queries : keys;
        const auto i = static_cast<std::size_t>(index);
        return i < alignment.size() ? alignment[i] : std::nullopt;
    }

    std::optional<Cell> moved(const Cell& cell) const {
        const auto row = moved(row_axis(cell.quantity), cell.row);
        const auto column = moved(column_axis(cell.quantity), cell.column);
        if (!row || !column) return std::nullopt;
        return Cell{cell.quantity, cell.head, *row, *column, cell.layer};
    }
};

std::vector<std::string> folded(std::vector<std::string> words) {
    for (std::string& word : words)
        word = language::fold_case(word);
    return words;
}

Words folded(Words words) {
    return {folded(std::move(words.queries)), folded(std::move(words.memory))};
}

Moves moves_between(const Document& next, const Document& before, const Words& from, const Words& to) {
    Moves moves;
    if (before.length > 0) return moves; // numbered rows are not words: nothing follows them
    moves.queries = align(from.queries, to.queries);
    if (before.is_cross() == next.is_cross())
        moves.keys = before.is_cross() ? align(from.memory, to.memory) : moves.queries;
    return moves;
}

/// Cells whose two words both remain keep what was drawn; all others may attend.
BoolMatrix moved_mask(const BoolMatrix& drawn, const Moves& moves, Index n, Index m) {
    if (drawn.size() == 0) return drawn;
    BoolMatrix result = BoolMatrix::Constant(n, m, true);
    for (Index i = 0; i < drawn.rows(); ++i)
        for (Index j = 0; j < drawn.cols(); ++j) {
            const auto row = moves.moved(Axis::queries, i), column = moves.moved(Axis::keys, j);
            if (row && column) result(*row, *column) = drawn(i, j);
        }
    if (result.all()) return {};
    return result;
}

/// True if the word was in the sentence and no occurrence of it is left.
bool has_gone(const std::string& word, const std::vector<std::string>& words, const Alignment& alignment) {
    bool stood = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] != word) continue;
        if (i < alignment.size() && alignment[i]) return false;
        stood = true;
    }
    return stood;
}

/// Moves the overrides and the drawn mask to n queries and m keys.
void follow(Document& next, const Document& before, const Moves& moves, Index n, Index m) {
    next.overrides.clear();
    for (const Override& o : before.overrides)
        if (const auto cell = moves.moved(o.cell)) next.overrides.push_back({*cell, o.value});
    next.mask.drawn = moved_mask(before.mask.drawn, moves, n, m);
    if (next.mask.drawn.size() == 0) next.mask = without_drawing(next.mask);
}

/// Every word stays in its place.
Alignment staying(std::size_t count) {
    Alignment all(count);
    for (std::size_t i = 0; i < count; ++i)
        all[i] = static_cast<Index>(i);
    return all;
}

} // namespace

void follow_words(Document& next, const Document& before) {
    const Words from = folded(words_of(before)), to = folded(words_of(next));
    const Moves moves = moves_between(next, before, from, to);
    const auto n = static_cast<Index>(to.queries.size()), m = static_cast<Index>(to.keys().size());

    follow(next, before, moves, n, m);
    next.mask.padding = std::min(next.mask.padding, m);
    next.mask.beneath.padding = std::min(next.mask.beneath.padding, m);
    std::erase_if(next.word_rows, [&](const auto& entry) {
        const std::string word = language::fold_case(entry.first);
        return has_gone(word, from.queries, moves.queries) || has_gone(word, from.memory, moves.keys);
    });
}

void follow_swap(Document& next, const Document& before, Index a, Index b, bool in_memory) {
    const Words words = words_of(before);
    Moves moves{staying(words.queries.size()), staying(words.keys().size())};
    const auto swap = [&](Alignment& alignment) {
        std::swap(alignment[static_cast<std::size_t>(a)], alignment[static_cast<std::size_t>(b)]);
    };
    if (!in_memory) swap(moves.queries);
    if (in_memory || !before.is_cross()) swap(moves.keys);
    follow(next, before, moves, static_cast<Index>(moves.queries.size()),
           static_cast<Index>(moves.keys.size()));
}

namespace {

bool have_same_dimensions(const Document& a, const Document& b) {
    if (a.weights.index() != b.weights.index()) return false;
    if (const auto* trained =
            std::get_if<TrainedWeights>(&a.weights)) // what is set in its other layers stays
        return trained->id == std::get<TrainedWeights>(b.weights).id;
    const auto* random = std::get_if<model::RandomSizes>(&a.weights);
    if (!random) return a.weights == b.weights;
    model::RandomSizes sizes = *random;
    sizes.seed = std::get<model::RandomSizes>(b.weights).seed;
    return sizes == std::get<model::RandomSizes>(b.weights);
}

} // namespace

void follow_dimensions(Document& next, const Document& before, const std::vector<Index>& heads) {
    if (have_same_dimensions(next, before)) return;
    const auto exists = [&](const Cell& cell) {
        return cell.layer < std::ssize(heads) && cell.head < heads[static_cast<std::size_t>(cell.layer)];
    };
    std::erase_if(next.overrides, [&](const Override& o) {
        return !is_of_words(column_axis(o.cell.quantity)) || !exists(o.cell);
    });
}

} // namespace workbench
