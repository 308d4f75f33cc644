#pragma once
// Text with more than one look: paragraphs with coloured words and line breaks, labels with subscripts, and
// glossary terms, underlined and explained.

#include "drawing/shapes/fitted_text.h"
#include "narration/glossary.h"
#include "ui/canvas/ui.h"

#include <functional>

namespace ui {

/// Called for each piece of a text that refers to something (Span::tie), before it is drawn at its place.
using TieUse = std::function<void(int tie, const drawing::Rect& place)>;

/// Draws (or with `measure_only` only measures) a paragraph from `at` (top left) within `width`; returns its
/// height.
float paragraph(Ui& ui, drawing::Point at, float width, const narration::Paragraph& spans,
                float size = body_size, bool measure_only = false, drawing::Role plain = drawing::Role::text,
                float line_spacing = 1.45F, const TieUse& tied = {});

/// The same for plain text.
float paragraph(Ui& ui, drawing::Point at, float width, const std::string& text, drawing::Font font,
                float size, drawing::Rgba colour);

/// A paragraph as one line of a figure, its words in the colours of their tones; `plain`: of those without.
drawing::ColouredText coloured(const narration::Paragraph& text, drawing::Role plain = drawing::Role::text);

/// A line in which letters after "_" are a subscript ("W_Q", "÷ √d_model"); `at.y` is its vertical centre.
/// Returns the width.
float subscripted(Ui& ui, drawing::Point at, const std::string& text, drawing::Font font, float size,
                  drawing::Rgba colour, drawing::Align align = drawing::Align::left);

/// The same with as much as fits `width`.
void symbols_within(Ui& ui, drawing::Point at, float width, const std::string& text, drawing::Font font,
                    float size, drawing::Rgba colour, drawing::Align align = drawing::Align::left);

// Glossary terms: a dotted underline, and the definition on hover.

/// Whether the term has not been mentioned yet in this frame. Only its first mention is underlined.
bool is_first_mention(const Ui& ui, const narration::Term& term);

/// A term at `place`: explained on hover; a first mention is underlined and has an anchor "term/<id>".
void explain_term(Ui& ui, const narration::Term& term, const drawing::Rect& place, drawing::Rgba ink,
                  bool is_first);

/// Underlines the first use of each term in a label that starts at `at` (`at.y` is its vertical centre).
/// `text`: the label's plain words, where `shown` writes them differently.
void underline_terms(Ui& ui, drawing::Point at, const std::string& shown, drawing::Font font, float size,
                     drawing::Rgba ink, const std::string& text);

/// The definition of the term under the mouse, in any label; empty when there is none.
std::string explanation_under_mouse(const Ui& ui);

} // namespace ui
