#include "timing/replay.h"

#include "attention/key_value_cache.h"
#include "base/input_error.h"
#include "base/quartiles.h"
#include "timing/layers.h"
#include "timing/product_rate.h"
#include "timing/stopwatch.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace timing {

namespace {

constexpr double settled_spread = 0.1; ///< as in MeasureOptions
constexpr double long_run = 0.1;       ///< seconds; runs this long need no warm-up

// How many runs to make, once they have taken `total` seconds.
int runs_wanted(double total) {
    return total < 0.15 ? 200 : total < 1 ? 5 : 3;
}

// Records when each word of a run was ready.
class Marks {
public:
    explicit Marks(Index n) : seconds_(static_cast<std::size_t>(n)) {}

    void mark(Index t) { seconds_[static_cast<std::size_t>(t)] = watch_.seconds(); }
    void mark_all() { std::ranges::fill(seconds_, watch_.seconds()); }
    void start() { watch_ = Stopwatch(); }
    const std::vector<double>& seconds() const { return seconds_; }

private:
    Stopwatch watch_;
    std::vector<double> seconds_;
};

// What a run of a lane returns. The run starts the marks once everything is prepared, then marks every word.
struct Outcome {
    Matrix states, cells;
};
using RunLane = std::function<Outcome(Marks&)>;

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

constexpr double steps_of_clock = 20; ///< that what is timed should last at least

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

// Null when stopped.
std::optional<Lane> timed(Index n, const RunLane& run, const base::StopToken& stop) {
    Marks marks(n);
    Outcome outcome;
    std::vector<std::vector<double>> runs;
    constexpr std::size_t most_runs = 100'000;
    const double least_total = 5 * steps_of_clock * clock_step();
    double total = 0;
    for (bool warm = false; static_cast<int>(runs.size()) < runs_wanted(total) ||
                            (total < least_total && runs.size() < most_runs);
         warm = true) {
        outcome = run(marks);
        if (stop.stop_requested()) return std::nullopt;
        const double seconds = marks.seconds().back();
        if (!warm && seconds < long_run) continue;
        runs.push_back(marks.seconds());
        total += seconds;
    }
    runs = grouped(runs, total);
    std::vector<double> whole;
    for (const std::vector<double>& one : runs)
        whole.push_back(one.back());
    Lane lane;
    lane.ready = medians(runs);
    lane.time = summed_up(whole, settled_spread);
    lane.states = std::move(outcome.states);
    lane.cells = std::move(outcome.cells);
    return lane;
}

// With the fastest of teams(threads). Null when stopped.
std::optional<Lane> timed_at_best(Index n, const std::vector<RunLane>& by_team, int threads,
                                  const base::StopToken& stop) {
    std::vector<std::function<void()>> ways;
    for (const RunLane& run : by_team)
        ways.emplace_back([&run, n] {
            Marks marks(n);
            run(marks);
        });
    const std::size_t best = fastest(ways, stop);
    std::optional<Lane> lane = timed(n, by_team[best], stop);
    if (lane) lane->threads = teams(threads)[best];
    return lane;
}

RunLane recurrent_all_words(const recurrent::Network& network, const Matrix& x, int threads,
                            const base::StopToken& stop) {
    return [&network, &x, threads, &stop](Marks& marks) {
        const recurrent::RunOptions options{
            .threads = threads, .keep_cell = true, .on_step = [&](Index t) { marks.mark(t); }, .stop = stop};
        marks.start();
        recurrent::States states = network.run(x, options);
        return Outcome{std::move(states.hidden), std::move(states.cell)};
    };
}

RunLane attention_all_words(const attention::FusedLayer& layer, const attention::Input& input,
                            const base::StopToken& stop) {
    return [&layer, &input, &stop](Marks& marks) {
        marks.start();
        Matrix output = layer.run(input, {}, stop);
        marks.mark_all();
        return Outcome{std::move(output), {}};
    };
}

RunLane recurrent_generation(const recurrent::Network& network, const std::vector<Matrix>& words,
                             const base::StopToken& stop) {
    return [&network, &words, &stop](Marks& marks) {
        const auto n = static_cast<Index>(words.size());
        recurrent::State state = network.start();
        Outcome outcome{Matrix(n, network.d()), {}};
        if (state.cell.rows() > 0) outcome.cells.resize(n, network.d());
        marks.start();
        for (Index t = 0; t < n && !stop.stop_requested(); ++t) {
            network.step(words[static_cast<std::size_t>(t)], state);
            marks.mark(t);
            outcome.states.row(t) = state.hidden;
            if (outcome.cells.rows() > 0) outcome.cells.row(t) = state.cell;
        }
        return outcome;
    };
}

RunLane attention_generation(const attention::Layer& layer, const Matrix& x, const base::StopToken& stop) {
    return [&layer, &x, &stop](Marks& marks) {
        attention::KeyValueCache cache(layer, {}, x.rows());
        Outcome outcome{Matrix(x.rows(), layer.d_model()), {}};
        marks.start();
        for (Index t = 0; t < x.rows() && !stop.stop_requested(); ++t) {
            outcome.states.row(t) = cache.next(x.row(t));
            marks.mark(t);
        }
        return outcome;
    };
}

std::vector<double> kept_bytes(Runner runner, Mode mode, Index n, Index d) {
    std::vector<double> bytes;
    for (Index t = 0; t < n; ++t) {
        const Index words = mode == Mode::generation ? t + 1 : n;
        const Index numbers = runner == Runner::rnn ? d : runner == Runner::lstm ? 2 * d : words * 2 * d;
        bytes.push_back(static_cast<double>(numbers) * sizeof(float));
    }
    return bytes;
}

double step_seconds_of(const std::vector<double>& ready) {
    return ready.size() < 2 ? 0 : (ready.back() - ready.front()) / static_cast<double>(ready.size() - 1);
}

// Seconds per multiply-add of a step, on one thread, over a few words: from the fastest run, since other load
// on the machine can only add to it.
double multiply_add_of(const recurrent::Network& network, Index words, const base::StopToken& stop) {
    constexpr int runs = 5;
    const Matrix x = random_rows(words, network.d(), 1);
    const RunLane run = recurrent_all_words(network, x, 1, stop);
    Marks marks(words);
    std::vector<double> steps;
    for (int i = 0; i <= runs && !stop.stop_requested(); ++i) {
        run(marks);
        if (i > 0) steps.push_back(step_seconds_of(marks.seconds())); // the first run is the warm-up
    }
    const auto weights = static_cast<double>(recurrent::gates(network.cell()) * network.d() * network.d());
    return steps.empty() ? 0 : *std::ranges::min_element(steps) / weights;
}

StepPace measured_pace(const recurrent::Network& network, std::uint32_t seed, const base::StopToken& stop) {
    const Index gates = recurrent::gates(network.cell());
    const Index narrow = std::min<Index>(network.d(), gates == 1 ? 256 : 128);
    const recurrent::Network small(random_recurrent(network.cell(), narrow, seed));
    const auto bytes = [&](Index d) { return static_cast<double>(gates * d * d) * sizeof(float); };
    return {.seconds = multiply_add_of(network, 32, stop),
            .bytes = bytes(network.d()),
            .narrow_seconds = multiply_add_of(small, 128, stop),
            .narrow_bytes = bytes(narrow)};
}

std::optional<Lane> recurrent_lane(Runner runner, Mode mode, const Matrix& x, const LayerSizes& sizes,
                                   const base::StopToken& stop) {
    const recurrent::Network network(random_recurrent(cell_of(runner), sizes.d, sizes.seed, stop));
    if (mode == Mode::all_words) {
        std::vector<RunLane> by_team;
        for (const int threads : teams(sizes.threads))
            by_team.push_back(recurrent_all_words(network, x, threads, stop));
        std::optional<Lane> lane = timed_at_best(x.rows(), by_team, sizes.threads, stop);
        if (lane) lane->pace = measured_pace(network, sizes.seed, stop);
        return lane;
    }
    std::vector<Matrix> words;
    for (Index t = 0; t < x.rows(); ++t)
        words.emplace_back(x.row(t));
    return timed(x.rows(), recurrent_generation(network, words, stop), stop);
}

std::optional<Lane> attention_lane(Mode mode, const Matrix& x, const LayerSizes& sizes,
                                   const base::StopToken& stop) {
    const attention::Layer layer = random_attention(sizes, stop);
    if (mode == Mode::generation) return timed(x.rows(), attention_generation(layer, x, stop), stop);
    attention::Input input;
    input.x = x;
    std::vector<attention::FusedLayer> layers;
    for (const int threads : teams(sizes.threads))
        layers.emplace_back(layer, attention::Options{}, threads);
    std::vector<RunLane> by_team;
    for (const attention::FusedLayer& fused : layers)
        by_team.push_back(attention_all_words(fused, input, stop));
    return timed_at_best(x.rows(), by_team, sizes.threads, stop);
}

} // namespace

