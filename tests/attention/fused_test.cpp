#include "attention/fused.h"

#include "attention/make.h"
#include "attention/trace.h"
#include "base/every_instruction_set.h"
#include "base/guarded.h"
#include "base/input_error.h"
#include "base/product.h"
#include "close.h"

#include <doctest/doctest.h>

using namespace attention;
using make::is_close;

namespace {

make::Agreement equals_traced(const Input& input, const Layer& layer, const Options& options = {},
                              int threads = 1) {
    return is_close(FusedLayer(layer, options, threads).run(input), trace(input, layer, options).output,
                    make::of_largest());
}

Mask causal() {
    Mask mask;
    mask.causal = true;
    return mask;
}

std::vector<std::uint8_t> padding(Index m, Index real) {
    std::vector<std::uint8_t> real_keys(static_cast<std::size_t>(m), 0);
    std::fill_n(real_keys.begin(), real, 1);
    return real_keys;
}

BoolMatrix random_mask(Index n, Index m, unsigned seed, float share) {
    return (make::matrix(n, m, seed).array() < 2 * share - 1).matrix();
}

} // namespace

TEST_CASE("fused equals traced for every score function and scale, self and cross") {
    for (const auto score :
         {ScoreFunction::dot, ScoreFunction::general, ScoreFunction::additive, ScoreFunction::cosine})
        for (const Index m : {0, 7}) {
            const make::Sizes sizes{.n = 9, .m = m};
            for (const Scale scale : {Scale{}, Scale{ScaleKind::none}, Scale{ScaleKind::number, -0.3F}}) {
                Options options;
                options.score = score;
                options.scale = scale;
                CAPTURE(static_cast<int>(score));
                CAPTURE(m);
                CHECK(equals_traced(make::input(sizes), make::layer(sizes), options));
            }
        }
}

TEST_CASE("fused equals traced on both sides of every block border") {
    for (const Index n : {1, 2, 255, 256, 257, 300, 513})
        for (const Index m : {0, 1, 256, 259}) {
            const make::Sizes sizes{.n = n, .m = m, .heads = 1};
            CAPTURE(n);
            CAPTURE(m);
            CHECK(equals_traced(make::input(sizes), make::layer(sizes)));
            if (m != 0) continue;
            CHECK(equals_traced(make::input(sizes), make::layer(sizes), {.mask = causal()}));
        }
}

TEST_CASE("fused equals traced under masks of every kind, one by one and together") {
    for (const Index n : {5, 280})
        for (unsigned kinds = 1; kinds < 16; ++kinds) {
            Mask mask;
            mask.causal = kinds & 1;
            if (kinds & 2) mask.window = Window::of(1 + n / 9);
            if (kinds & 4) mask.key_padding = padding(n, 2 * n / 3);
            if (kinds & 8) mask.given = random_mask(n, n, kinds, 0.6F);
            const make::Sizes sizes{.n = n};
            CAPTURE(n);
            CAPTURE(kinds);
            CHECK(equals_traced(make::input(sizes), make::layer(sizes), {.mask = mask}));
        }
}

TEST_CASE("fused equals traced for random shapes") {
    std::mt19937 engine(3);
    const auto between = [&](Index low, Index high) {
        return low + static_cast<Index>(engine() % static_cast<unsigned>(high - low + 1));
    };
    for (int trial = 0; trial < 60; ++trial) {
        const Index n = between(1, 40), m = between(0, 1) * between(1, 40);
        const make::Sizes sizes{.n = n,
                                .m = m,
                                .d_model = between(1, 20),
                                .d_k = between(1, 20),
                                .d_v = between(1, 20),
                                .heads = between(1, 4),
                                .d_out = between(0, 1) * between(1, 20),
                                .bias = between(0, 1) == 1};
        Options options;
        options.mask.causal = between(0, 2) == 0;
        if (between(0, 2) == 0) options.mask.given = random_mask(n, m > 0 ? m : n, engine(), 0.5F);
        CAPTURE(trial);
        CHECK(equals_traced(make::input(sizes, engine()), make::layer(sizes, engine()), options));
    }
}

TEST_CASE(
    "with every instruction set fused equals traced, on both sides of every border of panels and vectors") {
    with_every_instruction_set([] {
        for (const Index n : {1, 4, 5, 6, 11, 12, 13, 24, 25, 48, 63, 64, 65, 127, 128, 129, 130, 520})
            for (const Index d_v : {1, 8, 16, 19}) {
                const make::Sizes sizes{.n = n, .d_k = 7, .d_v = d_v, .heads = 2};
                Mask given;
                given.given = random_mask(n, n, 3, 0.7F);
                CAPTURE(n);
                CAPTURE(d_v);
                CHECK(equals_traced(make::input(sizes), make::layer(sizes)));
                CHECK(equals_traced(make::input(sizes), make::layer(sizes), {.mask = causal()}));
                CHECK(equals_traced(make::input(sizes), make::layer(sizes), {.mask = given}));
            }
    });
}

