#include "model/transformer_run.h"

#include "attention/position.h"
#include "attention/softmax.h"
#include "base/input_error.h"
#include "base/product.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace model {

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

// On this thread: Eigen shares even a sentence's products among all, and where these are busy each of them
// waits a hundred times longer than it computes.
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

class Run {
public:
    Run(const Transformer& transformer, const std::vector<Intervention>& interventions)
        : model_(transformer), interventions_(interventions) {}

    TransformerRun of(const std::vector<Index>& source, const std::vector<Index>& target) const {
        TransformerRun made{.encoder = stack(model_.encoder, source, nullptr)};
        if (model_.sizes.has_decoder()) made.decoder = stack(model_.decoder, target, &made.encoder.output);
        const Matrix& last = made.decoder ? made.decoder->output : made.encoder.output;
        for (Index i = 0; i < model_.sizes.outputs; ++i)
            made.probabilities.push_back(attention::softmax(logits(last, i)).weights);
        return made;
    }

private:
    Matrix embedded(const Stack& f, const std::vector<Index>& ids) const {
        const auto n = static_cast<Index>(ids.size());
        if (model_.sizes.longest > 0 && n > model_.sizes.longest)
            throw base::InputError("sentence", std::to_string(n) + " words are more than its positions reach",
                                   "type at most " + std::to_string(model_.sizes.longest));
        Matrix x(n, model_.sizes.width);
        for (Index i = 0; i < n; ++i) {
            const Index id = ids[static_cast<std::size_t>(i)];
            assert(id >= 0 && id < f.embedding.rows());
            x.row(i) = model_.sizes.embedding_factor() * f.embedding.row(id);
        }
        if (f.positions.rows() > 0) return x + f.positions.topRows(n);
        return x + attention::sinusoidal_positions(n, model_.sizes.width);
    }

    AttentionRun attend(const AttentionBlock<float>& f, const Place& place, const Matrix& x,
                        const Matrix* memory) const {
        attention::Input input;
        input.x = normalised(f.norm, x);
        if (memory) input.memory = *memory;
        attention::Options options;
        options.mask.causal =
            place.part == Part::decoder || (place.part == Part::encoder && model_.sizes.causal);
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

    StackRun stack(const Stack& f, const std::vector<Index>& ids, const Matrix* memory) const {
        StackRun made{.embedded = embedded(f, ids)};
        const Matrix* x = &made.embedded;
        made.blocks.reserve(f.blocks.size());
        for (std::size_t i = 0; i < f.blocks.size(); ++i) {
            made.blocks.push_back(block(f.blocks[i], static_cast<Index>(i), *x, memory));
            x = &made.blocks.back().after;
        }
        made.output = normalised(f.norm, *x);
        return made;
    }

    Matrix logits(const Matrix& last, Index output) const {
        const Matrix read =
            model_.readout.empty() ? last : mapped(model_.readout[static_cast<std::size_t>(output)], last);
        if (!model_.sizes.tied) return read;
        const Matrix& table = model_.answering().embedding;
        Matrix found(read.rows(), table.rows());
        base::multiply_transposed(base::block(read), base::block(table), base::block(found));
        return found;
    }

    const Transformer& model_;
    const std::vector<Intervention>& interventions_;
};

} // namespace

const AttentionRun& TransformerRun::at(const Place& place) const {
    const auto layer = static_cast<std::size_t>(place.layer);
    if (place.part == Part::encoder) return encoder.blocks.at(layer).self;
    assert(decoder);
    const BlockRun& block = decoder->blocks.at(layer);
    return place.part == Part::decoder ? block.self : *block.cross;
}

TransformerRun run(const Transformer& transformer, const std::vector<Index>& source,
                   const std::vector<Index>& target, const std::vector<Intervention>& interventions) {
    return Run(transformer, interventions).of(source, target);
}

} // namespace model
