#include "pretrained/binding.h"

#include "base/input_error.h"
#include "model/tensor_file.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <string>

namespace pretrained {

using base::InputError;

namespace {

class Binder {
public:
    Binder(const Architecture& architecture, const TensorNames& names, const WeightFiles& files)
        : a_(architecture), names_(names), files_(files), prefix_(prefix_that_fits()) {}

    Weights run() {
        Weights w;
        w.embedding = matrix(prefix_ + text(names_.embedding) + ".weight", a_.words, a_.width);
        if (a_.positions)
            w.stored_positions =
                matrix(prefix_ + text(names_.positions) + ".weight", a_.first_row + a_.longest, a_.width);
        if (a_.kinds > 0) {
            w.kind.resize(a_.width);
            matrix(prefix_ + text(names_.kinds) + ".weight", a_.kinds, a_.width)
                .read(0, 0, a_.width, w.kind.data());
        }
        w.embedding_norm = norm(prefix_, names_.embedding_norm);
        for (Index i = 0; i < static_cast<Index>(a_.layers.size()); ++i)
            w.layers.push_back(layer(prefix_ + numbered(i)));
        w.readout = readout(w.embedding);
        expect_nothing_left_out();
        return w;
    }

private:
    static std::string text(std::string_view name) { return std::string(name); }

    /// Files of the bare model leave out what stands before its names.
    std::string prefix_that_fits() const {
        for (const std::string_view prefix : names_.prefixes)
            if (files_.find(text(prefix) + text(names_.embedding) + ".weight")) return text(prefix);
        return text(names_.prefixes.front()); // the embedding will be said to be missing
    }

    std::string numbered(Index layer) const {
        std::string name(names_.layer);
        return name.replace(name.find("{}"), 2, std::to_string(layer));
    }

    const StoredTensor& found(const std::string& name) {
        const StoredTensor* tensor = files_.find(name);
        if (!tensor)
            throw InputError("model", "the tensor " + name + " is missing",
                             "its config.json says that there is one: get both from the same place");
        used_.insert(name);
        return *tensor;
    }

    void expect_shape(const StoredTensor& tensor, const std::vector<std::int64_t>& shape) const {
        if (tensor.shape != shape)
            throw InputError(tensor.where,
                             "its shape is " + model::shape_text(tensor.shape) + ", config.json says " +
                                 model::shape_text(shape),
                             "get both from the same place");
    }

    StoredMatrix matrix(const std::string& name, Index rows, Index cols) {
        const StoredTensor& tensor = found(name);
        expect_shape(tensor, {rows, cols});
        return matrix_of(tensor);
    }

    RowVector vector(const std::string& name, Index size) {
        const StoredTensor& tensor = found(name);
        expect_shape(tensor, {size});
        RowVector numbers(size);
        matrix_of(tensor).read(0, 0, size, numbers.data());
        return numbers;
    }

    /// BERT's first files call gain and shift "gamma" and "beta".
    Norm norm(const std::string& before, std::string_view name) {
        if (name.empty()) return {};
        const std::string whole = before + text(name);
        const bool old = files_.find(whole + ".gamma") != nullptr;
        Norm norm{
            .style = a_.norm, .gain = vector(whole + (old ? ".gamma" : ".weight"), a_.width), .shift = {}};
        if (a_.norm.gain_from_one) norm.gain.array() += 1;
        if (a_.norm.kind == NormKind::layer) norm.shift = vector(whole + (old ? ".beta" : ".bias"), a_.width);
        return norm;
    }

    Norms norms(const std::string& before, std::string_view first, std::string_view branch,
                std::string_view after) {
        return {norm(before, first), norm(before, branch), norm(before, after)};
    }

    Linear linear(const std::string& name, Index in, Index out, bool biased) {
        Linear f;
        f.sides = names_.in_out ? Sides::in_out : Sides::out_in;
        f.w = names_.in_out ? matrix(name + ".weight", in, out) : matrix(name + ".weight", out, in);
        if (biased) f.b = vector(name + ".bias", out);
        return f;
    }

