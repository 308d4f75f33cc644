#pragma once
// Plays the stages one after another: the position within a stage, the speed, and when to move on. It has no
// clock: the caller says how many seconds have passed.

#include "workbench/playback.h"

#include <array>

namespace workbench {

class Player {
public:
    static constexpr std::array<double, 5> speeds{0.25, 0.5, 1, 2, 4};
    /// How long a stage stays on screen after it has been played, at 1×.
    static constexpr double rest_seconds = 1.5;

    /// True while a stage is shown only as far as it has been played, whether running or paused.
    bool open() const { return open_; }
    bool playing() const { return playing_; }
    double at() const { return at_; } ///< position in the stage, seconds at 1×
    double speed() const { return speed_; }

    /// Opens a stage at its beginning, playing if another was playing, otherwise paused.
    void begin(attention::StageId stage);
    void play() { playing_ = true; }
    void pause() { playing_ = false; }
    /// Shows the whole stage again.
    void leave();
    /// Leaves if the stage shown is no longer the open one.
    void follow(attention::StageId shown);

    void go_to(double seconds);
    /// One step forward (+1) or back (−1), and pauses there. A stage that is not open opens at its first
    /// step, or at its last when stepping back.
    void step(int by, attention::StageId shown, const Playback& p);

    /// Advances by `seconds` in a stage of this length. Returns true once, when the stage and its rest are
    /// over.
    bool advance(double seconds, double length);
    /// The same without motion: jumps from the end of one phase to the end of the next.
    bool advance_stills(double seconds, const Playback& p);

    void next_speed();            ///< wraps around to the slowest
    void set_speed(double speed); ///< rounds to the nearest of `speeds`

private:
    attention::StageId stage_ = attention::StageId::input;
    bool open_ = false, playing_ = false;
    double at_ = 0, waited_ = 0, speed_ = 1;
};

} // namespace workbench
