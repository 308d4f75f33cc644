#pragma once
// Plays back what took microseconds, slowed down so far that a person can follow it.

namespace ui {

class ReplayClock {
public:
    /// What is played from now on lasts `end` seconds. Slowed down so that it takes about seven, by 1, 2 or 5
    /// times a power of ten. The clock stands at 0.
    void load(double end);
    /// `seconds` have passed for the person; stops at the end.
    void advance(double seconds);
    /// Plays or pauses; from the end it plays again from 0.
    void toggle();
    void play_from_start();
    void pause() { playing_ = false; }
    /// Goes to a moment, and stops there.
    void go_to(double seconds);
    /// At most down to ten minutes, at least as slow as it was measured.
    void slower() { step(+1); }
    void faster() { step(-1); }
    bool can_be_slower() const;
    bool can_be_faster() const { return step_ > 0; }

    double now() const { return now_; } ///< seconds of the thing that is played
    double end() const { return end_; }
    double slowdown() const; ///< a second of it takes so many
    bool playing() const { return playing_; }

private:
    void step(int by);

    double now_ = 0, end_ = 0;
    int step_ = 0; ///< the slowdown: 1, 2, 5, 10, 20, …
    bool playing_ = false;
};

} // namespace ui
