#include "drawing/lane_work.h"

#include <algorithm>
#include <cmath>

namespace drawing {

namespace {

double progress(double from, double until, double now) {
    return until > from ? std::clamp((now - from) / (until - from), 0.0, 1.0) : (now >= until ? 1.0 : 0.0);
}

Index words_of(const LaneWork& work) {
    return static_cast<Index>(work.ready.size());
}

/// The words [first, end) assigned to a worker; there are at most as many workers as words.
struct Part {
    Index first, end;

    double words() const { return static_cast<double>(end - first); }
};

Index workers_of(const LaneWork& work) {
    return std::clamp<Index>(work.workers, 1, std::max<Index>(words_of(work), 1));
}

Part part_of(const LaneWork& work, Index worker) {
    const Index n = words_of(work), workers = workers_of(work);
    return {worker * n / workers, (worker + 1) * n / workers};
}

Part part_with(const LaneWork& work, Index word) {
    return part_of(work, ((word + 1) * workers_of(work) - 1) / words_of(work));
}

double steps_begin(const LaneWork& work) {
    return work.passes.empty() ? 0 : work.passes.back().until;
}

} // namespace

Index words_ready(const LaneWork& work, double now) {
    return std::upper_bound(work.ready.begin(), work.ready.end(), now) - work.ready.begin();
}

double step_done(const LaneWork& work, Index word, double now) {
    if (!work.one_by_one) return 0;
    const auto t = static_cast<std::size_t>(word);
    return progress(t > 0 ? work.ready[t - 1] : steps_begin(work), work.ready[t], now);
}

double share_done(const LaneWork& work, Index word, double now) {
    if (now >= work.ready[static_cast<std::size_t>(word)]) return 1;
    const Part part = part_with(work, word);
    double done = 0, in_passes = 0;
    for (const LanePass& pass : work.passes) {
        const double gone = part.words() * progress(pass.from, pass.until, now);
        done += pass.share * std::clamp(gone - static_cast<double>(word - part.first), 0.0, 1.0);
        in_passes += pass.share;
    }
    return done + (1 - in_passes) * step_done(work, word, now);
}

std::vector<double> workers_at(const LaneWork& work, double now) {
    const Index n = words_of(work), ready = words_ready(work, now);
    if (ready == n) return {};
    for (const LanePass& pass : work.passes) {
        if (now >= pass.until) continue;
        std::vector<double> places;
        for (Index worker = 0; worker < workers_of(work); ++worker) {
            const Part part = part_of(work, worker);
            const double gone = part.words() * progress(pass.from, pass.until, now);
            places.push_back(static_cast<double>(part.first) + gone);
        }
        return places;
    }
    const double here = static_cast<double>(ready) + step_done(work, ready, now);
    return std::vector<double>(static_cast<std::size_t>(std::max(work.workers, 1)), here);
}

} // namespace drawing
