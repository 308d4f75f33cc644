#include "attention/fused_block.h"

#include "attention/fused.h"
#include "attention/make.h"
#include "base/every_instruction_set.h"
#include "base/guarded.h"
#include "base/input_error.h"
#include "base/product.h"
#include "close.h"

#include <doctest/doctest.h>

using namespace attention;

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
            block.heads = 3;
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
                block.heads = 3;
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
