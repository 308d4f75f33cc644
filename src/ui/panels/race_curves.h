#pragma once
// What the race measured or computes, as plots.

#include "drawing/plot.h"
#include "ui/panels/race_cards.h"

#include <map>
#include <string>

namespace ui {

enum class Along { length, width };

/// Measured time; along the length also the lines of the formulas, fitted to it, when they are wanted.
drawing::Plot time_plot(const RaceFrame& frame, const timing::Sweep& sweep, Along along);
/// Operations, memory or path by their formulas.
drawing::Plot formula_plot(const RaceFrame& frame, RacePlot which);
/// How strongly the last output depends on the words before it.
drawing::Plot remembered_plot(const RaceFrame& frame, const timing::Memory& memory);

/// What is left of a word that came long before, as it was computed for these random layers.
lesson::Paragraph remembered_text(const RaceFrame& frame, const timing::Memory& memory);

/// Computed time against the number of processors, and what was measured here.
drawing::Plot what_if_plot(const RaceFrame& frame, const timing::Replay& replay);
/// What it assumes, for texts: {n}, {words}, {d}, {rate} of each processor.
std::map<std::string, std::string> what_if_values(const RaceFrame& frame, const timing::Replay& replay);

/// Attention against RNN and LSTM: from which length on it is slower, or from which width on it is faster.
std::string crossings_text(const RaceFrame& frame, const timing::Sweep& sweep, Along along);

} // namespace ui
