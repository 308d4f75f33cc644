#pragma once
// The folder of an exercise: the question, the file to begin with, and the answer that the learner's program
// saves there.

#include "exercise/question.h"
#include "exercise/starting_file.h"
#include "narration/narration.h"

#include <filesystem>
#include <optional>
#include <string>

namespace exercise {

/// Writes question.npz, question.safetensors and the file to begin with into a folder, which is made if there
/// is none. Returns that file. Throws InputError: a file to begin with that is there already, perhaps with
/// work in it; a folder that cannot be written.
std::filesystem::path write_exercise(const std::filesystem::path& folder, const Question& question,
                                     const Language& language, const narration::Texts& texts);

/// Writes the file to begin with in another language beside the question. Returns it; throws like
/// write_exercise().
std::filesystem::path write_starting_file(const std::filesystem::path& folder, const Question& question,
                                          const Language& language, const narration::Texts& texts);

/// The question in a folder; empty when there is none.
std::optional<std::filesystem::path> question_in(const std::filesystem::path& folder);

/// The first of `folder`, "folder-2", "folder-3" … that holds no exercise yet.
std::filesystem::path free_folder(const std::filesystem::path& folder);

/// A file as it was when somebody looked: it has changed when time or size differ.
struct SeenFile {
    std::filesystem::path file;
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    bool operator==(const SeenFile&) const = default;
};

/// A file as it is now; empty when there is none.
std::optional<SeenFile> look_at(const std::filesystem::path& file);

/// The answer saved last: answer.npz, .safetensors, .npy, .txt or .csv, or an array of NumPy's named by its
/// stage (scores.npy). Empty when there is none.
std::optional<SeenFile> newest_answer(const std::filesystem::path& folder, const Level& level);

/// The file to begin with that was changed last, in whatever language.
std::optional<SeenFile> newest_code(const std::filesystem::path& folder);

/// Whether a file's name ends as an answer's does.
bool is_answer(const std::filesystem::path& file);

/// The stages in an answer; a .txt or .csv is read as answer_of_text() does. One array in answer.npy is the
/// level's last stage. Throws InputError for a file that cannot be read.
model::Tensors read_answer(const std::filesystem::path& file, const Question& question);

} // namespace exercise
