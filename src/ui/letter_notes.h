#pragma once
// What a person is told about letters, words and fonts: everything once.

#include "lesson/markup.h"
#include "ui/fonts.h"
#include "ui/panels/message.h"
#include "workbench/pass.h"

#include <deque>
#include <set>
#include <string>

namespace ui {

class LetterNotes {
public:
    /// Once a frame, after it was drawn: notes what the fonts could not do in it, and signs that the text
    /// field lost.
    void look(Fonts& fonts, std::string_view typed, const lesson::Texts& texts);
    /// A pass with other words is shown: notes how they stand, and words that are probably not English ones.
    void read(const workbench::Pass& pass, const language::Lexicon& lexicon, const lesson::Texts& texts);
    /// The next thing to say, each once; nothing when all is said.
    std::optional<MessageState> next();
    /// True while another frame is needed before something can be said.
    bool waits() const { return frames_to_draw_ > 0; }

private:
    void note(char32_t letter, const lesson::Texts& texts);
    void note_once(const std::string& name, const lesson::Texts& texts, const lesson::Values& values = {});

    std::deque<MessageState> letters_, waiting_; ///< what the fonts lack is said before all else
    int frames_to_draw_ = 0; ///< until it is known what the fonts lack for the words that were read
    std::set<std::string, std::less<>> told_; ///< keys of scripts and names of texts
};

} // namespace ui
