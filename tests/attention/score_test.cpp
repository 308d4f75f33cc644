#include "attention/score.h"

#include "attention/make.h"
#include "close.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace attention;
using make::is_close;

namespace {

/// The scores of one head, whose weights `set` sets.
template <class Set>
Matrix of_layer(ScoreFunction function, const Matrix& q, const Matrix& k, const Set& set) {
    Layer layer;
    layer.w_q = layer.w_k = Matrix::Zero(1, q.cols());
    set(layer);
    return scores(function, q, k, layer, 0);
}

Matrix general_scores(const Matrix& q, const Matrix& k, const Matrix& w) {
    return of_layer(ScoreFunction::general, q, k, [&](Layer& layer) { layer.w_general = w; });
}

Matrix additive_scores(const Matrix& q, const Matrix& k, const Matrix& w_q, const Matrix& w_k,
                       const RowVector& v) {
    return of_layer(ScoreFunction::additive, q, k, [&](Layer& layer) {
        layer.w_add_q = w_q;
        layer.w_add_k = w_k;
        layer.v_add = v;
    });
}

Matrix cosine_scores(const Matrix& q, const Matrix& k) {
    return of_layer(ScoreFunction::cosine, q, k, [](Layer&) {});
}

} // namespace

TEST_CASE("a dot product by hand") {
    CHECK(dot_scores(Matrix{{1, 2}}, Matrix{{3, 4}, {-1, 0.5F}}) == Matrix{{11, 0}});
}

TEST_CASE("the general score with the identity is the dot product") {
    const Matrix q = make::matrix(4, 3, 1), k = make::matrix(5, 3, 2);
    CHECK(is_close(general_scores(q, k, Matrix::Identity(3, 3)), dot_scores(q, k)));
}

TEST_CASE("the general score may treat dimensions apart: a query's first meets a key's second") {
    const Matrix w{{0, 1}, {0, 0}};
    CHECK(general_scores(Matrix{{2, 7}}, Matrix{{5, 3}}, w) == Matrix{{6}});
}

TEST_CASE("an additive score by hand") {
    // a = 1·0.5 + 2·0.25 = 1 for the one hidden unit.
    const Matrix s =
        additive_scores(Matrix{{1}}, Matrix{{2}}, Matrix{{0.5F}}, Matrix{{0.25F}}, RowVector{{3}});
    CHECK(s(0, 0) == make::about(3 * std::tanh(1.0)));
}

TEST_CASE("additive scores stay within the sum of |v|, however large queries and keys are") {
    const RowVector v{{1, -2, 0.5F}};
    const Matrix w = make::matrix(4, 3, 5);
    const Matrix s = additive_scores(make::matrix(6, 4, 1) * 1000, make::matrix(7, 4, 2) * 1000, w, w, v);
    CHECK(is_close(s, s.cwiseMax(-3.5F).cwiseMin(3.5F)));
}

TEST_CASE("cosine scores ignore lengths: same direction 1, opposite −1, perpendicular 0") {
    const Matrix q{{3, 0}}, k{{0.1F, 0}, {-500, 0}, {0, 2}};
    CHECK(is_close(cosine_scores(q, k), Matrix{{1, -1, 0}}));
    CHECK(is_close(cosine_scores(q * 1e-25F, k), cosine_scores(q, k)));
}

TEST_CASE("a vector of length 0 has cosine 0 with everything") {
    CHECK(cosine_scores(Matrix{{0, 0}}, Matrix{{1, 2}, {0, 0}}) == Matrix{{0, 0}});
}

TEST_CASE("a key of zeros scores 0 with every query, but not where a network makes the score") {
    const Matrix q = make::matrix(4, 3, 1), zeros = Matrix::Zero(2, 3), nothing = Matrix::Zero(4, 2);
    CHECK(scores(ScoreFunction::dot, q, zeros, {}, 0) == nothing);
    CHECK(general_scores(q, zeros, make::matrix(3, 3, 2)) == nothing);
    CHECK(cosine_scores(q, zeros) == nothing);
    const Matrix additive =
        additive_scores(q, zeros, make::matrix(3, 2, 3), make::matrix(3, 2, 4), RowVector{{1, 2}});
    CHECK(make::smallest(additive.cwiseAbs()) > 0);
}

TEST_CASE("each head scores with its own block of weights") {
    const make::Sizes sizes;
    Layer layer = make::layer(sizes);
    const Matrix q = make::matrix(3, sizes.d_k, 1), k = make::matrix(4, sizes.d_k, 2);
    for (const ScoreFunction function : {ScoreFunction::general, ScoreFunction::additive}) {
        Layer changed = layer;
        changed.w_general.topRows(sizes.d_k).setZero(); // head 0
        changed.v_add.row(0).setZero();
        CHECK(make::is_zero(scores(function, q, k, changed, 0)));
        CHECK(scores(function, q, k, changed, 1) == scores(function, q, k, layer, 1));
    }
}

TEST_CASE("what the scores are divided by") {
    CHECK(divisor({ScaleKind::sqrt_dk}, 64, 512) == 8);
    CHECK(divisor({ScaleKind::sqrt_dmodel}, 16, 64) == 8);
    CHECK(divisor({ScaleKind::none}, 64, 512) == 1);
    CHECK(divisor({ScaleKind::number, 2.5F}, 64, 512) == 2.5F);
}

TEST_CASE("a divisor that is the root of a width has a symbol; others have none") {
    CHECK(divisor_symbol(ScaleKind::sqrt_dk) == "√d_k");
    CHECK(divisor_symbol(ScaleKind::sqrt_dmodel) == "√d_model");
    CHECK(divisor_symbol(ScaleKind::none).empty());
    CHECK(divisor_symbol(ScaleKind::number).empty());
}

TEST_CASE("a scale is known by its name; a number has none") {
    for (const ScaleForm& form : scale_forms())
        if (form.kind != ScaleKind::number) CHECK(scale_named(form.key) == form.kind);
    CHECK_FALSE(scale_named("number"));
    CHECK_FALSE(scale_named(""));
}

TEST_CASE("√d_k gives the scores of random queries and keys the variance of their numbers") {
    const Index d_k = 64;
    const Matrix q = make::matrix(200, d_k, 1) * std::sqrt(3.0F),
                 k = make::matrix(200, d_k, 2) * std::sqrt(3.0F);
    const Matrix s = q * k.transpose() / divisor({}, d_k, 512);
    CHECK(s.array().square().mean() == make::about(1).share(0.05));
}
