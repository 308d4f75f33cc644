#include "timing/product_rate.h"

#include "base/parallel.h"
#include "base/product.h"
#include "timing/layers.h"

namespace timing {

using base::block;

double measured_product_rate(int threads, const MeasureOptions& options, const base::StopToken& stop) {
    constexpr Index size = 1024;
    const Matrix a = random_rows(size, size, 1), b = random_rows(size, size, 2);
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

} // namespace timing
