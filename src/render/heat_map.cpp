#include "render/heat_map.h"

#include "render/saved_state.h"

#include <algorithm>
#include <cmath>

namespace render {
namespace {

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
