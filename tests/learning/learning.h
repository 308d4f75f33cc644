#pragma once
// What the tests of the tasks share.

#include "language/tokenizer.h"
#include "learning/tasks.h"
#include "refusal_text.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace learned {

using base::Index;
using language::Draw;
using learning::Example;
using learning::Split;
using learning::Task;
using Words = std::vector<std::string>;

inline const std::filesystem::path assets = source_folder() / "assets";

inline const Task& task(std::string_view id) {
    static std::map<std::string, Task, std::less<>> tasks;
    const auto found = tasks.find(id);
    if (found != tasks.end()) return found->second;
    const std::string new_id(id);
    return tasks.emplace(new_id, learning::load_task(new_id, assets)).first->second;
}

inline const std::string& source_word(const Task& task, const Example& example, Index position) {
    return task.source.word(example.source[static_cast<std::size_t>(position)]);
}

inline Words source_words(const Task& task, const Example& example) {
    return task.source.words(example.source);
}

inline std::string text(const Task& task, const Example& example) {
    std::string joined;
    for (const std::string& word : source_words(task, example))
        joined += (joined.empty() ? "" : " ") + word;
    return joined;
}

inline Example ask(const Task& task, const std::string& sentence) {
    return task.ask(language::tokenize(sentence));
}

/// The words that answer the example, in the order of its questions; "?" where nobody knows.
inline Words answers(const Task& task, const Example& example) {
    Words words;
    for (const auto& asked : example.asked)
        words.push_back(asked.answer == learning::unknown_answer ? "?" : task.answers().word(asked.answer));
    return words;
}

} // namespace learned
