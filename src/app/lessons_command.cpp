#include "app/commands.h"

#include "base/files.h"
#include "base/input_error.h"
#include "lesson/check.h"
#include "lesson/lesson.h"
#include "ui/views.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

namespace app {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> folders_of(const LessonsArguments& arguments, const fs::path& assets) {
    if (arguments.folder.empty()) return lesson_folders(assets, {});
    if (!fs::is_directory(arguments.folder))
        throw base::InputError(base::shown(arguments.folder), "there is no such folder",
                               "give the folder that holds the lessons");
    return {arguments.folder};
}

void list(const lesson::Course& course, std::ostream& out) {
    for (const lesson::Lesson& lesson : course.lessons) {
        const auto questions = std::ranges::count_if(
            lesson.steps, [](const lesson::Step& step) { return step.question.has_value(); });
        out << lesson.id << ": " << lesson.title << ", " << lesson.minutes << " min, " << lesson.steps.size()
            << " steps, " << questions << " questions\n";
    }
}

} // namespace

int run_lessons(const LessonsArguments& arguments, const fs::path& assets, std::ostream& out) {
    const lesson::Course course = lesson::read_course(folders_of(arguments, assets));
    std::vector<base::InputError> mistakes = course.mistakes;
    if (arguments.check) {
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
    if (arguments.check && mistakes.empty())
        out << course.lessons.size() << (course.lessons.size() == 1 ? " lesson" : " lessons")
            << ", no mistake\n";
    return mistakes.empty() ? 0 : 1;
}

void add_lessons_command(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* command =
        cli.add_subcommand("lessons", "the lessons: what there is, and whether they are sound");
    const auto arguments = std::make_shared<LessonsArguments>();
    add_path(*command, "folder", arguments->folder, "the lessons of this folder (the course and your own)");
    command->add_flag("--check", arguments->check, "walk through every step of each");
    command->callback([arguments, &status, assets = std::move(assets)] {
        status = run_lessons(*arguments, assets(), std::cout);
    });
}

} // namespace app
