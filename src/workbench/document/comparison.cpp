#include "workbench/document/comparison.h"

#include "attention/measure.h"
#include "attention/score.h"
#include "language/toml_file.h"
#include "workbench/document/sizes.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace workbench {

using base::Index;
using base::InputError;
using base::Matrix;
using language::any_size;
using language::Entries;

// What differs.

namespace {

std::string text(Index number) {
    return std::to_string(number);
}

Fact said(const std::string& name) {
    return {"name", {{"name", name}}};
}

/// "10 words", "4 words, source of 5", "10 rows".
Fact length_of(const Prepared& q) {
    const std::string unit = q.document.length > 0 ? "rows" : "words";
    if (!q.input.is_cross()) return {unit, {{"n", text(q.input.x.rows())}}};
    return {unit + "_and_source", {{"n", text(q.input.x.rows())}, {"m", text(q.input.memory.rows())}}};
}

/// The pairs of words in which two sentences of the same length differ, if there are few.
std::vector<std::pair<std::string, std::string>> replaced(const std::vector<std::string>& left,
                                                          const std::vector<std::string>& right) {
    constexpr std::size_t most = 3;
    std::vector<std::pair<std::string, std::string>> pairs;
    if (left.size() != right.size()) return pairs;
    for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i] != right[i]) pairs.emplace_back(left[i], right[i]);
    if (pairs.size() > most) pairs.clear();
    return pairs;
}

Fact weights_of(const Prepared& q, const Library& library) {
    if (const auto* random = std::get_if<model::RandomSizes>(&q.document.weights))
        return {"random", {{"seed", text(random->seed)}}};
    if (const auto* trained = std::get_if<TrainedWeights>(&q.document.weights)) {
        const learning::ModelCard& card = library.trained->get(trained->id)->card;
        const std::string distinction = card.distinction();
        return {distinction.empty() ? "trained" : "trained_" + distinction,
                {{"own", card.name}, {"name", card.title}, {"layer", text(trained->layer + 1)}}};
    }
    if (const auto* real = std::get_if<RealWeights>(&q.document.weights))
        return {"real", {{"name", RealModels::name_of(real->id)}, {"layer", text(real->layer + 1)}}};
    return {"hand_set", {{"name", library.hand_set(std::get<HandSetWeights>(q.document.weights).id).title}}};
}

std::vector<Fact> facts_of(const std::vector<InForce>& found, Subject subject) {
    std::vector<Fact> facts;
    for (const InForce& what : found)
        if (what.subject == subject) facts.push_back(what.fact);
    return facts;
}

bool same(const Matrix& a, const Matrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

/// The names of the matrices that differ between the layers, if at least one is the same; empty for large
/// layers, which are random anyway and take too long to compare.
std::string matrices_that_differ(const attention::Layer& a, const attention::Layer& b) {
    constexpr Index most = 100'000; // numbers of one matrix
    std::string names;
    bool some_are_same = false;
    if (std::max(a.w_q.size(), b.w_q.size()) > most) return names;
    const auto compare = [&](const char* name, const Matrix& left, const Matrix& right) {
        if (left.size() == 0 && right.size() == 0) return;
        if (same(left, right))
            some_are_same = true;
        else
            names += (names.empty() ? "" : ", ") + std::string(name);
    };
    compare("W_Q", a.w_q, b.w_q);
    compare("W_K", a.w_k, b.w_k);
    compare("W_V", a.w_v, b.w_v);
    compare("W_O", a.w_o, b.w_o);
    return some_are_same ? names : "";
}

/// The numbers set by hand, except those that change the row of a word.
std::vector<attention::Override> numbers_of(const Document& document) {
    std::vector<attention::Override> numbers = document.overrides;
    std::erase_if(numbers, [](const attention::Override& set) { return is_of_row(set.cell.quantity); });
    return numbers;
}

/// One function for each thing that may differ.
struct Comparer {
    const Prepared &a, &b;
    const Library& library;
    std::vector<InForce> a_found, b_found;
    std::vector<Difference> found = {};

    void add(const std::string& what, Fact left, Fact right) {
        found.push_back({what, {std::move(left)}, {std::move(right)}});
    }

    void words() {
        const bool same_memory =
            a.input.is_cross() == b.input.is_cross() && (!a.input.is_cross() || a.names.keys == b.names.keys);
        if (a.names.queries == b.names.queries && same_memory) return;
        if (a.document.length == 0 && b.document.length == 0 && same_memory) {
            const auto pairs = replaced(a.names.queries, b.names.queries);
            for (const auto& [left, right] : pairs)
                add("words", {"word", {{"word", left}}}, {"word", {{"word", right}}});
            if (!pairs.empty()) return;
        }
        add("words", length_of(a), length_of(b));
    }

    void weights() {
        if (a.document.weights == b.document.weights) return;
        const std::string names = matrices_that_differ(*a.layer, *b.layer);
        add("weights", weights_of(a, library), weights_of(b, library));
        if (!names.empty()) found.push_back({"matrices", {said(names)}, {}});
        const auto size = [&](const char* what, Index left, Index right) {
            if (left != right) add(what, said(text(left)), said(text(right)));
        };
        size("d_model", a.layer->d_model(), b.layer->d_model());
        size("d_k", a.layer->d_k(), b.layer->d_k());
        size("d_v", a.layer->d_v(), b.layer->d_v());
        size("head_count", a.layer->heads, b.layer->heads);
        size("key_head_count", a.layer->key_heads(), b.layer->key_heads());
    }

    /// Adds the facts of a subject if the two sides differ in them. `is_same`: whether the documents agree,
    /// whatever their facts say.
    void force(const std::string& what, Subject subject, bool is_same) {
        std::vector<Fact> left = facts_of(a_found, subject), right = facts_of(b_found, subject);
        if (!is_same || left != right) found.push_back({what, std::move(left), std::move(right)});
    }

    void head(Index left, Index right) {
        if (left != right) add("head", said(text(left + 1)), said(text(right + 1)));
    }
};

} // namespace

