#include "learning/embedding.h"

#include "close.h"
#include "learning/differences.h"

#include <doctest/doctest.h>

#include <vector>

using namespace learning;
using make::doubles, make::is_gradient, make::is_rounded, make::sum_of_products;

namespace {

const std::vector<int> ids = {3, 0, 3, 2};

} // namespace

TEST_CASE("every word has its row of the table, times the factor") {
    const MatrixOf<double> table = doubles(5, 6, 1);
    MatrixOf<double> y;
    embedding(table, ids, 3, y);
    for (std::size_t i = 0; i < ids.size(); ++i)
        CHECK(y.row(static_cast<Index>(i)) == 3 * table.row(ids[i]));
}

TEST_CASE(
    "the gradient of the table is that of finite differences: words that repeat add up, others have none") {
    MatrixOf<double> table = doubles(5, 6, 1), y, g = MatrixOf<double>::Zero(5, 6);
    const MatrixOf<double> g_y = doubles(4, 6, 2);
    embedding_backward(ids, 0.5, g_y, g);
    CHECK(is_gradient(g, table, [&] {
        embedding(table, ids, 0.5, y);
        return sum_of_products(y, g_y);
    }));
    CHECK(make::is_zero(g.row(1)));
    const MatrixOf<double> once = g;
    embedding_backward(ids, 0.5, g_y, g);
    CHECK(make::is_close(g, 2 * once, make::of_largest(1e-12)));
}

TEST_CASE("a table that is the unembedding too has the gradient of both") {
    MatrixOf<double> table = doubles(5, 6, 1), x, logits(4, 5), g_x(4, 6), g = MatrixOf<double>::Zero(5, 6);
    const MatrixOf<double> g_logits = doubles(4, 5, 2);
    const auto loss = [&] {
        embedding(table, ids, 2, x);
        multiply_transposed(x, table, logits);
        return sum_of_products(logits, g_logits);
    };
    loss();
    multiply(g_logits, table, g_x);
    transposed_multiply(g_logits, x, g, 1, Add::yes);
    embedding_backward(ids, 2, g_x, g);
    CHECK(is_gradient(g, table, loss));
}

TEST_CASE("floats give the doubles' numbers") {
    const MatrixOf<double> table = doubles(5, 6, 1), g_y = doubles(4, 6, 2);
    MatrixOf<double> y, g = MatrixOf<double>::Zero(5, 6);
    MatrixOf<float> y_float, g_float = MatrixOf<float>::Zero(5, 6);
    embedding(table, ids, 2.5, y);
    embedding(MatrixOf<float>(table.cast<float>()), ids, 2.5F, y_float);
    embedding_backward(ids, 2.5, g_y, g);
    embedding_backward(ids, 2.5F, g_y.cast<float>(), g_float);
    CHECK(is_rounded(y_float, y));
    CHECK(is_rounded(g_float, g));
}
