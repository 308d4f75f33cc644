#include "workbench/document/in_force.h"

#include "attention/bias.h"
#include "attention/score.h"
#include "base/input_error.h"
#include "base/text.h"
#include "language/lexicon.h"
#include "workbench/document/sizes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace workbench {

using attention::Override;
using attention::Quantity;
using base::Index;

namespace {

/// "0.75", "−2.45".
std::string number(float value) {
    const std::string digits = base::fixed(std::abs(value), 2);
    return (value < 0 && digits != "0.00" ? "−" : "") + digits;
}

/// "thing 0.75, pronoun 0.25"; the rest of a long row is shortened to "…".
std::string listed(const std::vector<std::pair<std::string, float>>& holds) {
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(holds.size(), most); ++i)
        text += (i > 0 ? ", " : "") + holds[i].first + " " + number(holds[i].second);
    return holds.size() > most ? text + " …" : text;
}

/// The fact about the heads that are switched off.
Fact heads_off_in(const Document& document) {
    const bool has_layers = have_layers(document.weights);
    std::string heads; // "2", or in a model of several layers "2 of layer 1"
    for (const HeadPlace& off : document.switched_off) {
        heads += (heads.empty() ? "" : ", ") + std::to_string(off.head + 1);
        if (has_layers) heads += " of layer " + std::to_string(off.layer + 1);
    }
    return {document.switched_off.size() == 1 ? "head_off" : "heads_off", {{"heads", heads}}};
}

Fact language_in(const Document& document) {
    if (document.language == Language::other) return {"language"};
    return {"language_" + std::string(code_of(document.language))};
}

/// An addition in force, and how it is taken back.
struct Added {
    Fact fact;
    void (*take_back)(Additions& additions);
};
std::vector<Added> additions_in(const Document& document) {
    const Additions& now = document.additions;
    std::vector<Added> all;
    if (now.rotary)
        all.push_back({{"rotary", {{"base", base::shortest(now.rotary->base)}}},
                       [](Additions& a) { a.rotary.reset(); }});
    if (now.softcap > 0)
        all.push_back(
            {{"softcap", {{"cap", base::shortest(now.softcap)}}}, [](Additions& a) { a.softcap = 0; }});
    if (now.alibi) all.push_back({{"alibi"}, [](Additions& a) { a.alibi = false; }});
    if (now.sink)
        all.push_back(
            {{"sink", {{"logit", base::shortest(*now.sink)}}}, [](Additions& a) { a.sink.reset(); }});
    return all;
}

Fact scale_by(const attention::Scale& scale, Index d_k, Index d_model) {
    return {std::string("scale_") + attention::key(scale.kind),
            {{"divisor", number(attention::divisor(scale, d_k, d_model))}}};
}

} // namespace

Fact fact_of(const ChangedRow& row) {
    return {row.holds.empty() ? "row_of_zeros" : "row", {{"word", row.word}, {"holds", listed(row.holds)}}};
}

namespace {

/// One function for each subject.
struct Collector {
    const Prepared& prepared;
    const Document& document = prepared.document;
    std::vector<InForce> found = {};

    void head(Index selected) {
        const Index heads = prepared.layer->heads;
        if (heads < 2) return;
        InForce what{Subject::head,
                     {"head", {{"head", std::to_string(selected + 1)}, {"heads", std::to_string(heads)}}}};
        if (selected > 0) what.head = 0;
        found.push_back(std::move(what));
    }

    void rows() {
        for (const ChangedRow& row : prepared.changed_rows)
            found.push_back(
                {Subject::rows, fact_of(row), RestoreRow{row.word, row.places, row.memory_places}});
    }

    void language() {
        if (document.language != Language::english && prepared.has_names())
            found.push_back({Subject::language, language_in(document), SetLanguage{Language::english}});
    }

    void position() {
        if (document.position != PositionKind::none)
            found.push_back({Subject::position, {"position"}, SetPosition{PositionKind::none}});
    }

    void score() {
        if (document.score == attention::ScoreFunction::dot) return;
        found.push_back({Subject::score,
                         {std::string("score_") + attention::key(document.score)},
                         SetScore{attention::ScoreFunction::dot}});
    }

    void scale() {
        if (document.scale.kind == attention::ScaleKind::sqrt_dk) return;
        found.push_back({Subject::scale,
                         scale_by(document.scale, prepared.layer->d_k(), prepared.layer->d_model()),
                         SetScale{}});
    }

