#include "lesson/record.h"

#include "base/folder_lock.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/utf8.h"
#include "base/whole_file.h"
#include "lesson/lesson_file.h"
#include "workbench/session_code.h"

#include <nlohmann/json.hpp>

#include <cctype>

namespace lesson {

namespace fs = std::filesystem;
using base::InputError;

namespace {

/// A text in TOML: JSON's escapes mean the same there.
std::string quoted(const std::string& text) {
    return base::json_text(nlohmann::json(text));
}

void expect_words(const std::string& text, const std::string& where) {
    if (text.find_first_not_of(" \t\n") == std::string::npos)
        throw InputError(where, "it is empty", "write a few words");
}

} // namespace

fs::path file_for(const fs::path& folder, const std::string& title) {
    std::string name;
    base::each_character(title, [&](std::string_view character) {
        const bool letter = character.size() > 1 || std::isalnum(static_cast<unsigned char>(character[0]));
        if (letter)
            name += character.size() > 1 ? std::string(character)
                                         : std::string(1, static_cast<char>(std::tolower(character[0])));
        else if (!name.empty() && name.back() != '-')
            name += '-';
    });
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    if (name.empty()) throw InputError("lesson", "“" + title + "” has no letters", "give the lesson a name");
    return folder / (name + ".toml");
}

std::size_t add_step(const fs::path& file, const std::string& lesson, const std::string& title,
                     const std::string& text, const workbench::Session& session) {
    expect_words(title, "title");
    expect_words(text, "text");
    std::error_code unknown;
    std::string whole = "title = " + quoted(lesson) + "\n";
    std::size_t steps = 0;
    fs::create_directories(file.parent_path(), unknown);
    const base::FolderLock lock(file.parent_path()); // another window may add a step, too
    if (fs::exists(file, unknown)) {
        constexpr std::uintmax_t largest = std::uintmax_t{4} << 20;
        steps = read_lesson(file).steps.size();
        whole = base::read_whole_file(file, largest);
    }
    whole += "\n[[step]]\ntitle = " + quoted(title) + "\ntext = " + quoted(text) +
             "\nstate = " + quoted(workbench::to_code(session)) + "\n";
    base::write_whole_file(file, whole);
    return steps + 1;
}

} // namespace lesson
