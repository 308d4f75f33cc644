#pragma once
// Finds the system font that has a letter: looked up on a worker thread, and remembered.

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

    /// Null while the search, started by the first call, is under way.
    const std::optional<drawing::FaceFile>* find(char32_t letter);
    /// Takes over what was found; true when there are new answers.
    bool take();
    /// Sends the requests, unless the worker is busy with earlier ones.
    void send();
    /// `wake` is called on the worker's thread when take() has something.
    void on_ready(const std::function<void()>& wake) { worker_.on_ready(wake); }
    /// True while a request is unanswered.
    bool waits() const { return !asked_.empty(); }

private:
    Finder finder_;
    Answers answers_;
    std::set<char32_t> asked_; ///< not answered yet
    workbench::Worker worker_; ///< last member: destroyed before what it uses
};

} // namespace ui
