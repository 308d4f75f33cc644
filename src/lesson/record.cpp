#include "lesson/record.h"

#include "base/file_name.h"
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

std::size_t add_step(const fs::path& file, const std::string& lesson, const Words& words,
                     const workbench::Session& session, const workbench::Library& library,
                     const Offer& offer) {
    expect_words(words.title, "title");
    expect_words(words.text, "text");
    const bool asks = !words.number.empty() || !words.ask.empty() || !words.because.empty();
    if (asks) {
        expect_words(words.ask, "question");
        expect_words(words.number, "number");
        expect_words(words.because, "because");
    }
    std::error_code unknown;
    std::string whole = "title = " + quoted(lesson) + "\n";
    fs::create_directories(file.parent_path(), unknown);
    const base::FolderLock lock(file.parent_path()); // another window may add a step, too
    if (fs::exists(file, unknown)) {
        constexpr std::uintmax_t largest = std::uintmax_t{4} << 20;
        whole = base::read_whole_file(file, largest);
        lesson_in(whole, file); // a broken one stays as it is
    }
    whole += "\n[[step]]\n";
    const auto entry = [&](const char* key, const std::string& text) {
        if (!text.empty()) whole += std::string(key) + " = " + quoted(text) + "\n";
    };
    entry("title", words.title);
    entry("text", words.text);
    entry("caption", words.caption);
    entry("note", words.note);
    entry("state", workbench::to_code(session));
    if (asks) {
        whole += "\n[step.question]\n";
        entry("number", words.number);
        entry("ask", words.ask);
        entry("because", words.because);
    }
    const Lesson written = lesson_in(whole, file);
    const std::size_t last = written.steps.size() - 1;
    if (const auto mistakes = mistakes_in(written, library, offer, last); !mistakes.empty()) {
        InputError mistake = mistakes.front(); // its line is not in the file yet
        const std::string line = base::shown(file) + ", line ";
        if (mistake.where.starts_with(line))
            mistake.where.erase(0, mistake.where.find_first_of(":,", line.size()) + 2);
        throw InputError(mistake.where, mistake.problem, mistake.hint);
    }
    base::write_whole_file(file, whole);
    return written.steps.size();
}

} // namespace lesson
