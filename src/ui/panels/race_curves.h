#pragma once
// What the race measured or works out, as plots against the length.

#include "drawing/plot.h"
#include "ui/panels/race_cards.h"

#include <map>
#include <string>

namespace ui {

/// Measured time; the lines of the formulas, fitted to it, when they are wanted.
drawing::Plot time_plot(const RaceFrame& frame, const timing::Sweep& sweep);
/// Operations, memory or path by their formulas.
drawing::Plot formula_plot(const RaceFrame& frame, RacePlot which);
/// How strongly the last output depends on the words before it.
drawing::Plot remembered_plot(const RaceFrame& frame, const timing::Memory& memory);

/// Computed time against the number of processors.
drawing::Plot what_if_plot(const RaceFrame& frame);
/// What it assumes, for texts: {n}, {words}, {d}, {rate} of each processor.
std::map<std::string, std::string> what_if_values(const RaceFrame& frame);
/// What the card of plots shows; empty: nothing was measured yet.
std::optional<drawing::Plot> shown_plot(const RaceFrame& frame);

/// From where on attention is the slower one, for RNN and LSTM: "RNN from n ≈ 1130", or that it was not seen.
std::string crossovers_text(const RaceFrame& frame, const timing::Sweep& sweep);

} // namespace ui
