#include "render/shader.h"

#include "base/input_error.h"
#include "render/canvas.h"
#include "source_folder.h"

#include <fstream>

using base::InputError;
using render::Program;

namespace {

const std::filesystem::path shaders = source_folder() / "shaders";

/// A folder with one pair of shaders in it, removed at the end of the scope.
struct ShaderFolder {
    ShaderFolder(const std::string& vertex, const std::string& fragment)
        : path(std::filesystem::temp_directory_path() / "attention_lab_shader_test") {
        std::filesystem::create_directories(path);
        std::ofstream(path / "s.vert") << vertex;
        std::ofstream(path / "s.frag") << fragment;
    }
    ~ShaderFolder() { std::filesystem::remove_all(path); }
    std::filesystem::path path;
};

InputError error_of(const std::filesystem::path& folder, const std::string& name) {
    try {
        const Program program(folder, name);
    } catch (const InputError& error) {
        return error;
    }
    FAIL("the program was made all the same");
    return {"", "", ""};
}

constexpr const char* good_vertex = "uniform vec4 at;\nvoid main() { gl_Position = at; }\n";
constexpr const char* good_fragment = "out vec4 c;\nvoid main() { c = vec4(1.0); }\n";

} // namespace

TEST_CASE("every shader of the program compiles for OpenGL 3.3 and for OpenGL ES 3.0") {
    for (const Api api : {Api::desktop, Api::es}) {
        const Context context(api);
        int found = 0;
        for (const auto& file : std::filesystem::directory_iterator(shaders))
            if (file.path().extension() == ".frag") {
                const Program program(shaders, file.path().stem().string());
                CHECK(program.id() != 0);
                ++found;
            }
        CHECK(found > 0);
        CHECK(glGetError() == GL_NO_ERROR);
    }
}

TEST_CASE("a missing shader is named") {
    const Context context;
    const InputError error = error_of(shaders, "no_such");
    CHECK(error.where == (shaders / "no_such.vert").string());
    CHECK_FALSE(error.hint.empty());
}

TEST_CASE("a shader that does not compile is named with its line") {
    const Context context;
    const ShaderFolder folder(good_vertex, "out vec4 c;\nvoid main() {\n    c = nonsense;\n}\n");
    const InputError error = error_of(folder.path, "s");
    CHECK(error.where.ends_with("s.frag"));
    CHECK(error.problem.find(":3(") != std::string::npos); // Mesa's form of a line number
    CHECK(error.problem.find("nonsense") != std::string::npos);
}

TEST_CASE("shaders that do not link are refused") {
    const Context context;
    const ShaderFolder folder(
        "out vec2 place;\nvoid main() { place = vec2(1.0); gl_Position = place.xyxy; }\n",
        "in vec4 place;\nout vec4 c;\nvoid main() { c = place; }\n");
    CHECK(error_of(folder.path, "s").problem.find("do not link") != std::string::npos);
}

TEST_CASE("an empty shader is refused") {
    const Context context;
    const ShaderFolder folder(good_vertex, "");
    CHECK(error_of(folder.path, "s").where.ends_with("s.frag"));
}

TEST_CASE("a program finds its uniforms") {
    const Context context;
    const ShaderFolder folder(good_vertex, good_fragment);
    CHECK(Program(folder.path, "s").uniform("at") >= 0);
}
