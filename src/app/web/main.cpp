// The program in a browser. The page (web/) owns the loop and asks for a frame when something has happened.

#include "app/web/page_program.h"

#include "base/input_error.h"
#include "base/text.h"
#include "ui/canvas/page.h"

#include <emscripten.h>
#include <emscripten/html5.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace app {
namespace {

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
        tell("memory", "the browser gives no more", "shorten the text, or close other pages");
    } catch (const std::exception& error) {
        tell("the program", error.what(), "reload the page: your work is kept");
    }
    return problem.c_str();
}

} // namespace
} // namespace app

using app::outcome, app::program;

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

EMSCRIPTEN_KEEPALIVE void lab_open_file(const char* file) {
    program()->shell().open_file(file);
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
