#pragma once
// The whole computation, softmax(Q·Kᵀ/√d_k + mask)·V head by head, with every stage kept.

#include "attention/layer.h"
#include "attention/quantity.h"
#include "base/stop.h"

#include <utility>
#include <vector>

namespace attention {

/// Every stage of one head. Shapes: n queries, m keys.
struct HeadTrace {
    Matrix w_q, w_k, w_v; ///< this head's columns, overrides applied
    Matrix q, k, v;       ///< (n, d_k), (m, d_k), (m, d_v)
    Matrix scores;        ///< (n, m)
    Matrix scaled;        ///< (n, m) scores / divisor
    Matrix masked; ///< (n, m) −∞ where a key is forbidden; 0 rows when nothing is masked: use `scaled` then
    ColumnVector row_max;      ///< (n) largest masked score of each row; −∞ when all are masked
    Matrix numerators;         ///< (n, m) exp(masked − row_max), 0 where masked
    ColumnVector denominators; ///< (n) sums of the numerators
    Matrix weights;            ///< (n, m) numerators / denominators; rows of 0 where all keys are masked
    BoolMatrix kept;           ///< (n, m) what dropout kept; 0 rows without dropout
    Matrix dropped;            ///< (n, m) after dropout; 0 rows without dropout
    Matrix output;             ///< (n, d_v) weights·V
};

/// The result of one pass. Nothing changes it afterwards, so threads and views can share it.
struct Trace {
    Input input;    ///< as given
    LayerPtr layer; ///< as given
    Options options;
    std::vector<Override> overrides;

    Matrix x, memory;   ///< with positions added and overrides applied; memory has 0 rows in self-attention
    BoolMatrix allowed; ///< (n, m) the combined mask; 0 rows when nothing is masked
    float divisor = 1;  ///< what the scores were divided by
    std::vector<HeadTrace> heads; ///< layer.heads of them
    Matrix w_o;                   ///< (h·d_v, d_out) overrides applied; 0 rows when absent
    Matrix concat;                ///< (n, h·d_v); 0 in the columns of heads that are switched off
    Matrix output;                ///< (n, d_out)

    Index n() const { return x.rows(); }
    Index m() const { return input.is_cross() ? memory.rows() : x.rows(); }

    /// The matrix of a quantity, for per-head ones that of `head`. A quantity that does not exist in this
    /// pass (memory in self-attention, position without positions, w_o when absent) is an empty matrix;
    /// `dropped` without dropout is `weights`, `masked` without a mask is `scaled`. Asserts that the head
    /// exists.
    const Matrix& matrix(Quantity quantity, Index head) const;
    float value(const Cell& cell) const { return matrix(cell.quantity, cell.head)(cell.row, cell.column); }
    bool is_overridden(const Cell& cell) const;
};

/// Runs the pass and keeps everything.
/// Throws InputError, naming the tensor with its expected and found shape, when shapes do not match, when a
/// size is 0, when a number is NaN or infinite, when an option is out of range, or when an override is
/// outside its matrix. Returns early, with an incomplete trace that must not be used, when `stop` is
/// requested.
Trace trace(const Input& input, LayerPtr layer, const Options& options = {},
            std::vector<Override> overrides = {}, const base::StopToken& stop = {});
/// The same with a copy of the layer.
inline Trace trace(const Input& input, const Layer& layer, const Options& options = {},
                   std::vector<Override> overrides = {}, const base::StopToken& stop = {}) {
    return trace(input, std::make_shared<const Layer>(layer), options, std::move(overrides), stop);
}

/// A batch: the same layer on every item. `options` holds one entry for all items or one per item.
std::vector<Trace> trace_batch(const std::vector<Input>& items, const LayerPtr& layer,
                               const std::vector<Options>& options);
inline std::vector<Trace> trace_batch(const std::vector<Input>& items, const Layer& layer,
                                      const std::vector<Options>& options) {
    return trace_batch(items, std::make_shared<const Layer>(layer), options);
}

/// The bytes that trace() will keep for these sizes, for callers that check beforehand.
std::size_t trace_bytes(Index n, Index m, Index d_model, Index d_k, Index d_v, Index heads);

} // namespace attention
