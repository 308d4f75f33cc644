#pragma once
// A folder, watched: each time its answer is saved, it is checked.

#include "exercise/check.h"
#include "exercise/code.h"
#include "exercise/folder.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace exercise {

/// An answer, and what is said of it or why it could not be read.
struct Attempt {
    std::filesystem::path file;
    std::chrono::system_clock::time_point saved;
    std::optional<Checked> checked = {};
    std::optional<base::InputError> stopped = {};
    std::vector<CodeLine> code = {}; ///< the learner's, as it was then
};

/// Reads and checks an answer; what is wrong with the file is in the attempt.
Attempt attempt_with(const Question& question, const std::filesystem::path& file,
                     std::chrono::system_clock::time_point saved);
/// The same of tensors that are in no file; `where` names them.
Attempt attempt_with(const Question& question, const model::Tensors& answer, const std::string& where,
                     std::chrono::system_clock::time_point saved);

/// The code in a folder, as sections_of(); and the name of its file, empty if there is none.
struct Code {
    std::filesystem::path file = {};
    std::vector<CodeLine> lines = {};
};
Code code_in(const std::filesystem::path& folder, const Level& level);

class Watch {
public:
    using Clock = std::chrono::steady_clock;
    /// An answer is read once it has not changed for so long.
    static constexpr std::chrono::milliseconds settles{150};
    /// How long to wait between two looks.
    static constexpr std::chrono::milliseconds between_looks{125}, while_settling{40};

    /// Reads the question of a folder. Throws InputError: there is none, or one that cannot be read.
    explicit Watch(const std::filesystem::path& folder);

    const Question& question() const { return *question_; }
    std::shared_ptr<const Question> shared_question() const { return question_; }
    /// True when the question is another one than was read: somebody has begun anew in this folder.
    bool has_other_question() const;

    /// Looks at the files. Returns the answer when there is one that was not checked yet and has settled.
    std::optional<Attempt> look(Clock::time_point now);
    /// Seconds until the next look.
    double rest() const;

private:
    std::filesystem::path folder_;
    std::shared_ptr<const Question> question_;
    std::optional<SeenFile> asked_; ///< the question's file
    std::optional<SeenFile> seen_, checked_;
    Clock::time_point since_{};
};

} // namespace exercise