    void mask() {
        const MaskChoice& now = document.mask;
        const auto forbid = [&](const char* key, Index count, std::optional<Edit> without = {}) {
            found.push_back({Subject::mask, {key, {{"count", std::to_string(count)}}}, std::move(without)});
        };
        for (const ChosenKind& kind : chosen_kinds()) {
            const Index amount = now.*kind.amount;
            const bool filled_up = kind.amount == &MaskKinds::padding && amount <= prepared.filled_up;
            if (amount == 0 || filled_up) continue;
            MaskChoice without = now;
            without.*kind.amount = 0;
            forbid(kind.key, amount, SetMask{std::move(without)});
        }
        if (prepared.filled_up > 0 && now.padding <= prepared.filled_up)
            forbid("filled_up", prepared.filled_up);
        if (now.drawn.size() > 0)
            forbid("drawn", now.drawn.size() - now.drawn.count(), SetMask{without_drawing(now)});
    }

    void dropout() {
        if (document.dropout.rate > 0)
            found.push_back(
                {Subject::dropout,
                 {"dropout", {{"percent", base::percent(static_cast<double>(document.dropout.rate))}}},
                 SetDropout{{0, document.dropout.seed}}});
    }

    /// Each is taken back by itself.
    void additions(Index selected) {
        for (const Added& added : additions_in(document)) {
            Additions without = document.additions;
            added.take_back(without);
            Fact fact = added.fact;
            if (fact.key == "alibi") // each head has its own
                fact.values["slope"] =
                    base::shortest(attention::alibi_slope(selected, prepared.layer->heads));
            found.push_back({Subject::additions, std::move(fact), SetAdditions{without}});
        }
    }

    void heads_off() {
        if (!document.switched_off.empty())
            found.push_back({Subject::heads_off, heads_off_in(document), SwitchHeads{}});
    }

    void numbers() {
        const auto count = std::ranges::count_if(
            document.overrides, [](const Override& set) { return !is_of_row(set.cell.quantity); });
        if (count == 0) return;
        found.push_back({Subject::numbers,
                         {count == 1 ? "one_number" : "numbers", {{"count", std::to_string(count)}}},
                         ClearOverrides{.of_rows = false}});
    }

    void unknown() {
        std::vector<std::string> words;
        const auto add = [&](const std::vector<bool>& flags, const std::vector<std::string>& names) {
            for (std::size_t i = 0; i < std::min(flags.size(), names.size()); ++i)
                if (flags[i] && std::ranges::find(words, names[i]) == words.end()) words.push_back(names[i]);
        };
        add(prepared.unknown, prepared.names.queries);
        add(prepared.memory_unknown, prepared.names.keys);
        if (words.empty()) return;
        constexpr std::size_t most = 3;
        std::string text;
        for (std::size_t i = 0; i < std::min(words.size(), most); ++i)
            text += (i > 0 ? ", " : "") + ("“" + words[i] + "”");
        found.push_back(
            {Subject::unknown, {"unknown", {{"words", text + (words.size() > most ? " …" : "")}}}});
    }

    void not_learned() {
        if (prepared.not_learned) found.push_back({Subject::not_learned, {"not_learned"}});
    }
};

} // namespace

std::vector<InForce> in_force(const Prepared& prepared, Index selected) {
    Collector collector{prepared};
    collector.head(selected);
    collector.rows();
    collector.language();
    collector.position();
    collector.score();
    collector.scale();
    collector.mask();
    collector.dropout();
    collector.additions(selected);
    collector.heads_off();
    collector.numbers();
    collector.unknown();
    collector.not_learned();
    return std::move(collector.found);
}

std::vector<std::string> in_force_keys() {
    std::vector<std::string> keys{
        "head",       "language",          "row",          "row_of_zeros", "position",
        "scale_none", "scale_sqrt_dmodel", "scale_number", "filled_up",    "drawn",
        "dropout",    "head_off",          "heads_off",    "one_number",   "numbers",
        "unknown",    "not_learned",       "rotary",       "softcap",      "alibi",
        "sink"};
    for (const attention::ScoreKind& kind : attention::score_kinds())
        if (kind.function != attention::ScoreFunction::dot) keys.push_back(std::string("score_") + kind.key);
    for (const ChosenKind& kind : chosen_kinds())
        keys.emplace_back(kind.key);
    for (const std::string_view code : language_codes())
        if (const Language language = language_of(code);
            language != Language::english && language != Language::other)
            keys.push_back("language_" + std::string(code));
    return keys;
}

