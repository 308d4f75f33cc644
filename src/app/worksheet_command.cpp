// attention-lab worksheet: attention to be done by hand, as a pile for a class.
#include "app/commands.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"
#include "drawing/paper/figure_file.h"
#include "lesson/course.h"
#include "workbench/session/session.h"
#include "worksheet/handout.h"
#include "worksheet/pile.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

namespace app {

namespace fs = std::filesystem;
using base::InputError;

namespace {

/// What the sheet is about, and the word that is marked there.
struct Chosen {
    workbench::Document document;
    std::optional<base::Index> query = {};
};

Chosen chosen_by(const WorksheetArguments& arguments, const workbench::Library& library,
                 const narration::Texts& texts) {
    if (arguments.text && !arguments.state.empty())
        throw InputError("worksheet", "both a text and a state were given", "give one of them");
    if (!arguments.state.empty()) {
        const std::string name = base::shown(arguments.state);
        const workbench::Session session = workbench::is_code(name)
                                               ? workbench::session_from_code(name, "--state")
                                               : workbench::read_session(arguments.state);
        return {*session.first.document, session.first.selection.query};
    }
    Chosen chosen;
    chosen.document.text = arguments.text.value_or(texts.text("worksheet.sentence"));
    chosen.document.weights = library.opening().document.weights;
    return chosen;
}

/// A lesson to be handed out, as slides, or both.
std::vector<worksheet::NewFile> lesson_files(const WorksheetArguments& arguments,
                                             const worksheet::Paper& paper, const narration::Texts& texts,
                                             const workbench::Library& library, const fs::path& assets) {
    const lesson::Course course = lesson::read_course(lesson_folders(assets, {}));
    const auto measure = drawing::paper_measure();
    std::vector<worksheet::NewFile> files;
    for (const bool slides : {false, true}) {
        const std::string& name = slides ? arguments.slides : arguments.lesson;
        if (name.empty()) continue;
        const lesson::Lesson& lesson = worksheet::lesson_named(name, course);
        const auto steps = worksheet::told_steps(lesson, library);
        const worksheet::Paper& page = slides ? worksheet::slide_paper() : paper;
        const drawing::Sheet sheet{.width = page.width, .height = page.height, .title = lesson.title};
        const std::string file = lesson.id + (slides ? "-slides.pdf" : ".pdf");
        const auto pages = slides ? worksheet::slide_pages(lesson, steps, texts, *measure)
                                  : worksheet::handout_pages(lesson, steps, page, texts, *measure);
        files.push_back({file, drawing::pdf_of(pages, sheet, file)});
    }
    return files;
}

void write(const std::vector<worksheet::NewFile>& files, const fs::path& folder, std::ostream& out) {
    worksheet::write_all(folder, files);
    for (const worksheet::NewFile& file : files)
        out << base::shown(folder / base::path_from_utf8(file.name)) << '\n';
}

/// Throws InputError for what a lesson does not take: its text and its numbers are its own.
void expect_lesson_alone(const WorksheetArguments& arguments) {
    if (!arguments.text && arguments.state.empty() && !arguments.count && arguments.names.empty() &&
        arguments.word.empty() && !arguments.spreadsheet)
        return;
    throw InputError("worksheet", "a lesson has its own sentences and numbers, the same for everybody",
                     "give --paper and --out with --lesson and --slides, nothing else");
}

} // namespace

int run_worksheet(const WorksheetArguments& arguments, const fs::path& assets, std::ostream& out) {
    // Whatever is wrong with the arguments is said before anything is loaded.
    const worksheet::Paper& paper = worksheet::expect_paper(arguments.paper);
    if (!arguments.lesson.empty() || !arguments.slides.empty()) {
        expect_lesson_alone(arguments);
        const narration::Texts texts = narration::Texts::load(assets / "texts");
        const workbench::Library library = workbench::load_library(assets);
        write(lesson_files(arguments, paper, texts, library, assets), arguments.out, out);
        return 0;
    }
    worksheet::Job job{
        .sentence = {}, .seed = arguments.seed, .blanks = worksheet::blanks_wanted(arguments.blanks)};
    if (!arguments.names.empty()) {
        job.names = worksheet::names_in(base::read_whole_file(arguments.names, 1U << 20U),
                                        base::shown(arguments.names));
        if (arguments.count && *arguments.count != static_cast<base::Index>(job.names.size()))
            throw InputError("--count",
                             std::to_string(*arguments.count) + " sheets for " +
                                 std::to_string(job.names.size()) + " names",
                             "leave --count out: there is a sheet for each name");
        job.count = static_cast<base::Index>(job.names.size());
    } else {
        job.count = arguments.count.value_or(1);
    }
    worksheet::expect_count(job.count);

    const narration::Texts texts = narration::Texts::load(assets / "texts");
    const workbench::Library library = workbench::load_library(assets);
    Chosen chosen = chosen_by(arguments, library, texts);
    if (arguments.causal) chosen.document.mask.causal = 1;
    const auto pass = workbench::compute(workbench::prepare(chosen.document, library));
    job.sentence = arguments.word.empty() ? worksheet::sentence_of(*pass, chosen.query)
                                          : worksheet::sentence_asking(arguments.word, *pass, "--word");
    if (!arguments.state.empty()) worksheet::take_own_numbers(job, *pass);
    const auto files = worksheet::pile_of(job, paper, arguments.spreadsheet, texts);
    for (const std::string& note : worksheet::notes_on(job.sentence, texts))
        out << note << '\n';
    write(files, arguments.out, out);
    const std::string earlier =
        worksheet::note_on_earlier(worksheet::earlier_files(arguments.out, files), texts);
    if (!earlier.empty()) out << earlier << '\n';
    return 0;
}

void add_worksheet_command(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* command = cli.add_subcommand(
        "worksheet", "attention to do by hand: a sheet for each learner, and the answers, as PDF");
    const auto arguments = std::make_shared<WorksheetArguments>();
    command->add_option("--text", arguments->text, "a sentence of 2 to 6 words; of a longer one, 6 are kept");
    add_path(*command, "--state", arguments->state,
             "a session file, or a code: its words, mask and marked word; alone, its numbers");
    add_path(*command, "--out", arguments->out, "the folder for the files, made if there is none")
        ->required();
    command->add_option("--count", arguments->count, "how many sheets, each with numbers of its own (1)");
    add_path(*command, "--names", arguments->names,
             "a text file with a learner's name a line: a sheet for each");
    command->add_option("--seed", arguments->seed, "other numbers for another seed (1)");
    command->add_option("--paper", arguments->paper, "a4 (the default) or letter");
    command->add_option("--word", arguments->word, "the word whose row is calculated (the last)");
    command->add_option("--blanks", arguments->blanks,
                        "auto: that word's row; how many cells of each matrix are left empty; or the steps "
                        "asked: scores,softmax");
    command->add_flag("--causal", arguments->causal, "no word reads the words after it");
    command->add_flag("--spreadsheet", arguments->spreadsheet,
                      "a spreadsheet (.xlsx) for each sheet as well, which checks itself");
    command->add_option("--lesson", arguments->lesson,
                        "instead: a lesson to hand out, with room for answers");
    command->add_option("--slides", arguments->slides, "instead: a lesson as slides, 16:9");
    command->callback([arguments, &status, assets = std::move(assets)] {
        status = run_worksheet(*arguments, assets(), std::cout);
    });
}

} // namespace app
