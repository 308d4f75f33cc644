#include "timing/lane_runs.h"

#include "attention/key_value_cache.h"
#include "timing/layers.h"

#include <algorithm>
#include <utility>

namespace timing {

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

} // namespace timing
