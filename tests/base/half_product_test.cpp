#include "base/half_product.h"

#include "base/every_instruction_set.h"
#include "base/half.h"
#include "base/make.h"
#include "close.h"
#include "guarded.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using base::Half;
using base::HalfBlock;
using base::Index;
using base::Matrix;
using base::RowVector;

namespace {

/// Numbers of 16 bits, of both signs and near 1, that end where memory ends; and the same as floats.
struct Halves {
    GuardedPages pages;
    HalfBlock block;
    Matrix numbers;

    Halves(Half kind, Index rows, Index cols, Index stride)
        : pages(static_cast<std::size_t>(rows * stride) * sizeof(std::uint16_t)), numbers(rows, cols) {
        auto* const end = reinterpret_cast<std::uint16_t*>(pages.end());
        std::uint16_t* const begin = end - (rows > 0 ? (rows - 1) * stride + cols : 0);
        for (std::uint16_t* at = begin; at != end; ++at) {
            const auto i = static_cast<unsigned>(at - begin);
            *at = static_cast<std::uint16_t>((kind == Half::float16 ? 0x3800U : 0x3F00U) + i * 37 % 128 +
                                             (i % 3 == 0 ? 0x8000U : 0));
        }
        block = {kind, begin, rows, cols, stride};
        const auto widen = kind == Half::float16 ? base::widen_float16 : base::widen_bfloat16;
        for (Index i = 0; i < rows; ++i)
            widen(begin + i * stride, static_cast<std::size_t>(cols), numbers.data() + i * cols);
    }
};

} // namespace

TEST_CASE("a row times a matrix of 16-bit numbers is that with the same numbers as floats, on either side") {
    with_every_instruction_set([] {
        for (const Half kind : {Half::float16, Half::bfloat16})
            for (const Index rows : {1, 7, 8, 9, 40})
                for (const Index cols : {1, 3, 16, 31, 64, 200}) {
                    CAPTURE(rows);
                    CAPTURE(cols);
                    const Halves w(kind, rows, cols, cols + rows % 4);
                    const Matrix x = make::matrix(1, rows, 1), z = make::matrix(1, cols, 2);
                    Matrix y = Matrix::Constant(1, cols + 1, 5);
                    base::multiply_row(x.data(), w.block, y.data());
                    CHECK(make::is_close(y.leftCols(cols), x * w.numbers, {2e-6, 1e-5}));
                    CHECK(y(0, cols) == 5); // nothing is written past the end
                    Matrix v = Matrix::Constant(1, rows + 1, 5);
                    base::multiply_row_transposed(z.data(), w.block, v.data());
                    CHECK(make::is_close(v.leftCols(rows), z * w.numbers.transpose(), {2e-6, 1e-5}));
                    CHECK(v(0, rows) == 5);
                }
    });
}

TEST_CASE("a matrix without rows gives zeros, one without columns nothing") {
    const HalfBlock none{.kind = Half::float16, .data = nullptr, .rows = 0, .cols = 3, .stride = 3};
    RowVector y = RowVector::Constant(3, 5);
    base::multiply_row(nullptr, none, y.data());
    CHECK(y == RowVector::Zero(3));
    base::multiply_row_transposed(y.data(), none, nullptr);
}
