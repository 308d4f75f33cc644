#include "model/transformer.h"

#include "attention/layer.h"
#include "attention/softmax.h"
#include "base/input_error.h"
#include "base/product.h"
#include "model/random.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace model {

using base::InputError;

namespace {

constexpr Index most_layers = 8, most_words = 65536;

void require(bool holds, const std::string& what, const std::string& hint) {
    if (!holds) throw InputError("model", what, hint);
}

Linear<float> linear(Index rows, Index columns) {
    return {Matrix::Zero(rows, columns), RowVector::Zero(columns)};
}

LayerNorm<float> layer_norm(Index width) {
    return {RowVector::Ones(width), RowVector::Zero(width)};
}

AttentionBlock<float> attention_block(Index d) {
    return {layer_norm(d), linear(d, d), linear(d, d), linear(d, d), linear(d, d)};
}

Stack stack(const TransformerSizes& sizes, Index words, bool is_decoder) {
    const Index d = sizes.width;
    Block<float> block;
    block.self = attention_block(d);
    if (is_decoder) block.cross = attention_block(d);
    if (sizes.mlp_width > 0) {
        block.mlp_norm = layer_norm(d);
        block.mlp_1 = linear(d, sizes.mlp_width);
        block.mlp_2 = linear(sizes.mlp_width, d);
    }
    return {Matrix::Zero(words, d), Matrix::Zero(sizes.longest, d),
            std::vector<Block<float>>(static_cast<std::size_t>(sizes.layers), block), layer_norm(d)};
}

} // namespace

float TransformerSizes::embedding_factor() const {
    return positions() == Positions::sinusoidal ? std::sqrt(static_cast<float>(width)) : 1.0F;
}

std::optional<attention::Rotary> TransformerSizes::rotary() const {
    if (positions() != Positions::rotary) return std::nullopt;
    return attention::Rotary{.base = static_cast<float>(rotary_base)};
}

