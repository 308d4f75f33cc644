#include "app/commands.h"

#include "app/system.h"
#include "app/window.h"
#include "base/files.h"
#include "base/input_error.h"
#include "render/framebuffer.h"
#include "ui/views.h"
#include "workbench/session/known_weights.h"
#include "workbench/session/session.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <csignal>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <ostream>

namespace app {

// The window.

namespace {

/// True if there is a session to read. If not, or for a dangling link, one will be written there.
bool is_there(const std::filesystem::path& session) {
    std::error_code unknown;
    const auto type = std::filesystem::status(session, unknown).type();
    return !session.empty() && type != std::filesystem::file_type::not_found;
}

/// Without any options the program opens at the Start page.
std::string first_view(const WindowOptions& options) {
    if (!options.view.empty()) return options.view;
    const bool at_start = options.text.empty() && options.stage.empty() && options.model.empty();
    return at_start ? "start" : "walkthrough";
}

/// The file for the notes, opened at its end: its content stays, whether notes of the last lecture or a file
/// named by mistake. Opening a pipe would block until somebody reads it.
std::shared_ptr<std::ofstream> notes_file(const std::filesystem::path& name) {
    std::error_code unknown;
    const auto type = std::filesystem::status(name, unknown).type();
    if (type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::socket)
        throw base::InputError(base::shown(name), "this is a pipe, which could keep the lecture waiting",
                               "name a file, or write into the pipe with: --notes > PIPE");
    auto file = std::make_shared<std::ofstream>(name, std::ios::app);
    if (!*file)
        throw base::InputError(base::shown(name), "this file cannot be written",
                               "name one in a folder of your own");
    return file;
}

/// Writes the lecturer's notes where they were asked for. A reader that goes away (a closed terminal, a pager
/// that was quit) does not end the lecture.
std::function<void(const std::string&)> notes_reader(const WindowOptions& options) {
    if (!options.notes && options.notes_to.empty()) return {};
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN);
#endif
    const auto file = options.notes_to.empty() ? nullptr : notes_file(options.notes_to);
    return
        [file, to_terminal = options.notes, name = base::shown(options.notes_to)](const std::string& notes) {
            if (to_terminal && !(std::cout << notes << std::endl))
                throw base::InputError("standard output", "nobody reads it any more", "");
            if (file && !(*file << notes << std::endl))
                throw base::InputError(name, "it cannot be written any more", "");
        };
}

bool is_code(const WindowOptions& options) {
    return workbench::is_code(base::shown(options.session));
}

/// What the options name is opened; a session, if one is named, is still to be shown.
std::optional<workbench::Session> open_named(workbench::Workbench& bench, const WindowOptions& options) {
    std::optional<workbench::Session> session;
    if (is_code(options))
        session = workbench::session_from_code(base::shown(options.session), "--session");
    else if (is_there(options.session))
        session = workbench::read_session(options.session);
    if (!options.model.empty()) {
        const workbench::Library& library = bench.library();
        const workbench::Edit chosen =
            workbench::is_of_real_model(options.model)
                ? workbench::Edit(workbench::ChooseReal{library.real->open(options.model)})
                : workbench::ChooseTrained{library.trained->add(options.model)};
        bench.open(workbench::apply(bench.document(), chosen, library));
    }
    if (!options.text.empty()) {
        if (session) workbench::find_weights(*session, bench.library());
        const auto& base = session ? *session->first.document : bench.document();
        auto typed = workbench::apply(base, workbench::SetText{options.text, {}}, bench.library());
        if (session)
            session->first.document = std::make_shared<const workbench::Document>(std::move(typed));
        else
            bench.open(std::move(typed));
    }
    return session;
}

} // namespace

