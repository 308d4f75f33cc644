#include "render/shader.h"

#include "base/files.h"
#include "base/input_error.h"

#include <cassert>
#include <glad/gl.h>
#include <string_view>
#include <utility>

namespace render {
namespace {

using base::InputError;

bool is_embedded() {
    const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    return version && std::string_view(version).starts_with("OpenGL ES");
}

/// The first lines of every shader.
std::string preamble() {
    const char* precision =
        is_embedded() ? "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n" : "";
    return std::string(glsl_version()) + "\n" + precision + "#line 1\n";
}

std::string contents(const std::filesystem::path& file) {
    constexpr std::uintmax_t largest = 1 << 20;
    const std::string hint = "the folder shaders/ must be next to the program: reinstall it";
    try {
        if (std::string text = base::read_whole_file(file, largest); !text.empty()) return text;
    } catch (const InputError& error) {
        throw InputError(error.where, "the shader cannot be read: " + error.problem, hint);
    }
    throw InputError(file.string(), "the shader is empty", hint);
}

std::string log_of(unsigned object, decltype(glGetShaderiv) get, decltype(glGetShaderInfoLog) get_log) {
    int length = 0;
    get(object, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
    get_log(object, length, nullptr, log.data());
    while (!log.empty() && (log.back() == '\0' || log.back() == '\n'))
        log.pop_back();
    return log;
}

/// A shader object, deleted at the end of its scope; a linked program does not need it.
class Shader {
public:
    Shader(const std::filesystem::path& file, unsigned kind) {
        const std::string source = preamble() + contents(file);
        const char* text = source.c_str();
        id_ = glCreateShader(kind);
        glShaderSource(id_, 1, &text, nullptr);
        glCompileShader(id_);
        int compiled = 0;
        glGetShaderiv(id_, GL_COMPILE_STATUS, &compiled);
        if (compiled) return;
        const std::string log = log_of(id_, glGetShaderiv, glGetShaderInfoLog);
        glDeleteShader(id_);
        throw InputError(file.string(), "the shader does not compile: " + log,
                         "restore the installed file, or fix the line named above");
    }
    ~Shader() { glDeleteShader(id_); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;

    unsigned id() const { return id_; }

private:
    unsigned id_ = 0;
};

} // namespace

const char* glsl_version() {
    return is_embedded() ? "#version 300 es" : "#version 330 core";
}

Program::Program(const std::filesystem::path& folder, const std::string& name) {
    const std::filesystem::path vertex_file = folder / (name + ".vert"),
                                fragment_file = folder / (name + ".frag");
    const Shader vertex(vertex_file, GL_VERTEX_SHADER), fragment(fragment_file, GL_FRAGMENT_SHADER);
    id_ = glCreateProgram();
    glAttachShader(id_, vertex.id());
    glAttachShader(id_, fragment.id());
    glLinkProgram(id_);
    int linked = 0;
    glGetProgramiv(id_, GL_LINK_STATUS, &linked);
    if (linked) return;
    const std::string log = log_of(id_, glGetProgramiv, glGetProgramInfoLog);
    glDeleteProgram(id_);
    throw InputError(fragment_file.string(), "the shaders " + name + ".vert and .frag do not link: " + log,
                     "restore the installed versions of both files");
}

Program::~Program() {
    if (id_) glDeleteProgram(id_);
}

Program::Program(Program&& other) noexcept : id_(std::exchange(other.id_, 0)) {}

Program& Program::operator=(Program&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
}

int Program::uniform(const char* name) const {
    const int place = glGetUniformLocation(id_, name);
    assert(place >= 0 && "the shader has no such uniform, or does not use it");
    return place;
}

} // namespace render