TEST_CASE("with every instruction set a few queries take all heads at once, and so equal the trace") {
    with_every_instruction_set([] {
        for (const Index n : {1, 2, 5})
            for (const Index d : {3, 16, 21}) {
                const make::Sizes sizes{.n = n, .m = 523, .d_k = d, .d_v = d + 1, .heads = 5};
                CAPTURE(n);
                CAPTURE(d);
                CHECK(equals_traced(make::input(sizes), make::layer(sizes)));
                const Options padded{.mask = {.key_padding = padding(523, 300)}};
                CHECK(equals_traced(make::input(sizes), make::layer(sizes), padded));
            }
    });
}

TEST_CASE("one query and many keys are shared out, whatever the number of sequences") {
    const Index m = 4000, d = 256; // enough to read for four threads
    for (const Index items : {1, 3, 8}) {
        const Matrix q = make::matrix(items, d, 1), k = make::matrix(items * m, d, 2);
        const Matrix v = make::matrix(items * m, d, 3);
        const auto on = [&](int threads) {
            return fused_attention(q, k, v, {.items = items, .heads = 4, .divisor = 8, .threads = threads});
        };
        CAPTURE(items);
        CHECK(is_close(on(4), on(1), make::of_largest())); // 4000 values added up in another order
    }
}

TEST_CASE("a query without an allowed key gives 0, wherever its keys lie") {
    const make::Sizes sizes{.n = 300, .heads = 1, .d_out = 0};
    Options options;
    options.mask.given = BoolMatrix::Constant(300, 300, true);
    options.mask.given.row(7).setConstant(false);
    options.mask.given.row(299).setConstant(false);
    options.mask.given.row(8).head(256).setConstant(false); // nothing in the first block of keys
    options.mask.given.row(9).tail(44).setConstant(false);  // nothing in the last
    const Matrix output = FusedLayer(make::layer(sizes), options).run(make::input(sizes));
    CHECK(make::is_zero(output.row(7)));
    CHECK(make::is_zero(output.row(299)));
    CHECK(
        is_close(output, trace(make::input(sizes), make::layer(sizes), options).output, make::of_largest()));
}

TEST_CASE("scores far apart stay finite: the row maximum is kept up to date from block to block") {
    const make::Sizes sizes{.n = 520, .d_model = 4, .d_k = 4, .heads = 1};
    Input input = make::input(sizes);
    for (Index i = 0; i < 520; ++i)
        input.x.row(i) *= 1 + 0.05F * static_cast<float>(i); // the last block holds the largest scores
    CHECK(equals_traced(input, make::layer(sizes)));
    input.x.colwise().reverseInPlace();
    CHECK(equals_traced(input, make::layer(sizes)));
}

TEST_CASE("positions, switched-off heads and dropout are those of the traced pass") {
    const make::Sizes sizes{.n = 300, .m = 270, .heads = 3};
    Input input = make::input(sizes);
    input.x_positions = sinusoidal_positions(300, sizes.d_model);
    input.memory_positions = sinusoidal_positions(270, sizes.d_model);
    Options options;
    options.switched_off = {1};
    CHECK(equals_traced(input, make::layer(sizes), options));
    options.dropout = {0.3F, 5};
    CHECK(equals_traced(input, make::layer(sizes), options, 2));
}

TEST_CASE("a batch gives what its items give alone, each under its own mask") {
    const Index items = 3, n = 20;
    const make::Sizes stacked{.n = items * n}, cross{.n = items * n, .m = items * 30};
    const Layer layer = make::layer(stacked);
    for (const auto& sizes : {stacked, cross}) {
        const Input all = make::input(sizes);
        const Index m = sizes.m > 0 ? 30 : n;
        Batch batch{.items = items};
        for (Index i = 0; i < items; ++i) {
            batch.masks.emplace_back();
            batch.masks.back().key_padding = padding(m, m - 3 * i);
        }
        const Matrix together = FusedLayer(layer).run(all, batch);
        for (Index i = 0; i < items; ++i) {
            Input item;
            item.x = all.x.middleRows(i * n, n);
            if (sizes.m > 0) item.memory = all.memory.middleRows(i * m, m);
            Options options;
            options.mask = batch.masks[static_cast<std::size_t>(i)];
            CHECK(is_close(together.middleRows(i * n, n), trace(item, layer, options).output,
                           make::of_largest()));
        }
    }
}

