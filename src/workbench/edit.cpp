#include "workbench/edit.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "workbench/document_json.h"
#include "workbench/follow.h"
#include "workbench/pass.h"
#include "workbench/sizes.h"
#include "workbench/trained_reading.h"
#include "workbench/translation.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace workbench {

namespace {

using attention::Cell;
using attention::Override;
using base::Index;

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

/// Whether a model can read the words of a document.
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

/// One function per kind of edit, which returns the document after it.
struct Apply {
    const Document& document;
    const Library& library;

    Document operator()(const ChoosePreset& edit) const { return library.preset(edit.id).document; }

    Document operator()(const SetText& edit) const {
        Document next = document;
        next.text = is_new_source(edit) ? translated(edit) : edit.text;
        next.memory_text = edit.memory_text;
        next.length = next.memory_length = 0;
        if (next.sentences.empty() || !edit.memory_text.empty())
            no_longer_a_batch(next);
        else
            next.sentences[static_cast<std::size_t>(next.item)] = edit.text; // the user edits the one shown
        if (next == document) return next;
        no_longer_the_preset(next);
        no_longer_foreign(next);
        follow_words(next, document);
        return next;
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

    /// Only the sentence to be translated is another.
    bool is_new_source(const SetText& edit) const {
        return std::holds_alternative<TrainedWeights>(document.weights) && edit.text == document.text &&
               !edit.memory_text.empty() && edit.memory_text != document.memory_text;
    }

    /// What a translating model writes for the new source, so that both belong together; the old text while
    /// the source has words that it does not know.
    std::string translated(const SetText& edit) const {
        try {
            const auto& weights = std::get<TrainedWeights>(document.weights);
            return translation_by(*library.trained->get(weights.id), edit.memory_text);
        } catch (const base::InputError&) {
            return edit.text;
        }
    }

    Document operator()(const SwapWords& edit) const {
        Document next = document;
        std::string& text = edit.in_memory ? next.memory_text : next.text;
        text = swapped(text, edit.a, edit.b);
        if (!next.sentences.empty()) next.sentences[static_cast<std::size_t>(next.item)] = next.text;
        follow_swap(next, document, edit.a, edit.b, edit.in_memory);
        if (next != document) no_longer_the_preset(next);
        return next;
    }

    Document operator()(const SetWeights& edit) const {
        Document next = document;
        next.weights = edit.weights;
        if (next == document) return next;
        no_longer_the_preset(next);
        follow_clock(next);
        (void)sizes_of(next, library); // throws for weights that these words do not go with
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
    Document operator()(const SwitchHeads& edit) const {
        const std::set<HeadPlace> off(edit.off.begin(), edit.off.end());
        return with(&Document::switched_off, {off.begin(), off.end()});
    }
    Document operator()(const SetItem& edit) const {
        Document next = with(&Document::item, edit.item);
        (void)words_of(next); // throws if the batch does not have the item
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

    /// Weights with a clock need positions; without one, positions would mix with dimensions of other
    /// meaning.
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
