#pragma once
// Sizes that many panels share, in design pixels.

namespace ui {

// Of text. From headline_size on no glossary terms are underlined.
inline constexpr float headline_size = 17; ///< a card's title, and a result that stands out as much
inline constexpr float body_size = 15;  ///< what is read through: explanations, lessons, lists to choose from
inline constexpr float panel_size = 14; ///< shorter texts in cards; buttons of bars and cards
inline constexpr float note_size = 13.5F;  ///< sentences in a card, and the names of its rows
inline constexpr float label_size = 13;    ///< labels of controls, quiet remarks, numbers in tables
inline constexpr float small_size = 12.5F; ///< remarks in narrow columns
inline constexpr float tiny_size = 12;     ///< small buttons, numbers beside names

inline constexpr float control_height = 28; ///< of buttons, rows of choices, steppers and low menu rows

} // namespace ui
