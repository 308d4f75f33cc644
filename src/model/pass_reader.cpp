// Named tensors as the inputs of a pass.
#include "base/input_error.h"
#include "base/text.h"
#include "model/pass_tensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace model {

using attention::Bias;
using attention::Mask;
using base::BoolMatrix;
using base::Index;
using base::InputError;
using base::Matrix;
using base::RowVector;

namespace {

using Shape = std::vector<std::int64_t>;

constexpr std::array weight_names = {"w_q", "w_k", "w_v",  "w_o",    "b_q",   "b_k",
                                     "b_v", "b_o", "sink", "q_norm", "k_norm"};
constexpr std::array sequence_names = {"x",      "memory", "mask",        "bias",
                                       "past_k", "past_v", "key_padding", "lengths"};
/// The results that `trace` writes beside the inputs: accepted when reading, but recomputed.
constexpr std::array result_names = {"q",         "k",      "v",         "q_normed",  "k_normed", "q_rotated",
                                     "k_rotated", "scores", "present_k", "present_v", "scaled",   "capped",
                                     "biased",    "masked", "weights",   "heads",     "concat",   "output"};

bool is_one_of(const auto& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

std::string list_of(const auto& names) {
    std::string list;
    for (const char* name : names)
        list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
}

constexpr float hidden = -std::numeric_limits<float>::infinity();

/// A tensor that broadcasts to (batch, h, n, m).
class Broadcast {
public:
    /// `shape` has as many dimensions as the tensor or fewer; missing ones in front, and those of size 1, are
    /// the same for all.
    explicit Broadcast(const Tensor& tensor) : tensor_(tensor) {
        std::ranges::copy_backward(tensor.shape, sizes_.end());
    }

    bool differs_by_item() const { return sizes_[0] > 1; }
    bool differs_by_head() const { return sizes_[1] > 1; }
    float at(Index item, Index head, Index i, Index j) const {
        const std::array place = {item, head, i, j};
        Index index = 0;
        for (std::size_t axis = 0; axis < place.size(); ++axis)
            index = index * sizes_[axis] + (sizes_[axis] > 1 ? place[axis] : 0);
        return tensor_.values[static_cast<std::size_t>(index)];
    }

private:
    const Tensor& tensor_;
    std::array<Index, 4> sizes_ = {1, 1, 1, 1};
};

/// A term of the bias.
struct BiasTerm {
    Broadcast numbers;
    bool is_permission = false; ///< 1 = may attend, 0 = −∞

    float at(Index item, Index head, Index i, Index j) const {
        const float number = numbers.at(item, head, i, j);
        return is_permission ? (number > 0 ? 0.0F : hidden) : number;
    }
};

std::string counted(Index number, const std::string& what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

/// Looks up tensors by name and checks their shapes; remembers the file's name for messages.
class PassReader {
public:
    PassReader(const Tensors& tensors, std::string where, const PassReading& reading)
        : tensors_(tensors), where_(std::move(where)), reading_(reading) {}

    PassInputs read(Index heads, Index kv_heads) {
        refuse_unknown_names();
        pass_.layer.heads = heads;
        pass_.layer.kv_heads = kv_heads;
        note_what_is_rounded();
        read_sequences();
        read_weights();
        read_rows();
        read_past();
        read_masks();
        return std::move(pass_);
    }

private:
    [[noreturn]] void refuse(const std::string& name, const std::string& what,
                             const std::string& hint) const {
        const Origin* origin = origin_of(name);
        throw InputError(where_ + ", tensor " + (origin ? origin->name : name), what, hint);
    }

    /// What the tensor was in the file of a foreign layer; null for one under our own name.
    const Origin* origin_of(const std::string& name) const {
        const auto found = reading_.origins.find(name);
        return found == reading_.origins.end() ? nullptr : &found->second;
    }

    void refuse_unknown_names() const {
        for (const auto& [name, tensor] : tensors_)
            if (!is_name_of_inputs(name) && !is_one_of(result_names, name))
                refuse(name, "the name is not known", "the names are: " + names_of_inputs());
    }

    void note_what_is_rounded() {
        std::string rounded;
        for (const auto& [name, tensor] : tensors_)
            if (tensor.is_rounded && !is_one_of(result_names, name))
                rounded += (rounded.empty() ? "" : ", ") + name;
        if (!rounded.empty()) pass_.notes.push_back("rounded to 32-bit floats: " + rounded);
    }

    /// The tensor, or null if it is absent.
    const Tensor* find(const std::string& name) const {
        const auto found = tensors_.find(name);
        return found == tensors_.end() ? nullptr : &found->second;
    }

    const Tensor& get(const std::string& name) const {
        const Tensor* tensor = find(name);
        if (!tensor) refuse(name, "it is missing", "the file must hold x, w_q, w_k and w_v");
        return *tensor;
    }

    /// True where x is d wide, and every weight matrix that is not square has d columns instead of d rows.
    bool looks_transposed() const {
        const std::int64_t d = get("x").shape.back();
        bool found = false;
        for (const char* name : {"w_q", "w_k", "w_v"}) {
            const Tensor* w = find(name);
            if (!w || w->shape.size() != 2 || w->shape[1] != d || origin_of(name)) return false;
            found |= w->shape[0] != d;
        }
        return found;
    }

    /// What to do about a weight matrix of another shape.
    std::string hint_for_matrix(const std::string& name, const Tensor& w) const {
        if (looks_transposed())
            return "it looks transposed: PyTorch's Linear keeps (out, in), here it is (in, out)";
        const bool fits_x = w.shape.size() == 2 && w.shape[0] == get("x").shape.back();
        if (name == "w_k" && fits_x) return hint_for_keys(w.shape[1]);
        if (name == "w_o" && !origin_of(name) && w.shape.size() == 2 &&
            w.shape[1] == pass_.layer.concat_width())
            return "its transpose fits: PyTorch's Linear keeps (out, in), here it is (in, out)";
        if (!origin_of(name) || fits_x) return "rows are tokens: the program computes x·W";
        if (name == "w_o") return "it takes the heads side by side, each as wide as a head of the values";
        return name == "w_q" ? "give an x as wide as the rows that this layer takes"
                             : "here keys and values are made from rows as wide as x";
    }

    /// The same of w_k, whose columns are not those of as many heads as there are to be.
    std::string hint_for_keys(std::int64_t columns) const {
        const attention::Layer& layer = pass_.layer;
        if (layer.kv_heads > 0)
            return columns > 0 && columns % layer.d_k() == 0
                       ? "it has room for " + counted(columns / layer.d_k(), "head") +
                             ": give that as --kv-heads"
                       : "--heads and --kv-heads say how many heads there are, all of the same width";
        return columns < layer.w_q.cols()
                   ? "where query heads share key heads, --heads says how many query heads there are"
                   : "keys are as wide as queries: --heads says how many heads there are";
    }

    /// How the numbers of a tensor lie, for one of another shape.
    std::string hint_for(const std::string& name, const Tensor& tensor) const {
        if (name.starts_with("w_")) return hint_for_matrix(name, tensor);
        if (name.starts_with("b_")) return "give one number for each column of w_" + name.substr(2);
        if (name == "q_norm" || name == "k_norm") {
            const Index columns = name == "q_norm" ? pass_.layer.w_q.cols() : pass_.layer.w_k.cols();
            if (tensor.shape == Shape{columns})
                return "it is one norm over the columns of all heads, as OLMo 2 has it: a pass here norms "
                       "each head by itself";
            return "give one gain for each column of a head, the same for every head";
        }
        if (name == "sink") return "give one logit for each head";
        if (name == "past_k") return "past keys are (h_kv, p, d_k), heads first";
        if (name == "past_v") return "past values are (h_kv, p, d_v), heads first, as many as past keys";
        if (name == "key_padding")
            return "give 1 for a token and 0 for padding, for each key, past ones included";
        if (name == "lengths") return "give one whole number for each item of the batch";
        return "rows are tokens: the program computes x·W";
    }

    [[noreturn]] void refuse_shape(const std::string& name, const Tensor& tensor,
                                   const std::string& expected) const {
        const Origin* origin = origin_of(name);
        std::string found = "shape " + shape_text(origin ? origin->shape : tensor.shape);
        if (origin && origin->shape != tensor.shape) found += ", as " + name + " " + shape_text(tensor.shape);
        refuse(name, found + ", expected " + expected, hint_for(name, tensor));
    }

    static constexpr std::int64_t any_or_none = -2;

    /// Expects exactly this shape, given as `symbols` in messages; −1 stands for any size from 1, any_or_none
    /// for any from 0.
    const Tensor& expect(const std::string& name, const Tensor& tensor, const Shape& shape,
                         const std::string& symbols) const {
        bool fits = tensor.shape.size() == shape.size();
        for (std::size_t i = 0; fits && i < shape.size(); ++i)
            fits =
                shape[i] == any_or_none || (shape[i] < 0 ? tensor.shape[i] > 0 : tensor.shape[i] == shape[i]);
        if (fits) return tensor;
        const bool free = std::ranges::any_of(shape, [](std::int64_t size) { return size < 0; });
        refuse_shape(name, tensor, free ? symbols : shape_text(shape) + " for " + symbols);
    }

    static Matrix matrix(const Tensor& tensor, std::int64_t rows, std::int64_t columns,
                         std::int64_t item = 0) {
        return Eigen::Map<const Matrix>(tensor.values.data() + item * rows * columns, rows, columns);
    }

    std::int64_t batch() const { return std::ssize(pass_.items); }
    std::int64_t n() const { return pass_.items.front().x.rows(); }
    std::int64_t m() const { return pass_.items.front().keys(); }

    /// x (n, d) or (batch, n, d); memory likewise, or (m, d) shared by all items of a batch.
    void read_sequences() {
        const Tensor& x = get("x");
        pass_.batched = x.shape.size() == 3;
        expect("x", x, pass_.batched ? Shape{-1, -1, -1} : Shape{-1, -1},
               "(n, d) or (batch, n, d), no size 0");
        const std::int64_t batch = pass_.batched ? x.shape[0] : 1;
        const std::int64_t n = x.shape[x.shape.size() - 2], d = x.shape.back();
        const Tensor* memory = find("memory");
        const bool memory_batched = memory && pass_.batched && memory->shape.size() == 3;
        if (memory && memory_batched) expect_memory(*memory, {batch, -1, d});
        if (memory && !memory_batched) expect_memory(*memory, {-1, d});
        for (std::int64_t i = 0; i < batch; ++i) {
            attention::Input input;
            input.x = matrix(x, n, d, i);
            if (memory)
                input.memory =
                    matrix(*memory, memory->shape[memory->shape.size() - 2], d, memory_batched ? i : 0);
            pass_.items.push_back(std::move(input));
        }
    }

    void expect_memory(const Tensor& memory, const Shape& shape) const {
        const std::string d = std::to_string(shape.back());
        expect("memory", memory, shape,
               shape.size() == 3 ? "(" + std::to_string(shape[0]) + ", m, " + d + ") as in x"
                                 : "(m, " + d + ") as in x");
    }

    /// w_q (d, h·d_k), w_k (d, h_kv·d_k), w_v (d, h_kv·d_v), w_o (h·d_v, d_out).
    void read_weights() {
        attention::Layer& layer = pass_.layer;
        const std::int64_t d = pass_.items.front().x.cols();
        const std::string rows = "(" + std::to_string(d) + ", ";
        const Tensor& w_q = expect("w_q", get("w_q"), {d, -1}, rows + "h·d_k) as in x");
        require_heads("w_q", w_q.shape[1], layer.heads, "head");
        layer.w_q = matrix(w_q, d, w_q.shape[1]);
        read_key_heads(get("w_k"));
        const bool shared = layer.key_heads() < layer.heads;
        const Tensor& w_k = expect("w_k", get("w_k"), {d, layer.key_heads() * layer.d_k()},
                                   shared ? "(d, h_kv·d_k): " + counted(layer.key_heads(), "key head") +
                                                ", as wide as a head of w_q"
                                          : "(d, h·d_k) as in w_q");
        const Tensor& w_v =
            expect("w_v", get("w_v"), {d, -1}, rows + (shared ? "h_kv·d_v) as in x" : "h·d_v) as in x"));
        require_heads("w_v", w_v.shape[1], layer.key_heads(), shared ? "key head" : "head");
        layer.w_k = matrix(w_k, d, w_k.shape[1]);
        layer.w_v = matrix(w_v, d, w_v.shape[1]);
        if (!shared) layer.kv_heads = 0;
        const Tensor* w_o = find("w_o");
        if (!w_o) return;
        const Index width = layer.concat_width();
        expect("w_o", *w_o, {width, -1}, "(" + std::to_string(width) + ", d_out) as in w_v");
        layer.w_o = matrix(*w_o, w_o->shape[0], w_o->shape[1]);
    }

    /// Where w_k has room for fewer heads than there are queries' heads, they share them.
    void read_key_heads(const Tensor& w_k) {
        attention::Layer& layer = pass_.layer;
        if (layer.kv_heads == 0 && w_k.shape.size() == 2 && w_k.shape[1] > 0 &&
            w_k.shape[1] < layer.w_q.cols() && w_k.shape[1] % layer.d_k() == 0) {
            layer.kv_heads = w_k.shape[1] / layer.d_k();
            if (layer.heads % layer.kv_heads != 0)
                refuse("w_k",
                       "it has room for " + counted(layer.kv_heads, "key head") +
                           " as wide as those of w_q, which " + counted(layer.heads, "query head") +
                           " cannot share evenly",
                       "give --heads as a multiple of the number of key heads");
        }
        if (layer.kv_heads != 0) expect_key_heads(layer.kv_heads, layer.heads);
    }

    void require_heads(const std::string& name, std::int64_t columns, Index heads,
                       const std::string& which) const {
        if (heads < 1)
            throw InputError("--heads", std::to_string(heads) + " is out of range", "choose a number from 1");
        if (columns % heads != 0)
            refuse(name,
                   counted(columns, "column") + (origin_of(name) ? " as " + name : "") +
                       " cannot be split evenly over " + counted(heads, which),
                   "choose a number of heads that divides it: every head has the same width");
    }

    void read_rows() {
        attention::Layer& layer = pass_.layer;
        layer.b_q = row("b_q", layer.w_q.cols(), "the columns of w_q");
        layer.b_k = row("b_k", layer.w_k.cols(), "the columns of w_k");
        layer.b_v = row("b_v", layer.w_v.cols(), "the columns of w_v");
        if (find("b_o") && layer.w_o.size() == 0)
            refuse("b_o", "there is no w_o that it belongs to", "add w_o (h·d_v, d_out), or leave b_o out");
        layer.b_o = row("b_o", layer.w_o.cols(), "the columns of w_o");
        layer.q_norm = row("q_norm", layer.d_k(), "the d_k columns of a head");
        layer.k_norm = row("k_norm", layer.d_k(), "the d_k columns of a head");
        layer.sink = row("sink", layer.heads, "the heads");
    }

    RowVector row(const std::string& name, Index size, const std::string& meaning) const {
        const Tensor* tensor = find(name);
        if (!tensor) return {};
        expect(name, *tensor, {size}, meaning);
        return Eigen::Map<const RowVector>(tensor->values.data(), size);
    }

    /// past_k (h_kv, p, d_k), past_v (h_kv, p, d_v), for all items or with the batch in front.
    void read_past() {
        const Tensor* past_k = find("past_k");
        const Tensor* past_v = find("past_v");
        if (!past_k && !past_v) return;
        if (!past_v) refuse("past_k", "there is no past_v beside it", "give both, or leave both out");
        if (!past_k) refuse("past_v", "there is no past_k beside it", "give both, or leave both out");
        read_past("past_k", *past_k, pass_.layer.d_k(), any_or_none, &attention::Input::past_k);
        read_past("past_v", *past_v, pass_.layer.d_v(), pass_.items.front().past_k.rows(),
                  &attention::Input::past_v);
    }

    void read_past(const std::string& name, const Tensor& past, std::int64_t width, std::int64_t rows,
                   Matrix attention::Input::*target) {
        const Index heads = pass_.layer.key_heads();
        const std::string d = name == "past_k" ? "d_k" : "d_v";
        const bool has_batch = past.shape.size() == 4;
        Shape shape{heads, rows, width};
        if (has_batch) shape.insert(shape.begin(), batch());
        expect(name, past, shape,
               rows >= 0
                   ? "(h_kv, p, " + d + ") as in past_k"
                   : "(" + std::to_string(heads) + ", p, " + std::to_string(width) + ") for (h_kv, p, " + d +
                         ")" + (pass_.batched ? ", or with the batch in front" : ""));
        const std::int64_t p = past.shape[past.shape.size() - 2];
        for (std::int64_t item = 0; item < batch(); ++item) {
            Matrix all(p, heads * width);
            for (Index head = 0; head < heads; ++head)
                all.middleCols(head * width, width) =
                    matrix(past, p, width, (has_batch ? item * heads : 0) + head);
            pass_.items[static_cast<std::size_t>(item)].*target = std::move(all);
        }
    }

    // Masks and biases.

    void read_masks() {
        std::vector<BiasTerm> terms;
        const Tensor* permission = nullptr; // a mask that is the same for every head
        if (const Tensor* mask = find("mask")) {
            expect_broadcast("mask", *mask);
            const bool is_permission = says_who_may_attend(*mask);
            if (is_permission && !Broadcast(*mask).differs_by_head())
                permission = mask;
            else
                terms.push_back({Broadcast(*mask), is_permission});
        }
        if (const Tensor* bias = find("bias")) {
            if (!bias->is_real)
                refuse("bias", "it holds integers, expected real numbers",
                       "save it as F32; a mask of ones and zeros is named mask");
            expect_broadcast("bias", *bias);
            terms.push_back({Broadcast(*bias)});
        }
        pass_.masks = {Mask{}};
        pass_.biases = places_for(terms);
        if (reading_.accept) reading_.accept(pass_);
        pass_.masks = masks_of(permission);
        add_up(terms);
    }

    /// Expects a shape that broadcasts to (batch, h, n, m), and of numbers that are added, that they are
    /// finite or −∞.
    void expect_broadcast(const std::string& name, const Tensor& tensor) {
        const Shape all{batch(), pass_.layer.heads, n(), m()};
        bool fits = tensor.shape.size() <= all.size();
        for (std::size_t i = 1; fits && i <= tensor.shape.size(); ++i) {
            const std::int64_t size = tensor.shape[tensor.shape.size() - i];
            fits = size == 1 || size == all[all.size() - i];
        }
        if (!fits) {
            const Shape& found = tensor.shape;
            const bool of_items = found.size() == 3 && pass_.batched && found == Shape{batch(), n(), m()};
            refuse(name,
                   "shape " + shape_text(found) + ", expected one that broadcasts to " + shape_text(all) +
                       " for (batch, h, n, m)",
                   of_items ? "three dimensions are (h, n, m): give one for each item as (batch, 1, n, m)"
                            : "a row for each query, a column for each key; a dimension of 1 fits all");
        }
        for (const float number : tensor.values) // NaN fails the comparison
            if (!(number < std::numeric_limits<float>::infinity()))
                refuse(name, "it holds NaN or +∞", "give finite numbers, or −∞ where a key may not be seen");
        note_other_reading(name, tensor.shape);
    }

    /// Where the first dimension could as well be that of the items.
    void note_other_reading(const std::string& name, const Shape& shape) {
        if (!pass_.batched || batch() == 1 || shape.empty() || shape[0] != batch()) return;
        const std::string is_read = name + " " + shape_text(shape) + " is read as ";
        if (shape.size() == 3 && pass_.layer.heads == batch())
            pass_.notes.push_back(is_read + "(h, n, m), a matrix for each head; one for each item would be "
                                            "(batch, 1, n, m)");
        if (shape.size() == 2 && n() == batch() && shape[1] == m())
            pass_.notes.push_back(is_read + "(n, m), a row for each query; one for each item would be "
                                            "(batch, 1, 1, m)");
    }

    /// Whether 1 means “may attend” in this mask; otherwise it is added to the scores.
    bool says_who_may_attend(const Tensor& mask) {
        const bool ones_and_zeros =
            std::ranges::all_of(mask.values, [](float value) { return value == 0 || value == 1; });
        if (!mask.is_real) {
            if (!ones_and_zeros) require_ones_and_zeros("mask", mask);
            return true;
        }
        const bool has_one = std::ranges::find(mask.values, 1.0F) != mask.values.end();
        if (ones_and_zeros && has_one)
            pass_.notes.emplace_back("mask holds only 0 and 1, so 1 is taken as “may be seen”; real numbers "
                                     "of another kind would be added to the scores");
        else if (ones_and_zeros)
            pass_.notes.emplace_back("mask holds only 0 as a real number: added to the scores, it changes "
                                     "nothing");
        return ones_and_zeros && has_one;
    }

    void require_ones_and_zeros(const std::string& name, const Tensor& tensor) const {
        for (const float value : tensor.values)
            if (value != 0 && value != 1)
                refuse(name, "it holds " + base::shortest(value) + ", expected only 1 and 0",
                       name == "mask" ? "1 = may attend, 0 = may not; what is added to the scores is real"
                                      : "1 = real token, 0 = padding");
    }

    /// The mask, key_padding (m) or (batch, m), and lengths (batch).
    std::vector<Mask> masks_of(const Tensor* permission) const {
        const Tensor* padding = find("key_padding");
        const Tensor* lengths = find("lengths");
        const bool padding_per_item = padding && padding->shape.size() == 2;
        if (padding) {
            expect("key_padding", *padding, padding_per_item ? Shape{batch(), m()} : Shape{m()},
                   padding_per_item ? "the m keys of each item" : "the m keys");
            require_ones_and_zeros("key_padding", *padding);
        }
        if (lengths) expect_lengths(*lengths);
        const bool differ =
            padding_per_item || lengths || (permission && Broadcast(*permission).differs_by_item());
        std::vector<Mask> masks;
        for (std::int64_t item = 0; item < (differ ? batch() : 1); ++item) {
            Mask mask;
            if (permission) {
                const Broadcast numbers(*permission);
                mask.given = BoolMatrix::NullaryExpr(
                    n(), m(), [&](Index i, Index j) { return numbers.at(item, 0, i, j) > 0; });
            }
            if (lengths) mask.length = static_cast<Index>(lengths->values[static_cast<std::size_t>(item)]);
            for (std::int64_t j = 0; padding && j < m(); ++j) {
                const std::int64_t index = padding_per_item ? item * m() + j : j;
                mask.key_padding.push_back(padding->values[static_cast<std::size_t>(index)] > 0 ? 1 : 0);
            }
            masks.push_back(std::move(mask));
        }
        return masks;
    }

    void expect_lengths(const Tensor& lengths) const {
        expect("lengths", lengths, {batch()}, "the items");
        for (const float length : lengths.values)
            if (!(length >= 0 && length <= static_cast<float>(m())) || length != std::floor(length))
                refuse("lengths",
                       "it holds " + base::shortest(length) + ", expected integers from 0 to " +
                           std::to_string(m()),
                       "a length counts the keys of an item that are not padding");
    }

    /// An empty matrix for each that the terms add up to: for all items and heads, or for each.
    std::vector<Bias> places_for(const std::vector<BiasTerm>& terms) const {
        bool by_item = false, by_head = false;
        for (const BiasTerm& term : terms) {
            by_item |= term.numbers.differs_by_item();
            by_head |= term.numbers.differs_by_head();
        }
        Bias of_item;
        if (!terms.empty()) of_item.given.resize(static_cast<std::size_t>(by_head ? pass_.layer.heads : 1));
        return std::vector<Bias>(static_cast<std::size_t>(by_item ? batch() : 1), of_item);
    }

    /// The sums of the terms, in their places.
    void add_up(const std::vector<BiasTerm>& terms) {
        for (std::size_t item = 0; item < pass_.biases.size(); ++item)
            for (std::size_t head = 0; head < pass_.biases[item].given.size(); ++head) {
                Matrix& sum = pass_.biases[item].given[head];
                sum = Matrix::NullaryExpr(n(), m(), [&](Index i, Index j) {
                    float added = 0;
                    for (const BiasTerm& term : terms)
                        added += term.at(static_cast<Index>(item), static_cast<Index>(head), i, j);
                    return added;
                });
                if (!(sum.array() < std::numeric_limits<float>::infinity()).all())
                    refuse("bias", "together with mask it is too large for 32-bit floats",
                           "give smaller numbers, or leave one of them out");
            }
    }

    const Tensors& tensors_;
    std::string where_;
    const PassReading& reading_;
    PassInputs pass_;
};

} // namespace

PassInputs pass_inputs_from(const Tensors& tensors, Index heads, const std::string& where, Index kv_heads,
                            const PassReading& reading) {
    return PassReader(tensors, where, reading).read(heads, kv_heads);
}

void expect_key_heads(Index kv_heads, Index heads) {
    if (kv_heads > 0 && heads % kv_heads == 0) return;
    throw InputError("--kv-heads",
                     kv_heads < 1 ? std::to_string(kv_heads) + " is out of range"
                                  : counted(heads, "query head") + " cannot share " +
                                        counted(kv_heads, "key head") + " evenly",
                     "choose a number from 1 that divides --heads");
}

std::vector<attention::Options> PassInputs::options(const attention::Options& common) const {
    std::vector<attention::Options> all(std::max(masks.size(), biases.size()), common);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Mask& mask = masks[masks.size() == 1 ? 0 : i];
        all[i].mask.given = mask.given;
        all[i].mask.key_padding = mask.key_padding;
        all[i].mask.length = mask.length;
        all[i].bias.given = biases[biases.size() == 1 ? 0 : i].given;
    }
    return all;
}

bool is_name_of_sequences(const std::string& name) {
    return is_one_of(sequence_names, name);
}

bool is_name_of_inputs(const std::string& name) {
    return is_name_of_sequences(name) || is_one_of(weight_names, name);
}

std::string names_of_sequences() {
    return list_of(sequence_names);
}

std::string names_of_inputs() {
    return list_of(sequence_names) + ", " + list_of(weight_names);
}

} // namespace model
