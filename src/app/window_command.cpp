#include "app/window_command.h"

#include "app/window.h"
#include "workbench/session.h"

namespace app {
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
    return options.text.empty() && options.stage.empty() ? "start" : "walkthrough";
}

} // namespace

int run_window(const WindowOptions& options) {
    const DataFolders folders = data_folders();
    workbench::Workbench bench(workbench::load_library(folders.assets));
    std::optional<workbench::Session> session;
    if (is_there(options.session)) session = workbench::read_session(options.session);
    if (!options.text.empty()) {
        const auto& base = session ? *session->first.document : bench.document();
        auto typed = workbench::apply(base, workbench::SetText{options.text, {}}, bench.library());
        if (session)
            session->first.document = std::make_shared<const workbench::Document>(std::move(typed));
        else
            bench.open(std::move(typed));
    }

    Window window(options.width, options.height, true);
    ui::ShellOptions shell_options;
    shell_options.shaders = folders.shaders;
    shell_options.assets = folders.assets;
    shell_options.anchors = options.anchors;
    shell_options.exports = export_folder();
    shell_options.settings = settings_file();
    shell_options.state = state_folder();
    if (!options.theme.empty())
        shell_options.theme = options.theme == "dark" ? ui::ThemeChoice::dark : ui::ThemeChoice::light;
    shell_options.reduce_motion = options.reduce_motion;
    shell_options.content_scale = window.content_scale();
    shell_options.on_result = Window::wake;
    ui::Shell shell(window.handle(), bench, shell_options);
    shell.open(first_view(options), options.stage);
    shell.begin(session ? &*session : nullptr, options.session);
    shell.choose(options.choices, "--choices");
    if (!options.view.empty() || !options.stage.empty()) shell.open(first_view(options), options.stage);
    window.connect(shell);
    window.run(shell);
    shell.finish();
    if (!options.frame_stats.empty()) shell.stats().write(options.frame_stats);
    return 0;
}

} // namespace app
