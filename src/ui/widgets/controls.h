#pragma once
// The few controls that the whole program is made of. Each registers its place as an anchor, can be reached
// by Tab and worked by Enter, and returns true when it was worked.

#include "ui/ui.h"

#include <functional>
#include <string>
#include <vector>

namespace ui {

enum class ButtonLook { outlined, filled, plain, tab };

struct ButtonStyle {
    ButtonLook look = ButtonLook::outlined;
    bool on = false; ///< chosen (tabs, choices)
    bool enabled = true;
    float text_size = 13;  ///< design pixels
    std::string hint = {}; ///< tooltip
};

/// The frame of mind of every control: hit test, focus, anchor. The control paints itself.
struct Touch {
    bool hovered = false, held = false, clicked = false, focused = false, double_clicked = false;
    bool let_go = false; ///< held until now: the mouse may have moved on in between
};
Touch touch(Ui& ui, const std::string& name, const drawing::Rect& rect, bool enabled = true,
            bool focusable = true);
/// The ring around what has the keyboard's focus.
void focus_ring(Ui& ui, const drawing::Rect& rect, float radius, drawing::Role role = drawing::Role::focus);

bool button(Ui& ui, const std::string& name, const drawing::Rect& rect, const std::string& label,
            const ButtonStyle& style = {});
/// Width that a button with this label needs.
float button_width(const Ui& ui, const std::string& label, float text_size = 13);

/// A row of buttons of which one is on; returns the index of the one that was clicked, −1 for none. `hints`:
/// a tooltip for each, one for all of them, or none.
int choice(Ui& ui, const std::string& name, drawing::Point at, const std::vector<std::string>& labels, int on,
           float height = 28, const std::vector<std::string>& hints = {});
float choice_width(const Ui& ui, const std::vector<std::string>& labels);

/// A switch with its label at the right; true when it was flipped.
bool toggle(Ui& ui, const std::string& name, drawing::Point at, const std::string& label, bool on);

/// A number with − and + at its sides, or typed; true when the person changed `value`. What they choose stays
/// within low and high; a value that lies outside is shown as it is until they change it. What is typed is
/// framed as a mistake while it is no number or lies outside; a hint gives the range. − and + skip the
/// numbers that `suits` refuses.
bool stepper(Ui& ui, const std::string& name, const drawing::Rect& rect, long& value, long low, long high,
             const std::function<bool(long)>& suits = {});

/// What a text field returns: `began` when it gets the caret, `changed` while typing, `entered` on Enter,
/// `committed` then and when the field is left, `cancelled` on Escape: the text is what it was at first.
struct TextFieldResult {
    bool began = false, changed = false, entered = false, committed = false, cancelled = false,
         active = false;
};
struct TextFieldStyle {
    drawing::Font font = drawing::Font::sans;
    float size = 15;
    bool wrong = false;      ///< framed as a mistake
    bool take_focus = false; ///< the caret goes here in this frame
    bool frame = true;
    bool select_all = true; ///< when the caret comes; else take_focus puts it behind the last letter
    /// What Tab makes of the text; where that is the same text, Tab goes on to the next control.
    std::function<std::string(const std::string&)> complete = {};
    std::string placeholder = {};
    std::string label = {}; ///< stands in the field before the text
};
TextFieldResult text_field(Ui& ui, const std::string& name, const drawing::Rect& rect, std::string& text,
                           const TextFieldStyle& style = {});

/// A white card with round corners.
void card(Ui& ui, const drawing::Rect& rect);
/// SMALL CAPITALS above a group.
void caption(Ui& ui, drawing::Point at, const std::string& text);

} // namespace ui
