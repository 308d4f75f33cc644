#include "pretrained/product.h"

#include "base/make.h"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

using namespace pretrained;

namespace {

/// A matrix as a file of 16-bit floats has it: the numbers of `rounded` are exactly those stored.
struct Stored {
    std::vector<std::byte> bytes;
    Matrix rounded;
    StoredMatrix view;

    Stored(Matrix numbers, Storage storage) : rounded(std::move(numbers)) {
        for (float& number : rounded.reshaped<Eigen::RowMajor>()) {
            if (storage != Storage::float32)
                number = std::round(number * 64) / 64; // 7 bits, 3 before the point
            append(number, storage);
        }
        view = {storage, bytes.data(), rounded.rows(), rounded.cols(), rounded.cols()};
    }

private:
    void append(float number, Storage storage) {
        const auto bits = std::bit_cast<std::uint32_t>(number);
        std::uint32_t stored = bits;
        if (storage == Storage::bfloat16) stored = bits >> 16U;
        if (storage == Storage::float16) // a number between 1/64 and 1, or 0
            stored =
                number == 0 ? 0 : (bits >> 16U & 0x8000U) | (((bits & 0x7FFF'FFFFU) >> 13U) - (112U << 10U));
        const std::size_t count = bytes_of(storage), at = bytes.size();
        bytes.resize(at + count);
        std::memcpy(bytes.data() + at, &stored, count); // the lowest byte first, here as in files
    }
};

} // namespace

TEST_CASE(
    "a product with a stored matrix is that with its numbers, on either side, for few words and for many") {
    for (const Storage storage : {Storage::float32, Storage::float16, Storage::bfloat16})
        for (const Index n : {1, 2, 3, 8, 40})
            for (const int threads : {1, 3}) {
                CAPTURE(static_cast<int>(storage));
                CAPTURE(n);
                const Matrix x = make::matrix(n, 700, 1);
                const Stored out_in(make::matrix(130, 700, 2), storage),
                    in_out(make::matrix(700, 130, 3), storage);
                const RowVector b = make::matrix(1, 130, 4);
                Matrix expected = x * out_in.rounded.transpose();
                CHECK(make::is_close(applied({out_in.view, Sides::out_in, {}}, x, threads), expected,
                                     make::of_largest()));
                expected = x * in_out.rounded;
                expected.rowwise() += b;
                CHECK(make::is_close(applied({in_out.view, Sides::in_out, b}, x, threads), expected,
                                     make::of_largest()));
            }
}

TEST_CASE("some columns of a matrix, or some rows, are matrices themselves") {
    const Stored all(make::matrix(12, 9, 5), Storage::bfloat16);
    CHECK(all.view.columns(3, 4).numbers() == all.rounded.middleCols(3, 4));
    CHECK(all.view.rows_from(2, 5).numbers() == all.rounded.middleRows(2, 5));
    const Matrix x = make::matrix(2, 12, 6);
    CHECK(make::is_close(applied({all.view.columns(3, 4), Sides::in_out, {}}, x, 1),
                         x * all.rounded.middleCols(3, 4)));
    const Linear f{all.view, Sides::out_in, {}};
    CHECK(f.in() == 9);
    CHECK(f.out() == 12);
    CHECK(f.numbers() == all.rounded.transpose());
}
