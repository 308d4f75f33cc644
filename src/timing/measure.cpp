#include "timing/measure.h"

#include "base/matrix.h"
#include "base/parallel.h"
#include "base/product.h"
#include "base/quartiles.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace timing {

using base::block, base::Index, base::Matrix;

namespace {

// Runs are timed in batches at least this long, so that reading the clock takes less than a thousandth.
constexpr double shortest_batch = 5e-5;
constexpr int few_runs = 3; ///< for something slow: the fewest with meaningful quartiles

double seconds_of_batch(const std::function<void()>& run, int count, const Clock& clock) {
    const double start = clock();
    for (int i = 0; i < count; ++i)
        run();
    return clock() - start;
}

/// Long enough for this machine's clock.
double batch_seconds() {
    constexpr double steps = 50;
    static const double seconds = std::max(shortest_batch, steps * clock_step());
    return seconds;
}

// Warms up as well.
int runs_in_a_batch(const std::function<void()>& run, const base::StopToken& stop, const Clock& clock) {
    const double enough = batch_seconds();
    int count = 1;
    while (!stop.stop_requested() && seconds_of_batch(run, count, clock) < enough)
        count *= 2;
    return count;
}

} // namespace

double steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double clock_step() {
    static const double step = [] {
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < 5; ++i) {
            const double start = steady_seconds();
            double now = start;
            while (now == start)
                now = steady_seconds();
            least = std::min(least, now - start);
        }
        return least;
    }();
    return step;
}

Measurement summed_up(const std::vector<double>& seconds, double settled_spread) {
    const base::Quartiles q = base::quartiles(seconds);
    return {.lower = q.lower,
            .median = q.median,
            .upper = q.upper,
            .runs = static_cast<int>(seconds.size()),
            .settled = q.upper - q.lower <= settled_spread * q.median};
}

Measuring::Measuring(std::function<void()> run, const MeasureOptions& options, Clock clock)
    : run_(std::move(run)), options_(options), clock_(std::move(clock)), next_look_(options.least_seconds) {}

bool Measuring::next(const base::StopToken& stop) {
    if (batch_ == 0) {
        batch_ = runs_in_a_batch(run_, stop, clock_);
        return stop.stop_requested();
    }
    const double seconds = stop.stop_requested() ? 0 : seconds_of_batch(run_, batch_, clock_);
    if (stop.stop_requested()) return true;
    seconds_.push_back(seconds / batch_);
    total_ += seconds;
    return !wants_more_before_a_look() && look();
}

bool Measuring::wants_more_before_a_look() const {
    const auto batches = static_cast<int>(seconds_.size());
    if (total_ >= options_.most_seconds) return batches < few_runs;
    return batches < options_.least_runs || total_ < next_look_;
}

// True when there have been enough. Not done after every batch, since sorting must not take longer than the
// runs.
bool Measuring::look() {
    next_look_ = std::max(options_.least_seconds, 1.1 * total_);
    result_ = summed_up(seconds_, options_.settled_spread);
    result_.runs *= batch_;
    return result_.settled || total_ >= options_.most_seconds;
}

Measurement measure(const std::function<void()>& run, const MeasureOptions& options,
                    const base::StopToken& stop, const Clock& clock) {
    Measuring measuring(run, options, clock);
    while (!measuring.next(stop)) {
    }
    return measuring.result();
}

double measured_product_rate(int threads, const MeasureOptions& options, const base::StopToken& stop) {
    constexpr Index size = 1024;
    const Matrix a = Matrix::Constant(size, size, 0.5F), b = a; // the values do not affect the time
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
    constexpr Index rounds = 1'000'000; // a few milliseconds
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
