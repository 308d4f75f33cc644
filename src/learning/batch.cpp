#include "learning/batch.h"

#include <algorithm>

namespace learning {

namespace {

using Ids = std::vector<Index> Example::*;

Index longest(std::span<const Example> examples, Ids ids) {
    std::size_t most = 0;
    for (const Example& example : examples)
        most = std::max(most, (example.*ids).size());
    return static_cast<Index>(most);
}

/// Row b·length + i is token i of item b.
std::vector<int> stacked(std::span<const Example> examples, Ids ids, Index length) {
    std::vector<int> rows;
    rows.reserve(examples.size() * static_cast<std::size_t>(length));
    for (const Example& example : examples) {
        for (const Index id : example.*ids)
            rows.push_back(static_cast<int>(id));
        const auto missing = static_cast<std::size_t>(length) - (example.*ids).size();
        rows.insert(rows.end(), missing, static_cast<int>(language::Vocabulary::padding));
    }
    return rows;
}

std::vector<attention::Mask> padding_masks(std::span<const Example> examples, Index n, bool causal) {
    std::vector<attention::Mask> masks;
    for (const Example& example : examples) {
        attention::Mask mask{.causal = causal};
        mask.key_padding.assign(static_cast<std::size_t>(n), 0);
        std::fill_n(mask.key_padding.begin(), example.source.size(), std::uint8_t{1});
        masks.push_back(std::move(mask));
    }
    return masks;
}

} // namespace

Batch batch_of(std::span<const Example> examples, bool causal) {
    Batch batch;
    batch.items = static_cast<Index>(examples.size());
    batch.n = longest(examples, &Example::source);
    batch.m = longest(examples, &Example::target);
    batch.source = stacked(examples, &Example::source, batch.n);
    batch.target = stacked(examples, &Example::target, batch.m);
    const bool filled_up = std::ranges::any_of(examples, [&](const Example& example) {
        return static_cast<Index>(example.source.size()) < batch.n;
    });
    if (filled_up) {
        batch.source_masks = padding_masks(examples, batch.n, causal);
        if (batch.m > 0) batch.memory_masks = padding_masks(examples, batch.n, false);
    } else if (causal) {
        batch.source_masks = {attention::Mask{.causal = true}};
    }
    for (std::size_t b = 0; b < examples.size(); ++b) {
        for (const Asked& asked : examples[b].asked)
            batch.asked.push_back({static_cast<Index>(b), asked});
        for (const Wanted& wanted : examples[b].wanted)
            batch.wanted.push_back({static_cast<Index>(b), wanted});
    }
    return batch;
}

std::vector<Example> draw_examples(const Task& task, Index count, Split split, language::Draw& draw) {
    std::vector<Example> examples;
    examples.reserve(static_cast<std::size_t>(count));
    for (Index i = 0; i < count; ++i)
        examples.push_back(task.sample(draw, split));
    return examples;
}

} // namespace learning
