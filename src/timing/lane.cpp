#include "timing/lane.h"

#include "base/quartiles.h"

#include <algorithm>
#include <utility>

namespace timing {

namespace {

constexpr double settled_spread = 0.1; ///< as in MeasureOptions
constexpr double long_run = 0.1;       ///< seconds; runs this long need no warm-up

// How many runs to make, once they have taken `total` seconds.
int runs_wanted(double total) {
    return total < 0.15 ? 200 : total < 1 ? 5 : 3;
}

// Word by word over all runs. As in every single run, no word is ready before its predecessor.
std::vector<double> medians(const std::vector<std::vector<double>>& runs) {
    std::vector<double> result;
    for (std::size_t t = 0; t < runs.front().size(); ++t) {
        std::vector<double> of_word;
        for (const auto& run : runs)
            of_word.push_back(run[t]);
        result.push_back(base::quartiles(std::move(of_word)).median);
    }
    return result;
}

constexpr double steps_of_clock = 20; ///< what is timed lasts at least as long

// Runs too short for the clock say little one by one: the means of as many as last long enough together.
std::vector<std::vector<double>> grouped(const std::vector<std::vector<double>>& runs, double total) {
    const double wanted = std::max(3.0, total / (steps_of_clock * clock_step()));
    if (wanted >= static_cast<double>(runs.size())) return runs;
    const auto groups = static_cast<std::size_t>(wanted);
    std::vector<std::vector<double>> means;
    for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t first = g * runs.size() / groups, end = (g + 1) * runs.size() / groups;
        std::vector<double> mean(runs.front().size());
        for (std::size_t i = first; i < end; ++i)
            for (std::size_t t = 0; t < mean.size(); ++t)
                mean[t] += runs[i][t] / static_cast<double>(end - first);
        means.push_back(std::move(mean));
    }
    return means;
}

} // namespace

void Marks::mark_all() {
    std::ranges::fill(seconds_, watch_.seconds());
}

TimedLane::TimedLane(Index n, RunLane run, int threads)
    : run_(std::move(run)), threads_(threads), marks_(n) {}

bool TimedLane::next(const base::StopToken& stop) {
    outcome_ = run_(marks_, stop);
    if (stop.stop_requested()) return true;
    const double seconds = marks_.seconds().back();
    if (!std::exchange(warm_, true) && seconds < long_run) return false;
    runs_.push_back(marks_.seconds());
    total_ += seconds;
    return enough();
}

bool TimedLane::enough() const {
    constexpr std::size_t most_runs = 100'000;
    const double least_total = 5 * steps_of_clock * clock_step();
    return static_cast<int>(runs_.size()) >= runs_wanted(total_) &&
           (total_ >= least_total || runs_.size() >= most_runs);
}

Lane TimedLane::lane() const {
    const auto runs = grouped(runs_, total_);
    std::vector<double> whole;
    for (const std::vector<double>& one : runs)
        whole.push_back(one.back());
    Lane lane;
    lane.ready = medians(runs);
    lane.time = summed_up(whole, settled_spread);
    lane.states = outcome_.states;
    lane.cells = outcome_.cells;
    lane.threads = threads_;
    return lane;
}

double Lane::step_seconds() const {
    return ready.size() < 2 ? 0 : (ready.back() - ready.front()) / static_cast<double>(ready.size() - 1);
}

double Lane::inputs_seconds() const {
    return ready.size() < 2 ? 0 : std::max(0.0, ready.front() - step_seconds());
}

} // namespace timing
