#include "workbench/story_offers.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "workbench/edit.h"

#include <algorithm>
#include <cmath>

namespace workbench {

using base::Index;

namespace {

std::vector<std::string> folded_words(const std::string& text) {
    std::vector<std::string> words = language::tokenize(text);
    for (std::string& word : words)
        word = language::fold_case(word);
    return words;
}

bool same_sentence(const std::string& a, const std::string& b) {
    return folded_words(a) == folded_words(b);
}

/// The only place where two sentences differ; empty if there are none, or several.
std::optional<std::size_t> only_difference(const std::vector<std::string>& a,
                                           const std::vector<std::string>& b) {
    if (a.size() != b.size()) return std::nullopt;
    std::optional<std::size_t> place;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (language::fold_case(a[i]) != language::fold_case(b[i])) {
            if (place) return std::nullopt;
            place = i;
        }
    return place;
}

const std::string* model_of(const Document& document) {
    const auto* trained = std::get_if<TrainedWeights>(&document.weights);
    return trained ? &trained->id : nullptr;
}

/// A comparison of these two sentences by this model.
const Comparison* comparison_of(const Document& document, const std::string& text, const Library& library) {
    const std::string* id = model_of(document);
    const auto is = [&](const Document& side, const std::string& words) {
        const std::string* other = model_of(side);
        return other && *other == *id && same_sentence(side.text, words);
    };
    for (const Comparison& offer : library.comparisons) {
        const Document &left = offer.left.document, &right = offer.right.document;
        if ((is(left, document.text) && is(right, text)) || (is(left, text) && is(right, document.text)))
            return &offer;
    }
    return nullptr;
}

} // namespace

std::optional<Counterpart> counterpart_of(const Document& document, const learning::Task& task,
                                          const Library& library) {
    if (document.is_cross() || !model_of(document)) return std::nullopt;
    const std::vector<std::string> words = language::tokenize(document.text);
    const std::vector<std::string>* answers = nullptr;
    for (const learning::Preset& preset : task.presets)
        if (same_sentence(preset.sentence, document.text)) answers = &preset.answers;
    for (const learning::Preset& preset : task.presets) {
        const std::vector<std::string> others = language::tokenize(preset.sentence);
        const auto place = only_difference(words, others);
        if (!place || (answers && *answers == preset.answers)) continue;
        return Counterpart{preset.sentence, words[*place], others[*place],
                           comparison_of(document, preset.sentence, library)};
    }
    return std::nullopt;
}

std::optional<OtherModel> other_model(const std::string& id, const Library& library) {
    const TrainedPtr own = library.trained->get(id);
    for (const std::string& other_id : library.trained->ids()) {
        try {
            const TrainedPtr other = library.trained->get(other_id);
            const learning::ModelCard &a = own->card, &b = other->card;
            if (a.task != b.task || a.hint == b.hint || !other->transformer || b.weight_on_wanted.empty() ||
                a.weight_on_wanted.size() != b.weight_on_wanted.size())
                continue;
            OtherModel found{other_id, other, 0};
            const auto gap = [&](Index e) {
                const auto i = static_cast<std::size_t>(e);
                return std::abs(a.weight_on_wanted[i] - b.weight_on_wanted[i]);
            };
            for (Index e = 1; e < std::ssize(a.weight_on_wanted); ++e)
                if (gap(e) > gap(found.relation)) found.relation = e;
            return found;
        } catch (const base::InputError&) { // a file that cannot be read is not on offer
            continue;
        }
    }
    return std::nullopt;
}

Comparison beside(const Compared& own, const OtherModel& other, const Library& library) {
    Comparison pair;
    pair.difference = true;
    pair.left = pair.right = own;
    const TrainedWeights weights{other.id, shown_layer(own.document)};
    pair.right.document = apply(own.document, SetWeights{weights}, library);
    return pair;
}

} // namespace workbench
