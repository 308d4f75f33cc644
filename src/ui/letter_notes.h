#pragma once
// What a person is told about letters and fonts: once for each script and each font file.

#include "ui/fonts.h"
#include "ui/panels/message.h"

#include <deque>
#include <set>
#include <string>

namespace ui {

class LetterNotes {
public:
    /// Once a frame, after it was drawn: notes what the fonts could not do in it, and signs that the text
    /// field lost.
    void look(Fonts& fonts, std::string_view typed, const lesson::Texts& texts);
    /// The next thing to say, each once; nothing when all is said.
    std::optional<MessageState> next();

private:
    void note(char32_t letter, const lesson::Texts& texts);

    std::deque<MessageState> waiting_;
    std::set<std::string, std::less<>> told_; ///< keys of scripts
};

} // namespace ui