double Lane::step_seconds() const {
    return step_seconds_of(ready);
}

double Lane::inputs_seconds() const {
    return ready.size() < 2 ? 0 : std::max(0.0, ready.front() - step_seconds());
}

ReplayRun::ReplayRun(std::vector<std::string> words, Mode mode, const LayerSizes& sizes)
    : so_far_{.mode = mode, .sizes = sizes, .words = std::move(words), .lanes = {}} {}

std::shared_ptr<const Replay> ReplayRun::next(const base::StopToken& stop) {
    const auto n = static_cast<Index>(so_far_.words.size());
    if (!begun_) {
        if (n == 0) throw base::InputError("words", "there are none to run", "type at least one word");
        expect_sizes(so_far_.sizes, n);
        x_ = rows_of(so_far_.words, so_far_.sizes);
        begun_ = true;
    } else if (!so_far_.finished()) {
        const Runner runner = runners[so_far_.lanes_done];
        const Mode mode = so_far_.mode;
        const LayerSizes& sizes = so_far_.sizes;
        std::optional<Lane> lane = runner == Runner::attention
                                       ? attention_lane(mode, x_, sizes, stop)
                                       : recurrent_lane(runner, mode, x_, sizes, stop);
        if (!lane || stop.stop_requested()) return nullptr;
        lane->kept_bytes = kept_bytes(runner, mode, n, sizes.d);
        so_far_.lanes[runner] = std::move(*lane);
        ++so_far_.lanes_done;
        if (so_far_.finished())
            so_far_.product_rate =
                measured_product_rate(sizes.threads, {.most_seconds = 0.1}, stop) / sizes.threads;
    }
    return stop.stop_requested() ? nullptr : std::make_shared<const Replay>(so_far_);
}

} // namespace timing
