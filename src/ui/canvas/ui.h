#pragma once
// The drawing context passed to everything that draws, and the values that move in it.

#include "drawing/shapes/figure.h"
#include "narration/narration.h"
#include "ui/canvas/anchors.h"
#include "ui/canvas/canvas.h"
#include "ui/canvas/events.h"
#include "ui/canvas/theme.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ui {

/// Moves values to their targets: 180 ms, ease-out; instantly with "reduce motion". Also records whether
/// another frame has to follow.
class Motion {
public:
    /// Starts a frame `seconds` after the previous one.
    void begin(double seconds, bool reduce);
    /// True while anything moves: another frame follows, and every frame is shown.
    bool moving() const { return moving_; }
    /// Called while something moves by itself, such as playback.
    void keep_going() { moving_ = true; }

    /// True when the changes of this frame appear only in the next: this one need not be shown.
    bool settling() const { return settling_; }
    /// Called after a change that parts drawn earlier in this frame do not show yet.
    void draw_again() { settling_ = true; }

    /// True when this frame shows something half built: what was shown before stays until it is whole.
    bool withheld() const { return withheld_; }
    void withhold() { withheld_ = true; }

    /// True while something to show is still being computed; the window is woken when it is ready.
    bool awaiting() const { return awaiting_; }
    void await() { awaiting_ = true; }

    /// Prefix of every name from now on: see Scope.
    void set_scope(const std::string& scope) { scope_ = scope; }
    /// The value on its way to `target`; a name seen for the first time starts there.
    float glide(const std::string& name, float target);
    drawing::Rect glide(const std::string& name, const drawing::Rect& target);
    /// As glide(), but a new name starts at `from`.
    float glide_from(const std::string& name, float from, float target);
    void forget(const std::string& name) { paths_.erase(scope_ + name); }
    void forget_all(const std::string& prefix) {
        std::erase_if(paths_, [&](const auto& path) { return path.first.starts_with(scope_ + prefix); });
    }

private:
    struct Path {
        float from, to, progress;
    };
    std::map<std::string, Path> paths_;
    std::string scope_;
    float step_ = 0; // the share of 180 ms that this frame covers
    bool reduce_ = false;
    bool moving_ = false, settling_ = false, awaiting_ = false, withheld_ = false; // in this frame
};

/// The text field being edited, and its text so far.
struct TextEditing {
    std::string name, text;
    bool completes = false; ///< Tab would complete the text rather than leave the field
    bool tab = false;       ///< Tab was pressed for that in this frame
};

struct Ui {
    const Theme& theme;
    Canvas& canvas;
    Anchors& anchors;
    Focus& focus;
    Motion& motion;
    const narration::Texts& texts;
    const std::vector<KeyPress>& keys; ///< pressed in this frame and not meant for a text field
    TextEditing& editing;
    std::string& cursor_hint; ///< what the control under the mouse does: shown as a tooltip after a moment

    const std::function<void()>& wake; ///< from any thread: there is something new to draw; may be empty

    drawing::Rect window;   ///< in pixels, from 0, 0
    drawing::Point mouse;   ///< in window pixels
    bool tabbed;            ///< Tab was pressed: the text field with the caret loses it
    std::string scope = {}; ///< prefix of every name: see Scope
    bool explains = true;   ///< glossary terms; false where that would give an answer away

    /// A copy with another theme, which must outlive it.
    Ui in(const Theme& other) const {
        return {other,       canvas, anchors, focus, motion, texts, keys,    editing,
                cursor_hint, wake,   window,  mouse, tabbed, scope, explains};
    }

    float px(float design) const { return theme.px(design); }
    drawing::Rgba operator[](drawing::Role role) const { return theme[role]; }
    const std::string& text(const char* name) const { return texts.text(name); }
    /// The text with its {placeholders} filled in.
    narration::Paragraph said(const std::string& name, const narration::Values& values) const {
        return narration::fill(texts.text(name), values);
    }
    /// The same as plain text, without emphasis.
    std::string plain(const std::string& name, const narration::Values& values) const {
        return narration::plain_text(texts, name, values);
    }
    bool pressed(int key, int mods = 0) const {
        return std::ranges::any_of(
            keys, [&](const KeyPress& press) { return press.key == key && press.mods == mods; });
    }

    /// Called every frame for a study or worker whose result the frame shows: a new result causes another
    /// frame.
    template <typename Work>
    void listen_to(Work& work) const {
        work.on_ready(wake);
    }
    /// The same for results that a screenshot must not be taken without.
    template <typename Work>
    void wait_for(Work& work) const {
        listen_to(work);
        if (work.busy()) motion.await();
    }
};

} // namespace ui
