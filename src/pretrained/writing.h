#pragma once
// A causal model that writes. Keys and values of what has been read stay, so that each new word is a single
// row: the weights are read once a word, and nothing is computed twice.

#include "pretrained/layer_pass.h"
#include "pretrained/model.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace pretrained {

class Writing {
public:
    /// `most`: pieces, those read and those written; no more than the model's positions reach. Throws
    /// InputError for a model whose words see those that come later, and for one without a readout.
    Writing(ModelPtr model, Index most, int threads = 1);

    /// Reads pieces after those so far. The logits (words) of what comes next. Throws InputError for too
    /// many, for ids that the model does not have, and for numbers that grow too large.
    RowVector next(const std::vector<tokens::Id>& ids);
    /// Takes back all but the first `words`.
    void take_back_to(Index words);

    Index words() const { return words_; }
    /// Of the keys and values kept so far: words · layers · h_kv·(d_k + d_v) · 4.
    std::size_t bytes() const;

private:
    ModelPtr model_;
    Index most_;
    int threads_;
    std::vector<Past> layers_;
    Index words_ = 0;
};

} // namespace pretrained
