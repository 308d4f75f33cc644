// attention-lab check: an answer beside ours, stage by stage; or those of a class, in a table.
#include "app/commands.h"

#include "app/text_table.h"
#include "base/csv.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "exercise/check.h"
#include "exercise/class_list.h"
#include "exercise/folder.h"
#include "exercise/hints.h"
#include "exercise/level.h"
#include "exercise/pasted.h"
#include "exercise/telling.h"
#include "narration/narration.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>

namespace app {

namespace fs = std::filesystem;
using exercise::Checked;
using exercise::CheckedStage;
using exercise::listed;
using exercise::Mark;
using exercise::Question;

namespace {

std::string ids_of(const std::vector<exercise::Mistake>& mistakes) {
    std::vector<std::string> ids;
    for (const exercise::Mistake& mistake : mistakes)
        ids.push_back(mistake.id);
    return listed(ids);
}

void print_checked_json(const Checked& checked, const Question& question, const narration::Texts& texts,
                        std::ostream& out) {
    nlohmann::json stages = nlohmann::json::array(), mistakes = nlohmann::json::array(),
                   observed = nlohmann::json::array();
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
    for (const exercise::Observation& one : checked.observed)
        observed.push_back({{"id", one.text}, {"text", exercise::said(texts, one)}});
    const CheckedStage* const wrong = checked.first_wrong();
    out << base::json_text(nlohmann::json{{"agrees", checked.agrees()},
                                          {"done", checked.done()},
                                          {"stages", stages},
                                          {"first_wrong", wrong ? nlohmann::json(wrong->name) : nullptr},
                                          {"mistakes", mistakes},
                                          {"observed", observed},
                                          {"missing", checked.missing},
                                          {"unknown", checked.unknown}})
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
    if (checked.mistakes.size() > 1)
        out << (checked.mistakes.size() == 2 ? "Two mistakes" : "These mistakes")
            << " together give your numbers:\n";
    for (const exercise::Mistake& mistake : checked.mistakes)
        out << exercise::said(texts, question, mistake) << '\n';
    if (!checked.mistakes.empty()) {
        const std::string& then = checked.then_differs;
        out << "With that, the largest difference left" << (then.empty() ? "" : " before " + then) << " is "
            << base::shortest(static_cast<float>(checked.left)) << ".\n";
        if (!then.empty()) out << then << " differs in another way, too.\n";
    } else if (wrong && wrong->fits) {
        out << "None of the mistakes known here gives these numbers.\n";
        for (const exercise::Observation& observed : checked.observed)
            out << exercise::said(texts, observed) << '\n';
    }
    for (const std::string& name : checked.unknown) {
        const std::string meant = exercise::nearest_stage(*question.level, name);
        out << base::printable(name) << ": no stage of this exercise"
            << (meant.empty() ? "" : "; did you mean " + meant + "?") << '\n';
    }
    if (wrong) return;
    out << (checked.done() ? "All agree.\n" : "All agree as far as it goes.\n");
    if (!checked.done()) out << "Not in the answer yet: " << listed(checked.missing) << ".\n";
}

/// The hints so far, about the first stage that differs, or is missing.
void print_hints(const Checked& checked, const Question& question, const narration::Texts& texts, int steps,
                 std::ostream& out) {
    const CheckedStage* const wrong = checked.first_wrong();
    if (!wrong && checked.missing.empty()) return;
    const std::string& stage = wrong ? wrong->name : checked.missing.front();
    for (int step = 1; step <= std::min(steps, exercise::hint_steps); ++step)
        out << "Hint " << step << " of " << exercise::hint_steps << ", " << stage << ": "
            << exercise::hint_said(texts, question, stage, step, wrong) << '\n';
}

// A class.

const char* const class_columns[] = {"name",        "done",     "agreeing", "stages",
                                     "first_wrong", "mistakes", "problem"};

std::vector<std::string> cells_of(const Mark& mark, const Question& question) {
    return {mark.name,
            mark.done ? "yes" : "no",
            std::to_string(mark.agreeing),
            std::to_string(question.level->stages.size()),
            mark.first_wrong,
            ids_of(mark.mistakes),
            mark.stopped};
}

void print_class_csv(const std::vector<Mark>& marks, const Question& question, std::ostream& out) {
    out << base::csv_line({std::begin(class_columns), std::end(class_columns)});
    for (const Mark& mark : marks)
        out << base::csv_line(cells_of(mark, question));
}

void print_class_text(const std::vector<Mark>& marks, const Question& question, std::ostream& out) {
    constexpr std::size_t most = 28;
    std::size_t longest = 0;
    for (const Mark& mark : marks)
        longest = std::max(longest, mark.name.size());
    const auto width = static_cast<int>(std::min(longest, most));
    for (const Mark& mark : marks) {
        const std::string said = !mark.stopped.empty() ? mark.stopped
                                 : mark.done           ? "done"
                                 : mark.first_wrong.empty()
                                     ? "agrees as far as it goes"
                                     : mark.first_wrong + " differs first" +
                                           (mark.mistakes.empty() ? "" : ": " + ids_of(mark.mistakes));
        print_row(out,
                  {shortened(mark.name, width),
                   std::to_string(mark.agreeing) + " of " + std::to_string(question.level->stages.size())},
                  {width, 8}, "  " + said);
    }
    const auto done = std::ranges::count_if(marks, &Mark::done);
    out << done << " of " << marks.size() << " done.\n";
}

void print_class_json(const std::vector<Mark>& marks, const Question& question, std::ostream& out) {
    nlohmann::json rows = nlohmann::json::array();
    for (const Mark& mark : marks) {
        nlohmann::json ids = nlohmann::json::array();
        for (const exercise::Mistake& mistake : mark.mistakes)
            ids.push_back(mistake.id);
        rows.push_back(
            {{"name", mark.name},
             {"done", mark.done},
             {"agreeing", mark.agreeing},
             {"first_wrong", mark.first_wrong.empty() ? nlohmann::json() : nlohmann::json(mark.first_wrong)},
             {"mistakes", ids},
             {"problem", mark.stopped.empty() ? nlohmann::json() : nlohmann::json(mark.stopped)}});
    }
    out << base::json_text(nlohmann::json{
               {"level", question.level->id}, {"stages", question.level->stages}, {"answers", rows}})
        << '\n';
}

int run_check_class(const CheckArguments& arguments, const Question& question, std::ostream& out) {
    const std::vector<Mark> marks = exercise::mark_class(arguments.class_folder, question);
    (arguments.json  ? print_class_json
     : arguments.csv ? print_class_csv
                     : print_class_text)(marks, question, out);
    return std::ranges::all_of(marks, &Mark::done) ? 0 : 1;
}

} // namespace

int run_check(const CheckArguments& arguments, const fs::path& assets, std::istream& in, std::ostream& out) {
    const Question question = exercise::read_question(arguments.question);
    if (!arguments.class_folder.empty()) return run_check_class(arguments, question, out);
    const bool pasted = arguments.answer == "-";
    const std::string where = pasted ? "standard input" : base::shown(arguments.answer);
    const model::Tensors answer =
        pasted
            ? exercise::answer_of_text(question, std::string(std::istreambuf_iterator<char>(in), {}), where)
            : exercise::read_answer(arguments.answer, question);
    const Checked checked = exercise::check(question, answer, where);
    const narration::Texts texts = narration::Texts::load(assets / "texts");
    (arguments.json ? print_checked_json : print_checked_text)(checked, question, texts, out);
    if (!arguments.json) print_hints(checked, question, texts, arguments.hint, out);
    return checked.done() ? 0 : 1;
}

void add_check_command(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* check = cli.add_subcommand("check", "an answer to an exercise beside ours, stage by stage");
    const auto given = std::make_shared<CheckArguments>();
    CLI::Option* answer =
        add_path(*check, "answer", given->answer,
                 ".npz, .npy, .safetensors or a text with any of the stages; - reads a text");
    add_path(*check, "--question", given->question, "the question.npz or question.safetensors")->required();
    CLI::Option* of_class = add_path(*check, "--class", given->class_folder,
                                     "a folder of answers, or of folders with an answer: a row for each");
    of_class->excludes(answer);
    check->add_option("--hint", given->hint, "hints about the first stage that differs: 1, 2 or 3 of them")
        ->check(CLI::Range(1, exercise::hint_steps))
        ->excludes(of_class);
    CLI::Option* csv = check->add_flag("--csv", given->csv, "print the class as CSV")->needs(of_class);
    check->add_flag("--json", given->json, "print JSON")->excludes(csv);
    check->callback([given, &status, assets = std::move(assets)] {
        if (given->answer.empty() && given->class_folder.empty())
            throw base::InputError("check", "there is no answer to check",
                                   "give its file, or --class and a folder");
        status = run_check(*given, assets(), std::cin, std::cout);
    });
}

} // namespace app
