#pragma once
// A matrix on the graphics card, with its coarser levels, uploaded a part at a time.

#include "render/mean_levels.h"

namespace render {

/// A block of a matrix as one R32F texture; level k holds means of 2^k × 2^k cells. The matrix must outlive
/// the calls.
class HeatTexture {
public:
    /// Makes room for `rows` × `columns` cells from (row, column) on; nothing is uploaded yet.
    HeatTexture(Index row, Index column, Index rows, Index columns);
    ~HeatTexture();
    HeatTexture(HeatTexture&& other) noexcept;
    HeatTexture& operator=(HeatTexture&&) = delete;

    /// Uploads whole bands of rows until `budget` cells are spent (at least one band) or all is there.
    /// Returns the cells uploaded.
    Index upload(const Matrix& matrix, Index budget);

    unsigned id() const { return id_; }
    Index row() const { return row_; }
    Index column() const { return column_; }
    Index rows() const { return rows_; }
    Index columns() const { return columns_; }
    Index ready_rows() const { return ready_rows_; } ///< the rows that can be shown, from the first
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
