#include "workbench/document/edit.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "workbench/document/pass.h"
#include "workbench/document/pieces.h"
#include "workbench/document/real_reading.h"
#include "workbench/document/sizes.h"
#include "workbench/document/trained_reading.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace workbench {

using attention::Axis;
using attention::Cell;
using attention::Override;
using base::BoolMatrix;
using base::Index;

// How the words of two sentences are matched.

namespace {

constexpr std::size_t most_pairs = 4'000'000;

/// The part of the sentences between their common prefix and suffix.
struct Middle {
    std::size_t begin, before_end, after_end;

    std::size_t before_size() const { return before_end - begin; }
    std::size_t after_size() const { return after_end - begin; }
};

Middle middle_of(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    Middle middle{0, before.size(), after.size()};
    const std::size_t shorter = std::min(before.size(), after.size());
    while (middle.begin < shorter && before[middle.begin] == after[middle.begin])
        ++middle.begin;
    while (middle.before_size() > 0 && middle.after_size() > 0 &&
           before[middle.before_end - 1] == after[middle.after_end - 1]) {
        --middle.before_end;
        --middle.after_end;
    }
    return middle;
}

/// common[i][j]: the length of a longest common subsequence of before[i…] and after[j…], both in the middle.
std::vector<std::vector<int>> common_lengths(const std::vector<std::string>& before,
                                             const std::vector<std::string>& after, const Middle& middle) {
    std::vector<std::vector<int>> common(middle.before_size() + 1,
                                         std::vector<int>(middle.after_size() + 1, 0));
    for (std::size_t i = middle.before_size(); i-- > 0;)
        for (std::size_t j = middle.after_size(); j-- > 0;)
            common[i][j] = before[middle.begin + i] == after[middle.begin + j]
                               ? common[i + 1][j + 1] + 1
                               : std::max(common[i + 1][j], common[i][j + 1]);
    return common;
}

void align_middle(const std::vector<std::string>& before, const std::vector<std::string>& after,
                  const Middle& middle, Alignment& alignment) {
    const auto common = common_lengths(before, after, middle);
    for (std::size_t i = 0, j = 0; i < middle.before_size() && j < middle.after_size();) {
        if (before[middle.begin + i] == after[middle.begin + j]) {
            alignment[middle.begin + i] = static_cast<Index>(middle.begin + j);
            ++i;
            ++j;
        } else if (common[i + 1][j] >= common[i][j + 1]) {
            ++i;
        } else {
            ++j;
        }
    }
}

} // namespace

Alignment align(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    const Middle middle = middle_of(before, after);
    Alignment alignment(before.size());
    for (std::size_t i = 0; i < middle.begin; ++i)
        alignment[i] = static_cast<Index>(i);
    for (std::size_t i = middle.before_end; i < before.size(); ++i)
        alignment[i] = static_cast<Index>(i - middle.before_end + middle.after_end);
    if (middle.before_size() * middle.after_size() <= most_pairs)
        align_middle(before, after, middle, alignment);
    return alignment;
}

// What was set by hand follows the word or the dimension that it was set for, and goes with it.

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

/// True if the word was in the sentence, and none of its occurrences is left.
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

/// `next` is `before` with other words: overrides, the drawn mask and the rows of words move with their
/// words, and the padding stays within the keys. Overrides of weight matrices, which do not depend on words,
/// stay. When self-attention becomes cross-attention or vice versa, nothing follows the keys. Throws
/// InputError as words_of() does.
void follow_words(Document& next, const Document& before, const Library& library) {
    const Words from = folded(words_of(before, library)), to = folded(words_of(next, library));
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

/// `next` is `before` with words a and b of the sentence, or of the source, swapped. Neither document is
/// numeric.
void follow_swap(Document& next, const Document& before, Index a, Index b, bool in_memory,
                 const Library& library) {
    const Words words = words_of(before, library);
    Moves moves{staying(words.queries.size()), staying(words.keys().size())};
    const auto swap = [&](Alignment& alignment) {
        std::swap(alignment[static_cast<std::size_t>(a)], alignment[static_cast<std::size_t>(b)]);
    };
    if (!in_memory) swap(moves.queries);
    if (in_memory || !before.is_cross()) swap(moves.keys);
    follow(next, before, moves, static_cast<Index>(moves.queries.size()),
           static_cast<Index>(moves.keys.size()));
}

/// The same layer with other numbers in it, or another layer of the same model.
bool have_same_dimensions(const Document& a, const Document& b) {
    if (a.weights.index() != b.weights.index()) return false;
    if (const auto* trained = std::get_if<TrainedWeights>(&a.weights))
        return trained->id == std::get<TrainedWeights>(b.weights).id;
    if (const auto* real = std::get_if<RealWeights>(&a.weights))
        return real->id == std::get<RealWeights>(b.weights).id;
    const auto* random = std::get_if<model::RandomSizes>(&a.weights);
    if (!random) return a.weights == b.weights;
    model::RandomSizes sizes = *random;
    sizes.seed = std::get<model::RandomSizes>(b.weights).seed;
    return sizes == std::get<model::RandomSizes>(b.weights);
}

/// `next` is `before` with other weights; `heads`: how many each of their layers has. Where the dimensions
/// mean something else now, only overrides of scores and weights stay, in heads that still exist.
void follow_dimensions(Document& next, const Document& before, const std::vector<Index>& heads) {
    if (have_same_dimensions(next, before)) return;
    const auto exists = [&](const Cell& cell) {
        return cell.layer < std::ssize(heads) && cell.head < heads[static_cast<std::size_t>(cell.layer)];
    };
    std::erase_if(next.overrides, [&](const Override& o) {
        return !is_of_words(column_axis(o.cell.quantity)) || !exists(o.cell);
    });
}

} // namespace

