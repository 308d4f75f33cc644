#pragma once
// Glossary terms: a dotted underline, and the definition on hover.

#include "narration/glossary.h"
#include "ui/canvas/ui.h"

namespace ui {

/// A term at `place`: underlined, with an anchor "term/<id>", and explained on hover.
void explain_term(Ui& ui, const narration::Term& term, const drawing::Rect& place, drawing::Rgba ink);

/// Underlines the first use of each term in a label that starts at `at` (`at.y` is its vertical centre).
/// `text`: the label's plain words, where `shown` writes them differently.
void underline_terms(Ui& ui, drawing::Point at, const std::string& shown, drawing::Font font, float size,
                     drawing::Rgba ink, const std::string& text);

/// The definition of the term under the mouse, in any label; empty when there is none.
std::string explanation_under_mouse(const Ui& ui);

} // namespace ui
