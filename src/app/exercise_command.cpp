// attention-lab exercise: a question in a folder, with a file to begin with.
#include "app/commands.h"

#include "base/files.h"
#include "base/input_error.h"
#include "exercise/folder.h"
#include "exercise/level.h"
#include "narration/narration.h"

#include <CLI/CLI.hpp>

#include <iostream>

namespace app {

namespace fs = std::filesystem;
using exercise::Question;

namespace {

const exercise::Level& level_of(const std::string& id) {
    if (const exercise::Level* level = exercise::level_named(id)) return *level;
    throw base::InputError("exercise", "there is no level “" + id + "”",
                           "the levels are " + exercise::listed_levels());
}

} // namespace

int run_exercise(const ExerciseArguments& arguments, const fs::path& assets, std::ostream& out) {
    const exercise::Level& level = level_of(arguments.level);
    const exercise::Language* const language = exercise::language_named(arguments.language);
    if (!language)
        throw base::InputError("--language", "there is none called “" + arguments.language + "”",
                               "give numpy, pytorch or cpp");
    const Question question = exercise::make_question(level, arguments.seed);
    const narration::Texts texts = narration::Texts::load(assets / "texts");
    const fs::path file = exercise::write_exercise(arguments.out, question, *language, texts);
    out << "Fill in " << base::shown(file) << ", run it in its folder, and then\n"
        << "    attention-lab check " << language->answer << " --question question.npz\n";
    return 0;
}

void add_exercise_command(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* exercise = cli.add_subcommand("exercise", "a question to write attention for, stage by stage");
    const auto asked = std::make_shared<ExerciseArguments>();
    exercise->add_option("level", asked->level, "scores, scale, softmax, one_head, …")->required();
    add_path(*exercise, "--out", asked->out, "the folder for the question and the file to begin with")
        ->required();
    exercise->add_option("--seed", asked->seed, "other numbers for another seed");
    exercise->add_option("--language", asked->language, "numpy (the default), pytorch or cpp");
    exercise->callback(
        [asked, &status, assets = std::move(assets)] { status = run_exercise(*asked, assets(), std::cout); });
}

} // namespace app
