#pragma once
// Which frames are built, and which of those are shown. The application's loop, one for each platform, asks
// in every round.

#include "ui/shell.h"

namespace ui {

class Frames {
public:
    explicit Frames(Shell& shell) : shell_(shell) {}

    /// Something has happened that the next frames take in.
    void expect() { due_ = after_event; }
    /// The same, when one frame will do.
    void expect_one() { due_ = due_ > 1 ? due_ : 1; }
    /// What the window showed is lost: the next frame is painted, even if nothing has changed.
    void lose_picture() {
        lost_picture_ = true;
        expect();
    }
    /// From now on, frames after the first are painted only when a picture is asked for: for tests, which
    /// read what the window says of itself more often than they look at it.
    void paint_when_asked() { when_asked_ = true; }
    void ask_for_picture() { asked_ = true; }
    /// True when a frame is to be built now; false: nothing moves and nothing has happened.
    bool wanted() const { return due_ > 0 || shell_.moving() || shell_.settling() || shell_.is_over(); }

    enum class Built {
        unseen, ///< the interface is settling, and another frame follows
        same,   ///< looks like the frame before it, or nobody asked for a picture
        painted ///< into the back buffer
    };
    /// Builds a frame, and paints it unless another follows at once.
    Built build();
    /// True from the first frame that was shown.
    bool shown() const { return shown_; }

private:
    /// Frames built after an event, until the interface has settled.
    static constexpr int after_event = 2;
    /// Frames in a row that may go unseen while it settles; then one is painted as it is.
    static constexpr int most_unseen = 3;

    Shell& shell_;
    int due_ = after_event;
    bool lost_picture_ = true;
    bool when_asked_ = false, asked_ = false;
    bool shown_ = false;
    int unseen_ = 0; ///< frames built since the one shown last
};

} // namespace ui
