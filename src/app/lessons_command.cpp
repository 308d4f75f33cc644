#include "app/commands.h"
#include "app/text_table.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"
#include "exercise/level.h"
#include "lesson/check.h"
#include "lesson/course.h"
#include "lesson/lesson.h"
#include "lesson/syllabus.h"
#include "narration/narration.h"
#include "ui/views.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

namespace app {

namespace fs = std::filesystem;

namespace {

/// The lessons of the folder that is asked for, or all. They may take steps from those of the course.
lesson::Course asked_for(const LessonsArguments& arguments, const fs::path& assets) {
    if (arguments.folder.empty()) return lesson::read_course(lesson_folders(assets, {}));
    if (!fs::is_directory(arguments.folder))
        throw base::InputError(base::shown(arguments.folder), "there is no such folder",
                               "give the folder that holds the lessons");
    lesson::Course course = lesson::read_course({lesson_folders(assets, {}).front(), arguments.folder});
    std::erase_if(course.lessons, [&](const lesson::Lesson& lesson) {
        return lesson.file.parent_path() != arguments.folder;
    });
    return course;
}

void list(const lesson::Course& course, std::ostream& out) {
    for (const lesson::Lesson& lesson : course.lessons) {
        const auto questions = std::ranges::count_if(
            lesson.steps, [](const lesson::Step& step) { return step.question.has_value(); });
        out << lesson.id << ": " << lesson.title << ", " << lesson.minutes << " min, " << lesson.steps.size()
            << " steps, " << questions << " questions\n";
    }
}

/// The course in figures, and what its own rules are broken by; returns whether none is.
bool outline(const lesson::Course& course, const fs::path& assets, std::ostream& out) {
    const narration::Texts texts = narration::Texts::load(assets / "texts");
    const lesson::Syllabus syllabus = lesson::syllabus_of(course.lessons, texts.glossary());
    const std::vector<int> widths{28, 8, 10, 6, 10, 10, 6};
    print_row(out, {"", "minutes", "estimated", "steps", "most words", "questions", "doing"}, widths);
    for (const lesson::Outline& one : syllabus.lessons)
        print_row(out,
                  {(one.lesson->room ? "  " : "") + one.lesson->id, std::to_string(one.lesson->minutes),
                   base::fixed(one.minutes, 1), std::to_string(one.lesson->steps.size()),
                   std::to_string(one.most_words), std::to_string(one.questions), std::to_string(one.doing)},
                  widths);
    out << "all questions: " << syllabus.questions() << ", to do: " << syllabus.doing() << '\n';
    for (const lesson::Outline& one : syllabus.lessons)
        if (!one.introduces.empty())
            out << one.lesson->id << " introduces " << exercise::listed(one.introduces) << '\n';
    for (const lesson::EarlyTerm& early : syllabus.early)
        out << early.place << ": “" << early.term << "” is not introduced yet\n";
    for (const std::string& room : syllabus.not_offered)
        out << room << ": no step offers this side room\n";
    for (const std::string& room : syllabus.no_such_room)
        out << room << ": there is no such side room\n";
    return syllabus.early.empty() && syllabus.not_offered.empty() && syllabus.no_such_room.empty();
}

/// A Markdown table, as docs/lessons.md has it.
void print_parts(std::ostream& out) {
    out << "| view | parts |\n|---|---|\n";
    for (const lesson::OfferedView& view : ui::lesson_offer().views)
        for (const lesson::Landmarks& there : view.landmarks) {
            if (there.names.empty()) continue;
            out << "| `" << view.key << '`';
            if (!there.page.empty()) out << ", page `" << there.page << '`';
            for (const char* before = " | "; const std::string_view name : there.names) {
                out << before << '`' << name << '`';
                before = ", ";
            }
            out << " |\n";
        }
}

} // namespace

int run_lessons(const LessonsArguments& arguments, const fs::path& assets, std::ostream& out) {
    if (arguments.parts) {
        print_parts(out);
        return 0;
    }
    const lesson::Course course = asked_for(arguments, assets);
    std::vector<base::InputError> mistakes = course.mistakes;
    bool keeps_rules = true;
    if (arguments.outline) {
        keeps_rules = outline(course, assets, out);
    } else if (arguments.check) {
        const workbench::Library library = workbench::load_library(assets);
        const lesson::Offer offer = ui::lesson_offer();
        for (const lesson::Lesson& lesson : course.lessons)
            for (const auto& mistake : lesson::mistakes_in(lesson, library, offer))
                mistakes.push_back(mistake);
    } else {
        list(course, out);
    }
    for (const base::InputError& mistake : mistakes)
        out << mistake.what() << '\n';
    if (arguments.check && !arguments.outline && mistakes.empty())
        out << course.lessons.size() << (course.lessons.size() == 1 ? " lesson" : " lessons")
            << ", no mistake\n";
    return mistakes.empty() && keeps_rules ? 0 : 1;
}

void add_lessons_command(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* command =
        cli.add_subcommand("lessons", "the lessons: what there is, and whether they are sound");
    const auto arguments = std::make_shared<LessonsArguments>();
    add_path(*command, "folder", arguments->folder, "the lessons of this folder (the course and your own)");
    command->add_flag("--check", arguments->check, "walk through every step of each");
    command->add_flag(
        "--outline", arguments->outline,
        "the course in figures: words, questions, what each lesson introduces, and terms that come "
        "too early");
    command->add_flag("--parts", arguments->parts, "what a step can point at, view by view");
    command->callback([arguments, &status, assets = std::move(assets)] {
        status = run_lessons(*arguments, assets(), std::cout);
    });
}

} // namespace app
