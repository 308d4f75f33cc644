#pragma once
// The whole computation, softmax(Q·Kᵀ/√d_k + mask)·V head by head, with every stage kept.

#include "attention/layer.h"
#include "attention/quantity.h"
#include "attention/softmax.h"
#include "base/stop.h"

#include <utility>
#include <vector>

namespace attention {

/// Every stage of one head. Shapes: n queries; m keys, of which p are past. A step that this pass does not
/// take leaves 0 rows: made() and latest() tell what stands in its place. Heads that share keys hold the same
/// keys and values.
struct HeadTrace {
    Matrix w_q, w_k, w_v;        ///< this head's columns, overrides applied
    Matrix q, k, v;              ///< (n, d_k), (m − p, d_k), (m − p, d_v)
    Matrix q_normed, k_normed;   ///< (n, d_k), (m − p, d_k) with an RMS norm
    Matrix q_rotated, k_rotated; ///< (n, d_k), (m − p, d_k) with rotary positions
    Matrix present_k, present_v; ///< (m, d_k), (m, d_v) with past keys: these first
    Matrix scores;               ///< (n, m)
    Matrix scaled;               ///< (n, m) scores / divisor
    Matrix capped;               ///< (n, m) with a softcap
    Matrix biased;               ///< (n, m) with a bias
    Matrix masked;               ///< (n, m) −∞ where a key is forbidden, with a mask
    float sink = no_sink;        ///< the logit beside every row
    ColumnVector row_max; ///< (n) largest masked score of each row, the sink included; −∞ without any
    Matrix numerators;    ///< (n, m) exp(masked − row_max), 0 where masked
    ColumnVector denominators; ///< (n) sums of the numerators, that of the sink included
    Matrix weights;            ///< (n, m) numerators / denominators; rows of 0 where all keys are masked
    BoolMatrix kept;           ///< (n, m) what dropout kept; 0 rows without dropout
    Matrix dropped;            ///< (n, m) after dropout
    Matrix output;             ///< (n, d_v) weights·V

    /// The matrix of a per-head quantity; 0 rows if this pass does not take that step.
    const Matrix& made(Quantity quantity) const;
    /// The quantity, or what stands in its place: the nearest step before() it that this pass takes.
    Quantity latest(Quantity quantity) const;
};

/// The result of one pass. Nothing changes it afterwards, so threads and views can share it.
struct Trace {
    Input input;    ///< as given
    LayerPtr layer; ///< as given
    Options options;
    std::vector<Override> overrides;

    Matrix x, memory;   ///< with positions added and overrides applied; memory has 0 rows in self-attention
    BoolMatrix allowed; ///< (n, m) the combined mask; 0 rows when nothing is masked. A bias may hide more
    float divisor = 1;  ///< what the scores were divided by
    std::vector<HeadTrace> heads; ///< layer.heads of them
    Matrix w_o;                   ///< (h·d_v, d_out) overrides applied; 0 rows when absent
    Matrix concat;                ///< (n, h·d_v); 0 in the columns of heads that are switched off
    Matrix output;                ///< (n, d_out)

    Index n() const { return x.rows(); }
    Index m() const { return input.keys(); }
    /// The place of query 0 among the keys, as its mask and its bias count.
    Index first_place() const;
    /// Whether the mask lets query i see key j.
    bool is_allowed(Index i, Index j) const { return allowed.rows() == 0 || allowed(i, j); }

    /// The quantity, or what stands in its place in this pass: `scaled` for `masked` where nothing bends,
    /// shifts or hides the scores.
    Quantity latest(Quantity quantity) const;
    /// Whether this pass has the quantity itself.
    bool has(Quantity quantity) const {
        return latest(quantity) == quantity && matrix(quantity, 0).size() > 0;
    }
    /// The matrix of a quantity, for per-head ones that of `head`; of a step that this pass does not take,
    /// that of latest(). A quantity that does not exist in this pass (memory in self-attention, position
    /// without positions, w_o when absent) is an empty matrix. Asserts that the head exists.
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

/// The bytes that trace() will keep for these sizes, for callers that check beforehand: heads with keys of
/// their own, queries and keys neither normed nor turned.
std::size_t trace_bytes(Index n, Index m, Index d_model, Index d_k, Index d_v, Index heads,
                        const Options& options = {});

} // namespace attention
