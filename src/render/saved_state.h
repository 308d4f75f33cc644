#pragma once
// Saves the OpenGL state that drawing changes and restores it at the end of the scope.

#include <glad/gl.h>

#include <array>

namespace render {

class SavedState {
public:
    SavedState() {
        glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
        glGetIntegerv(GL_ACTIVE_TEXTURE, &active_texture_);
        for (unsigned unit = 0; unit < units_.size(); ++unit) {
            glActiveTexture(GL_TEXTURE0 + unit);
            glGetIntegerv(GL_TEXTURE_BINDING_2D, &units_[unit].texture);
            glGetIntegerv(GL_SAMPLER_BINDING, &units_[unit].sampler);
        }
        glGetIntegerv(GL_UNPACK_ALIGNMENT, &unpack_alignment_);
        glGetIntegerv(GL_UNPACK_ROW_LENGTH, &unpack_row_length_);
        glGetIntegerv(GL_VIEWPORT, viewport_.data());
        glGetIntegerv(GL_SCISSOR_BOX, scissor_box_.data());
        for (Switch& s : switches_)
            s.on = glIsEnabled(s.name);
        glGetIntegerv(GL_BLEND_SRC_RGB, &blend_[0]);
        glGetIntegerv(GL_BLEND_DST_RGB, &blend_[1]);
        glGetIntegerv(GL_BLEND_SRC_ALPHA, &blend_[2]);
        glGetIntegerv(GL_BLEND_DST_ALPHA, &blend_[3]);
        glGetIntegerv(GL_BLEND_EQUATION_RGB, &equation_[0]);
        glGetIntegerv(GL_BLEND_EQUATION_ALPHA, &equation_[1]);
    }
    ~SavedState() {
        glUseProgram(name(program_));
        glBindVertexArray(name(vertex_array_));
        for (unsigned unit = 0; unit < units_.size(); ++unit) {
            glActiveTexture(GL_TEXTURE0 + unit);
            glBindTexture(GL_TEXTURE_2D, name(units_[unit].texture));
            glBindSampler(unit, name(units_[unit].sampler));
        }
        glActiveTexture(name(active_texture_));
        glPixelStorei(GL_UNPACK_ALIGNMENT, unpack_alignment_);
        glPixelStorei(GL_UNPACK_ROW_LENGTH, unpack_row_length_);
        glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
        glScissor(scissor_box_[0], scissor_box_[1], scissor_box_[2], scissor_box_[3]);
        for (const Switch& s : switches_)
            s.on ? glEnable(s.name) : glDisable(s.name);
        glBlendFuncSeparate(name(blend_[0]), name(blend_[1]), name(blend_[2]), name(blend_[3]));
        glBlendEquationSeparate(name(equation_[0]), name(equation_[1]));
    }
    SavedState(const SavedState&) = delete;
    SavedState& operator=(const SavedState&) = delete;

private:
    static unsigned name(int value) { return static_cast<unsigned>(value); }

    struct Unit {
        int texture = 0, sampler = 0;
    };
    struct Switch {
        unsigned name;
        bool on = false;
    };
    int program_ = 0, vertex_array_ = 0, active_texture_ = 0, unpack_alignment_ = 4, unpack_row_length_ = 0;
    std::array<Unit, 2> units_;
    std::array<int, 4> viewport_{}, scissor_box_{}, blend_{};
    std::array<int, 2> equation_{};
    std::array<Switch, 5> switches_{
        {{GL_BLEND}, {GL_SCISSOR_TEST}, {GL_DEPTH_TEST}, {GL_CULL_FACE}, {GL_STENCIL_TEST}}};
};

} // namespace render
