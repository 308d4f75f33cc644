#include "timing/replay.h"

#include "attention/fused.h"
#include "base/input_error.h"
#include "base/quartiles.h"
#include "timing/cost.h"
#include "timing/runner.h"

#include <algorithm>
#include <utility>

namespace timing {

double Lane::step_seconds() const {
    return ready.size() < 2 ? 0 : (ready.back() - ready.front()) / static_cast<double>(ready.size() - 1);
}

double Lane::inputs_seconds() const {
    return ready.size() < 2 ? 0 : std::max(0.0, ready.front() - step_seconds());
}

void Marks::mark_all() {
    std::ranges::fill(seconds_, watch_.seconds());
}

// What the lanes run.

namespace {

using Words = std::shared_ptr<const Matrix>; // (n, d)
using NetworkPtr = std::shared_ptr<const recurrent::Network>;

RunLane recurrent_all_words(NetworkPtr network, Words x, int threads) {
    return [network, x, threads](Marks& marks, const base::StopToken& stop) {
        const recurrent::RunOptions options{
            .threads = threads, .keep_cell = true, .on_step = [&](Index t) { marks.mark(t); }, .stop = stop};
        marks.start();
        recurrent::States states = network->run(*x, options);
        return Outcome{std::move(states.hidden), std::move(states.cell)};
    };
}

RunLane attention_all_words(const attention::Layer& layer, std::shared_ptr<const attention::Input> input,
                            int threads) {
    const auto fused = std::make_shared<const attention::FusedLayer>(layer, attention::Options{}, threads);
    return [fused, input](Marks& marks, const base::StopToken& stop) {
        marks.start();
        Matrix output = fused->run(*input, {}, stop);
        marks.mark_all();
        return Outcome{std::move(output), {}};
    };
}

RunLane recurrent_generation(NetworkPtr network, const Matrix& x) {
    std::vector<Matrix> words;
    for (Index t = 0; t < x.rows(); ++t)
        words.emplace_back(x.row(t));
    return [network, words = std::move(words)](Marks& marks, const base::StopToken& stop) {
        const auto n = static_cast<Index>(words.size());
        recurrent::State state = network->start();
        Outcome outcome{Matrix(n, network->d()), {}};
        if (state.cell.rows() > 0) outcome.cells.resize(n, network->d());
        marks.start();
        for (Index t = 0; t < n && !stop.stop_requested(); ++t) {
            network->step(words[static_cast<std::size_t>(t)], state);
            marks.mark(t);
            outcome.states.row(t) = state.hidden;
            if (outcome.cells.rows() > 0) outcome.cells.row(t) = state.cell;
        }
        return outcome;
    };
}

RunLane attention_generation(const attention::Layer& weights, Words x) {
    const auto layer = std::make_shared<const attention::Layer>(weights);
    return [layer, x](Marks& marks, const base::StopToken& stop) {
        attention::KeyValueCache cache(*layer, {}, x->rows());
        Outcome outcome{Matrix(x->rows(), layer->d_model()), {}};
        marks.start();
        for (Index t = 0; t < x->rows() && !stop.stop_requested(); ++t) {
            outcome.states.row(t) = cache.next(x->row(t));
            marks.mark(t);
        }
        return outcome;
    };
}

// Seconds per multiply-add of a step, on one thread, over a few words: from the fastest run, since other load
// on the machine can only add to it.
double multiply_add_of(const NetworkPtr& network, Index words, const base::StopToken& stop) {
    constexpr int runs = 5;
    const auto x = std::make_shared<const Matrix>(random_rows(words, network->d(), 1));
    const RunLane run = recurrent_all_words(network, x, 1);
    Marks marks(words);
    std::vector<double> steps;
    for (int i = 0; i <= runs && !stop.stop_requested(); ++i) {
        run(marks, stop);
        Lane lane;
        lane.ready = marks.seconds();
        if (i > 0) steps.push_back(lane.step_seconds()); // the first run is the warm-up
    }
    const auto weights = static_cast<double>(recurrent::gates(network->cell()) * network->d() * network->d());
    return steps.empty() ? 0 : *std::ranges::min_element(steps) / weights;
}

StepPace measured_pace(const NetworkPtr& network, std::uint32_t seed, const base::StopToken& stop) {
    const Index gates = recurrent::gates(network->cell());
    const Index narrow = std::min<Index>(network->d(), gates == 1 ? 256 : 128);
    const auto small =
        std::make_shared<const recurrent::Network>(random_recurrent(network->cell(), narrow, seed));
    const auto bytes = [&](Index d) { return static_cast<double>(gates * d * d) * sizeof(float); };
    return {.seconds = multiply_add_of(network, 32, stop),
            .bytes = bytes(network->d()),
            .narrow_seconds = multiply_add_of(small, 128, stop),
            .narrow_bytes = bytes(narrow)};
}

LaneRuns recurrent_runs(Runner runner, Mode mode, const Words& x, const LayerSizes& sizes,
                        const base::StopToken& stop) {
    const auto network = std::make_shared<const recurrent::Network>(
        random_recurrent(cell_of(runner), sizes.d, sizes.seed, stop));
    if (mode == Mode::generation) return {recurrent_generation(network, *x), {}};
    return {recurrent_all_words(network, x, sizes.threads),
            [network, seed = sizes.seed](const base::StopToken& wanted) {
                return measured_pace(network, seed, wanted);
            }};
}

LaneRuns attention_runs(Mode mode, const Words& x, const LayerSizes& sizes, const base::StopToken& stop) {
    const attention::Layer layer = random_attention(sizes, stop);
    if (mode == Mode::generation) return {attention_generation(layer, x), {}};
    attention::Input input;
    input.x = *x;
    const auto shared = std::make_shared<const attention::Input>(std::move(input));
    return {attention_all_words(layer, shared, sizes.threads), {}};
}

} // namespace

LaneRuns lane_runs(Runner runner, Mode mode, const Words& x, const LayerSizes& sizes,
                   const base::StopToken& stop) {
    return runner == Runner::attention ? attention_runs(mode, x, sizes, stop)
                                       : recurrent_runs(runner, mode, x, sizes, stop);
}

// How they are timed.

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

constexpr double steps_of_clock = 20; ///< the least duration that is timed

// Single runs too short for the clock say little: averages them in groups that last long enough.
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

// All lanes.

namespace {

std::vector<double> kept_bytes(Runner runner, Mode mode, Index n, const LayerSizes& sizes) {
    std::vector<double> bytes;
    for (Index t = 0; t < n; ++t) {
        const Index words = mode == Mode::generation ? t + 1 : n;
        bytes.push_back(cost_of_generation(runner, words, sizes).bytes);
    }
    return bytes;
}

} // namespace

ReplayRun::ReplayRun(std::vector<std::string> words, Mode mode, const LayerSizes& sizes)
    : so_far_{.mode = mode, .sizes = sizes, .words = std::move(words), .lanes = {}} {}

std::shared_ptr<const Replay> ReplayRun::next(const base::StopToken& stop) {
    const auto n = static_cast<Index>(so_far_.words.size());
    const LayerSizes& sizes = so_far_.sizes;
    if (!x_) {
        if (n == 0) throw base::InputError("words", "there are none to run", "type at least one word");
        expect_sizes(sizes, n);
        x_ = std::make_shared<const Matrix>(rows_of(so_far_.words, sizes));
    } else if (!finished()) {
        if (!run_lane(runners[so_far_.lanes_done], stop) || stop.stop_requested()) return nullptr;
        ++so_far_.lanes_done;
        if (finished())
            so_far_.product_rate =
                measured_product_rate(sizes.threads, {.most_seconds = 0.1}, stop) / sizes.threads;
    }
    return stop.stop_requested() ? nullptr : std::make_shared<const Replay>(so_far_);
}

bool ReplayRun::run_lane(Runner runner, const base::StopToken& stop) {
    if (!timed_) {
        runs_ = lane_runs(runner, so_far_.mode, x_, so_far_.sizes, stop);
        const bool one_by_one = so_far_.mode == Mode::generation; // on one thread
        timed_.emplace(x_->rows(), runs_.run, one_by_one ? 1 : so_far_.sizes.threads);
        return false;
    }
    if (!timed_->next(stop) || stop.stop_requested()) return false;
    Lane lane = timed_->lane();
    timed_.reset();
    if (runs_.pace) lane.pace = runs_.pace(stop);
    lane.kept_bytes = kept_bytes(runner, so_far_.mode, x_->rows(), so_far_.sizes);
    so_far_.lanes[runner] = std::move(lane);
    return true;
}

Replay counted_in_steps(std::vector<std::string> words, Mode mode, const LayerSizes& sizes) {
    const auto n = static_cast<Index>(words.size());
    Replay replay{.in_steps = true,
                  .mode = mode,
                  .sizes = sizes,
                  .words = std::move(words),
                  .lanes = {},
                  .lanes_done = runners.size()};
    for (const Runner runner : runners) {
        Lane& lane = replay.lanes[runner];
        for (Index t = 0; t < n; ++t)
            lane.ready.push_back(cost(runner, mode, t + 1, sizes).waiting_steps);
        const double all = n > 0 ? lane.ready.back() : 0;
        lane.time = {.lower = all, .median = all, .upper = all, .settled = true};
        lane.kept_bytes = kept_bytes(runner, mode, n, sizes);
    }
    return replay;
}

} // namespace timing
