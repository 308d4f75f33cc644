#pragma once
// Which font of the system has a letter: looked up beside the window, and remembered.

#include "drawing/font_search.h"
#include "workbench/worker.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace ui {

class LetterSearch {
public:
    using Answers = std::map<char32_t, std::optional<drawing::FaceFile>>;
    using Finder = std::function<Answers(const std::u32string& letters)>;

    explicit LetterSearch(Finder finder = drawing::system_fonts_with) : finder_(std::move(finder)) {}

    /// Null while the letter is being looked for, which the first call begins.
    const std::optional<drawing::FaceFile>* find(char32_t letter);
    /// Takes what was found; true when there are answers.
    bool take();
    /// Sends what was asked, unless the worker is busy with earlier letters.
    void send();
    /// Called on the worker's thread when take() has something.
    void on_ready(const std::function<void()>& wake) { worker_.on_ready(wake); }
    /// True while somebody waits for an answer.
    bool waits() const { return !asked_.empty(); }

private:
    Finder finder_;
    Answers answers_;
    std::set<char32_t> asked_; ///< not answered yet
    workbench::Worker worker_; ///< last: ends before what it uses
};

} // namespace ui
