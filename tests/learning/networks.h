#pragma once
// Small networks and batches for the tests.

#include "base/make.h"
#include "learning/recurrent_network.h"
#include "learning/transformer_network.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

namespace networks {

using base::Index;
using base::Matrix;
using learning::Batch;
using learning::Edge;
using learning::Example;
using learning::Network;
using model::Transformer;
using model::TransformerSizes;

constexpr Index words = 9, target_words = 7;

struct Kind {
    std::string name;
    TransformerSizes sizes;
};

/// Every form that a model can take.
inline const std::vector<Kind> kinds = {
    {"encoder", {.source_words = words, .width = 8, .layers = 2, .heads = 2, .mlp_width = 12}},
    {"untied encoder without an MLP, learned positions, no scale",
     {.source_words = words, .width = 8, .heads = 2, .longest = 6, .tied = false, .scaled = false}},
    {"causal encoder, learned positions",
     {.source_words = words, .width = 8, .layers = 2, .longest = 6, .causal = true}},
    {"causal encoder, rotary positions",
     {.source_words = words, .width = 8, .layers = 2, .heads = 2, .rotary_base = 10, .causal = true}},
    {"two outputs", {.source_words = words, .width = 8, .heads = 4, .mlp_width = 12, .outputs = 2}},
    {"two untied outputs", {.source_words = words, .width = 8, .heads = 2, .outputs = 2, .tied = false}},
    {"encoder and decoder",
     {.source_words = words,
      .target_words = target_words,
      .width = 8,
      .layers = 2,
      .heads = 2,
      .cross_heads = 4,
      .mlp_width = 12}},
    {"encoder and decoder, untied, learned positions",
     {.source_words = words,
      .target_words = target_words,
      .width = 8,
      .heads = 2,
      .longest = 6,
      .tied = false}},
};

/// Draws biases, gains and shifts as well, which begin equal, so that one left out shows. Every other unit of
/// an MLP is well on and the rest well off, since a difference across the edge of a ReLU means nothing.
template <class Model>
Model shaken(Model model) {
    unsigned seed = 1;
    visit_parameters(model, [&](const std::string& name, Index rows, Index columns, float* at) {
        if (rows > 1) return;
        const Matrix drawn = make::matrix(1, columns, ++seed);
        const float middle = name.ends_with("gain") ? 1 : name.ends_with("mlp.b_1") ? 2 : 0;
        for (Index i = 0; i < columns; ++i)
            at[i] = 0.3F * drawn(0, i) + (name.ends_with("mlp.b_1") && i % 2 == 1 ? -middle : middle);
    });
    return model;
}

inline Transformer transformer(const TransformerSizes& sizes) {
    return shaken(model::random_transformer(sizes, 1));
}

/// Sentences of 5, 3 and 4 words (or all of 4): the shorter ones are padded in a batch. Every output is
/// asked at two places of each, and two cells of the first two are wanted.
inline std::vector<Example> examples(const TransformerSizes& sizes, bool filled_up = true) {
    language::Draw draw(5);
    const auto sentence = [&](Index length, Index count) {
        std::vector<Index> ids;
        for (Index i = 0; i < length; ++i)
            ids.push_back(1 + draw(static_cast<std::size_t>(count) - 1));
        return ids;
    };
    std::vector<Example> made;
    for (const Index length : {5, 3, 4}) {
        Example example;
        example.source = sentence(filled_up ? length : 4, sizes.source_words);
        if (sizes.has_decoder()) example.target = sentence(filled_up ? 7 - length : 3, sizes.target_words);
        const auto last =
            static_cast<Index>((sizes.has_decoder() ? example.target : example.source).size()) - 1;
        for (Index output = 0; output < sizes.outputs; ++output)
            for (const Index position : {Index{1}, last})
                example.asked.push_back(
                    {output, position, 1 + draw(static_cast<std::size_t>(sizes.answers()) - 1)});
        if (made.size() < 2) example.wanted = {{0, 1, 0}, {1, last, 1}};
        made.push_back(std::move(example));
    }
    return made;
}

/// The relations of these examples: the first in the first layer, the second in the last one, of another
/// head.
inline std::vector<Edge> edges(const TransformerSizes& sizes) {
    if (sizes.has_decoder())
        return {{"read", 0, 0, true}, {"read again", sizes.layers - 1, sizes.cross_heads - 1, true}};
    return {{"read", 0, 0}, {"read again", sizes.layers - 1, sizes.heads - 1}};
}

/// The loss with its hint.
inline double loss_of(Network& network, const Batch& batch, const learning::Hint& hint = {}) {
    const learning::Loss loss = network.learn(batch, hint);
    return loss.answers + loss.hint;
}

/// Compares the gradients of a network with differences of its loss, group by group. Losses are floats, good
/// to about 1e-7, so a difference means something only along directions and steps that are long enough: along
/// a gradient, where the loss changes fastest, and along random ones, which an error in any part of the
/// gradient has a share in.
inline void check_gradients(Network& network, const Batch& batch, const learning::Hint& hint = {}) {
    constexpr float step = 4e-3F;
    loss_of(network, batch, hint);
    std::vector<std::vector<float>> gradients;
    for (const auto& parameter : network.parameters())
        gradients.emplace_back(parameter.gradient, parameter.gradient + parameter.size);
    unsigned seed = 0;
    for (std::size_t p = 0; p < gradients.size(); ++p) {
        const auto& parameter = network.parameters()[p];
        CAPTURE(parameter.name);
        const Eigen::Map<const base::RowVector> gradient(gradients[p].data(), parameter.size);
        Eigen::Map<base::RowVector> value(parameter.value, parameter.size);
        const base::RowVector before = value;
        const float norm = gradient.norm();
        constexpr float nothing = 1e-4F;
        base::RowVector expected(3), measured(3);
        for (int k = 0; k < 3; ++k) {
            base::RowVector direction =
                k == 0 && norm >= nothing ? gradient : make::matrix(1, parameter.size, ++seed);
            direction.normalize();
            value = before + step * direction;
            const double more = loss_of(network, batch, hint);
            value = before - step * direction;
            measured[k] = static_cast<float>((more - loss_of(network, batch, hint)) / (2.0 * step));
            expected[k] = gradient.dot(direction);
            value = before;
        }
        if (norm >= nothing)
            CHECK(make::is_close(measured, expected, 0.01 * norm + 2e-4));
        else // nothing depends on these numbers, as on the biases of keys
            CHECK(make::is_zero(measured, 2e-4));
    }
}

} // namespace networks
