#pragma once
// Passes of every kind that the narration has to put into words, small enough to be read, and what it says
// about them.

#include "narration/narration.h"
#include "narration/prediction.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

namespace narration_test {

using namespace attention;

struct Case {
    std::string name;
    Trace trace;
    language::Names names;
    bool hand_set = false;
};

inline const narration::Texts& texts() {
    static const narration::Texts all = narration::Texts::load(source_folder() / "assets/texts");
    return all;
}

/// Meaningless but reproducible numbers: about −1 to 1, no two alike.
inline Matrix wave(Index rows, Index columns, float phase) {
    Matrix m(rows, columns);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            m(i, j) = std::sin(phase + 1.7F * static_cast<float>(i) + 2.3F * static_cast<float>(j) +
                               0.4F * static_cast<float>(i * j));
    return m;
}

// The cat sentence, with weights set by hand.

inline language::Names cat_names() {
    const std::vector<std::string> words{"The", "cat",     "sat", "on",  "the",
                                         "mat", "because", "it",  "was", "tired"};
    language::Names names;
    names.queries = names.keys = words;
    names.model = {"living", "thing", "action", "link", "pronoun", "feeling"};
    names.key_width = {"living", "thing", "feeling", "action"};
    names.value_width = {"living", "thing", "feeling", "action"};
    return names;
}

inline Input cat_input() {
    Input input;
    input.x = Matrix::Zero(10, 6);
    for (const Index link : {0, 3, 4, 6})
        input.x(link, 3) = 1;
    input.x(1, 0) = input.x(2, 2) = input.x(5, 1) = input.x(7, 4) = input.x(9, 5) = 1;
    input.x(8, 2) = input.x(8, 3) = 0.5F;
    return input;
}

inline Layer cat_layer() {
    Layer layer;
    layer.w_q = Matrix{{0.6F, 0, 1, 1.8F}, {0, 0.8F, 0.2F, 1.2F}, {1.6F, 1.2F, 0.2F, 0.4F},
                       {0.8F, 1, 0, 0.3F}, {2.8F, 1, 2.3F, 0.2F}, {2, 0.4F, 0.8F, 0.6F}};
    layer.w_k = Matrix{{2.8F, 0.1F, 0, 0.2F},    {0.2F, 2.2F, 0, 0.1F},    {0.1F, 0.1F, 0.2F, 2.4F},
                       {0.1F, 0.1F, 0.1F, 0.1F}, {0.6F, 0.2F, 0.3F, 0.1F}, {0.2F, 0.1F, 2.3F, 0.3F}};
    layer.w_v = Matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 1, 0}};
    return layer;
}

inline Case cat(const std::string& name, const Options& options = {}, std::vector<Override> overrides = {},
                const std::function<void(Layer&)>& change = {}) {
    Layer layer = cat_layer();
    if (change) change(layer);
    return {name, trace(cat_input(), layer, options, std::move(overrides)), cat_names(), true};
}

// Rows without words.

inline Layer wave_layer(Index d_model, Index heads, Index d_k, Index d_v, bool output, bool bias) {
    Layer layer;
    layer.heads = heads;
    layer.w_q = wave(d_model, heads * d_k, 0.1F);
    layer.w_k = wave(d_model, heads * d_k, 0.7F);
    layer.w_v = wave(d_model, heads * d_v, 1.3F);
    if (output) layer.w_o = wave(heads * d_v, d_model, 2.1F);
    if (bias) {
        layer.b_q = wave(1, heads * d_k, 3).row(0);
        layer.b_k = wave(1, heads * d_k, 4).row(0);
        layer.b_v = wave(1, heads * d_v, 5).row(0);
        if (output) layer.b_o = wave(1, d_model, 6).row(0);
    }
    layer.w_general = wave(heads * d_k, d_k, 7);
    layer.w_add_q = wave(heads * d_k, 3, 8);
    layer.w_add_k = wave(heads * d_k, 3, 9);
    layer.v_add = wave(heads, 3, 10);
    return layer;
}

inline std::vector<std::string> numbers(Index count) {
    std::vector<std::string> names;
    for (Index i = 1; i <= count; ++i)
        names.push_back(std::to_string(i));
    return names;
}

inline Case rows(const std::string& name, const Layer& layer, const Options& options = {}, Index n = 5,
                 Index m = 0, bool positions = false) {
    Input input;
    input.x = wave(n, layer.d_model(), 0.5F);
    if (m > 0) input.memory = wave(m, layer.d_model(), 0.9F);
    if (positions) {
        input.x_positions = wave(n, layer.d_model(), 1.9F);
        if (m > 0) input.memory_positions = wave(m, layer.d_model(), 2.9F);
    }
    language::Names names;
    names.queries = numbers(n);
    names.keys = numbers(m > 0 ? m : n);
    names.model = numbers(layer.d_model());
    names.key_width = numbers(layer.d_k());
    names.value_width = numbers(layer.d_v());
    return {name, trace(input, layer, options), names, false};
}

