#pragma once
// Who came first in a race, and why: of the possible reasons, those that hold in what was measured and
// counted.

#include "timing/replay.h"

#include <vector>

namespace timing {

/// The runners that share a place: their medians are within 5 %, or within 25 % while their middle halves
/// overlap.
struct Place {
    std::vector<Runner> runners; ///< by growing median
    double times_first = 1;      ///< median of its first runner over that of the winner
};
/// Everybody who ran, the fastest first.
std::vector<Place> ranking(const Replay& replay);

enum class Order { faster, about_equal, slower };

enum class Reason {
    although,    ///< attention multiplies more, and is not slower for it
    other_more,  ///< the other multiplies more
    projections, ///< attention multiplies more, most of it in W_Q, W_K, W_V and W_O
    pairs,       ///< attention multiplies more, most of it for every word with every word
    waiting, ///< the other makes as many multiply-adds step by step as with all inputs at once, in more time
    cache,   ///< a multiply-add of its steps takes longer than with weights of a narrow layer
    closer,  ///< times differ less than multiply-adds, since the other waits
    slower_pace,  ///< attention makes fewer multiply-adds a second
    not_explained ///< none of these, although the times differ
};

/// Attention compared with a recurrent layer.
struct Comparison {
    Runner other = Runner::rnn;
    Order attention = Order::about_equal;
    std::vector<Reason> reasons;     ///< in the order in which they are told
    double time_ratio = 1;           ///< the slower one's median over the faster one's
    double work_ratio = 1;           ///< attention's multiply-adds over the other's
    double pairs_share = 0;          ///< of attention's multiply-adds, those of every word with every word
    double inputs_seconds = 0;       ///< of the other: all products with the inputs, and
    double steps_seconds = 0;        ///< the n steps, which are as many multiply-adds
    StepPace pace;                   ///< of the other, when its times settled
    double rate = 0, other_rate = 0; ///< multiply-adds a second: attention's, the other's
};
/// Asserts that `other` is recurrent.
Comparison compared(const Replay& replay, Runner other);

} // namespace timing
