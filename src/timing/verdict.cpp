#include "timing/verdict.h"

#include "timing/cost.h"

#include <algorithm>
#include <cassert>

namespace timing {

namespace {

constexpr double about = 1.05;         ///< numbers within 5 % count as equal
constexpr double at_most_apart = 1.25; ///< medians further apart count as different, however noisy the runs
constexpr double clearly_longer = 1.3; ///< steps this much longer than the inputs show the cost of waiting
constexpr double much_slower = 1.25;   ///< steps this much slower show that weights come from slower memory

bool about_equal(const Measurement& a, const Measurement& b) {
    const bool overlap = a.lower <= b.upper && b.lower <= a.upper;
    return std::max(a.median, b.median) <= (overlap ? at_most_apart : about) * std::min(a.median, b.median);
}

/// Gives a reason only if the numbers support it.
class Reasoning {
public:
    explicit Reasoning(const Comparison& c) : c_(c) {}

    std::vector<Reason> reasons() const {
        std::vector<Reason> found;
        const auto add = [&](bool holds, Reason reason) {
            if (holds) found.push_back(reason);
        };
        const bool more = c_.work_ratio > about, less = c_.work_ratio * about < 1;
        if (c_.attention == Order::slower) {
            add(more, c_.pairs_share >= 0.5 ? Reason::pairs : Reason::projections);
            const bool is_closer = more && waits() && c_.time_ratio < 0.8 * c_.work_ratio;
            add(is_closer, Reason::closer);
            add(is_closer, Reason::waiting);
            add(c_.time_ratio > much_slower * c_.work_ratio, Reason::slower_pace);
        } else {
            add(more, Reason::although);
            add(less && c_.attention == Order::faster, Reason::other_more);
            add(waits(), Reason::waiting);
            add(waits() && from_farther_away(), Reason::cache);
            add(less && c_.attention == Order::about_equal, Reason::slower_pace);
        }
        const bool only_although = found == std::vector{Reason::although};
        if ((found.empty() && c_.attention != Order::about_equal) || only_although)
            found.push_back(Reason::not_explained);
        return found;
    }

private:
    /// The other does its multiply-adds more slowly than attention, and its steps more slowly than its
    /// inputs.
    bool waits() const {
        return c_.rate > about * c_.other_rate && c_.inputs_seconds > 0 &&
               c_.steps_seconds >= clearly_longer * c_.inputs_seconds;
    }
    bool from_farther_away() const {
        return c_.pace.bytes > c_.pace.narrow_bytes && c_.pace.slowdown() >= much_slower;
    }

    const Comparison& c_;
};

} // namespace

Order order_of(const Measurement& attention, const Measurement& other) {
    if (about_equal(attention, other)) return Order::about_equal;
    return attention.median < other.median ? Order::faster : Order::slower;
}

std::vector<Place> ranking(const Replay& replay) {
    std::vector<Runner> order(runners.begin(), runners.end());
    const auto time = [&](Runner runner) -> const Measurement& { return replay.lanes[runner].time; };
    std::ranges::stable_sort(order, {}, [&](Runner runner) { return time(runner).median; });
    std::vector<Place> places;
    for (const Runner runner : order) {
        if (!places.empty() && about_equal(time(places.back().runners.front()), time(runner)))
            places.back().runners.push_back(runner);
        else
            places.push_back({{runner}, time(runner).median / time(order.front()).median});
    }
    return places;
}

Comparison compared(const Replay& replay, Runner other) {
    assert(other != Runner::attention);
    const Lane &attention = replay.lanes[Runner::attention], &lane = replay.lanes[other];
    const auto n = static_cast<Index>(replay.words.size());
    const AttentionParts parts = attention_parts(replay.mode, n, replay.sizes);
    const double work = cost(other, replay.mode, n, replay.sizes).multiply_adds;
    const double a = attention.time.median, b = lane.time.median;
    Comparison c{.other = other,
                 .attention = order_of(attention.time, lane.time),
                 .reasons = {},
                 .time_ratio = std::max(a, b) / std::min(a, b),
                 .work_ratio = parts.total() / work,
                 .pairs_share = parts.pairs / parts.total(),
                 .pace = {},
                 .rate = parts.total() / a,
                 .other_rate = work / b};
    if (replay.mode == Mode::all_words) {
        c.inputs_seconds = lane.inputs_seconds();
        c.steps_seconds = static_cast<double>(n) * lane.step_seconds();
        if (lane.time.settled) c.pace = lane.pace; // else it would show what other programs were doing
    }
    c.reasons = Reasoning(c).reasons();
    return c;
}

} // namespace timing
