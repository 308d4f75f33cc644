#pragma once
// Matrices as pictures: coloured by a fragment shader, any part at any size, up to thousands of rows.

#include "render/heat_texture.h"
#include "render/shader.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace render {

using Colour = std::array<std::uint8_t, 4>; ///< red, green, blue, opacity

/// A rectangle of the framebuffer, in its pixels, y downwards from the top.
struct PixelRect {
    float x = 0, y = 0, width = 0, height = 0;
};

/// How one matrix is shown.
struct HeatPicture {
    PixelRect place; ///< where
    PixelRect clip;  ///< nothing is painted outside it
    float first_column = 0,
          first_row = 0;         ///< the part of the matrix that fills `place`, in cells: may be fractions
    float columns = 1, rows = 1; ///< (of the transposed matrix when `transposed`)
    bool transposed = false;
    float low = 0, high = 1;              ///< the numbers of the first and the last colour
    std::span<const Colour, 256> colours; ///< their opacity is not used
    Colour masked{138, 133, 120, 150};    ///< the hatching of −∞
    float hatch_spacing = 6;              ///< pixels along x from line to line
    float gap = 2;                        ///< pixels between cells that are 14 pixels or larger; none below 6
    float opacity = 1;
};

class HeatMap {
public:
    struct Limits {
        std::size_t texture_bytes = std::size_t{256}
                                    << 20; ///< the matrices drawn longest ago make room for others
        Index cells_per_draw =
            Index{1} << 20;   ///< uploaded at most in one draw, so that no frame waits for a large matrix
        int texture_side = 0; ///< 0: what the graphics card offers; larger matrices become several textures
    };

    /// Loads heat_map.vert and .frag from the folder. Needs a current context; throws InputError as Program
    /// does.
    explicit HeatMap(const std::filesystem::path& shaders);
    HeatMap(const std::filesystem::path& shaders, Limits limits);
    ~HeatMap();
    HeatMap(const HeatMap&) = delete;
    HeatMap& operator=(const HeatMap&) = delete;

    /// Draws into the bound framebuffer of framebuffer_width × framebuffer_height pixels and leaves OpenGL's
    /// state as it was. A matrix is uploaded when it is first seen, and again only when its pointer or its
    /// owner changes: the numbers behind a pointer never do. Returns false while parts of a large
    /// matrix are still to be uploaded: they are left out, and come with the next draws.
    bool draw(const std::shared_ptr<const Matrix>& matrix, const HeatPicture& picture, int framebuffer_width,
              int framebuffer_height);

    std::size_t texture_bytes() const; ///< in use now

private:
    struct Entry {
        const Matrix* matrix;
        std::weak_ptr<const Matrix> owner;
        std::vector<HeatTexture> tiles;
        std::uint64_t last_draw;

        std::size_t bytes() const;
    };

    Entry& entry_of(const std::shared_ptr<const Matrix>& matrix);
    void make_room(std::size_t bytes);
    std::vector<HeatTexture> tiles_of(const Matrix& matrix) const;
    void set_colours(std::span<const Colour, 256> colours);
    void set_uniforms(const HeatPicture& picture, int framebuffer_width, int framebuffer_height) const;
    void draw_tile(const HeatTexture& tile, const HeatPicture& picture) const;

    Limits limits_;
    Program program_;
    unsigned vertex_array_ = 0, colour_texture_ = 0;
    std::vector<Entry> entries_;
    std::uint64_t draws_ = 0;
};

} // namespace render
