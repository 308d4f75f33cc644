#pragma once
// A pair of numbers as the hand of a clock: (1, 0) points to twelve, (0, 1) to three. A rotation by a
// positive angle turns the hand clockwise.

#include "drawing/shapes/figure.h"

namespace drawing {

struct ClockFace {
    Point centre = {};
    float radius = 0; ///< pixels
    float unit = 1;   ///< pixels for a hand of length 1
    float scale = 1;

    /// Where a hand ends; pixels.
    Point tip(Point pair) const;
    /// The point at an angle (radians, clockwise from twelve) and a share of the radius.
    Point at(float angle, float share) const;
};

/// The angle of a pair, clockwise from twelve, −π to π; 0 for (0, 0).
float hand_angle(Point pair);
/// The pair turned clockwise.
Point turned(Point pair, float angle);

/// The face with its twelve ticks.
Figure face_figure(const ClockFace& face, const Palette& palette);
Figure hand_figure(const ClockFace& face, Point pair, Rgba colour);
/// A hand as it was before: dashed, with a ring at its end.
Figure earlier_hand_figure(const ClockFace& face, Point pair, Rgba colour, Rgba ground);
/// An arrow along the way from an angle, `by` radians on, whole turns left out: it ends where the hand does.
Figure turn_figure(const ClockFace& face, float from, float by, Rgba colour);
/// The sector between two angles, the shorter way round.
Figure wedge_figure(const ClockFace& face, float one, float other, Rgba colour);

} // namespace drawing
