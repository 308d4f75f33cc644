#include "timing/sweep.h"

#include "timing/cost.h"
#include "timing/measure.h"
#include "timing/runner.h"
#include "timing/verdict.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace timing {

namespace {

double multiply_adds(Runner runner, const SweepPoint& point) {
    return cost(runner, point.n, {.d = point.d}).multiply_adds; // does not depend on the number of heads
}

double most_multiply_adds(const SweepPoint& point) {
    double most = 0;
    for (const Runner runner : runners)
        most = std::max(most, multiply_adds(runner, point));
    return most;
}

std::vector<SweepPoint> sorted(std::vector<SweepPoint> points, Index SweepPoint::*by) {
    std::ranges::sort(points, {}, by);
    return points;
}

} // namespace

std::vector<SweepPoint> Sweep::along_length() const {
    std::vector<SweepPoint> found;
    std::ranges::copy_if(points, std::back_inserter(found), [&](const auto& p) { return p.d == sizes.d; });
    return sorted(std::move(found), &SweepPoint::n);
}

std::vector<SweepPoint> Sweep::along_width() const {
    std::vector<SweepPoint> found;
    std::ranges::copy_if(points, std::back_inserter(found), [&](const auto& p) { return p.n == n; });
    return sorted(std::move(found), &SweepPoint::d);
}

std::vector<SweepPoint> sweep_points(const SweepOptions& options) {
    std::vector<SweepPoint> points;
    const auto add = [&](Index n, Index d) {
        const auto same = [&](const SweepPoint& p) { return p.n == n && p.d == d; };
        if (std::ranges::none_of(points, same)) points.push_back({.n = n, .d = d});
    };
    for (const Index n : options.lengths)
        add(n, options.sizes.d);
    for (const Index d : options.widths)
        add(options.n, d);
    std::ranges::stable_sort(points, {}, most_multiply_adds);
    return points;
}

std::optional<double> expected_seconds(const Sweep& sweep, Runner runner, const SweepPoint& point) {
    const SweepPoint* costliest = nullptr;
    for (const SweepPoint& other : sweep.points)
        if (other.time[runner].measured() &&
            (!costliest || multiply_adds(runner, other) > multiply_adds(runner, *costliest)))
            costliest = &other;
    if (!costliest) return std::nullopt;
    return costliest->time[runner].median * multiply_adds(runner, point) / multiply_adds(runner, *costliest);
}

// Measuring.

namespace {

/// Caches the layers of width sizes.d, which most points share, and those of one other width.
class LayerShelf {
public:
    explicit LayerShelf(const LayerSizes& sizes) : sizes_(sizes) {}

    const RandomLayer& at(Runner runner, Index d) {
        auto& shelf = d == sizes_.d ? own_ : other_;
        if (d != sizes_.d && d != other_d_) {
            other_.clear();
            other_d_ = d;
        }
        if (const auto found = shelf.find(runner); found != shelf.end()) return found->second;
        LayerSizes sizes = sizes_;
        sizes.d = d;
        return shelf.try_emplace(runner, runner, sizes).first->second;
    }

private:
    LayerSizes sizes_;
    std::map<Runner, RandomLayer> own_, other_;
    Index other_d_ = 0;
};

/// Measures the runners at one point after another.
class Sweeper {
public:
    explicit Sweeper(const SweepOptions& options) : options_(options), layers_(options.sizes) {}

    void begin(const SweepPoint& point) {
        point_ = point;
        input_.x = random_rows(point.n, point.d, options_.sizes.seed);
        turn_ = 0;
    }
    bool has_point() const { return turn_ < runners.size(); }
    const SweepPoint& point() const { return point_; }

    /// Prepares the next runner for which there is time, or times a batch of its runs.
    void next(const Sweep& so_far, const base::StopToken& stop) {
        const Stopwatch watch;
        advance(so_far, stop);
        spent_ += watch.seconds();
    }

private:
    void advance(const Sweep& so_far, const base::StopToken& stop) {
        const Runner runner = runners[turn_];
        if (!measuring_) {
            point_.expected[runner] = seconds_if_left_out(runner, so_far);
            if (point_.expected[runner] == 0) return prepare(runner, stop);
        } else {
            if (!measuring_->next(stop)) return;
            if (stop.stop_requested()) return measuring_.reset(); // it is measured when the sweep goes on
            point_.time[runner] = measuring_->result();
            measuring_.reset();
        }
        ++turn_;
    }

    double seconds_if_left_out(Runner runner, const Sweep& so_far) const {
        constexpr int fewest_runs = 4; // one to warm up, three that count
        const auto expected = expected_seconds(so_far, runner, point_);
        const double left = options_.most_seconds - spent_;
        if (left > 0 && (!expected || (*expected <= options_.longest_run && fewest_runs * *expected <= left)))
            return 0;
        return expected.value_or(options_.longest_run);
    }

    void prepare(Runner runner, const base::StopToken& stop) {
        const RandomLayer& layer = layers_.at(runner, point_.d);
        measuring_.emplace([this, &layer, stop] { layer.run(input_, {.stop = stop}); }, options_.each);
    }

    SweepOptions options_;
    LayerShelf layers_;
    double spent_ = 0; ///< seconds of measuring, without interruptions
    SweepPoint point_;
    attention::Input input_;
    std::size_t turn_ = runners.size(); ///< the runner that is measured
    std::optional<Measuring> measuring_ = {};
};

} // namespace

struct SweepRun::Work {
    std::vector<SweepPoint> wanted;
    Sweep so_far;
    Sweeper sweeper;

