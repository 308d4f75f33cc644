#include "attention/validate.h"

#include "attention/score.h"

#include <cmath>
#include <string>

namespace attention {

namespace {

// Shapes.

std::string shape(Index rows, Index columns) {
    return std::to_string(rows) + " x " + std::to_string(columns);
}

void expect_shape(const std::string& where, const Matrix& found, Index rows, Index columns,
                  const std::string& meaning, const std::string& hint) {
    if (found.rows() == rows && found.cols() == columns) return;
    throw InputError(where,
                     "shape " + shape(found.rows(), found.cols()) + ", expected " + shape(rows, columns) +
                         " (" + meaning + ")",
                     hint);
}

void expect_bias(const std::string& where, const RowVector& found, Index size, const std::string& meaning) {
    if (found.size() == 0 || found.size() == size) return;
    throw InputError(where,
                     "size " + std::to_string(found.size()) + ", expected " + std::to_string(size) + " (" +
                         meaning + ")",
                     "give one number for each column of its weights, or leave the bias out");
}

void expect_not_empty(const std::string& where, const Matrix& found, const std::string& meaning) {
    if (found.rows() > 0 && found.cols() > 0) return;
    throw InputError(
        where, "shape " + shape(found.rows(), found.cols()) + ", expected at least 1 x 1 (" + meaning + ")",
        "every size must be 1 or more");
}

std::string divisors(Index number) {
    std::string list;
    for (Index d = 1; d <= std::min<Index>(number, 64); ++d)
        if (number % d == 0) list += (list.empty() ? "" : ", ") + std::to_string(d);
    return list;
}

void expect_whole_heads(const std::string& where, const Matrix& w, Index heads) {
    if (w.cols() % heads == 0) return;
    throw InputError(
        where, std::to_string(w.cols()) + " columns cannot be split over " + std::to_string(heads) + " heads",
        "choose a number of heads that divides " + std::to_string(w.cols()) + ": " + divisors(w.cols()));
}

void expect_input_shapes(const Input& input) {
    const Index d_model = input.x.cols();
    expect_not_empty("x", input.x, "n x d_model");
    if (input.x_positions.size() > 0)
        expect_shape("x_positions", input.x_positions, input.x.rows(), d_model, "n x d_model",
                     "positions are added to x: give them its shape");
    if (input.is_cross()) {
        expect_shape("memory", input.memory, input.memory.rows(), d_model, "m x d_model",
                     "the memory's rows must be as wide as those of x");
    }
    if (input.memory_positions.size() > 0)
        expect_shape("memory_positions", input.memory_positions, input.memory.rows(), input.memory.cols(),
                     "m x d_model", "positions are added to the memory: give them its shape");
}

void expect_layer_shapes(const Layer& layer, Index d_model) {
    const Index heads = layer.heads;
    if (heads < 1)
        throw InputError("heads", std::to_string(heads) + " heads, expected 1 or more",
                         "use at least one head");
    expect_not_empty("w_q", layer.w_q, "d_model x h·d_k");
    expect_not_empty("w_v", layer.w_v, "d_model x h·d_v");
    const std::string rows_hint = "it takes the rows of x, which are " + std::to_string(d_model) + " wide";
    expect_shape("w_q", layer.w_q, d_model, layer.w_q.cols(), "d_model x h·d_k", rows_hint);
    expect_shape("w_k", layer.w_k, d_model, layer.w_q.cols(), "d_model x h·d_k",
                 rows_hint + ", to keys as wide as the queries of w_q");
    expect_shape("w_v", layer.w_v, d_model, layer.w_v.cols(), "d_model x h·d_v", rows_hint);
    expect_whole_heads("w_q", layer.w_q, heads);
    expect_whole_heads("w_v", layer.w_v, heads);
    expect_bias("b_q", layer.b_q, layer.w_q.cols(), "h·d_k");
    expect_bias("b_k", layer.b_k, layer.w_k.cols(), "h·d_k");
    expect_bias("b_v", layer.b_v, layer.w_v.cols(), "h·d_v");
    if (layer.w_o.size() > 0) {
        expect_shape("w_o", layer.w_o, layer.w_v.cols(), layer.w_o.cols(), "h·d_v x d_out",
                     "it takes the heads side by side, as wide as w_v");
        expect_bias("b_o", layer.b_o, layer.w_o.cols(), "d_out");
    } else if (layer.b_o.size() > 0) {
        throw InputError("b_o", "a bias without w_o", "give w_o too, or leave b_o out");
    }
}

void expect_score_shapes(const Layer& layer, ScoreFunction score) {
    const ScoreKind& kind = kind_of(score);
    if (kind.additive) expect_not_empty("v_add", layer.v_add, "h x d_a");
    for (const ScoreWeights& weights : kind.weights) {
        const std::string hint = std::string("the ") + kind.key + " score needs one " +
                                 (weights.blocks ? "block of d_k rows" : "row") + " per head";
        expect_shape(weights.name, layer.*weights.matrix,
                     weights.blocks ? layer.heads * layer.d_k() : layer.heads, weights.columns(layer),
                     std::string(weights.shape), hint);
    }
}

// Options.

void expect_mask(const Mask& mask, Index n, Index m) {
    if (mask.window < 0)
        throw InputError("window", std::to_string(mask.window) + ", expected 0 or more",
                         "give the number of neighbours on each side, or 0 for no window");
    if (mask.given.size() > 0 && (mask.given.rows() != n || mask.given.cols() != m))
        throw InputError("mask",
                         "shape " + shape(mask.given.rows(), mask.given.cols()) + ", expected " +
                             shape(n, m) + " (n x m)",
                         "a row for each query, a column for each key");
    if (!mask.key_padding.empty() && static_cast<Index>(mask.key_padding.size()) != m)
        throw InputError("key_padding",
                         std::to_string(mask.key_padding.size()) + " entries, expected " + std::to_string(m) +
                             " (m)",
                         "give one entry for each key: 1 for a token, 0 for padding");
}

void expect_options(const Options& options, Index n, Index m) {
    expect_mask(options.mask, n, m);
    const float number = options.scale.number;
    if (options.scale.kind == ScaleKind::number && (!std::isfinite(number) || number == 0))
        throw InputError("scale", std::to_string(number) + " cannot be divided by",
                         "give a finite number other than 0");
    const float rate = options.dropout.rate;
    if (!(rate >= 0 && rate < 1))
        throw InputError("dropout", "rate " + std::to_string(rate) + ", expected 0 or more and less than 1",
                         "0 switches dropout off, 0.1 drops one weight in ten");
}

void expect_switchable(const Options& options, Index heads) {
    for (const Index head : options.switched_off)
        if (head < 0 || head >= heads)
            throw InputError("switched_off",
                             "head " + std::to_string(head) + ", but there are " + std::to_string(heads),
                             "heads are counted from 0");
}

// Numbers.

// Vectorised: 0 · x is 0 for every number except NaN and ±∞, for which it is NaN.
template <typename Array>
bool is_finite(const Array& a) {
    return (a.array() * 0.0F).sum() == 0.0F;
}

template <typename Array>
std::string first_not_finite(const Array& a) {
    for (Index i = 0; i < a.rows(); ++i)
        for (Index j = 0; j < a.cols(); ++j)
            if (!std::isfinite(a(i, j)))
                return "[" + std::to_string(i) + ", " + std::to_string(j) + "] is " +
                       (std::isnan(a(i, j)) ? "NaN" : "infinite");
    return "";
}

template <typename Array>
void expect_finite(const std::string& where, const Array& a) {
    if (is_finite(a)) return;
    throw InputError(where, "element " + first_not_finite(a), "replace it with a finite number");
}

void expect_finite_input(const Input& input) {
    expect_finite("x", input.x);
    expect_finite("x_positions", input.x_positions);
    expect_finite("memory", input.memory);
    expect_finite("memory_positions", input.memory_positions);
}

void expect_finite_layer(const Layer& layer, ScoreFunction score) {
    expect_finite("w_q", layer.w_q);
    expect_finite("w_k", layer.w_k);
    expect_finite("w_v", layer.w_v);
    expect_finite("w_o", layer.w_o);
    expect_finite("b_q", layer.b_q);
    expect_finite("b_k", layer.b_k);
    expect_finite("b_v", layer.b_v);
    expect_finite("b_o", layer.b_o);
    for (const ScoreWeights& weights : kind_of(score).weights)
        expect_finite(weights.name, layer.*weights.matrix);
}

// Overrides.

struct Shape {
    Index rows = 0, columns = 0;
};

// How many indices an axis will have; 0 if it does not exist in this pass.
Index length_of(Axis axis, const Input& input, const Layer& layer) {
    switch (axis) {
    case Axis::queries:
        return input.x.rows();
    case Axis::keys:
        return input.is_cross() ? input.memory.rows() : input.x.rows();
    case Axis::model:
    case Axis::position:
        return layer.d_model();
    case Axis::key_width:
        return layer.d_k();
    case Axis::value_width:
        return layer.d_v();
    case Axis::concat_width:
        return layer.w_v.cols();
    case Axis::output:
        return layer.w_o.cols();
    case Axis::additive_width:
        return layer.v_add.cols();
    case Axis::none:
        break;
    }
    return 0;
}

// The shape a quantity will have; 0 x 0 if it does not exist in this pass.
Shape shape_of(Quantity quantity, const Input& input, const Layer& layer) {
    const Shape found{length_of(row_axis(quantity), input, layer),
                      length_of(column_axis(quantity), input, layer)};
    const bool missing = found.columns == 0 || (quantity == Quantity::memory && !input.is_cross());
    return missing ? Shape{} : found;
}

void expect_override(const Override& o, const Input& input, const Layer& layer) {
    const auto [quantity, head, row, column, of_layer] = o.cell;
    const std::string where = "override of " + std::string(key(quantity));
    if (!is_editable(quantity))
        throw InputError(where, "cannot be set",
                         "set x, memory, w_q, w_k, w_v, w_o, q, k, v, scores or weights");
    if (of_layer != 0)
        throw InputError(where, "layer " + std::to_string(of_layer) + ", but there is one",
                         "layers are counted from 0");
    const Index heads = is_per_head(quantity) ? layer.heads : 1;
    if (head < 0 || head >= heads)
        throw InputError(where, "head " + std::to_string(head) + ", but there are " + std::to_string(heads),
                         "heads are counted from 0");
    const Shape found = shape_of(quantity, input, layer);
    if (row < 0 || column < 0 || row >= found.rows || column >= found.columns)
        throw InputError(where,
                         "cell [" + std::to_string(row) + ", " + std::to_string(column) +
                             "] is outside its shape " + shape(found.rows, found.columns),
                         "rows and columns are counted from 0");
    if (!std::isfinite(o.value))
        throw InputError(where, "the value is not a finite number", "give a finite number");
}

} // namespace

void validate(const Input& input, const Layer& layer, const Options& options,
              std::span<const Override> overrides) {
    const Index n = input.x.rows(), m = input.is_cross() ? input.memory.rows() : n;
    expect_input_shapes(input);
    expect_layer_shapes(layer, input.x.cols());
    expect_score_shapes(layer, options.score);
    expect_options(options, n, m);
    expect_switchable(options, layer.heads);
    expect_finite_input(input);
    expect_finite_layer(layer, options.score);
    for (const Override& o : overrides)
        expect_override(o, input, layer);
}

void validate_layer(const Layer& layer, const Options& options) {
    expect_layer_shapes(layer, layer.d_model());
    expect_score_shapes(layer, options.score);
    expect_switchable(options, layer.heads);
    expect_finite_layer(layer, options.score);
    Options without_mask = options; // masks are validated with the inputs
    without_mask.mask = {};
    expect_options(without_mask, 1, 1);
}

void validate_input(const Input& input, Index items, const Layer& layer, const Options& options) {
    expect_input_shapes(input);
    if (items < 1 || input.x.rows() % items != 0 || input.memory.rows() % items != 0)
        throw InputError(
            "x", std::to_string(input.x.rows()) + " rows for a batch of " + std::to_string(items) + " items",
            "stack items of equal length");
    expect_shape("x", input.x, input.x.rows(), layer.d_model(), "n x d_model",
                 "give rows as wide as w_q has rows");
    expect_options(options, input.x.rows() / items,
                   (input.is_cross() ? input.memory : input.x).rows() / items);
    expect_finite_input(input);
}

void validate_mask(const Mask& mask, const Input& input, Index items) {
    expect_mask(mask, input.x.rows() / items, (input.is_cross() ? input.memory : input.x).rows() / items);
}

InputError too_large(const std::string& where, const std::string& element) {
    return {where, element,
            "the numbers of the inputs or weights are too large for 32-bit floats: use smaller ones"};
}

void expect_no_overflow(Quantity quantity, Index head, const Matrix& matrix) {
    if (is_finite(matrix)) return;
    const std::string of_head = is_per_head(quantity) ? " in head " + std::to_string(head) : "";
    throw too_large(std::string(key(quantity)), "element " + first_not_finite(matrix) + of_head);
}

} // namespace attention
