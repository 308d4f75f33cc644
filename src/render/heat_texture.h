#pragma once
// A matrix on the GPU with its coarser levels, uploaded in parts.

#include "render/mean_levels.h"

namespace render {

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

} // namespace render