// The edits.

namespace {

/// The text with words a and b swapped, and one space between any two words.
std::string swapped(const std::string& text, Index a, Index b) {
    auto words = language::tokenize(text);
    const auto count = static_cast<Index>(words.size());
    for (const Index i : {a, b})
        if (i < 0 || i >= count)
            throw base::InputError("sentence",
                                   "word " + std::to_string(i + 1) + " of " + std::to_string(count),
                                   "choose from 1 to " + std::to_string(count));
    std::swap(words[static_cast<std::size_t>(a)], words[static_cast<std::size_t>(b)]);
    std::string joined = words.front();
    for (std::size_t i = 1; i < words.size(); ++i)
        joined += " " + words[i];
    return joined;
}

/// True if the model can read the words of the document.
bool is_read(const Document& document, const learning::Trained& trained) {
    const model::Transformer& transformer = transformer_of(trained);
    if (document.length > 0 || !document.sentences.empty()) return false;
    if (transformer.sizes.has_decoder() == document.memory_text.empty()) return false;
    const auto known = [](const std::string& text, const language::Vocabulary& words) {
        return std::ranges::all_of(language::tokenize(text),
                                   [&](const std::string& word) { return words.find(word).has_value(); });
    };
    if (!transformer.sizes.has_decoder()) return known(document.text, trained.source);
    return known(document.memory_text, trained.source) && known(document.text, trained.target);
}

/// A real model reads pieces in the place of words.
bool are_pieces(const Document& document) {
    return std::holds_alternative<RealWeights>(document.weights);
}

/// A model that cannot read so long a text has been opened all the same: says so, and how to go on.
void expect_short_enough(const std::string& text, const std::string& id, const pretrained::Model& model) {
    const auto pieces = std::ssize(pieces_of(model.tokenizer, text).ids);
    const Index longest = model.architecture.longest;
    if (pieces > longest)
        throw base::InputError("“" + RealModels::name_of(id) + "”",
                               "it is open, but reads at most " + std::to_string(longest) +
                                   " pieces, and the text has " + std::to_string(pieces),
                               "what is on screen stays; shorten the text, then choose the model from the "
                               "menu of weights");
}

/// One function per kind of edit, which returns the document after it.
struct Apply {
    const Document& document;
    const Library& library;

    Document operator()(const ChoosePreset& edit) const { return library.preset(edit.id).document; }

    Document operator()(const SetText& edit) const {
        Document next = document;
        next.text = is_new_source(edit) ? translated(edit) : edit.text;
        next.memory_text = edit.memory_text;
        if (next.text != document.text) next.written = 0;
        next.length = next.memory_length = 0;
        if (next.sentences.empty() || !edit.memory_text.empty())
            no_longer_a_batch(next);
        else
            next.sentences[static_cast<std::size_t>(next.item)] = edit.text; // the user edits the one shown
        if (next == document) return next;
        no_longer_the_preset(next);
        no_longer_foreign(next);
        follow_words(next, document, library);
        return next;
    }

    Document operator()(const WriteWord& edit) const {
        Document next = document;
        next.text += edit.text;
        if (!are_pieces(document)) {
            ++next.written;
        } else {
            const std::vector<std::size_t> begins = written_begins();
            next.written = pieces_after(begins.empty() ? document.text.size() : begins.front(), next.text);
        }
        no_longer_the_preset(next);
        follow_words(next, document, library);
        return next;
    }

    Document operator()(const TakeBack& edit) const {
        Document next = document;
        const std::vector<std::size_t> begins = written_begins();
        const auto count = std::min<base::Index>(std::ssize(begins), edit.words);
        if (count > 0) next.text.erase(begins[begins.size() - static_cast<std::size_t>(count)]);
        next.written = begins.empty()         ? 0
                       : are_pieces(document) ? pieces_after(begins.front(), next.text)
                                              : std::ssize(begins) - count;
        if (next == document) return next;
        no_longer_the_preset(next);
        follow_words(next, document, library);
        return next;
    }

