#include "render/heat_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glad/gl.h>
#include <limits>
#include <utility>

namespace render {

Matrix halved(const Eigen::Ref<const Matrix>& finer) {
    const Index rows = std::max<Index>(1, finer.rows() / 2), columns = std::max<Index>(1, finer.cols() / 2);
    Matrix coarser(rows, columns);
    for (Index i = 0; i < rows; ++i) {
        const Index bottom = i + 1 == rows ? finer.rows() : 2 * i + 2;
        for (Index j = 0; j < columns; ++j) {
            const Index right = j + 1 == columns ? finer.cols() : 2 * j + 2;
            float sum = 0, count = 0;
            for (Index y = 2 * i; y < bottom; ++y)
                for (Index x = 2 * j; x < right; ++x) {
                    const float number = finer(y, x);
                    const bool counts = number >= std::numeric_limits<float>::lowest(); // neither −∞ nor NaN
                    sum += counts ? number : 0;
                    count += counts ? 1.0F : 0.0F;
                }
            coarser(i, j) = count > 0 ? sum / count : -std::numeric_limits<float>::infinity();
        }
    }
    return coarser;
}

int level_count(Index rows, Index columns, int most) {
    int levels = 0;
    for (Index side = std::max(rows, columns); side > 1 && levels < most; side /= 2)
        ++levels;
    return levels;
}

namespace {

// A texel of 256 × 256 cells is coarse enough: 4096 cells in 16 pixels. A band of 256 rows then divides
// evenly at every level.
constexpr int most_levels = 8;
constexpr Index band = Index{1} << most_levels;

int gl(Index number) {
    return static_cast<int>(number);
}

} // namespace

HeatTexture::HeatTexture(Index row, Index column, Index rows, Index columns)
    : row_(row), column_(column), rows_(rows), columns_(columns),
      levels_(level_count(rows, columns, most_levels)) {
    glGenTextures(1, &id_);
    glBindTexture(GL_TEXTURE_2D, id_);
    // ES 3.0 cannot filter R32F: the shader fetches single texels.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels_);
    for (int level = 0; level <= levels_; ++level)
        glTexImage2D(GL_TEXTURE_2D, level, GL_R32F, gl(std::max<Index>(1, columns >> level)),
                     gl(std::max<Index>(1, rows >> level)), 0, GL_RED, GL_FLOAT, nullptr);
}

HeatTexture::~HeatTexture() {
    if (id_) glDeleteTextures(1, &id_);
}

HeatTexture::HeatTexture(HeatTexture&& other) noexcept
    : id_(std::exchange(other.id_, 0)), row_(other.row_), column_(other.column_), rows_(other.rows_),
      columns_(other.columns_), ready_rows_(other.ready_rows_), levels_(other.levels_) {}

Index HeatTexture::upload(const Matrix& matrix, Index budget) {
    Index spent = 0;
    glBindTexture(GL_TEXTURE_2D, id_);
    while (!is_complete() && (spent == 0 || spent < budget)) {
        // The last band includes the remainder, so that its coarser levels do too.
        const Index left = rows_ - ready_rows_, count = left < 2 * band ? left : band;
        upload_band(matrix, ready_rows_, count);
        ready_rows_ += count;
        spent += count * columns_;
    }
    return spent;
}

void HeatTexture::upload_band(const Matrix& matrix, Index first, Index count) {
    glPixelStorei(GL_UNPACK_ROW_LENGTH, gl(matrix.cols()));
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, gl(first), gl(columns_), gl(count), GL_RED, GL_FLOAT,
                    matrix.data() + (row_ + first) * matrix.cols() + column_);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    Matrix coarser;
    for (int level = 1; level <= levels_; ++level) {
        coarser = level == 1 ? halved(matrix.block(row_ + first, column_, count, columns_)) : halved(coarser);
        glTexSubImage2D(GL_TEXTURE_2D, level, 0, gl(first >> level), gl(coarser.cols()), gl(coarser.rows()),
                        GL_RED, GL_FLOAT, coarser.data());
    }
}

std::size_t HeatTexture::bytes() const {
    return static_cast<std::size_t>(rows_ * columns_) * sizeof(float) * 4 / 3;
}

