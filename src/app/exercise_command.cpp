// attention-lab exercise: a question in a folder, with a file to begin with. attention-lab check: an answer
// beside ours.
#include "app/commands.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "exercise/check.h"
#include "exercise/folder.h"
#include "exercise/level.h"
#include "exercise/telling.h"
#include "narration/narration.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <iostream>

namespace app {

namespace fs = std::filesystem;
using exercise::Checked;
using exercise::CheckedStage;
using exercise::Question;

namespace {

const exercise::Level& level_of(const std::string& id) {
    if (const exercise::Level* level = exercise::level_named(id)) return *level;
    std::string all;
    for (const exercise::Level& level : exercise::levels())
        all += (all.empty() ? "" : ", ") + std::string(level.id);
    throw base::InputError("exercise", "there is no level “" + id + "”", "the levels are " + all);
}

void print_checked_json(const Checked& checked, const Question& question, const narration::Texts& texts,
                        std::ostream& out) {
    nlohmann::json stages = nlohmann::json::array(), mistakes = nlohmann::json::array();
    for (const CheckedStage& stage : checked.stages) {
        nlohmann::json one{{"name", stage.name}, {"agrees", stage.agrees()}, {"max_error", nullptr}};
        if (stage.fits)
            one["max_error"] = stage.difference.largest;
        else
            one["shape"] = {{"found", stage.found}, {"wanted", stage.wanted}};
        stages.push_back(one);
    }
    for (const exercise::Mistake& mistake : checked.mistakes)
        mistakes.push_back({{"id", mistake.id}, {"evidence", exercise::said(texts, question, mistake)}});
    const CheckedStage* const wrong = checked.first_wrong();
    out << base::json_text(nlohmann::json{{"agrees", checked.agrees()},
                                          {"stages", stages},
                                          {"first_wrong", wrong ? nlohmann::json(wrong->name) : nullptr},
                                          {"mistakes", mistakes}})
        << '\n';
}

void print_checked_text(const Checked& checked, const Question& question, const narration::Texts& texts,
                        std::ostream& out) {
    const CheckedStage* const wrong = checked.first_wrong();
    for (const CheckedStage& stage : checked.stages) {
        out << stage.name << ": ";
        if (stage.agrees()) {
            out << "agrees\n";
        } else if (!stage.fits) {
            out << "its shape is " << model::shape_text(stage.found) << ", wanted "
                << model::shape_text(stage.wanted)
                << (stage.transpose_fits ? ": its transpose would fit\n" : "\n");
        } else if (&stage == wrong) {
            const exercise::Difference& d = stage.difference;
            const double theirs = stage.theirs[d.block](d.row, d.column),
                         ours = stage.ours[d.block](d.row, d.column);
            out << "differs first, in " << d.cells << (d.cells == 1 ? " number" : " numbers") << "; most at "
                << exercise::place_text(stage, question) << ", counted from 0: yours "
                << base::shortest(static_cast<float>(theirs)) << ", ours "
                << base::shortest(static_cast<float>(ours)) << '\n';
        } else {
            out << "differs\n";
        }
    }
    if (checked.mistakes.size() > 1) out << "Two mistakes together give your numbers:\n";
    for (const exercise::Mistake& mistake : checked.mistakes)
        out << exercise::said(texts, question, mistake) << '\n';
    if (!checked.mistakes.empty())
        out << "With that, the largest difference left is "
            << base::shortest(static_cast<float>(checked.left)) << ".\n";
    else if (wrong && wrong->fits)
        out << "None of the usual mistakes gives these numbers.\n";
    if (!wrong) out << "All agree.\n";
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

int run_check(const CheckArguments& arguments, const fs::path& assets, std::ostream& out) {
    const Question question = exercise::read_question(arguments.question);
    const Checked checked = exercise::check(question, exercise::read_answer(arguments.answer, question),
                                            base::shown(arguments.answer));
    const narration::Texts texts = narration::Texts::load(assets / "texts");
    (arguments.json ? print_checked_json : print_checked_text)(checked, question, texts, out);
    return checked.agrees() ? 0 : 1;
}

void add_exercise_commands(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* exercise = cli.add_subcommand("exercise", "a question to write attention for, step by step");
    const auto asked = std::make_shared<ExerciseArguments>();
    exercise->add_option("level", asked->level, "scores, scale, softmax, one_head, …")->required();
    add_path(*exercise, "--out", asked->out, "the folder for the question and the file to begin with")
        ->required();
    exercise->add_option("--seed", asked->seed, "other numbers for another seed");
    exercise->add_option("--language", asked->language, "numpy (the default), pytorch or cpp");
    exercise->callback([asked, &status, assets] { status = run_exercise(*asked, assets(), std::cout); });

    CLI::App* check = cli.add_subcommand("check", "an answer to an exercise beside ours, stage by stage");
    const auto given = std::make_shared<CheckArguments>();
    add_path(*check, "answer", given->answer, ".npz, .npy or .safetensors with any of the stages")
        ->required();
    add_path(*check, "--question", given->question, "the question.npz or question.safetensors")->required();
    check->add_flag("--json", given->json, "print JSON");
    check->callback(
        [given, &status, assets = std::move(assets)] { status = run_check(*given, assets(), std::cout); });
}

} // namespace app