    // Pieces that were written one by one may be read as fewer: "th" and "ing" as "thing".

    std::vector<std::size_t> begins_of(const std::string& text) const {
        return piece_begins(library.real->get(std::get<RealWeights>(document.weights).id)->tokenizer, text);
    }

    /// Where what was written begins, word by word. A session from elsewhere may say that everything was: the
    /// first word stays typed.
    std::vector<std::size_t> written_begins() const {
        std::vector<std::size_t> begins;
        if (document.written == 0) return begins;
        if (are_pieces(document)) {
            begins = begins_of(document.text);
        } else {
            for (std::size_t i = 0; i < document.text.size(); ++i)
                if (document.text[i] == ' ') begins.push_back(i);
        }
        if (!begins.empty() && begins.front() == 0) begins.erase(begins.begin());
        const auto typed = std::max<std::ptrdiff_t>(std::ssize(begins) - document.written, 0);
        begins.erase(begins.begin(), begins.begin() + typed);
        return begins;
    }

    Index pieces_after(std::size_t typed, const std::string& text) const {
        return std::ranges::count_if(begins_of(text), [&](std::size_t begin) { return begin >= typed; });
    }

    /// The language was chosen for another sentence if none of these words belongs to it, and two or more are
    /// English.
    void no_longer_foreign(Document& next) const {
        if (next.language == Language::english || next.language == Language::other) return;
        auto words = language::tokenize(next.text);
        if (next.is_cross())
            std::ranges::copy(language::tokenize(next.memory_text), std::back_inserter(words));
        const auto known_in = [&](std::string_view code) {
            return std::ranges::count_if(words, [&](const std::string& word) {
                return language::has_letter(word) && library.lexicon.find_in(code, word);
            });
        };
        if (known_in(code_of(next.language)) == 0 && known_in(code_of(Language::english)) >= 2)
            next.language = Language::english;
    }

    /// Only the sentence to be translated has changed.
    bool is_new_source(const SetText& edit) const {
        return std::holds_alternative<TrainedWeights>(document.weights) && edit.text == document.text &&
               !edit.memory_text.empty() && edit.memory_text != document.memory_text;
    }

    /// What a translating model writes for the new source, so that the two go together; the old text as long
    /// as the source has words that the model does not know.
    std::string translated(const SetText& edit) const {
        try {
            const auto& weights = std::get<TrainedWeights>(document.weights);
            return translation_by(*library.trained->get(weights.id), edit.memory_text);
        } catch (const base::InputError&) {
            return edit.text;
        }
    }

    Document operator()(const SwapWords& edit) const {
        if (are_pieces(document))
            throw base::InputError("sentence", "pieces of words cannot change places", "type it again");
        Document next = document;
        std::string& text = edit.in_memory ? next.memory_text : next.text;
        text = swapped(text, edit.a, edit.b);
        next.written = 0;
        if (!next.sentences.empty()) next.sentences[static_cast<std::size_t>(next.item)] = next.text;
        follow_swap(next, document, edit.a, edit.b, edit.in_memory, library);
        if (next != document) no_longer_the_preset(next);
        return next;
    }

    Document operator()(const SetWeights& edit) const {
        Document next = document;
        next.weights = edit.weights;
        if (next == document) return next;
        no_longer_the_preset(next);
        follow_clock(next);
        (void)sizes_of(next, library); // throws for weights that do not suit these words
        if (are_pieces(next) || are_pieces(document)) {
            if (!have_same_dimensions(next, document)) next.written = 0; // pieces are no words
            const auto rows = next.word_rows; // they wait for weights that read them
            follow_words(next, document, library);
            next.word_rows = rows;
        }
        const std::vector<Index> heads = heads_of_layers(next.weights, library);
        follow_dimensions(next, document, heads);
        if (heads != heads_of_layers(document.weights, library)) next.switched_off.clear();
        return next;
    }

    Document operator()(const ChooseTrained& edit) const {
        const TrainedPtr trained = library.trained->get(edit.id);
        Document fitting = document;
        if (!is_read(fitting, *trained)) {
            const learning::ModelCard& card = trained->card;
            fitting = (*this)(SetText{card.example, card.example_source});
        }
        return Apply{fitting, library}(SetWeights{TrainedWeights{edit.id, 0}});
    }

