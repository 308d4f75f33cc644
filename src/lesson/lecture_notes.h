#pragma once
// A lecture in two windows. What the lecturer sees and the hall does not: a small file that the window on the
// wall writes at each slide, and the lecturer's own reads. The keys that are pressed there go back in
// another file.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lesson {

struct LectureNotes {
    std::string lesson, title;         ///< of the lesson and of the slide
    std::size_t number = 1, count = 1; ///< of the slide, from 1, and of all
    int minutes = 0;                   ///< that the lesson is to take; 0: it does not say
    std::string note = {};             ///< for the lecturer alone
    std::string ask = {}, answer = {}; ///< of its question; empty: it has none
    bool revealed = false;             ///< the hall sees the answer
    std::string next = {};             ///< the title of the slide after it; empty: it is the last …
    std::string next_ask = {};         ///< … and its question; empty: it has none
    std::int64_t began = 0;            ///< when the lecture began, seconds since 1970
    bool operator==(const LectureNotes&) const = default;
};

/// Throws InputError when it cannot be written.
void write_lecture_notes(const std::filesystem::path& file, const LectureNotes& notes);

/// Empty where no lecture is being given, or the file is not one that was written so.
std::optional<LectureNotes> read_lecture_notes(const std::filesystem::path& file);

/// The file of keys beside this one of notes.
std::filesystem::path keys_beside(const std::filesystem::path& notes);

/// The keys pressed in a lecturer's own window.
struct LectureKeys {
    std::int64_t window = 0;       ///< tells it from others
    std::vector<int> pressed = {}; ///< all of them, GLFW codes
    bool operator==(const LectureKeys&) const = default;
};

/// Throws InputError when they cannot be written.
void write_lecture_keys(const std::filesystem::path& file, const LectureKeys& keys);

/// Empty where there is no such window.
std::optional<LectureKeys> read_lecture_keys(const std::filesystem::path& file);

/// The window that writes these keys touches them, over and over: one that has crashed does not, and they are
/// no longer fresh.
void touch_lecture_keys(const std::filesystem::path& file);
bool lecture_keys_are_fresh(const std::filesystem::path& file);

} // namespace lesson