TEST_CASE("every item of a batch draws its dropout from the seed again, as traced items do") {
    const make::Sizes sizes{.n = 10};
    const Input item = make::input(sizes);
    Input twice;
    twice.x.resize(20, sizes.d_model);
    twice.x << item.x, item.x;
    Options options;
    options.dropout = {0.4F, 9};
    const Matrix output = FusedLayer(make::layer(sizes), options).run(twice, {.items = 2});
    CHECK(output.topRows(10) == output.bottomRows(10));
}

TEST_CASE(
    "threads change nothing in a pass of many queries: each block is computed by one of them, in one order") {
    const make::Sizes sizes{.n = 600, .d_k = 16, .heads = 4}; // enough work to share
    const Matrix alone = FusedLayer(make::layer(sizes)).run(make::input(sizes));
    CHECK(make::is_close(FusedLayer(make::layer(sizes), {}, 4).run(make::input(sizes)), alone,
                         make::of_largest(1e-6F)));
}

TEST_CASE("keys of the future and outside the window are never computed") {
    const Matrix q = make::matrix(2048, 8, 1), k = make::matrix(2048, 8, 2), v = make::matrix(2048, 8, 3);
    const auto work = [&](const Mask& mask) {
        const auto before = base::multiply_adds_done();
        (void)fused_attention(q, k, v, {.masks = {mask}});
        return static_cast<double>(base::multiply_adds_done() - before);
    };
    const double all = work({});
    CHECK(all == 2.0 * 2048 * 2048 * 8);
    CHECK(work(causal()) < 0.52 * all);
    Mask window;
    window.window = Window::of(10);
    CHECK(work(window) < 0.05 * all);
}

TEST_CASE("a stopped pass ends early and a broken one says what is wrong") {
    const make::Sizes sizes{.n = 8};
    base::StopSource stop;
    stop.request_stop();
    const auto before = base::multiply_adds_done();
    (void)fused_attention(make::matrix(512, 4, 1), make::matrix(512, 4, 2), make::matrix(512, 4, 3), {},
                          stop.token());
    CHECK(base::multiply_adds_done() == before);

    Layer broken = make::layer(sizes);
    broken.w_k(0, 0) = std::numeric_limits<float>::quiet_NaN();
    CHECK_THROWS_AS(FusedLayer{broken}, InputError);
    const FusedLayer layer(make::layer(sizes));
    CHECK_THROWS_AS(layer.run(make::input({.n = 8, .d_model = 5})), InputError);
    CHECK_THROWS_AS(layer.run(make::input(sizes), {.items = 3}), InputError);
    CHECK_THROWS_AS(layer.run(make::input(sizes), {.items = 2, .masks = {causal()}}), InputError);
    Mask wide;
    wide.key_padding = padding(9, 9);
    CHECK_THROWS_AS(layer.run(make::input(sizes), {.items = 1, .masks = {wide}}), InputError);
}

TEST_CASE("ALiBi counts from the lower right also where no key is masked") {
    for (const Index n : {2, 9}) {
        const make::Sizes sizes{.n = n, .m = 20};
        const Options options{.mask = {.alignment = Alignment::lower_right}, .bias = {.alibi = true}};
        CHECK(equals_traced(make::input(sizes), make::layer(sizes), options));
    }
}

TEST_CASE("with every instruction set a panel bends its scores as the trace does, whatever its width") {
    with_every_instruction_set([] {
        for (const Index n : {6, 12, 13, 25, 65, 130}) {
            const make::Sizes sizes{.n = n, .d_k = 7, .d_v = 9, .heads = 4, .kv_heads = 2, .past = 3};
            Options options{.softcap = 0.7F,
                            .bias = {.given = {2 * make::matrix(n, n + 3, 5)}, .alibi = true}};
            CAPTURE(n);
            CHECK(equals_traced(make::input(sizes), make::full_layer(sizes), options));
            options.mask.causal = true;
            CHECK(equals_traced(make::input(sizes), make::full_layer(sizes), options));
        }
    });
}

