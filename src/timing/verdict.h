#pragma once
// Who came first in a race, and why: the reasons that the measurements and counts support.

#include "timing/replay.h"

#include <vector>

namespace timing {

/// The runners that share a place: their medians are within 5 %, or within 25 % while their middle halves
/// overlap.
struct Place {
    std::vector<Runner> runners; ///< by increasing median
    double times_first = 1;      ///< median of its first runner divided by that of the winner
};
/// All runners that ran, the fastest first.
std::vector<Place> ranking(const Replay& replay);

enum class Order { faster, about_equal, slower };
/// Attention's time against the other's, by the same rule.
Order order_of(const Measurement& attention, const Measurement& other);

enum class Reason {
    although,    ///< attention multiplies more, yet is not slower
    other_more,  ///< the other multiplies more
    projections, ///< attention multiplies more, mostly by W_Q, W_K, W_V and W_O
    pairs,       ///< attention multiplies more, mostly to pair every word with every word
    waiting, ///< the other's steps take longer than the same number of multiply-adds with all inputs at once
    cache,   ///< a multiply-add in its steps takes longer than with the weights of a narrow layer
    closer,  ///< times differ less than multiply-adds, since the other has to wait
    slower_pace,  ///< attention does fewer multiply-adds per second
    not_explained ///< none of these, although the times differ
};

/// Attention compared with a recurrent layer.
struct Comparison {
    Runner other = Runner::rnn;
    Order attention = Order::about_equal;
    std::vector<Reason> reasons;     ///< in the order in which they are given
    double time_ratio = 1;           ///< the slower one's median divided by the faster one's
    double work_ratio = 1;           ///< attention's multiply-adds divided by the other's
    double pairs_share = 0;          ///< of attention's multiply-adds, to pair every word with every word
    double inputs_seconds = 0;       ///< of the other: all products with the inputs
    double steps_seconds = 0;        ///< of the other: its n steps, which do as many multiply-adds
    StepPace pace;                   ///< of the other, if its times settled
    double rate = 0, other_rate = 0; ///< multiply-adds per second of attention and of the other
};
/// Asserts that `other` is recurrent.
Comparison compared(const Replay& replay, Runner other);

} // namespace timing
