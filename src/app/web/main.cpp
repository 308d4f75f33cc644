// The program in a browser. The page (web/) owns the loop and asks for a frame when something has happened.

#include "base/input_error.h"
#include "base/text.h"
#include "ui/canvas/page.h"
#include "ui/frames.h"
#include "ui/views.h"

#include <emscripten.h>
#include <emscripten/html5.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <new>
#include <string>

namespace app {
namespace {

// The program with the page for its window.

/// What the address of the page asks for: …/?view=race&theme=dark
struct PageOptions {
    std::string text, view, stage, lesson, theme, choices;
    std::string code; ///< a state, after the “#”
    bool reduce_motion = false;
    bool anchors = false; ///< for tests: keeps /anchors.json up to date
};

/// Throws InputError where this is not JSON.
PageOptions page_options(const std::string& json) {
    const auto fields = nlohmann::json::parse(json, nullptr, false);
    if (!fields.is_object())
        throw base::InputError("address", "it cannot be read", "remove what follows the “?”");
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

const std::filesystem::path data = "/attention-lab"; ///< where the page puts the program's files
const std::filesystem::path kept = "/kept";          ///< what it keeps between visits
const std::filesystem::path working = "/downloads";  ///< files for the user, delivered at once
const std::filesystem::path unpacked = "/unpacked";  ///< real models that came as a package

/// Of the memory that a page can have, what real models may fill: the rest is for reading with them, which
/// takes most for the tokenizer's file and for what a large vocabulary makes of a long text.
std::uint64_t room_for_models() {
    constexpr std::uint64_t kept_free = 300'000'000;
    return static_cast<std::uint64_t>(page_most_memory()) - kept_free;
}

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
    shell.choose_model = page_choose_folder;
    shell.let_go = [](const std::filesystem::path& file) { page_let_go(file.c_str()); };
    shell.deliver = [](const std::filesystem::path& written) { page_deliver(written.c_str()); };
    return shell;
}

class PageProgram {
public:
    /// `pixel_ratio`: pixels of the canvas per pixel of the page. Throws InputError: no WebGL 2, missing
    /// files, unknown views or choices.
    PageProgram(const PageOptions& options, float pixel_ratio);

    /// Builds and paints a frame if one is due; true when another is to follow at once.
    bool frame();
    void expect() { frames_.expect(); }
    void push(const ui::Event& event) {
        shell_.push(event);
        frames_.expect();
    }
    void resized(float pixel_ratio);
    /// After the graphics context was lost and there is a new one.
    void restore_graphics();
    ui::Shell& shell() { return shell_; }
    workbench::RealModels& real_models() { return *bench_.library().real; }

private:
    struct Graphics { ///< WebGL 2 on the page's canvas
        Graphics();
    };

    workbench::Workbench bench_;
    Graphics graphics_;
    ui::Shell shell_;
    ui::Frames frames_;
};

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
                               "switch on graphics acceleration in its settings, or use a newer browser");
}