    void expect_sizes_in_range() const {
        expect_sizes(so_far.sizes, 1);
        for (const SweepPoint& point : wanted) {
            LayerSizes sizes = so_far.sizes;
            sizes.d = point.d;
            expect_sizes(sizes, point.n);
        }
    }

    void take_point() {
        const SweepPoint& point = sweeper.point();
        for (const Runner runner : runners)
            so_far.noisy |= point.time[runner].measured() && !point.time[runner].settled;
        so_far.points.push_back(point);
        so_far.finished = so_far.points.size() == wanted.size();
    }
};

SweepRun::SweepRun(const SweepOptions& options)
    : work_(new Work{
          sweep_points(options), {.sizes = options.sizes, .n = options.n, .points = {}}, Sweeper(options)}) {}

SweepRun::~SweepRun() = default;

bool SweepRun::finished() const {
    return work_->so_far.finished;
}

std::shared_ptr<const Sweep> SweepRun::next(const base::StopToken& stop) {
    auto& [wanted, so_far, sweeper] = *work_;
    if (!so_far.finished && !sweeper.has_point()) {
        if (so_far.points.empty()) work_->expect_sizes_in_range();
        so_far.finished = wanted.empty();
        if (!so_far.finished) sweeper.begin(wanted[so_far.points.size()]);
    }
    if (!so_far.finished) {
        sweeper.next(so_far, stop);
        if (stop.stop_requested() || sweeper.has_point()) return nullptr;
        work_->take_point();
    }
    return std::make_shared<const Sweep>(so_far);
}

// The trends.

namespace {

/// Attention against another runner at one length or width, with ln of their times' ratio.
struct Ratio {
    Index x;
    double log_ratio;
    Order order;
};

std::vector<Ratio> ratios(const std::vector<SweepPoint>& points, Index SweepPoint::*x, Runner other) {
    std::vector<Ratio> result;
    for (const SweepPoint& point : points) {
        const Measurement &a = point.time[Runner::attention], &b = point.time[other];
        if (a.measured() && b.measured())
            result.push_back({point.*x, std::log(a.median / b.median), order_of(a, b)});
    }
    return result;
}

/// Where the log ratio takes the sign that it has at the last point, for good.
std::optional<double> last_crossing(const std::vector<Ratio>& points) {
    const auto as_last = [&](const Ratio& point) {
        return (point.log_ratio > 0) == (points.back().log_ratio > 0);
    };
    for (std::size_t i = points.size(); i-- > 1;) {
        if (as_last(points[i - 1])) continue;
        const Ratio &before = points[i - 1], &after = points[i];
        const double share = before.log_ratio / (before.log_ratio - after.log_ratio);
        const auto log_x = [](const Ratio& point) { return std::log(static_cast<double>(point.x)); };
        return std::exp(std::lerp(log_x(before), log_x(after), share));
    }
    return std::nullopt;
}

/// Points of one order, then perhaps some where the two are about equal, then only points of the other.
bool crosses_once(const std::vector<Ratio>& points) {
    const auto all_of = [](Order order) {
        return [order](const Ratio& point) { return point.order == order; };
    };
    const Order first = points.front().order, last = points.back().order;
    const auto equal = std::ranges::find_if_not(points, all_of(first));
    const auto crossed = std::find_if_not(equal, points.end(), all_of(Order::about_equal));
    return first != Order::about_equal && last != Order::about_equal && first != last &&
           std::all_of(crossed, points.end(), all_of(last));
}

Growth growth_of(const std::vector<Ratio>& points) {
    if (points.empty()) return Growth::unmeasured;
    const auto some = [&](Order order) {
        return std::ranges::find(points, order, &Ratio::order) != points.end();
    };
    const bool faster = some(Order::faster), slower = some(Order::slower), equal = some(Order::about_equal);
    if (faster && slower && !crosses_once(points)) return Growth::mixed;
    if (faster && slower)
        return points.back().order == Order::slower ? Growth::then_slower : Growth::then_faster;
    if (faster) return equal ? Growth::never_slower : Growth::faster;
    if (slower) return equal ? Growth::never_faster : Growth::slower;
    return Growth::about_equal;
}

Trend trend_of(const std::vector<Ratio>& points) {
    Trend trend{.growth = growth_of(points)};
    if (!points.empty()) trend.last = points.back().x;
    if (trend.growth == Growth::then_slower || trend.growth == Growth::then_faster)
        trend.crossing = last_crossing(points);
    return trend;
}

} // namespace

Trend trend_over_length(const Sweep& sweep, Runner other) {
    return trend_of(ratios(sweep.along_length(), &SweepPoint::n, other));
}

Trend trend_over_width(const Sweep& sweep, Runner other) {
    return trend_of(ratios(sweep.along_width(), &SweepPoint::d, other));
}

std::optional<double> fitted_factor(const Sweep& sweep, Runner runner) {
    std::vector<double> logs; // ln(seconds/multiply-adds), by increasing n
    for (const SweepPoint& point : sweep.along_length())
        if (point.time[runner].measured())
            logs.push_back(std::log(point.time[runner].median / multiply_adds(runner, point)));
    if (logs.size() < 2) return std::nullopt;
    const auto first = static_cast<std::ptrdiff_t>(std::min(logs.size() / 2, logs.size() - 2));
    double sum = 0;
    for (auto log = logs.begin() + first; log != logs.end(); ++log)
        sum += *log;
    return std::exp(sum / static_cast<double>(logs.end() - logs.begin() - first));
}

} // namespace timing
