#pragma once
// Plays the stages one after another: where in a stage it stands, how fast it goes, when it moves on. It has
// no clock: whoever draws says how many seconds have passed.

#include "workbench/playback.h"

#include <array>

namespace workbench {

class Player {
public:
    static constexpr std::array<double, 5> speeds{0.25, 0.5, 1, 2, 4};
    /// How long a stage that has been played stands still, and one that is only shown, at 1×.
    static constexpr double rest_seconds = 1.5, still_seconds = 3.2;

    /// True while a stage is shown only as far as it has been played, running or paused.
    bool open() const { return open_; }
    bool playing() const { return playing_; }
    double at() const { return at_; } ///< seconds into the stage, at 1×
    double speed() const { return speed_; }

    /// Opens a stage at its beginning, paused or, when another was playing, playing.
    void begin(attention::StageId stage);
    void play() { playing_ = true; }
    void pause() { playing_ = false; }
    /// The whole stage is shown again.
    void leave();
    /// Leaves when another stage than the one that is open came on the screen.
    void follow(attention::StageId shown);

    void go_to(double seconds);
    /// One step on (+1) or back (−1), and stops there. A stage that is not open opens at its first step, or
    /// at its last.
    void step(int by, attention::StageId shown, const Playback& p);

    /// `seconds` have passed in a stage that takes `length`. True once when the stage and its rest are over.
    bool advance(double seconds, double length);
    /// The same from the end of one phase to the end of the next, nothing moving in between.
    bool advance_stills(double seconds, const Playback& p);

    void next_speed();            ///< after the fastest the slowest
    void set_speed(double speed); ///< the nearest there is

private:
    attention::StageId stage_ = attention::StageId::input;
    bool open_ = false, playing_ = false;
    double at_ = 0, waited_ = 0, speed_ = 1;
};

} // namespace workbench