void validate(const TransformerSizes& sizes) {
    const auto within = [](Index number, Index least, Index most) {
        return number >= least && number <= most;
    };
    require(within(sizes.source_words, 2, most_words) && within(sizes.target_words, 0, most_words),
            "its vocabulary has no usable size", "a vocabulary has 1 to 65535 words");
    require(within(sizes.width, 1, max_width) && within(sizes.mlp_width, 0, 4 * max_width),
            "its width is out of range", "a width is from 1 to " + std::to_string(max_width));
    require(within(sizes.layers, 1, most_layers), "it has " + std::to_string(sizes.layers) + " layers",
            "1 to " + std::to_string(most_layers) + " are possible");
    require(within(sizes.outputs, 1, 8) && within(sizes.longest, 0, most_words), "its sizes are out of range",
            "1 to 8 outputs, at most 65536 positions");
    require(within(sizes.rotary_base, 0, 1'000'000'000) && (sizes.rotary_base == 0 || sizes.longest == 0),
            "its rotary positions are out of range", "a base is from 1 to 10⁹, beside no learned positions");
    require(sizes.rotary_base == 0 || sizes.heads < 1 || sizes.width / sizes.heads % 2 == 0,
            "a head of odd width cannot be turned in pairs", "choose a width that twice the heads divide");
    for (const Index heads : {sizes.heads, sizes.has_decoder() ? sizes.cross_heads : 1})
        require(heads >= 1 && sizes.width % heads == 0,
                "a width of " + std::to_string(sizes.width) + " is not divisible by " +
                    std::to_string(heads) + " heads",
                "choose a number of heads that divides the width");
}

Transformer empty_transformer(const TransformerSizes& sizes) {
    validate(sizes);
    Transformer made{.sizes = sizes, .encoder = stack(sizes, sizes.source_words, false)};
    if (sizes.has_decoder()) made.decoder = stack(sizes, sizes.target_words, true);
    if (!sizes.tied || sizes.outputs > 1)
        made.readout.assign(static_cast<std::size_t>(sizes.outputs),
                            linear(sizes.width, sizes.tied ? sizes.width : sizes.answers()));
    return made;
}

namespace {

/// Visits the parts of a model by name; a part that is empty has no parameters.
class Visitor {
public:
    explicit Visitor(const VisitParameter& visit) : visit_(visit) {}

    void matrix(const std::string& name, Matrix& m) const {
        if (m.size() > 0) visit_(name, m.rows(), m.cols(), m.data());
    }
    void vector(const std::string& name, RowVector& v) const {
        if (v.size() > 0) visit_(name, 1, v.size(), v.data());
    }
    /// ("…w", "_q"): "…w_q" and "…b_q".
    void linear(const std::string& before, const std::string& letter, Linear<float>& f) const {
        matrix(before + "w_" + letter, f.w);
        vector(before + "b_" + letter, f.b);
    }
    void norm(const std::string& name, LayerNorm<float>& f) const {
        vector(name + ".gain", f.gain);
        vector(name + ".shift", f.shift);
    }
    void attention(const std::string& name, AttentionBlock<float>& f) const {
        norm(name + ".norm", f.norm);
        linear(name + ".", "q", f.q);
        linear(name + ".", "k", f.k);
        linear(name + ".", "v", f.v);
        linear(name + ".", "o", f.o);
    }
    void stack(const std::string& name, Stack& f) const {
        matrix(name + ".embedding", f.embedding);
        matrix(name + ".positions", f.positions);
        for (std::size_t i = 0; i < f.blocks.size(); ++i) {
            const std::string block = name + "." + std::to_string(i);
            attention(block + ".self", f.blocks[i].self);
            attention(block + ".cross", f.blocks[i].cross);
            norm(block + ".mlp.norm", f.blocks[i].mlp_norm);
            linear(block + ".mlp.", "1", f.blocks[i].mlp_1);
            linear(block + ".mlp.", "2", f.blocks[i].mlp_2);
        }
        norm(name + ".norm", f.norm);
    }

private:
    const VisitParameter& visit_;
};

} // namespace

void visit_parameters(Transformer& transformer, const VisitParameter& visit) {
    const Visitor visitor(visit);
    visitor.stack("encoder", transformer.encoder);
    if (transformer.sizes.has_decoder()) visitor.stack("decoder", transformer.decoder);
    for (std::size_t i = 0; i < transformer.readout.size(); ++i)
        visitor.linear("readout." + std::to_string(i) + ".", "out", transformer.readout[i]);
}

Index parameter_count(const Transformer& transformer) {
    Index count = 0;
    visit_parameters(const_cast<Transformer&>(transformer), // they are only counted
                     [&](const std::string&, Index rows, Index columns, float*) { count += rows * columns; });
    return count;
}

Transformer random_transformer(const TransformerSizes& sizes, std::uint32_t seed) {
    Transformer made = empty_transformer(sizes);
    Random random(seed);
    visit_parameters(made, [&](const std::string& name, Index rows, Index columns, float* numbers) {
        if (rows == 1) return; // biases, gains and shifts
        const bool is_table = name.ends_with("embedding") || name.ends_with("positions");
        const float reach = 1 / std::sqrt(static_cast<float>(rows)),
                    deviation = 1 / std::sqrt(static_cast<float>(columns));
        for (Index i = 0; i < rows * columns; ++i)
            numbers[i] = is_table ? deviation * random.normal() : reach * (2 * random.uniform() - 1);
    });
    return made;
}

attention::Layer layer_of(const AttentionBlock<float>& block, Index heads) {
    attention::Layer layer;
    layer.heads = heads;
    layer.w_q = block.q.w;
    layer.w_k = block.k.w;
    layer.w_v = block.v.w;
    layer.w_o = block.o.w;
    layer.b_q = block.q.b;
    layer.b_k = block.k.b;
    layer.b_v = block.v.b;
    layer.b_o = block.o.b;
    return layer;
}

// The run on a sentence.

namespace {

constexpr float epsilon = 1e-5F;

// x̂ = (x − μ)/√(σ² + ε), y = gain ⊙ x̂ + shift. Source: Ba et al. 2016, "Layer normalization", section 3.
Matrix normalised(const LayerNorm<float>& f, const Matrix& x) {
    Matrix y(x.rows(), x.cols());
    for (Index i = 0; i < x.rows(); ++i) {
        const RowVector centred = x.row(i).array() - x.row(i).mean();
        const float deviation = std::sqrt(centred.squaredNorm() / static_cast<float>(x.cols()) + epsilon);
        y.row(i) = centred.cwiseProduct(f.gain) / deviation + f.shift;
    }
    return y;
}

// On this thread only: Eigen would share even a sentence's products among all threads, and where these are
// busy each product waits a hundred times longer than it computes.
Matrix product(const Matrix& a, const Matrix& b) {
    Matrix c(a.rows(), b.cols());
    base::multiply(base::block(a), base::block(b), base::block(c));
    return c;
}

Matrix mapped(const Linear<float>& f, const Matrix& x) {
    Matrix y = product(x, f.w);
    if (f.b.size() > 0) y.rowwise() += f.b;
    return y;
}

/// The logits of each output, from rows that the final norm has been applied to.
std::vector<Matrix> read_out(const Transformer& f, const Matrix& rows) {
    std::vector<Matrix> outputs;
    for (std::size_t i = 0; i < static_cast<std::size_t>(f.sizes.outputs); ++i) {
        outputs.push_back(f.readout.empty() ? rows : mapped(f.readout[i], rows));
        if (!f.sizes.tied) continue;
        const Matrix& table = f.answering().embedding;
        Matrix found(rows.rows(), table.rows());
        base::multiply_transposed(base::block(outputs.back()), base::block(table), base::block(found));
        outputs.back() = std::move(found);
    }
    return outputs;
}

/// Every key and value of a pass, past ones first.
KeyValueCache::OfLayer kept_of(const attention::Trace& t) {
    const Index d = t.layer->d_k();
    KeyValueCache::OfLayer kept{Matrix(t.m(), d * std::ssize(t.heads)),
                                Matrix(t.m(), d * std::ssize(t.heads))};
    for (Index head = 0; head < std::ssize(t.heads); ++head) {
        const attention::HeadTrace& h = t.heads[static_cast<std::size_t>(head)];
        const bool has_past = h.present_k.rows() > 0, is_turned = h.k_rotated.rows() > 0;
        kept.k.middleCols(head * d, d) = has_past ? h.present_k : is_turned ? h.k_rotated : h.k;
        kept.v.middleCols(head * d, d) = has_past ? h.present_v : h.v;
    }
    return kept;
}

class Run {
public:
    Run(const Transformer& transformer, const std::vector<Intervention>& interventions,
        const std::vector<Patch>& patches)
        : model_(transformer), interventions_(interventions), patches_(&patches) {}

    /// Behind the words of a cache.
    Run(const Transformer& transformer, const std::vector<Intervention>& interventions, KeyValueCache& cache)
        : model_(transformer), interventions_(interventions), cache_(&cache), past_(cache.words()) {}

    TransformerRun of(const std::vector<Index>& source, const std::vector<Index>& target) const {
        TransformerRun made{.encoder = stack(model_.encoder, source, nullptr)};
        if (model_.sizes.has_decoder()) made.decoder = stack(model_.decoder, target, &made.encoder.output);
        for (const Matrix& each : read_out(model_, made.answering().output))
            made.probabilities.push_back(attention::softmax(each).weights);
        return made;
    }

private:
    Matrix embedded(const Stack& f, const std::vector<Index>& ids) const {
        const Index n = std::ssize(ids), words = past_ + n;
        if (model_.sizes.longest > 0 && words > model_.sizes.longest)
            throw base::InputError("sentence",
                                   std::to_string(words) + " words are more than its positions reach",
                                   "type at most " + std::to_string(model_.sizes.longest));
        Matrix x(n, model_.sizes.width);
        for (Index i = 0; i < n; ++i) {
            const Index id = ids[static_cast<std::size_t>(i)];
            assert(id >= 0 && id < f.embedding.rows());
            x.row(i) = model_.sizes.embedding_factor() * f.embedding.row(id);
        }
        if (model_.sizes.positions() == Positions::rotary) return x; // its queries and keys are turned
        if (f.positions.rows() > 0) return x + f.positions.middleRows(past_, n);
        return x + attention::sinusoidal_positions(words, model_.sizes.width).bottomRows(n);
    }

    AttentionRun attend(const AttentionBlock<float>& f, const Place& place, const Matrix& x,
                        const Matrix* memory) const {
        attention::Input input;
        input.x = normalised(f.norm, x);
        if (memory) input.memory = *memory;
        if (past_ > 0) {
            const KeyValueCache::OfLayer& kept = cache_->layers[static_cast<std::size_t>(place.layer)];
            input.past_k = kept.k;
            input.past_v = kept.v;
        }
        attention::Options options;
        options.mask.causal =
            place.part == Part::decoder || (place.part == Part::encoder && model_.sizes.causal);
        if (place.part != Part::cross) options.rotary = model_.sizes.rotary();
        if (!model_.sizes.scaled) options.scale.kind = attention::ScaleKind::none;
        std::vector<attention::Override> overrides;
        for (const Intervention& done : interventions_) {
            if (done.place != place) continue;
            overrides.insert(overrides.end(), done.overrides.begin(), done.overrides.end());
            options.switched_off.insert(options.switched_off.end(), done.heads_off.begin(),
                                        done.heads_off.end());
        }
        const Index heads = place.part == Part::cross ? model_.sizes.cross_heads : model_.sizes.heads;
        AttentionRun made{.trace = attention::trace(input, layer_of(f, heads), options, std::move(overrides)),
                          .before = x};
        made.after = x + made.trace.output;
        if (cache_) cache_->layers[static_cast<std::size_t>(place.layer)] = kept_of(made.trace);
        return made;
    }

    BlockRun block(const Block<float>& f, Index layer, const Matrix& x, const Matrix* memory) const {
        BlockRun made{.self = attend(f.self, {memory ? Part::decoder : Part::encoder, layer}, x, nullptr)};
        if (memory) made.cross = attend(f.cross, {Part::cross, layer}, made.self.after, memory);
        made.after = made.cross ? made.cross->after : made.self.after;
        if (!f.has_mlp()) return made;
        made.hidden = mapped(f.mlp_1, normalised(f.mlp_norm, made.after)).cwiseMax(0.0F);
        made.after += mapped(f.mlp_2, made.hidden);
        return made;
    }

    /// The stream of a stack at a point, with what is put into it there.
    Matrix patched(Matrix x, Part stack, Index point) const {
        if (!patches_) return x;
        for (const Patch& patch : *patches_)
            if (patch.stack == stack && patch.point == point) x.row(patch.row) = patch.stream;
        return x;
    }

    StackRun stack(const Stack& f, const std::vector<Index>& ids, const Matrix* memory) const {
        const Part part = memory ? Part::decoder : Part::encoder;
        StackRun made{.embedded = patched(embedded(f, ids), part, 0)};
        made.blocks.reserve(f.blocks.size());
        for (Index i = 0; i < std::ssize(f.blocks); ++i) {
            BlockRun run = block(f.blocks[static_cast<std::size_t>(i)], i, made.stream(i), memory);
            run.after = patched(std::move(run.after), part, i + 1);
            made.blocks.push_back(std::move(run));
        }
        made.output = normalised(f.norm, made.stream(std::ssize(f.blocks)));
        return made;
    }

    const Transformer& model_;
    const std::vector<Intervention>& interventions_;
    const std::vector<Patch>* patches_ = nullptr;
    KeyValueCache* cache_ = nullptr; ///< grows layer by layer
    Index past_ = 0;                 ///< words that it held before
};

} // namespace

const Matrix& StackRun::stream(Index point) const {
    return point == 0 ? embedded : blocks[static_cast<std::size_t>(point) - 1].after;
}

const AttentionRun& TransformerRun::at(const Place& place) const {
    const auto layer = static_cast<std::size_t>(place.layer);
    if (place.part == Part::encoder) return encoder.blocks.at(layer).self;
    assert(decoder);
    const BlockRun& block = decoder->blocks.at(layer);
    return place.part == Part::decoder ? block.self : *block.cross;
}

TransformerRun run(const Transformer& transformer, const std::vector<Index>& source,
                   const std::vector<Index>& target, const std::vector<Intervention>& interventions,
                   const std::vector<Patch>& patches) {
    assert(std::ranges::all_of(patches, [&](const Patch& patch) {
        return patch.stack != Part::cross && patch.point >= 0 && patch.point <= transformer.sizes.layers;
    }));
    return Run(transformer, interventions, patches).of(source, target);
}

void KeyValueCache::keep(Index count) {
    assert(count <= words());
    for (OfLayer& layer : layers)
        for (Matrix* rows : {&layer.k, &layer.v})
            rows->conservativeResize(count, rows->cols());
}

KeyValueCache cache_of(const TransformerRun& run) {
    KeyValueCache cache;
    for (const BlockRun& block : run.encoder.blocks)
        cache.layers.push_back(kept_of(block.self.trace));
    return cache;
}

TransformerRun run_on(const Transformer& transformer, KeyValueCache& cache, const std::vector<Index>& ids,
                      const std::vector<Intervention>& interventions) {
    assert(transformer.sizes.causal && !transformer.sizes.has_decoder());
    cache.layers.resize(transformer.encoder.blocks.size());
    std::vector<Intervention> lasting;
    for (const Intervention& done : interventions)
        lasting.push_back({.place = done.place, .heads_off = done.heads_off});
    return Run(transformer, lasting, cache).of(ids, {});
}

std::vector<Matrix> logits(const Transformer& transformer, const Matrix& stream) {
    return read_out(transformer, normalised(transformer.answering().norm, stream));
}

std::vector<Index> written(const Transformer& transformer, const std::vector<Index>& source, Index start,
                           Index end, std::size_t most) {
    std::vector<Index> ids{start};
    while (ids.size() <= most) {
        // Every step reads all words again: for a dozen of them a cache is not worth it.
        const TransformerRun read = run(transformer, source, ids);
        const Matrix& next = read.probabilities.front();
        Index id = 0;
        next.row(next.rows() - 1).maxCoeff(&id);
        if (id == end) break;
        ids.push_back(id);
    }
    ids.erase(ids.begin());
    return ids;
}

} // namespace model
