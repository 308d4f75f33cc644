#pragma once
// When each of a number of steps begins: slowly enough to follow at first, then faster and faster.

namespace workbench {

class Pace {
public:
    /// The first step takes `first` seconds. If all steps at that pace would take more than `most`, they take
    /// `most` together, with a pace that grows in proportion to the steps already done. All must be positive.
    Pace(long steps, double first, double most);

    long steps() const { return steps_; }
    double seconds() const { return seconds_; } ///< of all steps together
    /// When a step (from 0) begins; start(steps()) is seconds(). Strictly increasing.
    double start(long step) const;
    /// The step in progress at that time: the inverse of start(). The first step before the beginning, the
    /// last after the end.
    long step_at(double seconds) const;

private:
    long steps_;
    double seconds_;
    double growth_ = 0; ///< g: start(i) = seconds · ln(1 + g·i/steps) / ln(1 + g); 0: constant pace
};

} // namespace workbench