/// The same with words; their dimensions still have no names.
inline Case words(Case c) {
    const std::vector<std::string> english{"The", "black", "cat", "sleeps", "."},
        french{"Le", "chat", "noir", "dort"};
    for (std::size_t i = 0; i < c.names.queries.size(); ++i)
        c.names.queries[i] = c.trace.input.is_cross() ? french[i] : english[i];
    for (std::size_t i = 0; i < c.names.keys.size(); ++i)
        c.names.keys[i] = english[i];
    return c;
}

// Passes with other choices.

inline Options scaled(ScaleKind kind, float number = 1) {
    Options o;
    o.scale = {kind, number};
    return o;
}

inline Options masked(const std::function<void(Mask&)>& set) {
    Options o;
    set(o.mask);
    return o;
}

inline Options scored(ScoreFunction score) {
    Options o;
    o.score = score;
    return o;
}

inline Options dropped(float rate) {
    Options o;
    o.dropout = {rate, 3};
    return o;
}

inline BoolMatrix chequered(Index n, Index m) {
    BoolMatrix given(n, m);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < m; ++j)
            given(i, j) = i != 1 && (i + j) % 2 == 0; // query 1 may see nothing
    return given;
}

inline std::vector<Case> scale_cases() {
    return {cat("not scaled", scaled(ScaleKind::none)),
            cat("√d_model", scaled(ScaleKind::sqrt_dmodel)),
            cat("divided by 2, which is √d_k", scaled(ScaleKind::number, 2)),
            cat("divided by 1.5", scaled(ScaleKind::number, 1.5F)),
            cat("divided by −2", scaled(ScaleKind::number, -2)),
            rows("√d_model with heads", wave_layer(8, 2, 4, 4, true, false), scaled(ScaleKind::sqrt_dmodel)),
            rows("d_k = 1, not scaled", wave_layer(4, 1, 1, 3, false, false), scaled(ScaleKind::none))};
}

inline Options without(std::vector<Index> heads) {
    Options o;
    o.switched_off = std::move(heads);
    return o;
}

inline std::vector<Case> switched_off_cases() {
    return {rows("a head switched off", wave_layer(8, 2, 4, 4, true, false), without({1})),
            rows("heads switched off, no W_O", wave_layer(8, 4, 2, 3, false, true), without({0, 2})),
            rows("two of three heads switched off", wave_layer(8, 3, 4, 4, true, true), without({0, 2})),
            words(rows("all heads switched off", wave_layer(8, 2, 4, 4, true, true), without({0, 1}))),
            rows("the only head switched off", wave_layer(6, 1, 4, 3, true, true), without({0})),
            cat("the only head switched off, no W_O", without({0}))};
}

inline std::vector<Case> mask_cases() {
    const Layer layer = wave_layer(8, 2, 4, 4, true, false);
    const auto given = masked([](Mask& m) { m.given = chequered(5, 5); });
    return {cat("causal", masked([](Mask& m) { m.causal = true; })),
            cat("causal window", masked([](Mask& m) { m.causal = true, m.window = Window::of(2); })),
            cat("window of one", masked([](Mask& m) { m.window = Window::of(1); })),
            cat("padding", masked([](Mask& m) { m.key_padding = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0}; })),
            cat("all of it padding", masked([](Mask& m) { m.key_padding.assign(10, 0); })),
            rows("given", layer, given),
            words(rows("given, words", layer, given)),
            rows("heads, cross, padding", layer, masked([](Mask& m) {
                     m.key_padding = {1, 1, 1, 1, 0};
                 }),
                 4, 5),
            rows("all conditions at once", layer, masked([](Mask& m) {
                     m.causal = true, m.window = Window::of(2), m.key_padding = {1, 1, 1, 1, 0},
                     m.given = chequered(5, 5);
                 }))};
}

inline std::vector<Case> score_cases() {
    const Layer one = wave_layer(6, 1, 4, 3, true, true), many = wave_layer(8, 2, 4, 3, true, true);
    std::vector<Case> cases;
    for (const ScoreFunction score :
         {ScoreFunction::general, ScoreFunction::additive, ScoreFunction::cosine}) {
        const std::string name = std::to_string(static_cast<int>(score));
        cases.push_back(rows("score " + name, one, scored(score)));
        cases.push_back(words(rows("score " + name + ", heads, cross", many, scored(score), 4, 5)));
    }
    cases.push_back(
        cat("cosine, a word without features", scored(ScoreFunction::cosine), {{{Quantity::x, 0, 3, 3}, 0}}));
    return cases;
}

