#include "timing/product_rate.h"

#include "base/matrix.h"
#include "base/multiply_add_loop.h"
#include "base/parallel.h"
#include "base/product.h"

namespace timing {

using base::block, base::Index, base::Matrix;

double measured_product_rate(int threads, const MeasureOptions& options, const base::StopToken& stop) {
    constexpr Index size = 1024;
    const Matrix a = Matrix::Constant(size, size, 0.5F), b = a; // which numbers they are takes no time
    std::vector<Matrix> products(static_cast<std::size_t>(threads), Matrix(size, size));
    const auto run = [&] {
        base::parallel_for(threads, threads, [&](Index i) {
            base::multiply(block(a), block(b), block(products[static_cast<std::size_t>(i)]));
        });
    };
    const Measurement time = measure(run, options, stop);
    const double multiply_adds = static_cast<double>(threads) * size * size * size;
    return time.measured() ? multiply_adds / time.median : 0;
}

double measured_multiply_add_limit(int threads, const MeasureOptions& options, const base::StopToken& stop) {
    constexpr Index rounds = 1'000'000; // some milliseconds
    std::vector<double> counts(static_cast<std::size_t>(threads));
    const auto run = [&] {
        base::parallel_for(threads, threads, [&](Index i) {
            counts[static_cast<std::size_t>(i)] = base::multiply_add_loop(rounds);
        });
    };
    const Measurement time = measure(run, options, stop);
    return time.measured() ? threads * counts.front() / time.median : 0;
}

} // namespace timing
