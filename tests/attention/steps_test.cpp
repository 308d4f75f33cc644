// All steps of today's attention together, in random combinations, against their definition in double.

#include "attention/by_definition.h"
#include "attention/fused.h"
#include "attention/make.h"
#include "attention/trace.h"
#include "close.h"

#include <doctest/doctest.h>

#include <limits>
#include <random>

using namespace attention;

namespace {

// Numbers and choices, the same on every machine.
class Dice {
public:
    explicit Dice(unsigned seed) : engine_(seed) {}

    Index between(Index low, Index high) {
        return low + static_cast<Index>(engine_() % static_cast<unsigned>(high - low + 1));
    }
    bool one_in(Index n) { return between(1, n) == 1; }
    unsigned seed() { return static_cast<unsigned>(engine_() % 100000); }
    BoolMatrix mask(Index n, Index m, float share) {
        return (make::matrix(n, m, seed()).array() < 2 * share - 1).matrix();
    }

private:
    std::mt19937 engine_;
};

struct Question {
    Input input;
    Layer layer;
    Options options;
};

make::Sizes random_sizes(Dice& dice, Index longest) {
    const Index kv_heads = dice.between(1, 3);
    make::Sizes sizes{.n = dice.between(1, longest),
                      .m = dice.one_in(3) ? dice.between(1, 2 * longest) : 0,
                      .d_model = dice.between(1, 9),
                      .d_k = dice.between(2, 9),
                      .d_v = dice.between(1, 9),
                      .heads = kv_heads * dice.between(1, 3),
                      .d_out = dice.one_in(3) ? 0 : dice.between(1, 7),
                      .bias = dice.one_in(2),
                      .kv_heads = kv_heads,
                      .past = dice.one_in(2) ? dice.between(1, longest) : 0};
    if (dice.one_in(3)) sizes.kv_heads = 0;
    return sizes;
}

Mask random_mask(Dice& dice, Index n, Index m) {
    Mask mask;
    mask.causal = dice.one_in(2);
    if (dice.one_in(3)) mask.alignment = Alignment::lower_right;
    if (dice.one_in(3)) mask.window = {dice.between(-1, m), dice.between(-1, m)};
    if (dice.one_in(4)) mask.length = dice.between(0, m);
    if (dice.one_in(4)) {
        mask.key_padding.assign(static_cast<std::size_t>(m), 1);
        for (auto& real : mask.key_padding)
            real = dice.one_in(3) ? 0 : 1;
    }
    if (dice.one_in(4)) mask.given = dice.mask(n, m, 0.7F);
    return mask;
}

Bias random_bias(Dice& dice, Index n, Index m, Index heads) {
    Bias bias;
    bias.alibi = dice.one_in(3);
    if (!dice.one_in(3)) return bias;
    for (Index head = dice.one_in(2) ? heads : 1; head > 0; --head) {
        bias.given.push_back(2 * make::matrix(n, m, dice.seed()));
        if (dice.one_in(2)) // some keys forbidden by the bias
            bias.given.back() =
                dice.mask(n, m, 0.8F).select(bias.given.back(), -std::numeric_limits<float>::infinity());
    }
    return bias;
}

Options random_options(Dice& dice, const make::Sizes& sizes) {
    Options options;
    if (dice.one_in(2)) options.score = static_cast<ScoreFunction>(dice.between(0, 3));
    options.scale = {static_cast<ScaleKind>(dice.between(0, 3)), 0.7F};
    options.mask = random_mask(dice, sizes.n, sizes.keys());
    options.bias = random_bias(dice, sizes.n, sizes.keys(), sizes.heads);
    if (dice.one_in(3)) options.softcap = dice.one_in(2) ? 0.5F : 5.0F;
    if (dice.one_in(2))
        options.rotary = Rotary{.base = dice.one_in(2) ? 10000.0F : 50.0F,
                                .dims = 2 * dice.between(1, sizes.d_k / 2),
                                .interleaved = dice.one_in(2)};
    if (options.rotary && sizes.d_k % 2 == 0 && dice.one_in(2)) options.rotary->dims = 0;
    if (dice.one_in(6)) options.dropout = {0.3F, dice.seed()};
    if (dice.one_in(6)) options.switched_off = {dice.between(0, sizes.heads - 1)};
    return options;
}

Layer random_layer(Dice& dice, const make::Sizes& sizes) {
    Layer layer = make::full_layer(sizes, dice.seed());
    if (dice.one_in(2)) layer.q_norm = {};
    if (dice.one_in(2)) layer.k_norm = {};
    if (dice.one_in(2)) layer.sink = {};
    return layer;
}

Question random_question(Dice& dice, Index longest) {
    const make::Sizes sizes = random_sizes(dice, longest);
    Question question{make::input(sizes, dice.seed()), random_layer(dice, sizes),
                      random_options(dice, sizes)};
    if (dice.one_in(4)) {
        question.input.x_positions = make::matrix(sizes.n, sizes.d_model, dice.seed());
        if (sizes.m > 0) question.input.memory_positions = make::matrix(sizes.m, sizes.d_model, dice.seed());
    }
    return question;
}

// Short ones, for the plain form; longer ones, for panels; and some with more keys than are taken at once.
Index longest_of(int trial) {
    return trial % 20 == 9 ? 150 : trial % 3 == 0 ? 5 : 16;
}

// To within the roundings of sums of products of products in floats; where no key may be seen, 0.
make::Agreement agrees(const Matrix& found, const by_definition::Numbers& expected) {
    return (expected.array() == 0).all() ? make::is_zero(found)
                                         : make::is_close(found, expected, make::of_largest(2e-5));
}

} // namespace