namespace {

/// Saves the OpenGL state that drawing changes, and restores it at the end of the scope.
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

constexpr unsigned numbers_unit = 0, colours_unit = 1;

template <class Owner>
bool same_owner(const std::weak_ptr<const Matrix>& a, const Owner& b) {
    return !a.owner_before(b) && !b.owner_before(a);
}

/// Gaps grow from 0 to `gap` as cells grow from 6 to 14 pixels.
float gap_between(float cell, float gap) {
    return gap * std::clamp((cell - 6) / 8, 0.0F, 1.0F);
}

/// glScissor counts from the bottom, in whole pixels; a pixel is inside the clip when its centre is.
void clip_to(const PixelRect& clip, int framebuffer_height) {
    const auto left = static_cast<int>(std::lround(clip.x)), top = static_cast<int>(std::lround(clip.y));
    const auto right = static_cast<int>(std::lround(clip.x + clip.width));
    const auto bottom = static_cast<int>(std::lround(clip.y + clip.height));
    glScissor(left, framebuffer_height - bottom, std::max(0, right - left), std::max(0, bottom - top));
}

} // namespace

HeatMap::HeatMap(const std::filesystem::path& shaders) : HeatMap(shaders, Limits()) {}

HeatMap::HeatMap(const std::filesystem::path& shaders, Limits limits)
    : shaders_(shaders), limits_(limits), program_(shaders, "heat_map") {
    if (limits_.texture_side <= 0) glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limits_.texture_side);
    make_objects();
}

void HeatMap::restore_graphics() {
    entries_.clear();
    program_ = Program(shaders_, "heat_map");
    make_objects();
}

void HeatMap::make_objects() {
    const SavedState saved;
    glGenVertexArrays(1, &vertex_array_);
    glGenTextures(1, &colour_texture_);
    glBindTexture(GL_TEXTURE_2D, colour_texture_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 256, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glUseProgram(program_.id());
    glUniform1i(program_.uniform("numbers"), numbers_unit);
    glUniform1i(program_.uniform("colours"), colours_unit);
}

HeatMap::~HeatMap() {
    glDeleteTextures(1, &colour_texture_);
    glDeleteVertexArrays(1, &vertex_array_);
}

bool HeatMap::draw(const std::shared_ptr<const Matrix>& matrix, const HeatPicture& picture,
                   int framebuffer_width, int framebuffer_height) {
    if (matrix->size() == 0 || picture.columns <= 0 || picture.rows <= 0) return true;
    const SavedState saved;
    for (const unsigned unit : {numbers_unit, colours_unit})
        glBindSampler(unit, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);

    glActiveTexture(GL_TEXTURE0 + numbers_unit);
    Entry& entry = entry_of(matrix);
    entry.last_draw = ++draws_;
    Index budget = limits_.cells_per_draw;
    for (HeatTexture& tile : entry.tiles)
        if (budget > 0 && !tile.is_complete()) budget -= tile.upload(*matrix, budget);

    set_colours(picture.colours);
    set_uniforms(picture, framebuffer_width, framebuffer_height);
    glViewport(0, 0, framebuffer_width, framebuffer_height);
    glEnable(GL_SCISSOR_TEST);
    clip_to(picture.clip, framebuffer_height);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    for (const unsigned name : {GL_DEPTH_TEST, GL_CULL_FACE, GL_STENCIL_TEST})
        glDisable(name);
    glBindVertexArray(vertex_array_);
    glActiveTexture(GL_TEXTURE0 + numbers_unit);
    for (const HeatTexture& tile : entry.tiles)
        if (tile.ready_rows() > 0) draw_tile(tile, picture);
    return std::ranges::all_of(entry.tiles, &HeatTexture::is_complete);
}

void HeatMap::set_colours(std::span<const Colour, 256> colours) {
    glActiveTexture(GL_TEXTURE0 + colours_unit);
    glBindTexture(GL_TEXTURE_2D, colour_texture_);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 256, 1, GL_RGBA, GL_UNSIGNED_BYTE, colours.data());
}

