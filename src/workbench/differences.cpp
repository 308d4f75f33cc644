#include "workbench/differences.h"

#include <algorithm>

namespace workbench {

using base::Index;
using base::Matrix;

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
    }

    /// Adds what is in force on one side and not, or differently, on the other. `is_same`: according to the
    /// documents.
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
    comparer.force("heads_off", Subject::heads_off, p.switched_off == q.switched_off);
    comparer.force("numbers", Subject::numbers, numbers_of(p) == numbers_of(q));
    comparer.head(left.head, right.head);
    return std::move(comparer.found);
}

std::vector<std::string> difference_keys() {
    return {"words", "rows",    "language",   "weights",  "matrices", "d_model",
            "d_k",   "d_v",     "head_count", "position", "score",    "scale",
            "mask",  "dropout", "heads_off",  "numbers",  "head"};
}

std::vector<std::string> difference_fact_keys() {
    return {"name", "word", "words", "words_and_source", "rows", "rows_and_source", "random", "hand_set"};
}

} // namespace workbench
