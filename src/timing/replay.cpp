#include "timing/replay.h"

#include "base/input_error.h"
#include "timing/layers.h"
#include "timing/measure.h"

#include <utility>

namespace timing {

namespace {

std::vector<double> kept_bytes(Runner runner, Mode mode, Index n, Index d) {
    std::vector<double> bytes;
    for (Index t = 0; t < n; ++t) {
        const Index words = mode == Mode::generation ? t + 1 : n;
        const Index numbers = runner == Runner::rnn ? d : runner == Runner::lstm ? 2 * d : words * 2 * d;
        bytes.push_back(static_cast<double>(numbers) * sizeof(float));
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
    lane.kept_bytes = kept_bytes(runner, so_far_.mode, x_->rows(), so_far_.sizes.d);
    so_far_.lanes[runner] = std::move(lane);
    return true;
}

} // namespace timing
