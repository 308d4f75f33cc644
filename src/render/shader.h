#pragma once
// GLSL files, loaded and linked at run time.

#include <filesystem>
#include <string>

namespace render {

/// The #version line of shaders for the current context.
const char* glsl_version();

/// A linked program. Needs a current context of OpenGL 3.3 core or OpenGL ES 3.0.
class Program {
public:
    /// Compiles folder/name.vert and folder/name.frag. The files carry no #version: the line that fits the
    /// context is prepended. Throws InputError naming the file when it cannot be read, compiled or linked.
    Program(const std::filesystem::path& folder, const std::string& name);
    ~Program();
    Program(Program&& other) noexcept;
    Program& operator=(Program&& other) noexcept;

    unsigned id() const { return id_; }
    /// The location of a uniform; asserts when the program has none of that name.
    int uniform(const char* name) const;

private:
    unsigned id_ = 0;
};

} // namespace render
