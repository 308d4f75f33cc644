#pragma once
// Errors and what to do about them, and notices: with where, what and hint, over the top of the view, which
// does not move. A mistake stays until it is closed or out of date; a notice goes by itself.

#include "base/input_error.h"
#include "ui/canvas/fonts.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "workbench/document/in_force.h"
#include "workbench/document/pass.h"

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ui {

struct MessageState {
    std::string where, problem, hint;
    bool is_mistake = false;
    bool lasting = false;   ///< stays while the user works on, until closed
    bool of_lesson = false; ///< about the text of a lesson: closes when that is mended
    /// Stays while these words are on screen, and goes with them; empty: a notice about what was done.
    std::string about_words{};
    double age = 0; ///< seconds that it has been seen

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
    void close() { problem.clear(); }
    /// A notice has been there long enough to be read. Called in every frame; the time passes between them.
    void grow_older(double seconds);
};

/// Draws over the top of `area`.
void draw_message(Ui& ui, MessageState& state, const drawing::Rect& area);

// Notices about how the words on screen are written: letters that no font has, and what scripts do here. The
// most important one is shown, while the words that it is about are on screen.

/// The words of a document, by which a message knows whether they are still on screen.
std::string words_in(const workbench::Document& document);

class LetterNotes {
public:
    using Passes = std::vector<std::shared_ptr<const workbench::Pass>>;

    /// Called after each drawn frame, which showed these passes: notes what the fonts could not draw, and
    /// characters that the text field lost.
    void look(Fonts& fonts, std::string_view typed, const Passes& shown, const narration::Texts& texts);
    /// The notice to show while no other message is, or in place of one about the same words that matters
    /// less; empty when there is none. One that was closed does not come again.
    std::optional<MessageState> next(const MessageState& open, const narration::Texts& texts);
    /// True while another frame is needed before it is known what the fonts lack.
    bool waits() const { return frames_to_draw_ > 0; }

private:
    /// What can be said of the words on screen, the most important first.
    struct Note {
        std::string key; ///< of its kind: each is said once
        std::string text;
        narration::Values values;
        std::string about;
        bool of_font = false;
    };
    void read_letters(const workbench::Pass& pass, const narration::Texts& texts);

    Passes shown_;
    std::vector<Note> notes_;
    std::set<char32_t> missing_;       ///< letters that the fonts lack
    std::deque<MessageState> at_once_; ///< mistakes of fonts, lost letters
    std::set<std::string, std::less<>> closed_;
    std::optional<Note> open_; ///< the one shown last
    int frames_to_draw_ = 0;
};

// “Which language is this?”, beside words that are looked up although they may mean something else: asked
// once for a document, in which the answer is kept.

/// What was worked out for the pass shown last.
struct LanguageQuestion {
    std::weak_ptr<const workbench::Pass> pass = {};
    std::optional<workbench::LanguageDoubt> doubt = {};
};

/// Draws the question below the words of this frame, if it has to be asked, within `area`.
void draw_language_question(Ui& ui, LanguageQuestion& state, const Scene& scene, const drawing::Rect& area,
                            Actions& actions);

} // namespace ui
