#include "attention/fused_layer.h"

#include "attention/fused.h"
#include "attention/projection.h"
#include "attention/scale.h"
#include "attention/score.h"
#include "attention/types.h"
#include "attention/validate.h"

#include <string>
#include <utility>

namespace attention {

namespace {

// Transforms q and k head by head so that every score function becomes a dot product, except the additive
// one, which keeps its tanh.
void change_for_score(ScoreFunction function, const Layer& layer, Matrix& q, Matrix& k, FusedShape& shape) {
    if (function == ScoreFunction::dot) return;
    const ScoreKind& kind = kind_of(function);
    const Index d_k = layer.d_k(), width = kind.additive ? layer.v_add.cols() : d_k;
    Matrix new_q(q.rows(), layer.heads * width), new_k(k.rows(), layer.heads * width);
    for (Index h = 0; h < layer.heads; ++h) {
        const Matrix head_q = q.middleCols(h * d_k, d_k), head_k = k.middleCols(h * d_k, d_k);
        new_q.middleCols(h * width, width) = kind.left(head_q, layer, h);
        new_k.middleCols(h * width, width) = kind.right(head_k, layer, h);
    }
    if (kind.additive) shape.v_add = layer.v_add;
    q = std::move(new_q);
    k = std::move(new_k);
}

// The embedding, plus positions if there are any; `sum` is storage for that sum.
const Matrix& placed(const Matrix& embedding, const Matrix& positions, Matrix& sum) {
    if (positions.rows() == 0) return embedding;
    sum = embedding + positions;
    return sum;
}

std::vector<Mask> masks_of(const Options& options, const Batch& batch) {
    if (!batch.masks.empty()) return batch.masks;
    return options.mask.empty() ? std::vector<Mask>{} : std::vector<Mask>{options.mask};
}

void validate_masks(const Input& input, const Batch& batch) {
    if (!batch.masks.empty() && static_cast<Index>(batch.masks.size()) != batch.items)
        throw InputError("masks",
                         std::to_string(batch.masks.size()) + " for a batch of " +
                             std::to_string(batch.items) + " items",
                         "give one for each item, or none");
    for (const Mask& mask : batch.masks)
        validate_mask(mask, input, batch.items);
}

} // namespace

FusedLayer::FusedLayer(Layer layer, Options options, int threads)
    : layer_(std::move(layer)), options_(std::move(options)), threads_(threads) {
    validate_layer(layer_, options_);
}

Matrix FusedLayer::run(const Input& input, const Batch& batch, const base::StopToken& stop) const {
    validate_input(input, batch.items, layer_, options_);
    validate_masks(input, batch);
    FusedShape shape{.items = batch.items,
                     .heads = layer_.heads,
                     .divisor = divisor(options_.scale, layer_.d_k(), layer_.d_model()),
                     .masks = masks_of(options_, batch),
                     .threads = threads_,
                     .dropout = options_.dropout};
    Matrix x_sum, memory_sum;
    const Matrix& x = placed(input.x, input.x_positions, x_sum);
    const Matrix& source = input.is_cross() ? placed(input.memory, input.memory_positions, memory_sum) : x;

    Matrix q = project(x, layer_.w_q, layer_.b_q, threads_);
    Matrix k = project(source, layer_.w_k, layer_.b_k, threads_);
    const Matrix v = project(source, layer_.w_v, layer_.b_v, threads_);
    expect_no_overflow(Quantity::q, 0, q);
    expect_no_overflow(Quantity::k, 0, k);
    expect_no_overflow(Quantity::v, 0, v);
    change_for_score(options_.score, layer_, q, k, shape);
    Matrix concat = fused_attention(q, k, v, shape, stop);
    if (stop.stop_requested()) return concat;
    for (const Index head : options_.switched_off)
        concat.middleCols(head * layer_.d_v(), layer_.d_v()).setZero();
    Matrix output =
        layer_.w_o.size() > 0 ? project(concat, layer_.w_o, layer_.b_o, threads_) : std::move(concat);
    expect_no_overflow(Quantity::output, 0, output);
    return output;
}

} // namespace attention
