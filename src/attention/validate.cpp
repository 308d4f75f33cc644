#include "attention/validate.h"

#include "attention/rotary.h"
#include "attention/score.h"
#include "base/text.h"

#include <cmath>
#include <limits>
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

void expect_size(const std::string& where, const RowVector& found, Index size, const std::string& meaning,
                 const std::string& hint) {
    if (found.size() == 0 || found.size() == size) return;
    throw InputError(where,
                     "size " + std::to_string(found.size()) + ", expected " + std::to_string(size) + " (" +
                         meaning + ")",
                     hint);
}

void expect_bias(const std::string& where, const RowVector& found, Index size, const std::string& meaning) {
    expect_size(where, found, size, meaning,
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

void expect_past_shapes(const Input& input, const Layer& layer) {
    if (input.past_k.size() == 0 && input.past_v.size() == 0) return;
    const std::string hint = "past keys and values are those that an earlier pass of this layer handed out";
    expect_shape("past_k", input.past_k, input.past_k.rows(), layer.w_k.cols(), "p x h_kv·d_k", hint);
    expect_shape("past_v", input.past_v, input.past_k.rows(), layer.w_v.cols(), "p x h_kv·d_v", hint);
}

void expect_whole_groups(const Layer& layer) {
    if (layer.kv_heads < 0)
        throw InputError("kv_heads", std::to_string(layer.kv_heads) + " heads, expected 0 or more",
                         "0 gives every query head keys of its own");
    if (layer.heads % layer.key_heads() != 0)
        throw InputError("kv_heads",
                         std::to_string(layer.heads) + " query heads cannot share the keys of " +
                             std::to_string(layer.kv_heads) + " heads evenly",
                         "choose a number that divides " + std::to_string(layer.heads) + ": " +
                             divisors(layer.heads));
}

void expect_layer_shapes(const Layer& layer, Index d_model) {
    const Index heads = layer.heads;
    if (heads < 1)
        throw InputError("heads", std::to_string(heads) + " heads, expected 1 or more",
                         "use at least one head");
    expect_whole_groups(layer);
    expect_not_empty("w_q", layer.w_q, "d_model x h·d_k");
    expect_not_empty("w_v", layer.w_v, "d_model x h·d_v");
    const std::string rows_hint = "it takes the rows of x, which are " + std::to_string(d_model) + " wide";
    expect_shape("w_q", layer.w_q, d_model, layer.w_q.cols(), "d_model x h·d_k", rows_hint);
    expect_whole_heads("w_q", layer.w_q, heads);
    const bool shared = layer.key_heads() < heads;
    expect_shape("w_k", layer.w_k, d_model, layer.key_heads() * layer.d_k(),
                 shared ? "d_model x h_kv·d_k" : "d_model x h·d_k",
                 rows_hint + ", to keys as wide as the queries of w_q");
    expect_shape("w_v", layer.w_v, d_model, layer.w_v.cols(),
                 shared ? "d_model x h_kv·d_v" : "d_model x h·d_v", rows_hint);
    expect_whole_heads("w_v", layer.w_v, layer.key_heads());
    expect_bias("b_q", layer.b_q, layer.w_q.cols(), "h·d_k");
    expect_bias("b_k", layer.b_k, layer.w_k.cols(), shared ? "h_kv·d_k" : "h·d_k");
    expect_bias("b_v", layer.b_v, layer.w_v.cols(), shared ? "h_kv·d_v" : "h·d_v");
    if (layer.w_o.size() > 0) {
        expect_shape("w_o", layer.w_o, layer.concat_width(), layer.w_o.cols(), "h·d_v x d_out",
                     shared ? "it takes the query heads side by side, each as wide as a head of w_v"
                            : "it takes the heads side by side, as wide as w_v");
        expect_bias("b_o", layer.b_o, layer.w_o.cols(), "d_out");
    } else if (layer.b_o.size() > 0) {
        throw InputError("b_o", "a bias without w_o", "give w_o too, or leave b_o out");
    }
    const std::string gain_hint = "give one gain for each column of a head, or leave the norm out";
    expect_size("q_norm", layer.q_norm, layer.d_k(), "d_k", gain_hint);
    expect_size("k_norm", layer.k_norm, layer.d_k(), "d_k", gain_hint);
    expect_size("sink", layer.sink, heads, "h", "give one logit for each head, or leave the sink out");
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
    for (const Index side : {mask.window.left, mask.window.right})
        if (side < -1)
            throw InputError("window", std::to_string(side) + ", expected −1 or more",
                             "give the number of neighbours on each side, or −1 for no limit there");
    if (mask.length < -1 || mask.length > m)
        throw InputError("length",
                         std::to_string(mask.length) + ", expected at most " + std::to_string(m) +
                             ", the number of keys",
                         "give the number of keys that are not padding, or −1 for all");
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

// What a bias of another shape could have been: "one row, for every query".
std::string as_broadcast(const Matrix& found, Index n, Index m) {
    if (found.rows() == 1 && found.cols() == m) return "a single row fits every query: repeat it n times";
    if (found.rows() == n && found.cols() == 1) return "a single column fits every key: repeat it m times";
    if (found.rows() == m && found.cols() == n)
        return "its transpose fits: rows are queries, columns are keys";
    return "a row for each query, a column for each key";
}

void expect_bias_of_scores(const Bias& bias, Index n, Index m) {
    for (const Matrix& given : bias.given) {
        if (given.rows() != n || given.cols() != m)
            throw InputError("bias",
                             "shape " + shape(given.rows(), given.cols()) + ", expected " + shape(n, m) +
                                 " (n x m)",
                             as_broadcast(given, n, m));
        // NaN fails the comparison; −∞ forbids a key.
        if ((given.array() < std::numeric_limits<float>::infinity()).all()) continue;
        throw InputError("bias", "it holds NaN or +∞",
                         "give finite numbers, or −∞ where a key may not be seen");
    }
}

void expect_bias_heads(const Bias& bias, Index heads) {
    const auto count = static_cast<Index>(bias.given.size());
    if (count > 1 && count != heads)
        throw InputError("bias", std::to_string(count) + " matrices for " + std::to_string(heads) + " heads",
                         "give one for all heads or one for each");
}

void expect_rotary(const Rotary& rotary, Index d_k) {
    if (!(rotary.base > 0) || !std::isfinite(rotary.base))
        throw InputError("rotary", "base " + base::shortest(rotary.base) + ", expected a number above 0",
                         "10000 is usual");
    const SlowerTurns& slower = rotary.slower;
    const bool in_order = slower.factor >= 1 && std::isfinite(slower.factor) && slower.trained >= 0 &&
                          slower.slow > 0 && slower.fast > slower.slow && std::isfinite(slower.fast);
    if (!in_order)
        throw InputError("rotary", "turns cannot be slowed by " + base::shortest(slower.factor),
                         "give a factor of 1 or more, and two wavelengths of which one is longer");
    const Index dims = turned_dims(rotary, d_k);
    if (rotary.dims < 0 || dims > d_k)
        throw InputError("rotary",
                         std::to_string(rotary.dims) + " dimensions cannot be turned: a head has " +
                             std::to_string(d_k),
                         "give an even number up to d_k, or none to turn all");
    if (dims % 2 == 0) return;
    const std::string count = std::to_string(dims) + (dims == 1 ? " dimension" : " dimensions");
    std::string hint = "give an even number";
    if (rotary.dims == 0)
        hint = dims == 1
                   ? "a head of one column has no pair: leave the turn out"
                   : "the heads are of odd width: turn " + std::to_string(dims - 1) + " of their columns";
    throw InputError("rotary", count + " cannot be turned in pairs", hint);
}

void expect_options_of_layer(const Options& options, const Layer& layer) {
    if (options.rotary) expect_rotary(*options.rotary, layer.d_k());
    expect_bias_heads(options.bias, layer.heads);
}

void expect_options(const Options& options, Index n, Index m) {
    expect_mask(options.mask, n, m);
    expect_bias_of_scores(options.bias, n, m);
    if (!(options.softcap >= 0) || !std::isfinite(options.softcap))
        throw InputError("softcap", base::shortest(options.softcap) + ", expected a number above 0",
                         "50 is usual; 0 leaves the scores as they are");
    const float number = options.scale.number;
    if (options.scale.kind == ScaleKind::number && (!std::isfinite(number) || number == 0))
        throw InputError("scale", base::shortest(number) + " cannot be divided by",
                         "give a finite number other than 0");
    const float rate = options.dropout.rate;
    if (!(rate >= 0 && rate < 1))
        throw InputError("dropout", "rate " + base::shortest(rate) + ", expected 0 or more and less than 1",
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
    expect_finite("past_k", input.past_k);
    expect_finite("past_v", input.past_v);
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
    expect_finite("q_norm", layer.q_norm);
    expect_finite("k_norm", layer.k_norm);
    expect_finite("sink", layer.sink);
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
        return input.keys();
    case Axis::model:
    case Axis::position:
        return layer.d_model();
    case Axis::key_width:
        return layer.d_k();
    case Axis::value_width:
        return layer.d_v();
    case Axis::concat_width:
        return layer.concat_width();
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
    Shape found{length_of(row_axis(quantity), input, layer), length_of(column_axis(quantity), input, layer)};
    if (row_axis(quantity) == Axis::keys) found.rows -= input.past(); // those that may be set are new
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
    expect_input_shapes(input);
    expect_layer_shapes(layer, input.x.cols());
    expect_past_shapes(input, layer);
    expect_score_shapes(layer, options.score);
    expect_options(options, input.x.rows(), input.keys());
    expect_options_of_layer(options, layer);
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
    expect_options_of_layer(options, layer);
    Options without_mask = options; // masks and biases are validated with the inputs
    without_mask.mask = {};
    without_mask.bias = {};
    expect_options(without_mask, 1, 1);
}

void validate_input(const Input& input, Index items, const Layer& layer, const Options& options) {
    expect_input_shapes(input);
    expect_past_shapes(input, layer);
    if (items < 1 || input.x.rows() % items != 0 || input.memory.rows() % items != 0 ||
        input.past() % items != 0)
        throw InputError(
            "x", std::to_string(input.x.rows()) + " rows for a batch of " + std::to_string(items) + " items",
            "stack items of equal length");
    expect_shape("x", input.x, input.x.rows(), layer.d_model(), "n x d_model",
                 "give rows as wide as w_q has rows");
    expect_options(options, input.x.rows() / items, input.keys() / items);
    expect_finite_input(input);
}

void validate_mask(const Mask& mask, const Input& input, Index items) {
    expect_mask(mask, input.x.rows() / items, input.keys() / items);
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

void expect_no_overflow_upwards(Quantity quantity, Index head, const Matrix& matrix) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    if ((matrix.array() < infinity).all()) return;
    expect_no_overflow(quantity, head, (matrix.array() == -infinity).select(0, matrix));
}

} // namespace attention
