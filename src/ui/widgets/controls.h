#pragma once
// The basic controls of the program, and the icons on them. Each registers an anchor, can be reached with Tab
// and activated with Enter, and returns true when activated. A Scope allows the same controls twice on one
// screen.

#include "ui/canvas/ui.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ui {

/// Prefixes every name (anchor, focus, motion, field) until the end of the block: after
/// `const Scope left(ui, "left/");` the board names its cells "left/cell/…". Scopes do not nest.
class Scope {
public:
    Scope(Ui& ui, const std::string& prefix);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    void set(const std::string& prefix);

    Ui& ui_;
};

/// The interaction state of a control: hit test, focus, anchor. The control paints itself.
struct Touch {
    bool hovered = false, held = false, clicked = false, focused = false, double_clicked = false;
    bool let_go = false; ///< released in this frame, possibly away from the control
};
Touch touch(Ui& ui, const std::string& name, const drawing::Rect& rect, bool enabled = true,
            bool focusable = true);
/// The same for an area that carries other controls: those, drawn after it, get the mouse first.
Touch touch_beneath(Ui& ui, const std::string& name, const drawing::Rect& rect);
/// The ground and edge of what is selected, under its contents.
void draw_selected(Ui& ui, const drawing::Rect& rect, float radius);
/// The ring around the focused control.
void focus_ring(Ui& ui, const drawing::Rect& rect, float radius, drawing::Role role = drawing::Role::focus);

/// `filled` is the next thing to do: at most one on a screen. `tab` is quiet until it is selected.
enum class ButtonLook { outlined, filled, plain, tab };

struct ButtonStyle {
    ButtonLook look = ButtonLook::outlined;
    bool on = false;     ///< selected (tabs, choices)
    bool enabled = true; ///< otherwise an outline with quiet text
    float text_size = label_size;
    std::string hint = {}; ///< tooltip
    float label_end = 0;   ///< pixels at the right end that the label leaves free
};

bool button(Ui& ui, const std::string& name, const drawing::Rect& rect, const std::string& label,
            const ButtonStyle& style = {});
/// The width of a button with this label.
float button_width(const Ui& ui, const std::string& label, float text_size = label_size);
/// A button that opens a menu: a chevron says so.
bool menu_button(Ui& ui, const std::string& name, const drawing::Rect& rect, const std::string& label,
                 const ButtonStyle& style = {});
float menu_button_width(const Ui& ui, const std::string& label, float text_size = label_size);

/// Segments of one frame, one of them selected; returns the index of the clicked one, or −1. `hints`: one
/// tooltip each, one for all, or none.
int choice(Ui& ui, const std::string& name, drawing::Point at, const std::vector<std::string>& labels, int on,
           float height = control_height, const std::vector<std::string>& hints = {});
float choice_width(const Ui& ui, const std::vector<std::string>& labels);

/// A switch with its label on the right; true when flipped.
bool toggle(Ui& ui, const std::string& name, drawing::Point at, const std::string& label, bool on);

/// A number with − and + beside it, which can also be typed; true when the user changed `value`. User input
/// stays within low and high; a value outside that range is shown unchanged until the user edits it. Typed
/// text is framed as an error while it is not a number or out of range; a hint gives the range. − and + skip
/// numbers that `suits` rejects.
bool stepper(Ui& ui, const std::string& name, const drawing::Rect& rect, std::int64_t& value,
             std::int64_t low, std::int64_t high, const std::function<bool(std::int64_t)>& suits = {});

/// A menu entry. `detail` is shown small at the right; `on` marks the selected entry. True when clicked.
bool menu_row(Ui& ui, const std::string& name, const drawing::Rect& rect, const std::string& label,
              const std::string& detail, bool on);

/// A card with round corners.
void card(Ui& ui, const drawing::Rect& rect);
/// SMALL CAPITALS above a group.
void caption(Ui& ui, drawing::Point at, const std::string& text);

// Icons, drawn as shapes so that they are sharp at every size.

enum class Icon {
    play,
    pause,
    undo,
    redo,
    sun,
    moon,
    chevron_down,
    chevron_left,
    chevron_right,
    tick,
    cross,
    help,
    more,
    zoom_in,
    zoom_out,
    fit,
    keep,
    folder,
    logo
};

void draw_icon(Ui& ui, Icon icon, const drawing::Rect& rect, drawing::Rgba colour);
bool icon_button(Ui& ui, const std::string& name, const drawing::Rect& rect, Icon icon,
                 const ButtonStyle& style = {});
/// Round: plays or pauses. `rect` is a square.
bool play_button(Ui& ui, const std::string& name, const drawing::Rect& rect, bool playing,
                 bool enabled = true);

} // namespace ui
