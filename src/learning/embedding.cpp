#include "learning/embedding.h"

#include <cassert>

namespace learning {

template <class T>
void embedding(const MatrixOf<T>& table, std::span<const int> ids, std::type_identity_t<T> factor,
               MatrixOf<T>& y) {
    y.resize(static_cast<Index>(ids.size()), table.cols());
    for (Index i = 0; i < y.rows(); ++i) {
        const int id = ids[static_cast<std::size_t>(i)];
        assert(id >= 0 && id < table.rows());
        y.row(i) = factor * table.row(id);
    }
}

// A row of the table stands wherever its id does, each time multiplied by the factor: g_table_id = factor·Σ
// g_y_i over all i with ids_i = id.
template <class T>
void embedding_backward(std::span<const int> ids, std::type_identity_t<T> factor, const View<T>& g_y,
                        MatrixOf<T>& g_table) {
    assert(g_y.rows() == static_cast<Index>(ids.size()) && g_y.cols() == g_table.cols());
    for (Index i = 0; i < g_y.rows(); ++i)
        g_table.row(ids[static_cast<std::size_t>(i)]) += factor * g_y.row(i);
}

template void embedding(const MatrixOf<float>&, std::span<const int>, float, MatrixOf<float>&);
template void embedding(const MatrixOf<double>&, std::span<const int>, double, MatrixOf<double>&);
template void embedding_backward(std::span<const int>, float, const View<float>&, MatrixOf<float>&);
template void embedding_backward(std::span<const int>, double, const View<double>&, MatrixOf<double>&);

} // namespace learning