TEST_CASE("whatever steps are combined, the traced pass has the weights and the output of their definition") {
    Dice dice(1);
    for (int trial = 0; trial < 300; ++trial) {
        const Question q = random_question(dice, longest_of(trial));
        const by_definition::Pass expected = by_definition::pass(q.input, q.layer, q.options);
        const Trace t = trace(q.input, q.layer, q.options);
        CAPTURE(trial);
        for (std::size_t head = 0; head < t.heads.size(); ++head)
            CHECK(agrees(t.heads[head].weights, expected.weights[head]));
        CHECK(agrees(t.output, expected.output));
    }
}

TEST_CASE("whatever steps are combined, the fused pass has the output of their definition") {
    Dice dice(2);
    int in_panels = 0, many_keys = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const Question q = random_question(dice, longest_of(trial));
        in_panels += q.input.x.rows() >= fewest_panel_queries ? 1 : 0;
        many_keys += q.input.keys() > 128 ? 1 : 0;
        CAPTURE(trial);
        CHECK(agrees(FusedLayer(q.layer, q.options, 1 + trial % 3).run(q.input),
                     by_definition::pass(q.input, q.layer, q.options).output));
    }
    CHECK(in_panels > 100);
    CHECK(many_keys >= 5);
}

namespace {

// `count` items of the same sizes, stacked.
Input stacked(const std::vector<Input>& items) {
    const auto all = [&](Matrix Input::*part) {
        const Index rows = (items.front().*part).rows();
        Matrix result(rows * static_cast<Index>(items.size()), (items.front().*part).cols());
        for (std::size_t i = 0; i < items.size(); ++i)
            result.middleRows(static_cast<Index>(i) * rows, rows) = items[i].*part;
        return result;
    };
    Input result;
    result.x = all(&Input::x);
    result.memory = all(&Input::memory);
    result.past_k = all(&Input::past_k);
    result.past_v = all(&Input::past_v);
    return result;
}

} // namespace

TEST_CASE("a batch in which every item has a past and a mask of its own is its items, one by one") {
    Dice dice(3);
    for (int trial = 0; trial < 60; ++trial) {
        const make::Sizes sizes = random_sizes(dice, trial % 10 == 9 ? 90 : trial % 2 == 0 ? 5 : 12);
        const Layer layer = random_layer(dice, sizes);
        Options options = random_options(dice, sizes);
        const bool own_masks = dice.one_in(2);
        std::vector<Input> items;
        Batch batch{.items = dice.between(2, 3)};
        for (Index i = 0; i < batch.items; ++i) {
            items.push_back(make::input(sizes, dice.seed()));
            if (own_masks) batch.masks.push_back(random_mask(dice, sizes.n, sizes.keys()));
        }
        const Matrix output = FusedLayer(layer, options).run(stacked(items), batch);
        CAPTURE(trial);
        for (Index i = 0; i < batch.items; ++i) {
            const auto item = static_cast<std::size_t>(i);
            if (own_masks) options.mask = batch.masks[item];
            CHECK(agrees(output.middleRows(i * sizes.n, sizes.n),
                         by_definition::pass(items[item], layer, options).output));
        }
    }
}

TEST_CASE("generation, word by word, is the causal pass of its definition, with whatever the layer has") {
    Dice dice(4);
    for (int trial = 0; trial < 60; ++trial) {
        make::Sizes sizes = random_sizes(dice, trial % 10 == 9 ? 140 : 14);
        sizes.m = sizes.past = 0;
        const Layer layer = random_layer(dice, sizes);
        Options options = random_options(dice, sizes);
        options.score = ScoreFunction::dot;
        options.dropout = {};
        options.switched_off = {};
        options.bias.given = {};
        options.mask = {.causal = true, .window = options.mask.window};
        const Input input = make::input(sizes, dice.seed());
        const by_definition::Numbers expected = by_definition::pass(input, layer, options).output;
        KeyValueCache cache(layer, options, sizes.n);
        Matrix output(sizes.n, expected.cols());
        for (Index word = 0; word < sizes.n; ++word)
            output.row(word) = cache.next(input.x.row(word));
        CAPTURE(trial);
        CHECK(agrees(output, expected));
    }
}
