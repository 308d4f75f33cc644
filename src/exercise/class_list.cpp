#include "exercise/class_list.h"

#include "base/files.h"
#include "base/input_error.h"
#include "exercise/folder.h"
#include "exercise/level.h"
#include "language/tokenizer.h"

#include <algorithm>

namespace exercise {

namespace fs = std::filesystem;

namespace {

Mark mark_of(const std::string& name, const fs::path& file, const Question& question) {
    Mark mark{.name = name};
    try {
        const Checked checked = check(question, read_answer(file, question), base::shown(file));
        mark.agreeing =
            static_cast<std::size_t>(std::ranges::count_if(checked.stages, &CheckedStage::agrees));
        mark.done = checked.done();
        if (const CheckedStage* wrong = checked.first_wrong()) mark.first_wrong = wrong->name;
        mark.mistakes = checked.mistakes;
    } catch (...) {
        mark.stopped = base::caught().what();
    }
    return mark;
}

} // namespace

std::vector<Mark> mark_class(const fs::path& folder, const Question& question) {
    std::error_code error;
    std::vector<fs::path> entries;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        entries.push_back(entry->path());
    if (error) throw base::InputError(base::shown(folder), error.message(), "give a folder of answers");
    std::ranges::sort(entries);
    std::vector<Mark> marks;
    for (const fs::path& entry : entries) {
        const std::string file = base::shown(entry.filename());
        if (file.starts_with('.') || file.starts_with("__") ||
            language::fold_case(base::shown(entry.stem())) == "question")
            continue;
        if (fs::is_directory(entry, error)) {
            const std::string name = base::shown(entry.filename());
            if (const auto answer = newest_answer(entry, *question.level))
                marks.push_back(mark_of(name, answer->file, question));
            else
                marks.push_back({.name = name, .stopped = "there is no answer in this folder"});
        } else if (is_answer(entry)) {
            marks.push_back(mark_of(base::shown(entry.stem()), entry, question));
        }
    }
    if (marks.empty())
        throw base::InputError(
            base::shown(folder), "there is no answer in it",
            "put each answer there under its learner’s name, anna.npz, or in a folder of that name");
    return marks;
}

} // namespace exercise
