#pragma once
// GLSL files, loaded and linked at run time.

#include <filesystem>
#include <string>

namespace render {

/// A linked program. Needs a current context of OpenGL 3.3 core or OpenGL ES 3.0.
class Program {
public:
    /// Compiles folder/name.vert and folder/name.frag. The files carry no #version: the one that fits the
    /// context is put in front. Throws InputError naming the file when it cannot be read, does not compile or
    /// does not link.
    Program(const std::filesystem::path& folder, const std::string& name);
    ~Program();
    Program(Program&& other) noexcept;
    Program& operator=(Program&& other) noexcept;

    unsigned id() const { return id_; }
    /// Where a uniform is. One that the program does not have asserts.
    int uniform(const char* name) const;

private:
    unsigned id_ = 0;
};

} // namespace render
