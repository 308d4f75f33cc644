#include "app/web/page_program.h"

#include "ui/canvas/page.h"
#include "ui/views.h"

#include <emscripten/html5.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace app {
namespace {

const std::filesystem::path data = "/attention-lab"; ///< where the page puts the program's files
const std::filesystem::path kept = "/kept";          ///< what it keeps between visits
const std::filesystem::path working = "/downloads";  ///< files for the user, delivered at once

/// The scale of the interface. Where a window is too small for it, everything is smaller instead.
float content_scale(float pixel_ratio) {
    int width = 0, height = 0;
    emscripten_get_canvas_element_size("#canvas", &width, &height);
    return ui::fitting_content_scale(static_cast<float>(width), static_cast<float>(height), pixel_ratio);
}

ui::ShellOptions shell_options(const PageOptions& options, float pixel_ratio) {
    ui::ShellOptions shell;
    shell.shaders = data / "shaders";
    shell.assets = data / "assets";
    if (options.anchors) shell.anchors = "/anchors.json";
    shell.settings = kept / "settings.json";
    shell.state = kept / "state";
    shell.lessons = {data / "assets/lessons", kept / "lessons"};
    shell.progress = kept / "progress.json";
    const bool first_visit = !std::filesystem::exists(shell.settings);
    if (!options.theme.empty())
        shell.theme = options.theme == "dark" ? ui::ThemeChoice::dark : ui::ThemeChoice::light;
    else if (first_visit)
        shell.theme = page_prefers_dark() != 0 ? ui::ThemeChoice::dark : ui::ThemeChoice::light;
    shell.reduce_motion = options.reduce_motion || page_prefers_less_motion() != 0;
    shell.content_scale = content_scale(pixel_ratio);
    shell.on_result = page_wake;
    shell.focus_leaves = true;
    shell.choose_file = page_choose_file;
    shell.deliver = [](const std::filesystem::path& written) { page_deliver(written.c_str()); };
    return shell;
}

} // namespace

PageOptions page_options(const std::string& json) {
    const auto fields = nlohmann::json::parse(json, nullptr, false);
    if (!fields.is_object())
        throw base::InputError("address", "it cannot be read", "remove what stands behind the “?”");
    const auto text = [&](const char* name) { return fields.value(name, std::string()); };
    return {.text = text("text"),
            .view = text("view"),
            .stage = text("stage"),
            .lesson = text("lesson"),
            .theme = text("theme"),
            .choices = text("choices"),
            .code = text("code"),
            .reduce_motion = fields.contains("still"),
            .anchors = fields.contains("anchors")};
}

PageProgram::Graphics::Graphics() {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.alpha = attributes.depth = attributes.antialias = EM_FALSE; // shapes are smooth by themselves
    // None of them is used, and enabling all takes time at the start.

    attributes.enableExtensionsByDefault = EM_FALSE;
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &attributes);
    if (context <= 0 || emscripten_webgl_make_context_current(context) != EMSCRIPTEN_RESULT_SUCCESS)
        throw base::InputError("graphics", "this browser has no WebGL 2, or has it switched off",
                               "switch on graphics acceleration in its settings, or take a newer browser");
}

PageProgram::PageProgram(const PageOptions& options, float pixel_ratio)
    : bench_(workbench::load_library(data / "assets", kept / "models")),
      shell_(nullptr, bench_, shell_options(options, pixel_ratio)), frames_(shell_) {
    std::filesystem::current_path(working);
    if (!options.text.empty()) bench_.perform(workbench::SetText{options.text, {}});
    const bool plain = options.text.empty() && options.stage.empty();
    const std::string view = !options.view.empty() ? options.view : plain ? "start" : "walkthrough";
    if (!ui::view_named(view))
        throw base::InputError("address", "there is no view “" + view + "”",
                               "remove what stands behind the “?”");
    shell_.open(view, options.stage);
    shell_.choose(R"({"race": {"d": 512}})", "race"); // what a browser runs within a second
    shell_.begin(nullptr, {});
    shell_.choose(options.choices, "address");
    shell_.tutor().open_at(options.lesson, "address");
    if (!options.code.empty()) shell_.open_code(options.code);
}

bool PageProgram::frame() {
    if (shell_.take_full_screen_request()) page_toggle_full_screen();
    if (frames_.wanted()) {
        const ui::Frames::Built built = frames_.build();
        if (built != ui::Frames::Built::unseen && shell_.is_watched()) shell_.presented();
    }
    return frames_.wanted();
}

void PageProgram::resized(float pixel_ratio) {
    shell_.set_content_scale(content_scale(pixel_ratio));
    frames_.lose_picture();
}

void PageProgram::restore_graphics() {
    shell_.restore_graphics();
    frames_.lose_picture();
}

} // namespace app