PageProgram::PageProgram(const PageOptions& options, float pixel_ratio)
    : bench_(workbench::load_library(data / "assets", kept / "models", unpacked)),
      shell_(nullptr, bench_, shell_options(options, pixel_ratio)), frames_(shell_) {
    std::filesystem::current_path(working);
    bench_.library().real->hold_at_most(room_for_models());
    if (!options.text.empty()) bench_.perform(workbench::SetText{options.text, {}});
    const bool plain = options.text.empty() && options.stage.empty();
    const std::string view = !options.view.empty() ? options.view : plain ? "start" : "walkthrough";
    if (!ui::view_named(view))
        throw base::InputError("address", "there is no view “" + view + "”", "remove what follows the “?”");
    shell_.open(view, options.stage);
    const auto choose = [&](const std::string& choices, const std::string& where) {
        shell_.choose(workbench::Choices::read(choices, where), where);
    };
    choose(R"({"race": {"d": 512}})", "race"); // what a browser runs within a second
    shell_.begin(nullptr, {});
    choose(options.choices, "address");
    try {
        shell_.tutor().open_at(options.lesson, "address");
    } catch (const base::InputError& mistake) { // an old link still opens the program
        shell_.show(mistake);
    }
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

// Its functions for the page.

/// Lives as long as the page.
std::unique_ptr<PageProgram>& program() {
    static std::unique_ptr<PageProgram> instance;
    return instance;
}

/// The error, {"where", "what", "hint"}, for the page to show; "" when all went well.
template <typename Work>
const char* outcome(const Work& work) {
    static std::string problem;
    const auto tell = [&](const std::string& where, const std::string& what, const std::string& hint) {
        problem = nlohmann::json{{"where", where}, {"what", what}, {"hint", hint}}.dump(
            -1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    problem.clear();
    try {
        work();
    } catch (const base::InputError& error) {
        tell(error.where, error.problem, error.hint);
    } catch (const std::bad_alloc&) {
        tell("memory", "the browser has no more", "shorten the text, or close other pages");
    } catch (const std::exception& error) {
        tell("the program", error.what(), "reload the page: your work is kept");
    }
    return problem.c_str();
}

/// Notes that weights are held at a place, `bytes` of them from now on.
void note_held(void* place, std::uint64_t bytes) {
    static std::map<void*, std::uint64_t> all;
    all[place] = bytes;
    std::uint64_t sum = 0;
    for (const auto& [each, size] : all)
        sum += size;
    program()->real_models().set_held(sum);
}

} // namespace
} // namespace app

using app::note_held, app::outcome, app::program;

// What the page calls. Places and sizes are in pixels of the canvas.
extern "C" {

/// Begins, with the options of the address as JSON. Returns an error, or "".
EMSCRIPTEN_KEEPALIVE const char* lab_start(const char* options, float pixel_ratio) {
    return outcome(
        [&] { program() = std::make_unique<app::PageProgram>(app::page_options(options), pixel_ratio); });
}

/// Draws a frame if one is due; 1 when another is to follow at once.
EMSCRIPTEN_KEEPALIVE int lab_frame() {
    return program() && program()->frame() ? 1 : 0;
}

EMSCRIPTEN_KEEPALIVE void lab_pointer(float x, float y) {
    program()->push(ui::MouseMoved{x, y});
}
EMSCRIPTEN_KEEPALIVE void lab_button(int button, int down, float x, float y, int again) {
    program()->push(ui::MouseButton{button, down != 0, x, y, again != 0});
}
EMSCRIPTEN_KEEPALIVE void lab_wheel(float dx, float dy) {
    program()->push(ui::MouseWheel{dx, dy});
}
/// With a finger; 0 when nothing scrolls there.
EMSCRIPTEN_KEEPALIVE int lab_scroll(float x, float y, float dx, float dy) {
    program()->expect();
    return program()->shell().scroll(x, y, dx, dy) ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE void lab_key(int key, int action, int mods) {
    program()->push(ui::KeyChanged{key, 0, action, mods});
}
/// 1, once, when Tab went past the last control: the browser takes over from there.
EMSCRIPTEN_KEEPALIVE int lab_leaves() {
    return program()->shell().take_leave() ? 1 : 0;
}
EMSCRIPTEN_KEEPALIVE void lab_something_happened() {
    program()->expect();
}
EMSCRIPTEN_KEEPALIVE void lab_resized(float pixel_ratio) {
    program()->resized(pixel_ratio);
}
EMSCRIPTEN_KEEPALIVE void lab_graphics_lost() {
    program()->restore_graphics();
}

/// 0 where it is refused at once; the message says why.
EMSCRIPTEN_KEEPALIVE int lab_open_file(const char* file) {
    program()->expect();
    try {
        program()->shell().open_file(file);
        return 1;
    } catch (...) {
        program()->shell().show(base::caught());
        return 0;
    }
}
/// Memory for the weights of a real model, `bytes` of its files; null, and a message, where there is no room.
EMSCRIPTEN_KEEPALIVE void* lab_hold(const char* name, double bytes) {
    program()->expect();
    const auto size = static_cast<std::uint64_t>(bytes);
    try {
        program()->real_models().expect_room(name, size);
        if (void* const place = std::malloc(size)) {
            note_held(place, size);
            return place;
        }
        throw base::InputError(name, "the browser has no memory left for it", "close other pages");
    } catch (const base::InputError& error) {
        program()->shell().show(error);
        return nullptr;
    }
}
EMSCRIPTEN_KEEPALIVE void lab_let_go(void* place) {
    std::free(place);
    note_held(place, 0);
}
/// How many bytes of a real model's files are there.
EMSCRIPTEN_KEEPALIVE void lab_reading(const char* name, double done, double all) {
    program()->shell().tell_reading(name, static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(all));
    program()->expect();
}

EMSCRIPTEN_KEEPALIVE void lab_open_code(const char* code) {
    program()->shell().open_code(code);
}
/// What is on screen, as a code.
EMSCRIPTEN_KEEPALIVE const char* lab_code() {
    static std::string code;
    code = program()->shell().code();
    return code.c_str();
}
/// What is on screen, in words, as JSON: see ui::Spoken.
EMSCRIPTEN_KEEPALIVE const char* lab_spoken() {
    static std::string words;
    const ui::Spoken spoken = program()->shell().spoken();
    words = nlohmann::json{{"view", spoken.view},       {"stage", spoken.stage},
                           {"cell", spoken.cell},       {"lesson", spoken.lesson},
                           {"message", spoken.message}, {"explanation", spoken.explanation}}
                .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return words.c_str();
}
/// Writes changes to the files that are kept; lab_finish() at once, before the page goes.
EMSCRIPTEN_KEEPALIVE void lab_keep() {
    program()->shell().keep();
}
EMSCRIPTEN_KEEPALIVE void lab_finish() {
    program()->shell().finish();
}
/// Something that the page could not do.
EMSCRIPTEN_KEEPALIVE void lab_tell_problem(const char* where, const char* what, const char* hint) {
    program()->shell().show(base::InputError(where, what, hint));
    program()->expect();
}

} // extern "C"

int main() {
    return 0; // the page calls lab_start() when the files are there
}
