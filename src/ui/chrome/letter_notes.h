#pragma once
// Notices about how the words on screen are written: letters that no font has, and what scripts do here. The
// most important one is shown, while the words that it is about are on screen.

#include "ui/canvas/fonts.h"
#include "ui/chrome/message.h"
#include "workbench/pass.h"

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ui {

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

} // namespace ui