    /// Queries, keys and values side by side in one matrix.
    void take_joined(LayerWeights& w, const std::string& name) {
        const Index d = a_.attention.heads * a_.attention.head_width;
        assert(names_.in_out && a_.attention.key_heads == a_.attention.heads);
        const Linear all = linear(name, a_.width, 3 * d, a_.attention.biases_in);
        Index first = 0;
        for (Linear* part : {&w.q, &w.k, &w.v}) {
            *part = {all.w.columns(first, d), all.sides, {}};
            if (all.b.size() > 0) part->b = all.b.segment(first, d);
            first += d;
        }
    }

    RowVector head_norm(const std::string& before, std::string_view name) {
        RowVector gain = vector(before + text(name) + ".weight", a_.attention.head_width);
        if (a_.norm.gain_from_one) gain.array() += 1;
        return gain;
    }

    LayerWeights layer(const std::string& before) {
        const AttentionStyle& attention = a_.attention;
        const Index d = attention.heads * attention.head_width,
                    shared = attention.key_heads * attention.head_width;
        LayerWeights w;
        w.attention = norms(before, names_.attention_before, names_.attention_branch, names_.attention_after);
        if (!names_.qkv.empty()) {
            take_joined(w, before + text(names_.qkv));
        } else {
            w.q = linear(before + text(names_.q), a_.width, d, attention.biases_in);
            w.k = linear(before + text(names_.k), a_.width, shared, attention.biases_in);
            w.v = linear(before + text(names_.v), a_.width, shared, attention.biases_in);
        }
        w.o = linear(before + text(names_.o), d, a_.width, attention.biases_out);
        if (attention.normed) {
            w.q_norm = head_norm(before, names_.q_norm);
            w.k_norm = head_norm(before, names_.k_norm);
        }
        w.mlp = norms(before, names_.mlp_before, names_.mlp_branch, names_.mlp_after);
        if (a_.mlp.gated) w.gate = linear(before + text(names_.gate), a_.width, a_.mlp.width, a_.mlp.biases);
        w.up = linear(before + text(names_.up), a_.width, a_.mlp.width, a_.mlp.biases);
        w.down = linear(before + text(names_.down), a_.mlp.width, a_.width, a_.mlp.biases);
        return w;
    }

    Readout readout(const StoredMatrix& embedding) {
        Readout r;
        r.norm = norm(prefix_, names_.final_norm);
        if (!names_.head_dense.empty()) {
            // Encoders are often kept without the head that guessed words in their training.
            if (!files_.find(text(names_.head_dense) + ".weight")) return r;
            r.dense = linear(text(names_.head_dense), a_.width, a_.width, true);
            r.dense_norm = norm("", names_.head_norm);
        }
        r.words.sides = Sides::out_in;
        r.words.w = a_.tied ? embedding : matrix(text(names_.readout) + ".weight", a_.words, a_.width);
        for (const std::string_view name : names_.head_biases)
            if (r.words.b.size() == 0 && files_.find(text(name))) r.words.b = vector(text(name), a_.words);
        return r;
    }

    /// Every tensor of a layer has its place in the pass: what is not known would be left out unsaid.
    void expect_nothing_left_out() const {
        const std::string layers = prefix_ + text(names_.layer.substr(0, names_.layer.find("{}")));
        for (const auto& named : files_.all()) {
            const std::string& name = named.first;
            if (!name.starts_with(layers) || used_.contains(name)) continue;
            const bool made = std::ranges::any_of(names_.made_by_the_pass, [&](std::string_view end) {
                return name.ends_with("." + text(end));
            });
            if (!made)
                throw InputError(named.second.where,
                                 "models of type " + a_.family + " have no such part here",
                                 "the files belong to another kind of model, or to one with a part that is "
                                 "not known: see docs/models.md");
        }
    }

    const Architecture& a_;
    const TensorNames& names_;
    const WeightFiles& files_;
    std::string prefix_;
    std::set<std::string> used_;
};

} // namespace

Weights bound_weights(const Architecture& architecture, const TensorNames& names, const WeightFiles& files) {
    return Binder(architecture, names, files).run();
}

} // namespace pretrained