std::vector<Difference> differences(const SideShown& left, const SideShown& right, const Library& library) {
    const Prepared &a = left.prepared, &b = right.prepared;
    const Document &p = a.document, &q = b.document;
    Comparer comparer{a, b, library, in_force(a, left.head), in_force(b, right.head)};
    comparer.words();
    comparer.force("rows", Subject::rows, true);
    comparer.force("language", Subject::language, true);
    comparer.weights();
    comparer.force("position", Subject::position, p.position == q.position);
    comparer.force("score", Subject::score, p.score == q.score);
    comparer.force("scale", Subject::scale, true);
    comparer.force("mask", Subject::mask, p.mask == q.mask);
    comparer.force("dropout", Subject::dropout, p.dropout == q.dropout || p.dropout.rate == 0);
    comparer.force("additions", Subject::additions, p.additions == q.additions);
    comparer.force("heads_off", Subject::heads_off, p.switched_off == q.switched_off);
    comparer.force("numbers", Subject::numbers, numbers_of(p) == numbers_of(q));
    comparer.head(left.head, right.head);
    return std::move(comparer.found);
}

std::vector<std::string> difference_keys() {
    return {"words",   "rows",       "language",       "weights",  "matrices", "d_model", "d_k",
            "d_v",     "head_count", "key_head_count", "position", "score",    "scale",   "mask",
            "dropout", "additions",  "heads_off",      "numbers",  "head"};
}

std::vector<std::string> difference_fact_keys() {
    return {"name",   "word",     "words", "words_and_source", "rows", "rows_and_source",
            "random", "hand_set", "real"};
}

// Two matrices.

MatrixDifference difference(const Matrix& left, const Matrix& right) {
    assert(left.rows() == right.rows() && left.cols() == right.cols());
    constexpr float forbidden = -std::numeric_limits<float>::infinity();
    MatrixDifference d;
    d.numbers = left.binaryExpr(
        right, [](float x, float y) { return x == forbidden && y == forbidden ? 0.0F : x - y; });
    d.reach = attention::reach(d.numbers);
    d.numbers.cwiseAbs().maxCoeff<Eigen::PropagateNaN>(&d.row, &d.column);
    return d;
}

// The comparisons on offer.

