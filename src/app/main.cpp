#include "app/bench.h"
#include "app/commands.h"
#include "app/system.h"
#include "attention/stage.h"
#include "base/files.h"
#include "base/input_error.h"
#include "ui/views.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>

namespace {

std::vector<std::string> stage_names() {
    std::vector<std::string> names;
    for (const auto& stage : attention::stages())
        names.emplace_back(stage.key);
    return names;
}

std::vector<std::string> view_names() {
    std::vector<std::string> names;
    for (const auto& view : ui::view_kinds())
        if (!view.of_lessons) names.emplace_back(view.key);
    return names;
}

constexpr const char* choices_help =
    "what is chosen in the views, as in a session file: {\"race\": {\"plot\": \"memory\"}}";

CLI::IsMember themes() {
    return CLI::IsMember({"light", "dark"});
}

/// What is wrong with a file to open; empty: nothing. CLI11's own check does not read UTF-8 on Windows.
std::string existing_file(const std::string& name) {
    std::error_code unknown;
    const auto found = std::filesystem::status(base::path_from_utf8(name), unknown);
    if (!std::filesystem::exists(found)) return "File does not exist: " + name;
    return std::filesystem::is_directory(found) ? "File is actually a directory: " + name : "";
}

/// The options of the window, where no command is given; `size`: still as text.
void add_window_options(CLI::App& cli, app::WindowOptions& window, std::string& size) {
    cli.add_option("--text", window.text, "a sentence to start with");
    cli.add_option("--view", window.view, "the view to open")->check(CLI::IsMember(view_names()));
    cli.add_option("--stage", window.stage, "the stage to open")->check(CLI::IsMember(stage_names()));
    app::add_path(cli, "--model", window.model,
                  "a model to open: one made by train, or the folder of a real one");
    cli.add_option("--choices", window.choices, choices_help);
    CLI::Option* session = app::add_path(cli, "--session", window.session,
                                         "a session file: read now, written by Ctrl S; or a code");
    // As file managers start it; a misspelt command is no file.
    app::add_path(cli, "file", window.session, "a session file to open")
        ->check(existing_file)
        ->excludes(session);
    cli.add_option("--lesson", window.lesson,
                   "a lesson to open, with a step if you like: 3-scale-and-softmax:3");
    app::add_path(cli, "--lessons", window.lessons,
                  "a folder of lessons of your own, in place of the usual one");
    cli.add_flag("--lecture", window.lecture,
                 "start as a lecture: the lesson's steps on the whole window (F5)");
    cli.add_flag("--notes", window.notes, "write the lecturer's notes on each step to the terminal");
    app::add_path(cli, "--notes-to", window.notes_to,
                  "append them to this file, for another window to follow");
    cli.add_option("--size", size, "width x height of the window, for example 1600x900");
    cli.add_option("--theme", window.theme, "light or dark (default: the one used last)")->check(themes());
    cli.add_flag("--reduce-motion", window.reduce_motion, "matrices jump into place, as after R");
    app::add_path(cli, "--anchors", window.anchors,
                  "keep this file up to date with the positions of everything on screen (JSON)");
    cli.add_flag("--paint-when-asked", window.paint_when_asked,
                 "for tests: paint frames only when mouse button 5 (9 for X11) is pressed");
    app::add_path(cli, "--frame-stats", window.frame_stats,
                  "write how long frames took to this file on exit (JSON)");
}

void add_tour_command(CLI::App& cli, int& status) {
    CLI::App* command = cli.add_subcommand("tour", "every view and stage as PNG files, named VIEW-STAGE.png");
    const auto options = std::make_shared<app::TourOptions>();
    const auto size = std::make_shared<std::string>("1600x900");
    app::add_path(*command, "--out", options->out, "the folder for the pictures")->required();
    command->add_option("--size", *size, "width x height of the pictures");
    command->add_option("--theme", options->theme, "light or dark")->check(themes());
    command->add_option("--text", options->text, "a sentence in place of the first preset");
    command->add_option("--choices", options->choices, choices_help);
    command->callback([options, size, &status] {
        app::parse_size(*size, options->width, options->height);
        app::expect_memory(app::memory_limit(), app::window_memory);
        status = app::run_tour(*options, std::cout);
    });
}

void add_export_command(CLI::App& cli, int& status) {
    CLI::App* command = cli.add_subcommand("export", "a figure of a view as a file, or what it has to share");
    const auto options = std::make_shared<app::ExportOptions>();
    app::WindowOptions& window = options->window;
    app::add_path(*command, "file", options->file,
                  "its ending says in what format: .svg, .pdf, .png, .apng (it moves), .csv")
        ->required();
    command->add_option("--view", window.view, "the view that shows it")
        ->required()
        ->check(CLI::IsMember(view_names()));
    command->add_option("--page", window.stage, "a stage, or another page of the view");
    command->add_option("--figure", options->figure, "its name, as in the file that the card proposes");
    command->add_option("--text", window.text, "a sentence in place of the first preset");
    app::add_path(*command, "--model", window.model,
                  "a model to read it: one made by train, or the folder of a real one");
    app::add_path(*command, "--session", window.session, "a session file, or a code");
    command->add_option("--choices", window.choices, choices_help);
    command->add_option("--theme", window.theme, "light or dark")->check(themes());
    command->callback([options, &status] {
        app::expect_memory(app::memory_limit(), app::window_memory);
        status = app::run_export(*options, std::cout);
    });
}

/// Throws InputError if not all that was asked for was written, so that a full disk does not go unnoticed.
/// Not for the window: it says itself when a lecture's notes can no longer be written.
void expect_all_written() {
    if (!std::cout.flush())
        throw base::InputError("standard output", "not everything could be written",
                               "is the disk full? Write to another place");
}

/// What the parser says about flags, in the words of this program: "--causal is given more than once".
std::string in_own_words(const std::string& parser) {
    const std::size_t repeated = parser.find(": At Most 1 required"),
                      valued = parser.find(" was given a disallowed flag override");
    if (repeated != std::string::npos) return parser.substr(0, repeated) + " is given more than once";
    if (valued != std::string::npos) return "--" + parser.substr(0, valued) + " takes no value";
    return parser;
}

/// `arguments` without the program.
int run(std::vector<std::string> arguments) {
    CLI::App cli{"See how attention works, on a sentence of your own, down to every multiplication.",
                 "attention-lab"};
    cli.require_subcommand(0, 1);
    cli.set_version_flag("--version", "attention-lab " ATTENTION_LAB_VERSION);
    int status = 0;

    app::WindowOptions window;
    std::string size = "1600x900";
    add_window_options(cli, window, size);

    add_tour_command(cli, status);
    add_export_command(cli, status);
    app::add_bench_command(cli, status);
    app::add_trace_command(cli, status, [] { return app::data_folders().assets; });
    app::add_lessons_command(cli, status, [] { return app::data_folders().assets; });
    app::add_train_command(cli, status, [] { return app::data_folders().assets; });
    app::add_evaluate_command(cli, status, [] { return app::data_folders().assets; });
    app::add_write_command(cli, status, [] { return app::data_folders().assets; });
    app::add_predict_command(cli, status, [] { return app::data_folders().assets; });
    app::add_exercise_command(cli, status, [] { return app::data_folders().assets; });
    app::add_progress_command(cli, status, [] { return app::data_folders().assets; });
    app::add_check_command(cli, status, [] { return app::data_folders().assets; });
    app::add_model_command(cli, status);
    app::add_worksheet_command(cli, status, [] { return app::data_folders().assets; });

    try {
        std::ranges::reverse(arguments); // CLI11 takes them from the back
        cli.parse(std::move(arguments));
    } catch (const CLI::Success& asked) { // for help or the version
        status = cli.exit(asked);
        expect_all_written();
        return status;
    } catch (const CLI::ParseError& error) {
        throw base::InputError("command line", in_own_words(error.what()),
                               "attention-lab --help lists all commands and options");
    }
    if (!cli.get_subcommands().empty()) {
        expect_all_written();
        return status;
    }
    app::parse_size(size, window.width, window.height);
    app::expect_memory(app::memory_limit(), app::window_memory);
    if (!window.notes) app::leave_own_terminal(); // where the notes are written
    return app::run_window(window);
}

} // namespace

int main(int argc, char** argv) {
    app::keep_freed_memory();
    try {
        return run(app::arguments_in_utf8(argc, argv));
    } catch (const base::InputError& error) {
        app::tell_on_terminal("attention-lab: " + std::string(error.what()));
        return 2;
    } catch (const std::bad_alloc&) {
        app::tell_on_terminal(
            "attention-lab: memory: there is not enough (shorten the text, or close other programs)");
        return 2;
    } catch (const std::exception& error) {
        app::tell_on_terminal("attention-lab: internal error: " + std::string(error.what()));
        return 3;
    }
}
