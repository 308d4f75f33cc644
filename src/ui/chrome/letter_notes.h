#pragma once
// Notices for the user about letters, words and fonts: each is shown once.

#include "narration/markup.h"
#include "ui/canvas/fonts.h"
#include "ui/chrome/message.h"
#include "workbench/pass.h"

#include <deque>
#include <set>
#include <string>

namespace ui {

class LetterNotes {
public:
    /// Called after each drawn frame: notes what its fonts could not draw, and characters that the text field
    /// lost.
    void look(Fonts& fonts, std::string_view typed, const narration::Texts& texts);
    /// Called for a pass with new words: notes how they are written, and words that are probably not English.
    void read(const workbench::Pass& pass, const language::Lexicon& lexicon, const narration::Texts& texts);
    /// The next notice, each once; empty when there are none left.
    std::optional<MessageState> next();
    /// True while another frame is needed before the next notice can be shown.
    bool waits() const { return frames_to_draw_ > 0; }

private:
    void note(char32_t letter, const narration::Texts& texts);
    void note_once(const std::string& name, const narration::Texts& texts,
                   const narration::Values& values = {});

    std::deque<MessageState> letters_, waiting_; ///< letters that the fonts lack come first
    int frames_to_draw_ = 0; ///< frames until it is known which letters of the new words are missing
    std::set<std::string, std::less<>> told_; ///< keys of scripts and names of texts
};

} // namespace ui