int run_window(const WindowOptions& options) {
    const DataFolders folders = data_folders();
    const auto tell_notes = notes_reader(options); // before the window, so that a mistake is all that is seen
    workbench::Workbench bench(workbench::load_library(folders.assets, model_folder(), real_model_folder()));
    const std::optional<workbench::Session> session = open_named(bench, options);

    const bool of_lecturer = options.view == "presenter";
    Window window(options.width, options.height, true,
                  of_lecturer ? "Lecture notes – Attention Lab" : "Attention Lab");
    ui::ShellOptions shell_options;
    shell_options.shaders = folders.shaders;
    shell_options.assets = folders.assets;
    shell_options.anchors = options.anchors;
    shell_options.exports = export_folder();
    shell_options.settings = settings_file();
    shell_options.state = state_folder();
    shell_options.lessons = lesson_folders(folders.assets, options.lessons);
    shell_options.progress = progress_file();
    shell_options.tell_notes = tell_notes;
    if (!options.theme.empty())
        shell_options.theme = options.theme == "dark" ? ui::ThemeChoice::dark : ui::ThemeChoice::light;
    shell_options.reduce_motion = options.reduce_motion;
    shell_options.content_scale = window.content_scale();
    shell_options.on_result = Window::wake;
    shell_options.show_folder = show_folder;
    shell_options.open_presenter = [] { return open_window("--view presenter"); };
    ui::Shell shell(window.handle(), bench, shell_options);
    shell.open(first_view(options), options.stage);
    shell.begin(session ? &*session : nullptr, is_code(options) ? std::filesystem::path() : options.session);
    shell.choose(workbench::Choices::read(options.choices, "--choices"), "--choices");
    if (!options.view.empty() || !options.stage.empty()) shell.open(first_view(options), options.stage);
    if (options.lecture) shell.lecturer().start(); // first, so that the lesson knows who goes through it
    shell.tutor().open_at(options.lesson, "--lesson");
    window.run(shell, options.paint_when_asked);
    shell.finish();
    if (!options.frame_stats.empty()) shell.stats().write(options.frame_stats);
    return 0;
}

// The tour.

namespace {

/// Until everything has settled: fonts, layout, state that panels keep between frames.
constexpr int frames_to_rest = 4;

/// Builds frames until what they show is complete. Sleeps while that is being computed, since some of it is
/// timed and should have the processor to itself.
void build_until_complete(ui::Shell& shell) {
    for (int i = 0; i < frames_to_rest || shell.moving() || shell.settling() || shell.awaiting(); ++i) {
        shell.build();
        if (shell.awaiting() && !shell.moving() && !shell.settling()) Window::sleep();
    }
}

/// Writes what is on screen to a file, once it is complete.
void take_picture(ui::Shell& shell, const TourOptions& options, const std::string& name, std::ostream& out) {
    do { // a large matrix needs several pictures until it is on the graphics card
        build_until_complete(shell);
        shell.paint(true);
    } while (shell.settling());
    const auto file = options.out / (name + ".png");
    render::write_png(file, render::read_framebuffer(options.width, options.height));
    out << file.string() << '\n';
}

/// The first step of each lesson, beside the lab and as a lecture.
void show_lessons(ui::Shell& shell, const TourOptions& options, std::ostream& out) {
    for (const std::string& lesson : shell.tutor().ids()) {
        shell.tutor().open(lesson, 0);
        take_picture(shell, options, "lesson-" + lesson, out);
        shell.lecturer().start();
        take_picture(shell, options, "lecture-" + lesson, out);
        shell.lecturer().end();
    }
}

} // namespace

