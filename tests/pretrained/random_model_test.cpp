#include "pretrained/random_model.h"

#include "pretrained/writing.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace pretrained;

TEST_CASE("a model by chance has the sizes that were asked for, and writes") {
    const RandomSizes sizes{.layers = 2, .width = 16, .heads = 4, .words = 40, .longest = 10};
    for (const Storage storage : {Storage::float32, Storage::float16, Storage::bfloat16}) {
        const ModelPtr model = random_gpt2(sizes, storage);
        CHECK(model->layers() == 2);
        Writing writing(model, 10);
        const RowVector logits = writing.next({0, 39, 5});
        CHECK(logits.size() == 40);
        CHECK((logits.array() != logits[0]).any());
        // q, k, v and o, 4 of 16 × 16; the MLP, 2 of 16 × 64; and the readout.
        const double numbers = 2 * (4 * 16 * 16 + 2 * 16 * 64) + 40 * 16;
        CHECK(bytes_per_word(*model) == numbers * static_cast<double>(bytes_of(storage)));
        const float first = model->weights.embedding.numbers()(3, 5);
        CHECK(std::abs(first) >= 1.0F / 64);
        CHECK(std::abs(first) < 1.0F / 32);
    }
}
