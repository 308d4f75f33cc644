#include "timing/product_rate.h"

#include "attention/parallel.h"
#include "attention/product.h"
#include "timing/layers.h"

namespace timing {

using attention::block;

double measured_product_rate(int threads, const MeasureOptions& options, const std::stop_token& stop) {
    constexpr Index size = 1024;
    const Matrix a = random_rows(size, size, 1), b = random_rows(size, size, 2);
    std::vector<Matrix> products(static_cast<std::size_t>(threads), Matrix(size, size));
    const auto run = [&] {
        attention::parallel_for(threads, threads, [&](Index i) {
            attention::multiply(block(a), block(b), block(products[static_cast<std::size_t>(i)]));
        });
    };
    const Measurement time = measure(run, options, stop);
    const double multiply_adds = static_cast<double>(threads) * size * size * size;
    return time.measured() ? multiply_adds / time.median : 0;
}

} // namespace timing