/// Fewer heads of keys and values than of queries.
inline Layer sharing(Layer layer, Index kv_heads) {
    const Index keys = kv_heads * layer.d_k(), values = kv_heads * layer.d_v();
    layer.kv_heads = kv_heads;
    layer.w_k = layer.w_k.leftCols(keys).eval();
    layer.w_v = layer.w_v.leftCols(values).eval();
    if (layer.b_k.size() > 0) layer.b_k = layer.b_k.head(keys).eval();
    if (layer.b_v.size() > 0) layer.b_v = layer.b_v.head(values).eval();
    return layer;
}

/// The same case after the past keys and values of p words.
inline Case after_past(Case c, Index p) {
    Input input = c.trace.input;
    const Layer& layer = *c.trace.layer;
    input.past_k = wave(p, layer.w_k.cols(), 0.3F);
    input.past_v = wave(p, layer.w_v.cols(), 0.8F);
    c.trace = trace(input, layer, c.trace.options);
    c.names.keys = numbers(p + static_cast<Index>(c.names.keys.size()));
    return c;
}

inline std::vector<Case> cases_of_today() {
    Options turned, bent, shifted, all;
    turned.rotary = Rotary{.base = 100};
    bent.softcap = 1.5F;
    shifted.bias.given = {wave(5, 5, 3.3F)};
    all.rotary = Rotary{.base = 50, .dims = 2, .interleaved = true};
    all.softcap = 2;
    all.bias.alibi = true;
    all.mask.window = {2, 1};
    Options both = shifted;
    both.bias.alibi = true;
    Options causal = turned;
    causal.mask.causal = true;
    causal.bias.alibi = true;
    Options sides = masked([](Mask& m) { m.window = {-1, 1}, m.length = 4; });
    const Layer one = wave_layer(6, 1, 4, 3, true, true), many = wave_layer(8, 4, 4, 3, true, true);
    Layer normed = one, plainly_normed = one, sunk = sharing(many, 2), sunk_alone = one;
    normed.q_norm = normed.k_norm = wave(1, 4, 1.5F).row(0);
    plainly_normed.q_norm = plainly_normed.k_norm = RowVector::Ones(4);
    sunk.sink = wave(1, 4, 0.2F).row(0);
    sunk_alone.sink = wave(1, 1, 0.2F).row(0);
    return {cat("turned", turned),
            cat("capped", bent),
            rows("shifted", one, shifted),
            rows("shared keys", sharing(many, 2)),
            words(rows("all of today, one key head", sharing(many, 1), all)),
            rows("sinks, shared keys", sunk),
            rows("a sink", sunk_alone, all),
            rows("normed", normed, turned),
            rows("normed without gains", plainly_normed, both),
            rows("a side of a window, a length", one, sides),
            rows("a side of a window", one, masked([](Mask& m) {
                     m.window = {-1, 1};
                 })),
            rows("the other side", one, masked([](Mask& m) {
                     m.window = {1, -1};
                 })),
            rows("both sides", one, masked([](Mask& m) {
                     m.window = {2, 1};
                 })),
            rows("a length", one, masked([](Mask& m) { m.length = 4; })),
            after_past(rows("after a past", one, causal), 3),
            after_past(rows("after a past, shared keys", sharing(many, 2), causal), 2)};
}

inline std::vector<Case> override_cases() {
    const auto set = [](Quantity q, Index row, Index column, float value) {
        return std::vector<Override>{{{q, 0, row, column}, value}};
    };
    return {cat("x by hand", {}, set(Quantity::x, 7, 0, 0.5F)),
            cat("no features", {}, set(Quantity::x, 7, 4, 0)),
            cat("w_q by hand", {}, set(Quantity::w_q, 4, 0, -3)),
            cat("q by hand", {}, set(Quantity::q, 7, 0, 5)),
            cat("score by hand", {}, set(Quantity::scores, 7, 1, -2)),
            cat("weight by hand", {}, set(Quantity::weights, 7, 1, 0.9F)),
            cat("nothing looked for", {}, {}, [](Layer& l) { l.w_q.setZero(); }),
            cat("little offered", {}, {}, [](Layer& l) { l.w_k.row(2).setConstant(0.3F); })};
}

