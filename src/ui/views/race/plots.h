#pragma once
// Plots of what the race measured or computed.

#include "drawing/plot/plot.h"
#include "ui/views/race/race.h"

#include <map>
#include <string>

namespace ui {

enum class Along { length, width };

/// Measured time; along the length, optionally with the curves of the formulas fitted to it.
drawing::Plot time_plot(const RaceFrame& frame, const timing::Sweep& sweep, Along along);
/// Operations, memory or path, by formula.
drawing::Plot formula_plot(const RaceFrame& frame, RacePlot which);
/// How strongly the last output depends on earlier words.
drawing::Plot remembered_plot(const RaceFrame& frame, const timing::Memory& memory);

/// How much of a distant word is left, as computed for these random layers.
narration::Paragraph remembered_text(const RaceFrame& frame, const timing::Memory& memory);

/// Computed time against the number of processors, with the times measured here.
drawing::Plot what_if_plot(const RaceFrame& frame, const timing::Replay& replay);
/// Its assumptions, for texts: {n}, {words}, {d}, {rate} of each processor.
std::map<std::string, std::string> what_if_values(const RaceFrame& frame, const timing::Replay& replay);

/// Attention compared with RNN and LSTM: the length from which it is slower, or the width from which it is
/// faster.
std::string crossings_text(const RaceFrame& frame, const timing::Sweep& sweep, Along along);

} // namespace ui
