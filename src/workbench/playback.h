#pragma once
// Plays the stages of attention step by step: the pace, what each step of a stage shows, and the player that
// goes from step to step. There is no clock in here: times are seconds at 1×, and the caller says how many
// have passed.

#include "attention/explain.h"
#include "workbench/document/selection.h"

#include <array>
#include <string_view>
#include <vector>

namespace workbench {

/// When each of a number of steps begins: slowly enough to follow at first, then faster and faster.
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

// How a stage is built up, product by product: at each step, which cells are visible, which one is being
// computed, and how many terms of its sum have been added.

/// What the steps of a phase do.
enum class PlayUnit {
    terms,        ///< the terms of the first cell, then the operation on their sum
    cells,        ///< the other cells of its row
    rest,         ///< the other rows, cell by cell
    rows,         ///< the other rows, row by row
    exponentials, ///< softmax: exp(s − max) of one row, key by key
    additions,    ///< softmax: the sum of these
    quotients,    ///< softmax: each divided by the sum
    values,       ///< weighted sum: adds each row of V, times its weight, to one row of the result
};

struct PlayPhase {
    std::string_view key; ///< "one_cell": texts and anchors
    PlayUnit unit = PlayUnit::terms;
    std::size_t product = 0; ///< of the stage
    base::Index units = 0;   ///< total number; a step does several if there are very many
    Pace pace;
    long first_step = 0; ///< of the stage
    double begins = 0;   ///< seconds after the start of the stage
};

/// A rectangular block of cells.
struct Block {
    base::Index row = 0, column = 0, rows = 0, columns = 0;
    bool has(base::Index r, base::Index c) const {
        return r >= row && r < row + rows && c >= column && c < column + columns;
    }
};

/// What is shown at a step.
struct Moment {
    std::size_t product = 0, phase = 0;
    PlayUnit unit = PlayUnit::terms;
    attention::Cell cell;     ///< being computed, in the result of the product
    base::Index done = 0;     ///< units of the phase done, including this step: terms, cells, rows …
    bool finished = false;    ///< `cell` holds its result
    std::vector<Block> there; ///< the visible cells of the result; the others are still empty

    bool has(base::Index row, base::Index column) const;
};

class Playback {
public:
    /// Plays the stage of the selection, starting with the marked cell and its row, or the input's first
    /// word.
    Playback(const attention::Trace& t, const Selection& selection);

    const std::vector<PlayPhase>& phases() const { return phases_; }
    long steps() const { return steps_; }       ///< at least 1; after the last the stage is complete
    double seconds() const { return seconds_; } ///< of all steps, at 1×
    double start(long step) const;              ///< when a step (from 0) begins
    long step_at(double seconds) const;         ///< the inverse, clamped to the first and last step
    std::size_t phase_at(long step) const;
    long last_step_of(std::size_t phase) const;
    Moment at(long step) const;

private:
    /// One product of the stage.
    struct Part {
        attention::Cell first;             ///< the cell computed first
        base::Index rows = 0, columns = 0; ///< of the result
        bool begins_with_cell = false;     ///< the first cell has a phase of its own
        bool sums = false;                 ///< a cell shows the running sum of its terms
    };

    void add(std::size_t product, const attention::Product& made, const attention::Trace& t,
             const Selection& selection);
    void add_phase(PlayPhase phase);
    Moment cells_done(Moment m, const Part& part, base::Index done) const;
    Moment rest_done(Moment m, const Part& part, base::Index cells) const;

    std::vector<Part> parts_;
    std::vector<PlayPhase> phases_;
    long steps_ = 0;
    double seconds_ = 0;
};

/// The units of PlayUnit::terms: the terms, and one more for an operation on their sum (a bias, a division).
/// If nothing is summed: the operand and the result.
base::Index terms_of(const attention::Explanation& e);

/// The interim value of a cell that is visible but not finished: the sum so far, or the exponential before it
/// is divided. Empty if the cell shows its result.
std::optional<float> unfinished(const attention::Trace& t, const Moment& m, base::Index row,
                                base::Index column);

/// Plays the stages one after another: the position within a stage, the speed, and when to move on.
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
