#pragma once
// Draws matrices as pictures: coloured by a fragment shader, any part at any size, up to thousands of rows.

#include "base/matrix.h"
#include "render/shader.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace render {

using base::Index;
using base::Matrix;

// Mipmap levels of a matrix: each cell is the mean of the cells that it covers.

/// Half as many rows and columns, rounded down but at least one, as in OpenGL's texture levels; the last row
/// and column absorb the remainder. Each cell is the mean of the 2 × 2 (at edges up to 3 × 3) cells it
/// covers, ignoring −∞ and NaN; −∞ when no others remain.
Matrix halved(const Eigen::Ref<const Matrix>& finer);

/// How often a rows × columns texture is halved: until it is one cell, at most `most` times.
int level_count(Index rows, Index columns, int most);

// A matrix on the GPU with its coarser levels, uploaded in parts.

/// A block of a matrix as one R32F texture; level k holds means of 2^k × 2^k cells.
class HeatTexture {
public:
    /// Allocates the texture for `rows` × `columns` cells starting at (row, column); uploads nothing yet.
    HeatTexture(Index row, Index column, Index rows, Index columns);
    ~HeatTexture();
    HeatTexture(HeatTexture&& other) noexcept;
    HeatTexture& operator=(HeatTexture&&) = delete;

    /// Uploads whole bands of rows until `budget` cells are spent (at least one band) or the texture is
    /// complete. Returns the number of cells uploaded.
    Index upload(const Matrix& matrix, Index budget);

    unsigned id() const { return id_; }
    Index row() const { return row_; }
    Index column() const { return column_; }
    Index rows() const { return rows_; }
    Index columns() const { return columns_; }
    Index ready_rows() const { return ready_rows_; } ///< rows uploaded so far, from the first
    bool is_complete() const { return ready_rows_ == rows_; }
    int last_level() const { return levels_; }
    std::size_t bytes() const;

private:
    void upload_band(const Matrix& matrix, Index first, Index count);

    unsigned id_ = 0;
    Index row_, column_, rows_, columns_, ready_rows_ = 0;
    int levels_;
};

// The pictures.

using Colour = std::array<std::uint8_t, 4>; ///< red, green, blue, opacity

/// A rectangle of the framebuffer in pixels, y downwards from the top.
struct PixelRect {
    float x = 0, y = 0, width = 0, height = 0;
    bool operator==(const PixelRect&) const = default;
};

/// How one matrix is shown.
struct HeatPicture {
    PixelRect place; ///< where the picture goes
    PixelRect clip;  ///< nothing is drawn outside
    /// The part of the matrix that fills `place`, in cells (of the transposed matrix when `transposed`); may
    /// be fractional.
    float first_column = 0, first_row = 0, columns = 1, rows = 1;
    bool transposed = false;
    float low = 0, high = 1;              ///< values of the first and the last colour
    std::array<Colour, 256> colours = {}; ///< alpha is ignored
    Colour masked{138, 133, 120, 150};    ///< hatching colour for −∞
    float hatch_spacing = 6;              ///< pixels between lines, along x
    float gap = 2;                        ///< pixels between cells of 14 pixels or more; none below 6
    float opacity = 1;
    bool operator==(const HeatPicture&) const = default;
};

class HeatMap {
public:
    struct Limits {
        std::size_t texture_bytes = std::size_t{256} << 20; ///< the least recently drawn are evicted
        Index cells_per_draw = Index{1} << 20; ///< upload limit: a large matrix must not stall a frame
        int texture_side = 0; ///< 0: the driver's maximum; larger matrices are split into several textures
    };

    /// Loads heat_map.vert and .frag from the folder. Needs a current context; throws as Program does.
    explicit HeatMap(const std::filesystem::path& shaders);
    HeatMap(const std::filesystem::path& shaders, Limits limits);
    ~HeatMap();
    HeatMap(const HeatMap&) = delete;
    HeatMap& operator=(const HeatMap&) = delete;

    /// Draws into the bound framebuffer of framebuffer_width × framebuffer_height pixels and restores the
    /// OpenGL state. A matrix is uploaded when first seen, and again only when its pointer or owner changes:
    /// the numbers behind a pointer never do. Returns false while parts of a large matrix are still to be
    /// uploaded; they are left out and follow in later draws.
    bool draw(const std::shared_ptr<const Matrix>& matrix, const HeatPicture& picture, int framebuffer_width,
              int framebuffer_height);

    std::size_t texture_bytes() const; ///< in use now

    /// Recreates everything after its context was lost. Throws InputError like the constructor.
    void restore_graphics();

private:
    struct Entry {
        const Matrix* matrix;
        std::weak_ptr<const Matrix> owner;
        std::vector<HeatTexture> tiles;
        std::uint64_t last_draw;

        std::size_t bytes() const;
    };

    void make_objects();
    Entry& entry_of(const std::shared_ptr<const Matrix>& matrix);
    void make_room(std::size_t bytes);
    std::vector<HeatTexture> tiles_of(const Matrix& matrix) const;
    void set_colours(std::span<const Colour, 256> colours);
    void set_uniforms(const HeatPicture& picture, int framebuffer_width, int framebuffer_height) const;
    void draw_tile(const HeatTexture& tile, const HeatPicture& picture) const;

    std::filesystem::path shaders_;
    Limits limits_;
    Program program_;
    unsigned vertex_array_ = 0, colour_texture_ = 0;
    std::vector<Entry> entries_;
    std::uint64_t draws_ = 0;
};

} // namespace render