inline std::vector<Case> shape_cases() {
    std::vector<Case> cases{
        cat("the cat sentence"),
        cat("with dropout", dropped(0.3F)),
        rows("one row", wave_layer(4, 1, 2, 2, false, false), {}, 1),
        words(rows("one word", wave_layer(4, 2, 2, 2, true, false), {}, 1)),
        words(rows("two words", wave_layer(4, 1, 2, 2, false, false), {}, 2)),
        rows("heads", wave_layer(8, 2, 4, 4, true, false)),
        rows("heads without W_O, with positions", wave_layer(8, 4, 2, 3, false, true), {}, 5, 0, true),
        rows("one head with W_O and biases", wave_layer(6, 1, 4, 3, true, true)),
        rows("heads with dropout", wave_layer(8, 2, 4, 4, true, true), dropped(0.5F)),
        words(rows("cross", wave_layer(6, 1, 4, 3, false, false), {}, 4, 5)),
        words(rows("cross with positions", wave_layer(6, 2, 4, 3, true, true), {}, 4, 5, true)),
        rows("cross of rows, one key", wave_layer(6, 1, 4, 3, false, false), {}, 3, 1),
        words(rows("d_k = 1", wave_layer(4, 1, 1, 1, false, false), {}, 4))};
    const Layer plain = wave_layer(4, 1, 2, 2, false, false);
    Case comes_back = rows("positions that come back", plain, {}, 5, 0, true);
    Input repeating = comes_back.trace.input;
    repeating.x_positions.row(3) = repeating.x_positions.row(1);
    comes_back.trace = trace(repeating, plain, {});
    cases.push_back(std::move(comes_back));
    const auto equal_keys = [](Layer& l) { l.w_k.setConstant(0.5F); };
    cases.push_back(cat("all scores equal", {}, {}, equal_keys));
    cases.push_back(
        cat("all scores equal, causal", masked([](Mask& m) { m.causal = true; }), {}, equal_keys));
    cases.push_back(cat("two best keys", {}, {}, [](Layer& l) { l.w_k.row(1) = l.w_k.row(0); }));
    cases.push_back(cat("a value of little", {}, {}, [](Layer& l) { l.w_v *= 4, l.w_v.row(0) /= 20; }));
    Case repeated = cat("a word twice");
    repeated.names.queries[0] = repeated.names.keys[0] = "the";
    cases.push_back(std::move(repeated));
    return cases;
}

inline const std::vector<Case>& all_cases() {
    static const std::vector<Case> all = [] {
        std::vector<Case> cases;
        for (auto make : {shape_cases, scale_cases, mask_cases, score_cases, switched_off_cases,
                          override_cases, cases_of_today})
            for (Case& c : make())
                cases.push_back(std::move(c));
        return cases;
    }();
    return all;
}

/// Calls `visit` with every cell of every result of every stage; of results with many rows, only some rows.
inline void for_each_subject(const Case& c, const std::function<void(const narration::Subject&)>& visit) {
    for (const Stage* s : stages_of(c.trace)) {
        for (const Product& product : s->products(c.trace)) {
            for (Index head = 0; head < (is_per_head(product.result) ? c.trace.layer->heads : 1); ++head) {
                const Matrix& result = c.trace.matrix(product.result, head);
                for (Index i = 0; i < result.rows(); ++i)
                    for (Index j = 0; j < result.cols() && (result.rows() < 6 || i % 3 == 1 || i == 9); ++j)
                        visit({c.trace, c.names, s->id, {product.result, head, i, j}, c.hand_set});
            }
        }
    }
}

inline std::string words_of(const narration::Paragraph& paragraph) {
    std::string text;
    for (const narration::Span& span : paragraph)
        text += span.text;
    return text;
}

inline std::string words_of(const narration::Narration& narration) {
    std::string text = words_of(narration.brief);
    for (const narration::Paragraph& p : narration.more)
        text += " " + words_of(p);
    return text;
}

// What is said about one cell.

inline narration::Subject subject(const Case& c, StageId stage, Quantity quantity, Index row, Index column,
                                  Index head = 0) {
    return {c.trace, c.names, stage, {quantity, head, row, column}, c.hand_set};
}

inline std::string told(const Case& c, StageId stage, Quantity quantity, Index row, Index column,
                        Index head = 0) {
    return words_of(texts().narrate(subject(c, stage, quantity, row, column, head)));
}

/// Only what is told without being asked for.
inline std::string told_briefly(const Case& c, StageId stage, Quantity quantity, Index row, Index column,
                                Index head = 0) {
    return words_of(texts().narrate(subject(c, stage, quantity, row, column, head)).brief);
}

inline bool has(const std::string& text, const std::string& piece) {
    return text.find(piece) != std::string::npos;
}

inline std::string score_told(const Case& c, Index row, Index column) {
    return told(c, StageId::scores, Quantity::scores, row, column);
}

inline std::string softmax_told(const Case& c, Index row, Index column) {
    return told(c, StageId::softmax, Quantity::weights, row, column);
}

inline std::string sum_told(const Case& c, Index row, Index column) {
    return told(c, StageId::weighted_sum, Quantity::head_output, row, column);
}

/// Rows of the cat sentence.
constexpr Index it = 7, cat_word = 1, was = 8, tired = 9, the = 4;

} // namespace narration_test
