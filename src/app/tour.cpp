#include "app/tour.h"

#include "app/window.h"
#include "base/file_name.h"
#include "render/capture.h"

#include <GLFW/glfw3.h>

#include <ostream>

namespace app {
namespace {

/// Frames until everything has settled: fonts, layout, state that panels keep between frames.
constexpr int frames_to_rest = 4;

/// Builds frames until what they show is complete. Sleeps while that is being computed, for what is timed
/// then should have the processor to itself.
void build_until_complete(ui::Shell& shell) {
    for (int i = 0; i < frames_to_rest || shell.moving() || shell.settling() || shell.awaiting(); ++i) {
        shell.build();
        if (shell.awaiting() && !shell.moving() && !shell.settling()) Window::sleep();
    }
}

/// Builds what is on screen to its end and writes it to a file.
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
    for (const std::string& lesson : shell.lesson_ids()) {
        shell.open_lesson(lesson, 0);
        take_picture(shell, options, "lesson-" + lesson, out);
        shell.start_lecture();
        take_picture(shell, options, "lecture-" + lesson, out);
        shell.end_lecture();
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
    shell.choose(options.choices, "--choices");
    while (bench.computing()) {
        Window::sleep();
        bench.poll();
    }
    for (const ui::ViewKind& view : ui::view_kinds()) {
        const bool own_preset = view.several_heads && options.text.empty();
        if (own_preset) bench.perform(workbench::ChoosePreset{bench.library().several_heads().id});
        for (const auto& page : shell.pages(view.key)) {
            shell.open(view.key, page);
            take_picture(shell, options, std::string(view.key) + "-" + page, out);
        }
        if (own_preset) bench.undo();
    }
    if (options.text.empty()) show_lessons(shell, options, out);
    return 0;
}

} // namespace app