// Without computing the document.

namespace {

std::string model_named(const std::string& id, const Library& library) {
    try {
        const learning::ModelCard& card = library.trained->get(id)->card;
        return card.name.empty() ? card.title : card.name;
    } catch (const base::InputError&) {
        return id;
    }
}

void add_weights(std::vector<Fact>& facts, const Document& document, const Library& library) {
    if (const auto* trained = std::get_if<TrainedWeights>(&document.weights))
        facts.push_back(
            {"trained",
             {{"name", model_named(trained->id, library)}, {"layer", std::to_string(trained->layer + 1)}}});
    if (const auto* real = std::get_if<RealWeights>(&document.weights))
        facts.push_back(
            {"real", {{"name", RealModels::name_of(real->id)}, {"layer", std::to_string(real->layer + 1)}}});
    if (const auto* random = std::get_if<model::RandomSizes>(&document.weights))
        facts.push_back({"random", {{"seed", std::to_string(random->seed)}}});
}

/// √d_model is left out where a trained model's file is gone, and with it the width.
void add_scale(std::vector<Fact>& facts, const Document& document, const Library& library) {
    const attention::ScaleKind kind = document.scale.kind;
    if (kind == attention::ScaleKind::sqrt_dk) return;
    Sizes sizes;
    try {
        if (kind == attention::ScaleKind::sqrt_dmodel) sizes = sizes_of(document, library);
    } catch (const base::InputError&) {
        return;
    }
    facts.push_back(scale_by(document.scale, sizes.d_k, sizes.d_model));
}

void add_mask(std::vector<Fact>& facts, const MaskChoice& mask) {
    for (const ChosenKind& kind : chosen_kinds())
        if (mask.*kind.amount > 0)
            facts.push_back({kind.key, {{"count", std::to_string(mask.*kind.amount)}}});
    if (mask.drawn.size() > 0) facts.push_back({"drawn"});
}

} // namespace

std::vector<Fact> chosen_in(const Document& document, const Library& library) {
    std::vector<Fact> facts;
    add_weights(facts, document, library);
    for (const ChangedRow& row : rows_set_by(document, library))
        facts.push_back(fact_of(row));
    if (document.language != Language::english && std::holds_alternative<HandSetWeights>(document.weights))
        facts.push_back(language_in(document));
    if (!document.switched_off.empty()) facts.push_back(heads_off_in(document));
    add_mask(facts, document.mask);
    if (document.position != PositionKind::none) facts.push_back({"position"});
    if (document.score != attention::ScoreFunction::dot)
        facts.push_back({std::string("score_") + attention::key(document.score)});
    add_scale(facts, document, library);
    if (document.dropout.rate > 0)
        facts.push_back(
            {"dropout", {{"percent", base::percent(static_cast<double>(document.dropout.rate))}}});
    for (const Added& added : additions_in(document))
        facts.push_back(added.fact);
    if (const auto set = document.overrides.size(); set > 0)
        facts.push_back({set == 1 ? "one_number" : "numbers", {{"count", std::to_string(set)}}});
    return facts;
}

// The question of its language.

std::optional<LanguageDoubt> language_doubt(const Prepared& prepared, const language::Lexicon& lexicon) {
    constexpr std::ptrdiff_t enough = 200; // words, to recognise a language
    const Document& document = prepared.document;
    if (document.language_told || document.language != Language::english || !prepared.has_names())
        return std::nullopt;
    const auto& words = prepared.names.queries;
    // The padding of a sentence in a batch belongs to no language.
    const std::ptrdiff_t written = std::ssize(words) - prepared.filled_up;
    const auto found =
        language::doubted_language({words.begin(), words.begin() + std::min(written, enough)}, lexicon);
    if (!found) return std::nullopt;
    LanguageDoubt doubt{.words = {}, .answers = {Language::english}};
    for (const std::string& word : found->misread)
        doubt.words += (doubt.words.empty() ? "“" : ", “") + word + "”";
    for (const std::string& code : found->languages)
        doubt.answers.push_back(language_of(code));
    doubt.answers.push_back(Language::other);
    return doubt;
}

} // namespace workbench
