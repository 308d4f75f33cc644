#pragma once
// What the program says over the view, which does not move: errors and notices, one at a time, and remarks on
// how the words on screen are written.

#include "base/input_error.h"
#include "ui/canvas/fonts.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "workbench/document/pass.h"

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ui {

/// What a message may say the progress of.
enum class Underway { nothing, getting, opening };

/// A mistake stays until it is closed or outdated; a notice goes by itself once it could be read, or with
/// what it is about.
struct MessageState {
    std::string where, problem, hint;
    bool is_mistake = false;
    bool lasting = false;   ///< stays while the user works on, until closed
    bool of_lesson = false; ///< about the text of a lesson: closes once that is corrected
    /// Goes with these words, if not before; empty: not about words.
    std::string about_words{};
    Underway progress = Underway::nothing; ///< goes with the end of this, if not before
    double age = 0;                        ///< seconds on screen

    bool open() const { return !problem.empty(); }
    void show(const base::InputError& error) {
        *this = {};
        where = error.where;
        problem = error.problem;
        hint = error.hint;
        is_mistake = true;
    }
    /// A mistake in a lesson's text stays while it is there.
    void show_of_lesson(const base::InputError& error) {
        show(error);
        lasting = of_lesson = true;
    }
    void tell(std::string what, std::string more) {
        *this = {};
        problem = std::move(what);
        hint = std::move(more);
    }
    void tell_progress(Underway of, std::string told) {
        tell(std::move(told), "");
        progress = of;
    }
    void close() { problem.clear(); }
    /// It has come to its end: what stands there in its place stays.
    void close_progress(Underway of) {
        if (progress == of) close();
    }
    /// Closes a notice after it could be read. Called every frame with the time since the last one.
    void grow_older(double seconds);
    /// True if grow_older() would close it now, `seconds` after the last frame.
    bool is_over(double seconds) const;
    /// True if it is about words, none of which are `on_screen`.
    bool is_outdated(const std::vector<std::string>& on_screen) const;
};

/// Where a message hides the least of a view.
enum class MessagePlace {
    bottom,   ///< in the middle, above the bar at the bottom
    top_right ///< where words stand above that bar
};
void draw_message(Ui& ui, MessageState& state, const drawing::Rect& area, MessagePlace place);

// How the words on screen are written.

/// The words of a document: a message about them compares these to know whether they are still on screen.
std::string words_in(const workbench::Document& document);

/// Notices about letters that no font has, and about what the program does with some scripts. Only the most
/// important one is shown, while its words are on screen.
class LetterNotes {
public:
    using Passes = std::vector<std::shared_ptr<const workbench::Pass>>;

    /// Called after each drawn frame with the passes it showed: notes what the fonts could not draw, and
    /// which characters the text field lost.
    void look(Fonts& fonts, std::string_view typed, const Passes& shown, const narration::Texts& texts);
    /// The notice to show when no message is open, or in place of a less important one about the same words;
    /// empty when there is none. A closed notice does not return.
    std::optional<MessageState> next(const MessageState& open, const narration::Texts& texts);
    /// True while another frame has to be drawn to find out what the fonts lack.
    bool waits() const { return frames_to_draw_ > 0; }

private:
    /// What can be said about the words on screen.
    struct Note {
        std::string key; ///< its kind: each is shown once
        std::string text;
        narration::Values values;
        std::string about;
        bool of_font = false;
    };
    void read_letters(const workbench::Pass& pass, const narration::Texts& texts);

    Passes shown_;
    std::vector<Note> notes_;          ///< the most important first
    std::set<char32_t> missing_;       ///< letters that the fonts lack
    std::deque<MessageState> at_once_; ///< mistakes of fonts, lost letters
    std::set<std::string, std::less<>> closed_;
    std::optional<Note> open_; ///< the one shown last
    int frames_to_draw_ = 0;
};

} // namespace ui
