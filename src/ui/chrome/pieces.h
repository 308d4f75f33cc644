#pragma once
// The words of a pass as they stand in boxes: of a real model its pieces, those of a written word joined.

#include "drawing/figures/word_row.h"
#include "ui/canvas/ui.h"
#include "workbench/document/pass.h"

#include <string>

namespace ui {

/// The words that are read. They refer to the pass.
drawing::Words boxed_keys(const workbench::Pass& pass);
/// Those that read, in cross-attention; in self-attention none: they are the same.
drawing::Words boxed_queries(const workbench::Pass& pass);

/// What a piece of a real model is: its number, its text with the spaces, or its bytes, or who put it in.
/// Empty for words of other weights.
std::string piece_hint(const Ui& ui, const workbench::Pass& pass, base::Index piece);

} // namespace ui