int run_tour(const TourOptions& options, std::ostream& out) {
    std::error_code failed;
    std::filesystem::create_directories(options.out, failed);
    if (failed || !std::filesystem::is_directory(options.out))
        throw base::InputError("--out", "the folder " + base::shown(options.out) + " cannot be created",
                               "choose a folder you can write to");

    const DataFolders folders = data_folders();
    workbench::Workbench bench(workbench::load_library(folders.assets));
    if (!options.text.empty()) bench.perform(workbench::SetText{options.text, {}});
    const Window window(options.width, options.height, false);
    const render::OffScreen pixels(options.width, options.height);
    ui::ShellOptions shell_options;
    shell_options.shaders = folders.shaders;
    shell_options.assets = folders.assets;
    shell_options.theme = options.theme == "dark" ? ui::ThemeChoice::dark : ui::ThemeChoice::light;
    shell_options.quiet = true;
    shell_options.lessons = {folders.assets / "lessons"};
    shell_options.on_result = Window::wake;
    ui::Shell shell(window.handle(), bench, shell_options);
    shell.choose(workbench::Choices::read(options.choices, "--choices"), "--choices");
    for (const ui::ViewKind& view : ui::view_kinds()) {
        build_until_complete(shell); // its pages are those of what it shows
        const bool own_preset = (view.several_heads || view.trained) && options.text.empty();
        if (own_preset && view.several_heads)
            bench.perform(workbench::ChoosePreset{bench.library().several_heads().id});
        if (own_preset && view.trained)
            bench.perform(workbench::ChooseTrained{bench.library().trained->ids().front()});
        for (const auto& page : shell.desk().pages(view.key)) {
            shell.open(view.key, page);
            take_picture(shell, options, std::string(view.key) + "-" + page, out);
        }
        if (own_preset) bench.undo();
    }
    if (options.text.empty()) show_lessons(shell, options, out);
    return 0;
}

// One figure.

namespace {

/// Without a sentence or a session a view shows what it shows in the tour.
void choose_usual(workbench::Workbench& bench, const WindowOptions& options) {
    const ui::ViewKind* view = ui::view_named(first_view(options));
    if (!view || !options.text.empty() || !options.model.empty() || !options.session.empty()) return;
    if (view->several_heads) bench.perform(workbench::ChoosePreset{bench.library().several_heads().id});
    if (view->trained) bench.perform(workbench::ChooseTrained{bench.library().trained->ids().front()});
}

drawing::ExportFormat format_of(const std::filesystem::path& file) {
    for (const drawing::ExportFormat format : drawing::export_formats())
        if (file.extension() == "." + drawing::key(format)) return format;
    throw base::InputError(base::shown(file), "its name does not say in what format to write it",
                           "let it end in .svg, .pdf, .png, .apng or .csv");
}

} // namespace

int run_export(const ExportOptions& options, std::ostream& out) {
    const drawing::ExportFormat format = format_of(options.file);
    const DataFolders folders = data_folders();
    const WindowOptions& asked = options.window;
    workbench::Workbench bench(workbench::load_library(folders.assets, model_folder(), real_model_folder()));
    const std::optional<workbench::Session> session = open_named(bench, asked);
    if (!asked.session.empty() && !session)
        throw base::InputError(base::shown(asked.session), "there is no such file",
                               "name a session, or a code");
    const Window window(asked.width, asked.height, false);
    const render::OffScreen pixels(asked.width, asked.height);
    ui::ShellOptions shell_options;
    shell_options.shaders = folders.shaders;
    shell_options.assets = folders.assets;
    shell_options.quiet = true;
    shell_options.on_result = Window::wake;
    ui::Shell shell(window.handle(), bench, shell_options);
    shell.begin(session ? &*session : nullptr, {});
    shell.choose(workbench::Choices::read(asked.choices, "--choices"), "--choices");
    choose_usual(bench, asked);
    shell.open(first_view(asked), asked.stage);
    build_until_complete(shell);
    const ui::Exportables offered = shell.exports();
    const std::string name = options.figure.empty() ? ui::share_name : options.figure;
    const auto figure = std::ranges::find(offered, name, &drawing::Exportable::name);
    if (figure == offered.end()) {
        std::string names;
        for (const auto& one : offered)
            names += (names.empty() ? "" : ", ") + one.name;
        throw base::InputError("--figure", "this view has no figure “" + name + "”",
                               names.empty() ? "choose another view" : "choose one of these: " + names);
    }
    if (!figure->offers(format))
        throw base::InputError(base::shown(options.file), "this figure is not offered in this format",
                               "choose svg, pdf or png");
    drawing::write_export(*figure, format, options.file, asked.theme == "dark");
    out << base::shown(options.file) << '\n';
    return 0;
}

} // namespace app