TEST_CASE("a row whose bias is the lowest float everywhere reads every key alike, as in the traced pass") {
    with_every_instruction_set([] {
        for (const Index n : {3, 9}) {
            const make::Sizes sizes{.n = n};
            base::Matrix bias = base::Matrix::Zero(n, n);
            bias.row(1).setConstant(std::numeric_limits<float>::lowest());
            bias.row(2).tail(1).setConstant(std::numeric_limits<float>::lowest());
            CAPTURE(n);
            CHECK(equals_traced(make::input(sizes), make::layer(sizes), {.bias = {.given = {bias}}}));
        }
    });
}

TEST_CASE("numbers too large for a float are refused, as the traced pass refuses them") {
    const make::Sizes sizes{.n = 20};
    for (const float factor : {1e20F, 1e38F}) {
        Input input = make::input(sizes);
        input.x *= factor;
        CHECK_THROWS_AS(trace(input, make::layer(sizes)), InputError);
        CHECK_THROWS_AS(FusedLayer(make::layer(sizes)).run(input), InputError);
        CHECK_THROWS_AS(FusedLayer(make::layer({.n = 20, .heads = 4}), {}, 3).run(input), InputError);
    }
}

TEST_CASE("a score that is NaN is refused: ∞ − ∞ within a sum") {
    with_every_instruction_set([] {
        for (const Index n : {2, 40}) {
            const Matrix v = make::matrix(n, 3, 1);
            Matrix q = make::matrix(n, 2, 2), one_key = make::matrix(n, 2, 3);
            q.row(n - 1) << 1e20F, -1e20F;
            one_key.row(0).setConstant(1e20F);
            CHECK_THROWS_AS(fused_attention(q, Matrix::Constant(n, 2, 1e20F), v, {}), InputError);
            CHECK_THROWS_AS(fused_attention(q, one_key, v, {}), InputError);
        }
    });
}

TEST_CASE("scores far below the smallest float are refused, not taken for forbidden keys") {
    const Matrix k = Matrix::Constant(40, 4, 1e20F), v = make::matrix(40, 3, 1);
    Mask first_row_forbidden;
    first_row_forbidden.given = BoolMatrix::Constant(40, 40, true);
    first_row_forbidden.given.row(0).setConstant(false);
    for (const Index n : {1, 40}) {
        const Matrix q = Matrix::Constant(n, 4, -1e20F);
        CHECK_THROWS_AS(fused_attention(q, k, v, {}), InputError);
    }
    const Matrix q = Matrix::Constant(40, 4, -1e20F);
    CHECK_THROWS_AS(fused_attention(q, k, v, {.masks = {first_row_forbidden}}), InputError);
}

TEST_CASE("a window wider than any sequence hides nothing; without keys there is nothing to say") {
    const make::Sizes sizes{.n = 20};
    Mask wide;
    wide.window = Window::of(std::numeric_limits<Index>::max());
    const Matrix open = FusedLayer(make::layer(sizes)).run(make::input(sizes));
    CHECK(FusedLayer(make::layer(sizes)).run(make::input(sizes), {.items = 1, .masks = {wide}}) == open);
    CHECK(make::is_zero(fused_attention(make::matrix(20, 4, 1), Matrix(0, 4), Matrix(0, 4), {})));
}

// One block.

TEST_CASE("threads that share out the keys of a few queries find what one finds") {
    for (const Index m : {2, 70, 523})
        for (const int threads : {2, 7}) {
            const Matrix q = make::matrix(2, 3 * 6, 1), k = 9 * make::matrix(m, 3 * 6, 2);
            const Matrix v = make::matrix(m, 3 * 5, 3);
            Matrix alone(2, 3 * 5), shared(2, 3 * 5);
            Mask seen; // the last threads get no key that may be seen
            seen.key_padding.assign(static_cast<std::size_t>(m), 0);
            std::fill_n(seen.key_padding.begin(), m / 2, 1);
            QueryBlock block;
            block.q = base::block(q);
            block.k = base::block(k);
            block.v = base::block(v);
            block.heads = block.kv_heads = 3;
            for (const Mask* mask : {static_cast<const Mask*>(nullptr), static_cast<const Mask*>(&seen)}) {
                block.mask = mask;
                block.output = base::block(alone);
                attend(block);
                block.output = base::block(shared);
                attend(block, threads);
                CAPTURE(m);
                CAPTURE(threads);
                CHECK(make::is_close(shared, alone, make::of_largest(1e-6)));
            }
        }
}

TEST_CASE("threads that share out the keys refuse numbers too large for a float, too") {
    for (const float factor : {1e20F, 1e38F}) {
        const Matrix x = factor * make::input({.n = 20}).x;
        Matrix output(1, x.cols());
        QueryBlock block;
        block.q = base::block(x, 0, 0, 1, x.cols());
        block.k = block.v = base::block(x);
        block.output = base::block(output);
        CHECK_THROWS_AS(attend(block, 3), InputError);
    }
}

