#pragma once
// When each of a number of steps begins: at a pace that can be followed first, then faster and faster.

namespace workbench {

class Pace {
public:
    /// The first step takes `first` seconds. Where all of them at that pace would take more than `most`, they
    /// take `most` together: the pace then grows in proportion to what is already done. All are positive.
    Pace(long steps, double first, double most);

    long steps() const { return steps_; }
    double seconds() const { return seconds_; } ///< of all steps together
    /// When a step (from 0) begins; start(steps()) is seconds(). Strictly increasing.
    double start(long step) const;
    /// The step that is on at that time: the inverse of start. The first before the beginning, the last after
    /// the end.
    long step_at(double seconds) const;

private:
    long steps_;
    double seconds_;
    double growth_ = 0; ///< g: start(i) = seconds · ln(1 + g·i/steps) / ln(1 + g); 0: an even pace
};

} // namespace workbench
