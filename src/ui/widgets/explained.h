#pragma once
// Terms of the field explain themselves: a dotted line under them, and the definition under the mouse.

#include "lesson/glossary.h"
#include "ui/ui.h"

namespace ui {

/// A term at `place`: underlined, an anchor "term/<id>", and explained while the mouse is on it.
void explain_term(Ui& ui, const lesson::Term& term, const drawing::Rect& place, drawing::Rgba ink);

/// Underlines the first use of each term in a label that starts at `at` (`at.y` is the middle). `text`: the
/// label's words, where `shown` writes them otherwise.
void underline_terms(Ui& ui, drawing::Point at, const std::string& shown, drawing::Font font, float size,
                     drawing::Rgba ink, const std::string& text);

/// What the term under the mouse means, in whatever label it stands; empty where there is none.
std::string explanation_under_mouse(const Ui& ui);

} // namespace ui