TEST_CASE("with several heads, too, nothing past the last query, key or value is read") {
    with_every_instruction_set([] {
        for (const Index m : {3, 9, 70})
            for (const Index d_v : {5, 16}) {
                const Guarded q(make::matrix(2, 3 * 6, 1)), k(make::matrix(m, 3 * 6, 2));
                const Guarded v(make::matrix(m, 3 * d_v, 3)), output(Matrix::Zero(2, 3 * d_v));
                QueryBlock block;
                block.q = q.block();
                block.k = k.block();
                block.v = v.block();
                block.output = output.block();
                block.heads = block.kv_heads = 3;
                attend(block);
                CHECK(make::is_close(output.matrix(),
                                     fused_attention(q.matrix(), k.matrix(), v.matrix(), {.heads = 3}),
                                     make::of_largest(1e-6)));
            }
    });
}

TEST_CASE("nothing past the last query, key or value is read") {
    with_every_instruction_set([] {
        for (const Index n : {3, 9, 70})
            for (const Index d_v : {5, 16}) {
                const Guarded q(make::matrix(n, 6, 1)), k(make::matrix(n, 6, 2)), v(make::matrix(n, d_v, 3));
                const Guarded output(Matrix::Zero(n, d_v));
                QueryBlock block;
                block.q = q.block();
                block.k = k.block();
                block.v = v.block();
                block.output = output.block();
                attend(block);
                CHECK(make::is_close(output.matrix(), fused_attention(q.matrix(), k.matrix(), v.matrix(), {}),
                                     make::of_largest(1e-6)));
            }
    });
}

// Generation.

TEST_CASE("words generated one by one have the outputs of the causal pass over all of them") {
    for (const Index d_out : {6, 0}) {
        const make::Sizes sizes{.n = 12, .heads = 2, .d_out = d_out};
        const Input input = make::input(sizes);
        Options options;
        options.mask.causal = true;
        const Matrix expected = trace(input, make::layer(sizes), options).output;
        KeyValueCache cache(make::layer(sizes), {}, 12);
        for (Index t = 0; t < 12; ++t) {
            const Matrix output = cache.next(input.x.row(t));
            CHECK(make::is_close(output, expected.row(t)));
        }
    }
}

TEST_CASE("the cache grows by one key and one value a word and head") {
    const make::Sizes sizes{.d_k = 4, .d_v = 3, .heads = 2};
    KeyValueCache cache(make::layer(sizes), {}, 3);
    CHECK(cache.bytes() == 0);
    for (std::size_t word = 1; word <= 3; ++word) {
        (void)cache.next(make::matrix(1, sizes.d_model, 4));
        CHECK(cache.bytes() == word * 2 * (4 + 3) * 4);
    }
    CHECK(cache.words() == 3);
}

TEST_CASE("what is as large as a whole pass, a mask or a bias, is no part of generation") {
    const make::Sizes sizes{.n = 6};
    const Options window{.mask = {.window = {2, 0}}, .bias = {.alibi = true}};
    Options more = window;
    more.mask.given = BoolMatrix::Constant(1, 1, false);
    more.mask.key_padding = {0};
    more.mask.length = 1;
    more.mask.alignment = Alignment::lower_right;
    more.bias.given = {Matrix::Constant(1, 1, 100)};
    KeyValueCache cache(make::layer(sizes), window, 6), other(make::layer(sizes), more, 6);
    for (Index word = 0; word < 6; ++word) {
        const RowVector x = make::input(sizes).x.row(word);
        CHECK(other.next(x) == cache.next(x));
    }
}

TEST_CASE("a layer that does not fit together is refused before the first word") {
    Layer layer = make::layer({});
    layer.w_k.resize(6, 3);
    CHECK_THROWS_AS(KeyValueCache(layer, {}, 4), InputError);
    CHECK_THROWS_AS(KeyValueCache(make::layer({}), {.scale = {ScaleKind::number, 0}}, 4), InputError);
    CHECK_THROWS_AS(KeyValueCache(make::layer({}), {.score = ScoreFunction::cosine}, 4), InputError);
}

TEST_CASE("a word whose scores are too large for a float is refused") {
    Layer layer = make::layer({.bias = false});
    layer.w_q *= -1e20F;
    layer.w_k *= 1e20F;
    KeyValueCache cache(layer, {}, 1);
    CHECK_THROWS_AS((void)cache.next(make::matrix(1, 6, 4)), InputError);
}
