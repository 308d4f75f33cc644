#include "exercise/folder.h"

#include "base/files.h"
#include "base/input_error.h"
#include "exercise/level.h"
#include "exercise/pasted.h"
#include "exercise/telling.h"
#include "language/tokenizer.h"

#include <algorithm>
#include <vector>

namespace exercise {

namespace fs = std::filesystem;

namespace {

constexpr const char* question_names[] = {"question.npz", "question.safetensors"};

/// The one changed last; of two at the same time, the first of the names.
std::optional<SeenFile> newest_of(const fs::path& folder, const std::vector<std::string>& names) {
    std::optional<SeenFile> newest;
    for (const std::string& name : names)
        if (auto found = look_at(folder / name); found && (!newest || found->time > newest->time))
            newest = std::move(found);
    return newest;
}

fs::path expect_free(const fs::path& folder, const Language& language) {
    fs::path file = folder / language.file;
    std::error_code unknown;
    if (fs::exists(file, unknown))
        throw base::InputError(base::shown(file), "there is a file of that name, perhaps with your work",
                               "give another folder");
    return file;
}

} // namespace

fs::path write_starting_file(const fs::path& folder, const Question& question, const Language& language,
                             const narration::Texts& texts) {
    const fs::path file = expect_free(folder, language);
    const std::string task = task_of(texts, question);
    for (const StartingFile& made :
         starting_files({question, language, title_of(texts, *question.level), task}))
        base::write_whole_file(folder / made.name, made.text);
    return file;
}

fs::path write_exercise(const fs::path& folder, const Question& question, const Language& language,
                        const narration::Texts& texts) {
    if (const auto other = question_in(folder)) {
        expect_free(folder, language); // which says more
        throw base::InputError(base::shown(*other), "there is an exercise in this folder already",
                               "give another folder, or go on in this one");
    }
    std::error_code unknown;
    const bool is_new = fs::create_directories(folder, unknown); // what fails is said of the first file
    expect_free(folder, language);
    try {
        for (const char* name : question_names)
            model::write_tensors(folder / name, question.tensors, notes_of(question));
        return write_starting_file(folder, question, language, texts);
    } catch (...) {
        if (is_new) fs::remove_all(folder, unknown); // no half of an exercise
        throw;
    }
}

std::optional<fs::path> question_in(const fs::path& folder) {
    std::error_code none;
    for (const char* name : question_names)
        if (fs::is_regular_file(folder / name, none)) return folder / name;
    return std::nullopt;
}

fs::path free_folder(const fs::path& folder) {
    fs::path free = folder;
    const auto taken = [&] {
        std::error_code none;
        return question_in(free) || newest_code(free) ||
               (fs::exists(free, none) && !fs::is_directory(free, none));
    };
    for (int number = 2; taken(); ++number) {
        free = folder;
        free += "-" + std::to_string(number);
    }
    return free;
}

std::optional<SeenFile> look_at(const fs::path& file) {
    std::error_code none;
    if (!fs::is_regular_file(file, none)) return std::nullopt;
    const auto time = fs::last_write_time(file, none);
    if (none) return std::nullopt; // gone in between
    const auto size = fs::file_size(file, none);
    if (none) return std::nullopt;
    return SeenFile{file, time, size};
}

std::optional<SeenFile> newest_answer(const fs::path& folder, const Level& level) {
    std::vector<std::string> names{"answer.npz", "answer.safetensors", "answer.npy", "answer.txt",
                                   "answer.csv"};
    for (const std::string& stage : level.stages)
        names.push_back(stage + ".npy");
    std::optional<SeenFile> newest = newest_of(folder, names);
    // The same names in capitals, as some systems write them: "ANSWER.NPZ".
    std::error_code none;
    for (fs::directory_iterator entry(folder, none), end; !none && entry != end; entry.increment(none)) {
        const std::string name = base::shown(entry->path().filename()), folded = language::fold_case(name);
        if (name == folded || std::ranges::find(names, folded) == names.end()) continue;
        if (auto found = look_at(entry->path()); found && (!newest || found->time > newest->time))
            newest = std::move(found);
    }
    return newest;
}

std::optional<SeenFile> newest_code(const fs::path& folder) {
    std::vector<std::string> names;
    for (const Language& language : languages())
        names.emplace_back(language.file);
    return newest_of(folder, names);
}

namespace {

constexpr std::uint64_t most_bytes = 64 << 20; ///< of an answer, which somebody else may have made

std::string ending_of(const fs::path& file) {
    return language::fold_case(base::shown(file.extension()));
}

bool is_text(const fs::path& file) {
    return ending_of(file) == ".txt" || ending_of(file) == ".csv";
}

} // namespace

bool is_answer(const fs::path& file) {
    const std::string ending = ending_of(file);
    return ending == ".npz" || ending == ".npy" || ending == ".safetensors" || is_text(file);
}

model::Tensors read_answer(const fs::path& file, const Question& question) {
    if (is_text(file))
        return answer_of_text(question, base::read_whole_file(file, most_bytes), base::shown(file));
    model::Tensors answer = model::read_tensors(file, {}, model::Numbers::any, most_bytes);
    // NumPy names an array by its file, "answer" or its learner, which are no stages.
    const auto& stages = question.level->stages;
    if (ending_of(file) == ".npy" && answer.size() == 1 &&
        std::ranges::find(stages, answer.begin()->first) == stages.end()) {
        auto only = answer.extract(answer.begin());
        only.key() = question.level->goal();
        answer.insert(std::move(only));
    }
    return answer;
}

} // namespace exercise