void HeatMap::set_uniforms(const HeatPicture& p, int framebuffer_width, int framebuffer_height) const {
    const float cell_width = p.place.width / p.columns, cell_height = p.place.height / p.rows;
    const float gap = gap_between(std::min(cell_width, cell_height), p.gap);
    glUseProgram(program_.id());
    glUniform2f(program_.uniform("framebuffer"), static_cast<float>(framebuffer_width),
                static_cast<float>(framebuffer_height));
    glUniform2f(program_.uniform("footprint"), 1 / cell_width, 1 / cell_height);
    glUniform2f(program_.uniform("range"), p.low, p.high > p.low ? p.high : p.low + 1);
    glUniform2f(program_.uniform("gap"), gap, gap);
    glUniform4f(program_.uniform("masked"), static_cast<float>(p.masked[0]) / 255,
                static_cast<float>(p.masked[1]) / 255, static_cast<float>(p.masked[2]) / 255,
                static_cast<float>(p.masked[3]) / 255);
    glUniform1f(program_.uniform("spacing"), p.hatch_spacing);
    glUniform1f(program_.uniform("opacity"), p.opacity);
    glUniform1i(program_.uniform("transposed"), p.transposed ? 1 : 0);
}

void HeatMap::draw_tile(const HeatTexture& tile, const HeatPicture& p) const {
    // The part of the picture this tile covers, in cells: (left, top) to (right, bottom).
    auto row = static_cast<float>(tile.row()), column = static_cast<float>(tile.column());
    auto rows = static_cast<float>(tile.ready_rows()), columns = static_cast<float>(tile.columns());
    const float origin[] = {column, row};
    if (p.transposed) {
        std::swap(row, column);
        std::swap(rows, columns);
    }
    const float left = std::max(column, p.first_column),
                right = std::min(column + columns, p.first_column + p.columns);
    const float top = std::max(row, p.first_row), bottom = std::min(row + rows, p.first_row + p.rows);
    if (left >= right || top >= bottom) return;

    const float cell_width = p.place.width / p.columns, cell_height = p.place.height / p.rows;
    glUniform4f(program_.uniform("part"), left, top, right - left, bottom - top);
    glUniform4f(program_.uniform("rect"), p.place.x + (left - p.first_column) * cell_width,
                p.place.y + (top - p.first_row) * cell_height, (right - left) * cell_width,
                (bottom - top) * cell_height);
    glUniform2f(program_.uniform("origin"), origin[0], origin[1]);
    glUniform2i(program_.uniform("size"), static_cast<int>(tile.columns()), static_cast<int>(tile.rows()));
    glUniform1i(program_.uniform("last_level"), tile.last_level());
    glBindTexture(GL_TEXTURE_2D, tile.id());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

HeatMap::Entry& HeatMap::entry_of(const std::shared_ptr<const Matrix>& matrix) {
    std::erase_if(entries_, [](const Entry& e) { return e.owner.expired(); });
    const auto found = std::ranges::find_if(
        entries_, [&](const Entry& e) { return e.matrix == matrix.get() && same_owner(e.owner, matrix); });
    if (found != entries_.end()) return *found;
    std::vector<HeatTexture> tiles = tiles_of(*matrix);
    entries_.push_back({matrix.get(), matrix, std::move(tiles), ++draws_});
    make_room(limits_.texture_bytes);
    return entries_.back();
}

/// Evicts the least recently drawn matrices until the rest fits; never the newest.
void HeatMap::make_room(std::size_t bytes) {
    std::ranges::sort(entries_, {}, &Entry::last_draw);
    while (entries_.size() > 1 && texture_bytes() > bytes)
        entries_.erase(entries_.begin());
}

std::vector<HeatTexture> HeatMap::tiles_of(const Matrix& matrix) const {
    std::vector<HeatTexture> tiles;
    const Index side = limits_.texture_side;
    for (Index row = 0; row < matrix.rows(); row += side)
        for (Index column = 0; column < matrix.cols(); column += side)
            tiles.emplace_back(row, column, std::min(side, matrix.rows() - row),
                               std::min(side, matrix.cols() - column));
    return tiles;
}

std::size_t HeatMap::Entry::bytes() const {
    std::size_t sum = 0;
    for (const HeatTexture& tile : tiles)
        sum += tile.bytes();
    return sum;
}

std::size_t HeatMap::texture_bytes() const {
    std::size_t sum = 0;
    for (const Entry& entry : entries_)
        sum += entry.bytes();
    return sum;
}

} // namespace render
