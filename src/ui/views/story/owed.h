#pragma once
// Words that were asked for and are not taken yet: fast presses come sooner than the story of the text with
// the word before. They are owed to one text. When that becomes another one in any way but by these words
// (undone, typed, cut, read by another model), nobody has asked for them there, and they are forgotten.

#include "workbench/document/document.h"

#include <optional>
#include <string>
#include <vector>

namespace ui {

class OwedWords {
public:
    enum class By { likelihood, chance };

    bool empty() const { return waiting_.empty(); }
    /// Asked for in this document.
    void add(By by, const workbench::Document& now);
    /// Once in each frame, before a word is taken.
    void follow(const workbench::Document& now);
    /// Takes the first one. None while another word is on its way into the text: it must be there first.
    std::optional<By> next();
    /// The text goes on with this, from the next frame on.
    void write(const std::string& text) { written_ = text; }
    bool is_writing() const { return written_.has_value(); }
    /// All of them.
    void forget() { waiting_.clear(); }

private:
    std::vector<By> waiting_; ///< the first first
    workbench::Document of_;  ///< in which they were asked for, with what was written since
    std::optional<std::string> written_;
};

} // namespace ui