    Document operator()(const ChooseReal& edit) const {
        Document next = document;
        if (next.text.empty()) next.text = library.opening().document.text;
        if (next.length > 0 || next.is_cross()) next.overrides.clear(); // not of these words
        next.memory_text.clear();
        next.length = next.memory_length = 0;
        no_longer_a_batch(next);
        // A model has positions, a mask and a way of scoring of its own.
        next.position = PositionKind::none;
        next.score = {};
        next.scale = {};
        next.mask = {};
        next.dropout = {};
        next.additions = {};
        expect_short_enough(next.text, edit.id, *library.real->get(edit.id));
        return Apply{next, library}(SetWeights{RealWeights{edit.id, 0}});
    }

    Document operator()(const SetLanguage& edit) const {
        Document next = with(&Document::language, edit.language);
        next.language_told = edit.language == Language::english;
        return next;
    }
    Document operator()(const SetPosition& edit) const { return with(&Document::position, edit.position); }
    Document operator()(const SetScore& edit) const { return with(&Document::score, edit.score); }
    Document operator()(const SetScale& edit) const { return with(&Document::scale, edit.scale); }
    Document operator()(const SetMask& edit) const { return with(&Document::mask, edit.mask); }
    Document operator()(const SetDropout& edit) const { return with(&Document::dropout, edit.dropout); }
    Document operator()(const SetAdditions& edit) const { return with(&Document::additions, edit.additions); }
    Document operator()(const SwitchHeads& edit) const {
        const std::set<HeadPlace> off(edit.off.begin(), edit.off.end());
        return with(&Document::switched_off, {off.begin(), off.end()});
    }
    Document operator()(const SetItem& edit) const {
        Document next = with(&Document::item, edit.item);
        (void)words_of(next, library); // throws if the batch does not have the item
        if (!next.sentences.empty()) next.text = next.sentences[static_cast<std::size_t>(edit.item)];
        return next;
    }

    Cell in_layer(Cell cell, std::optional<Index> layer) const {
        cell.layer = layer.value_or(shown_layer(document));
        return cell;
    }

    Document operator()(const SetCell& edit) const {
        Document next = document;
        const Cell cell = in_layer(edit.cell, edit.layer);
        const auto found = find(next.overrides, cell);
        if (found == next.overrides.end() && next.overrides.size() >= most_overrides)
            throw base::InputError("numbers set by hand",
                                   "there are " + std::to_string(most_overrides) +
                                       " of them, and no more are kept",
                                   "take some back first");
        if (found == next.overrides.end())
            next.overrides.push_back({cell, edit.value});
        else
            found->value = edit.value;
        return next;
    }

    Document operator()(const ClearCell& edit) const {
        Document next = document;
        std::erase_if(next.overrides,
                      [cell = in_layer(edit.cell, edit.layer)](const Override& o) { return o.cell == cell; });
        return next;
    }

    Document operator()(const ClearOverrides& edit) const {
        Document next = document;
        std::erase_if(next.overrides,
                      [&](const Override& o) { return edit.of_rows || !is_of_row(o.cell.quantity); });
        return next;
    }

    Document operator()(const RestoreRow& edit) const {
        Document next = document;
        const std::string word = language::fold_case(edit.word);
        std::erase_if(next.word_rows,
                      [&](const auto& row) { return language::fold_case(row.first) == word; });
        std::erase_if(next.overrides, [&](const Override& o) {
            const bool in_memory = o.cell.quantity == attention::Quantity::memory;
            const auto& places = in_memory ? edit.memory_places : edit.places;
            return is_of_row(o.cell.quantity) && std::ranges::find(places, o.cell.row) != places.end();
        });
        return next;
    }

    Document operator()(const ReplaceDocument& edit) const { return edit.document; }

private:
    template <typename Field>
    Document with(Field Document::*field, Field value) const {
        Document next = document;
        next.*field = std::move(value);
        return next;
    }

    static std::vector<Override>::iterator find(std::vector<Override>& overrides, const Cell& cell) {
        return std::find_if(overrides.begin(), overrides.end(),
                            [&](const Override& o) { return o.cell == cell; });
    }

    /// Weights with a clock need positions; without a clock, positions would mix with dimensions that mean
    /// something else.
    void follow_clock(Document& next) const {
        const bool has_clock = clock_of(next, library) != nullptr;
        if (has_clock != (clock_of(document, library) != nullptr))
            next.position = has_clock ? PositionKind::sinusoidal : PositionKind::none;
    }

    static void no_longer_a_batch(Document& next) {
        next.sentences.clear();
        next.batch = 1;
        next.item = 0;
    }

    /// The preset's note only applies to its own words and weights.
    static void no_longer_the_preset(Document& next) {
        next.preset.clear();
        next.note.clear();
    }
};

} // namespace

Document apply(const Document& document, const Edit& edit, const Library& library) {
    return std::visit(Apply{document, library}, edit);
}

} // namespace workbench
