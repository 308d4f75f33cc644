#include "attention/gradient.h"

#include "attention/make.h"
#include "attention/softmax.h"
#include "close.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace attention;
using make::is_close;

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

using Row = Eigen::VectorXd;

Row softmax_in_double(const Row& s) {
    const Row numerators = (s.array() - s.maxCoeff()).exp();
    return numerators / numerators.sum();
}

/// J(i, j) = ∂a_i / ∂s_j by central differences in double: the error is of order step² = 1e-10, and the
/// rounding 1e-16 / step = 1e-11.
Eigen::MatrixXd measured_jacobian(const Row& s) {
    constexpr double step = 1e-5;
    Eigen::MatrixXd j(s.size(), s.size());
    for (Index column = 0; column < s.size(); ++column) {
        Row more = s, less = s;
        more[column] += step;
        less[column] -= step;
        j.col(column) = (softmax_in_double(more) - softmax_in_double(less)) / (2 * step);
    }
    return j;
}

} // namespace

TEST_CASE("the gradient by the scores is that of central finite differences") {
    for (const Index m : {1, 2, 5, 40}) {
        const Matrix s = make::matrix(6, m, 1) * 4, upstream = make::matrix(6, m, 2);
        const Matrix gradient = softmax_gradient(softmax(s).weights, upstream);
        for (Index i = 0; i < s.rows(); ++i) {
            const Row measured = measured_jacobian(s.row(i).cast<double>().transpose()).transpose() *
                                 upstream.row(i).cast<double>().transpose();
            // Some float roundings of numbers of size 1 and sums of m terms: 1e-6.
            if (m == 1) // the weight of a key alone is 1, whatever its score
                CHECK(make::is_zero(gradient.row(i)));
            else
                CHECK(is_close(gradient.row(i), measured.transpose().cast<float>(), 1e-6F));
        }
    }
}

TEST_CASE("the norm is that of the matrix of finite differences, for flat and for sharp rows") {
    for (const Index m : {2, 3, 17})
        for (const float sharpness : {0.1F, 1.0F, 5.0F}) {
            const Matrix s = make::matrix(4, m, 3) * sharpness;
            const ColumnVector norms = jacobian_norm(softmax(s).weights);
            for (Index i = 0; i < s.rows(); ++i)
                CHECK(norms[i] ==
                      make::about(measured_jacobian(s.row(i).cast<double>().transpose()).norm()).share(1e-5));
        }
}

TEST_CASE("when one key has all the weight, no gradient passes") {
    const Matrix one_hot{{0, 1, 0}};
    CHECK(make::is_zero(softmax_gradient(one_hot, Matrix{{3, -5, 7}})));
    CHECK(jacobian_norm(one_hot)[0] == 0);
}

TEST_CASE("what is left of the gradient is exact where the largest weight rounds to 1") {
    // a = (1 − ε, ε): J = ε·(1, −1; −1, 1) up to ε², of norm 2ε. 1 − ε is 1 in float.
    CHECK(jacobian_norm(Matrix{{1, 1e-12F}})[0] == make::about(2e-12).share(1e-6));
}

TEST_CASE("equal weights 1/m give √(m − 1)/m") {
    for (const Index m : {1, 2, 10, 256}) {
        const auto count = static_cast<float>(m);
        CHECK(jacobian_norm(Matrix::Constant(1, m, 1 / count))[0] ==
              make::about(std::sqrt(count - 1) / count).share(1e-6));
    }
}

TEST_CASE("no row passes more than two equal keys do: ½") {
    for (unsigned seed = 0; seed < 20; ++seed)
        CHECK(make::largest(jacobian_norm(softmax(make::matrix(20, 6, seed) * 6).weights)) <= 0.5F);
}

TEST_CASE("raising every upstream number alike changes nothing: weights always sum to 1") {
    const Matrix weights = softmax(make::matrix(3, 7, 5)).weights, upstream = make::matrix(3, 7, 6);
    const Matrix raised = upstream.array() + 2.0F;
    CHECK(is_close(softmax_gradient(weights, raised), softmax_gradient(weights, upstream), 1e-6F));
    CHECK(make::is_zero(softmax_gradient(weights, upstream).rowwise().sum(), 1e-6F));
}

TEST_CASE("a forbidden key gets no gradient, nor does any key of a fully masked row") {
    const Matrix weights =
        softmax(Matrix{{1, minus_infinity, 2}, {minus_infinity, minus_infinity, minus_infinity}}).weights;
    const Matrix gradient = softmax_gradient(weights, Matrix{{1, 5, -1}, {1, 5, -1}});
    CHECK(gradient(0, 1) == 0);
    CHECK(gradient(0, 0) > 0);
    CHECK(make::is_zero(gradient.row(1)));
    CHECK(jacobian_norm(weights)[1] == 0);
}
