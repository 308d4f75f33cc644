#include "attention/dropout.h"

#include "attention/make.h"
#include "close.h"

#include <doctest/doctest.h>

using namespace attention;

namespace {

Matrix dropped(const Matrix& weights, const Dropout& choice) {
    DropoutDraw draw(choice);
    return drop(weights, choice.rate, draw_kept(weights.rows(), weights.cols(), draw));
}

} // namespace

TEST_CASE("a weight is either dropped or divided by 1 − rate") {
    const Matrix weights = make::matrix(20, 20, 1).cwiseAbs();
    const Matrix result = dropped(weights, {.rate = 0.25F, .seed = 7});
    for (Index i = 0; i < weights.size(); ++i) {
        const float value = result.data()[i];
        CHECK((value == 0 || value == weights.data()[i] / 0.75F));
    }
}

TEST_CASE("dropout keeps the expected value: over many draws the mean stays") {
    const Matrix weights = Matrix::Constant(300, 300, 0.5F);
    for (const float rate : {0.1F, 0.5F, 0.9F}) {
        const Matrix result = dropped(weights, {.rate = rate, .seed = 11});
        CHECK(result.mean() == make::about(0.5).share(0.02));
        const float zeros = (result.array() == 0.0F).cast<float>().mean();
        CHECK(zeros == make::about(rate).share(0.05));
    }
}

TEST_CASE("the same seed drops the same weights, another seed others") {
    const Matrix weights = Matrix::Ones(10, 10);
    CHECK(dropped(weights, {0.5F, 3}) == dropped(weights, {0.5F, 3}));
    CHECK(dropped(weights, {0.5F, 3}) != dropped(weights, {0.5F, 4}));
}
