#pragma once
// The clock of a replay: what took microseconds is slowed down enough for a person to follow.

namespace ui {

class ReplayClock {
public:
    /// Loads a replay of `end` seconds, slowed down by 1, 2 or 5 times a power of ten so that it takes about
    /// seven seconds. The clock is at 0.
    void load(double end);
    /// Advances by `seconds` of real time; stops at the end.
    void advance(double seconds);
    /// Plays or pauses; at the end it restarts from 0.
    void toggle();
    void play_from_start();
    void pause() { playing_ = false; }
    /// Jumps to a moment and pauses.
    void go_to(double seconds);
    /// Limits: no slower than ten minutes in total, no faster than measured.
    void slower() { step(+1); }
    void faster() { step(-1); }
    bool can_be_slower() const;
    bool can_be_faster() const { return step_ > 0; }

    double now() const { return now_; } ///< seconds of the replayed time
    double end() const { return end_; }
    double slowdown() const; ///< real seconds per replayed second
    bool playing() const { return playing_; }

private:
    void step(int by);

    double now_ = 0, end_ = 0;
    int step_ = 0; ///< the slowdown: 1, 2, 5, 10, 20, …
    bool playing_ = false;
};

} // namespace ui