namespace {

attention::Scale read_scale(Entries& entries) {
    const std::string name = entries.text("scale");
    const auto kind = attention::scale_named(name);
    if (!kind)
        entries.refuse(*entries.whole().get("scale"), "scale \"" + name + "\" is not known",
                       "write \"sqrt_dk\", \"none\" or \"sqrt_dmodel\"");
    return {*kind, 1};
}

/// Replaces the preset's sentence as if another had been typed; marks stay on their words.
void retype(Compared& side, const std::string& text, const Library& library) {
    side.document = apply(side.document, SetText{text, side.document.memory_text}, library);
}

bool is_awaited(const Document& document, const Library& library) {
    const auto* trained = std::get_if<TrainedWeights>(&document.weights);
    return trained && library.trained->awaited(trained->id);
}

std::vector<std::string> differs_in(const Comparison& comparison, const Library& library) {
    const Document &first = comparison.left.document, &second = comparison.right.document;
    if (is_awaited(first, library) || is_awaited(second, library)) { // what can be said without the models
        std::vector<std::string> names;
        if (first.text != second.text || first.memory_text != second.memory_text) names.emplace_back("words");
        if (first.weights != second.weights) names.emplace_back("weights");
        return names;
    }
    const Prepared left = prepare(comparison.left.document, library),
                   right = prepare(comparison.right.document, library);
    std::vector<std::string> names;
    for (const Difference& difference :
         differences({left, comparison.left.head}, {right, comparison.right.head}, library))
        if (names.empty() || names.back() != difference.what) names.push_back(difference.what);
    return names;
}

/// preset = "…", and the changes to it.
Compared read_side(const toml::table& table, const std::filesystem::path& file, const Library& library) {
    Entries entries(table, file);
    const Preset& preset = library.preset(entries.text("preset", true));
    Compared side{preset.document, preset.query, preset.key, 0};
    Document& d = side.document;
    if (entries.has("text")) retype(side, entries.text("text"), library);
    d.mask.causal = entries.boolean("causal", d.mask.causal);
    if (entries.has("scale")) d.scale = read_scale(entries);
    if (entries.has("weights")) d.weights = HandSetWeights{entries.text("weights", true)};
    if (const toml::table* trained = entries.table("trained")) {
        Entries model(*trained, file);
        d.weights = TrainedWeights{model.text("model", true), model.integer("layer", 1, any_size) - 1};
        model.expect_nothing_else();
    }
    if (entries.has("d_model")) {
        model::RandomSizes sizes;
        sizes.d_model = entries.integer("d_model", sizes.d_model, any_size);
        sizes.seed =
            static_cast<std::uint32_t>(entries.integer("seed", 1, std::numeric_limits<std::uint32_t>::max()));
        d.weights = sizes;
    }
    side.query = entries.integer("query", side.query, any_size);
    side.key = entries.integer("key", side.key, any_size);
    side.head = entries.integer("head", 0, any_size);
    entries.expect_nothing_else();
    if (d != preset.document) {
        d.preset.clear();
        d.note.clear();
    }
    if (is_awaited(d, library)) return side;
    const Sizes sizes = sizes_of(d, library);
    if (side.query >= sizes.n || side.key >= sizes.m || side.head >= sizes.heads)
        entries.refuse(table, "query, key or head is outside the pass", "all three are counted from 0");
    return side;
}

Comparison read_comparison(const toml::table& table, const std::filesystem::path& file,
                           const Library& library) {
    Entries entries(table, file);
    Comparison comparison;
    comparison.id = entries.text("id", true);
    comparison.title = entries.text("title", true);
    comparison.question = entries.text("question", true);
    comparison.start = entries.boolean("start", false);
    const std::string stage = entries.text("stage", true);
    const auto* found = attention::stage_named(stage);
    if (!found)
        entries.refuse(*table.get("stage"), "there is no stage \"" + stage + "\"",
                       "use a name such as \"softmax\"");
    comparison.stage = found->id;
    for (const auto& [name, side] : {std::pair{"left", &comparison.left}, {"right", &comparison.right}}) {
        const toml::table* of_side = entries.table(name);
        if (!of_side)
            entries.refuse(table, "\"" + std::string(name) + "\" is missing",
                           "add left = {…} and right = {…}");
        *side = read_side(*of_side, file, library);
    }
    entries.expect_nothing_else();
    comparison.differs = differs_in(comparison, library);
    return comparison;
}

} // namespace

std::vector<Comparison> read_comparisons(const std::filesystem::path& file, const Library& library) {
    const toml::table root = language::read_toml(file);
    Entries entries(root, file);
    std::vector<Comparison> comparisons;
    for (const toml::table* table : entries.tables("comparison"))
        comparisons.push_back(read_comparison(*table, file, library));
    entries.expect_nothing_else();
    if (comparisons.empty())
        throw InputError(file.string(), "there are no comparisons", "add: [[comparison]]");
    if (const auto count = std::ranges::count(comparisons, true, &Comparison::start); count != 1)
        throw InputError(file.string(),
                         std::to_string(count) + " comparisons have start = true, expected one",
                         "add it to one comparison of sentences that a trained model reads");
    return comparisons;
}

} // namespace workbench
