#include "attention/key_value_cache.h"

#include "attention/make.h"
#include "attention/trace.h"
#include "base/input_error.h"

#include <doctest/doctest.h>

using namespace attention;

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

TEST_CASE("a layer that does not fit together is refused before the first word") {
    Layer layer = make::layer({});
    layer.w_k.resize(6, 3);
    CHECK_THROWS_AS(KeyValueCache(layer, {}, 4), InputError);
    CHECK_THROWS_AS(KeyValueCache(make::layer({}), {ScaleKind::number, 0}, 4), InputError);
}

TEST_CASE("a word whose scores are too large for a float is refused") {
    Layer layer = make::layer({.bias = false});
    layer.w_q *= -1e20F;
    layer.w_k *= 1e20F;
    KeyValueCache cache(layer, {}, 1);
    CHECK_THROWS_AS((void)cache.next(make::matrix(1, 6, 4)), InputError);
}
