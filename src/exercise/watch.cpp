#include "exercise/watch.h"

#include "base/files.h"
#include "base/input_error.h"
#include "exercise/level.h"

#include <utility>

namespace exercise {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t largest_code = std::uintmax_t{1} << 18;

} // namespace

Attempt attempt_with(const Question& question, const model::Tensors& answer, const std::string& where,
                     std::chrono::system_clock::time_point saved) {
    Attempt made{.file = {}, .saved = saved};
    try {
        made.checked = check(question, answer, where);
    } catch (const base::InputError& mistake) {
        made.stopped = mistake;
    }
    return made;
}

Attempt attempt_with(const Question& question, const fs::path& file,
                     std::chrono::system_clock::time_point saved) {
    Attempt made{.file = file, .saved = saved};
    try {
        made = attempt_with(question, read_answer(file, question), base::shown(file), saved);
        made.file = file;
    } catch (const base::InputError& mistake) {
        made.stopped = mistake;
    }
    made.code = code_in(file.parent_path(), *question.level).lines;
    return made;
}

Code code_in(const fs::path& folder, const Level& level) {
    const auto found = newest_code(folder);
    if (!found) return {};
    try {
        return {found->file, sections_of(base::read_whole_file(found->file, largest_code), level)};
    } catch (const base::InputError&) {
        return {found->file, {}}; // the answer is what counts
    }
}

Watch::Watch(const fs::path& folder) : folder_(folder) {
    const auto file = question_in(folder);
    if (!file)
        throw base::InputError(base::shown(folder), "there is no exercise in this folder",
                               "name one that holds a question.npz, or begin a new exercise");
    asked_ = look_at(*file);
    question_ = std::make_shared<const Question>(read_question(*file));
}

bool Watch::has_other_question() const {
    const auto now = asked_ ? look_at(asked_->file) : std::nullopt;
    return now && now != asked_;
}

std::optional<Attempt> Watch::look(Clock::time_point now) {
    auto found = newest_answer(folder_, *question_->level);
    if (found != seen_) {
        seen_ = std::move(found);
        since_ = now;
        return std::nullopt;
    }
    if (!seen_ || seen_ == checked_ || now - since_ < settles) return std::nullopt;
    checked_ = seen_;
    return attempt_with(*question_, seen_->file,
                        std::chrono::time_point_cast<std::chrono::system_clock::duration>(
                            std::chrono::file_clock::to_sys(seen_->time)));
}

double Watch::rest() const {
    const bool waits = seen_ && seen_ != checked_;
    return std::chrono::duration<double>(waits ? while_settling : between_looks).count();
}

} // namespace exercise
