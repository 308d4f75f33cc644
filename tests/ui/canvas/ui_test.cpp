#include "ui/canvas/ui.h"

#include <doctest/doctest.h>

using ui::Motion;

namespace {

/// The value after `frames` frames of 1/60 s towards `target`.
float after(Motion& motion, int frames, float target) {
    float value = 0;
    for (int i = 0; i < frames; ++i) {
        motion.begin(1.0 / 60, false);
        value = motion.glide("v", target);
    }
    return value;
}

} // namespace

TEST_CASE("a value stands still until its target moves") {
    Motion motion;
    CHECK(after(motion, 3, 5) == 5);
    CHECK_FALSE(motion.moving());
}

TEST_CASE("a glide is on its way after a frame, never beyond its target, and there after 180 ms") {
    Motion motion;
    after(motion, 1, 0);
    float last = after(motion, 1, 10);
    CHECK(motion.moving());
    for (int frame = 0; frame < 11; ++frame) {
        const float now = after(motion, 1, 10);
        CHECK(now >= last);
        CHECK(now <= 10);
        last = now;
    }
    CHECK(last == 10);
    CHECK_FALSE(motion.moving());
}

TEST_CASE("a new target in the middle of a glide starts from where the value is") {
    Motion motion;
    after(motion, 1, 0);
    const float middle = after(motion, 4, 10), onward = after(motion, 1, 10);
    const float turned = after(motion, 1, 0);
    // At most one frame further on the old way; then back, without a jump.
    CHECK(turned <= onward + (onward - middle));
    CHECK(after(motion, 1, 0) < turned);
    CHECK(turned > middle);
}

TEST_CASE("what is half built is withheld for this frame alone") {
    Motion motion;
    motion.begin(1.0 / 60, false);
    CHECK_FALSE(motion.withheld());
    motion.withhold();
    CHECK(motion.withheld());
    motion.begin(1.0 / 60, false);
    CHECK_FALSE(motion.withheld());
}

TEST_CASE("with reduced motion everything is where it belongs at once") {
    Motion motion;
    after(motion, 1, 0);
    motion.begin(1.0 / 60, true);
    CHECK(motion.glide("v", 10) == 10);
    CHECK_FALSE(motion.moving());
}
