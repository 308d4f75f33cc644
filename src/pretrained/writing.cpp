#include "pretrained/writing.h"

#include "base/input_error.h"
#include "pretrained/reading.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

namespace pretrained {

using base::InputError;

Writing::Writing(ModelPtr model, Index most, int threads)
    : model_(std::move(model)), most_(std::min(most, model_->architecture.longest)), threads_(threads) {
    if (!model_->architecture.attention.causal || !model_->has_words())
        throw InputError("model", "models of type " + model_->architecture.family + " do not write",
                         "open one whose words see only those before them, such as GPT-2");
    const AttentionStyle& style = model_->architecture.attention;
    const Index width = style.key_heads * style.head_width;
    for (Index i = 0; i < model_->layers(); ++i)
        layers_.push_back({Matrix(most_, width), Matrix(most_, width), 0});
}

RowVector Writing::next(const std::vector<tokens::Id>& ids) {
    const auto n = static_cast<Index>(ids.size());
    model_->files.expect_whole();
    expect_known_pieces(*model_, ids);
    if (words_ + n > most_)
        throw InputError("text", std::to_string(words_ + n) + " pieces are more than there is room for",
                         "write at most " + std::to_string(most_));
    Matrix x = embedded(*model_, ids, words_);
    for (Index i = 0; i < model_->layers(); ++i) {
        const LayerWeights& w = model_->weights.layers[static_cast<std::size_t>(i)];
        Past& past = layers_[static_cast<std::size_t>(i)];
        past.words = words_; // once more, if an earlier try ended in an error
        const Matrix y = attended(*model_, i, normed(w.attention.before, x), {}, threads_, &past);
        x = joined_stream(w.attention, w.wider, x, y, threads_);
        const Matrix z = through_mlp(*model_, i, normed(w.mlp.before, x), threads_);
        x = joined_stream(w.mlp, {}, x, z, threads_);
        expect_finite(x, "layer " + std::to_string(i + 1));
    }
    words_ += n;
    return logits(*model_, x.bottomRows(1), threads_).row(0);
}

void Writing::take_back_to(Index words) {
    assert(words >= 0 && words <= words_);
    words_ = words;
}

std::size_t Writing::bytes() const {
    const AttentionStyle& style = model_->architecture.attention;
    return static_cast<std::size_t>(words_ * model_->layers() * style.key_heads * style.head_width * 2) *
           sizeof(float);
}

} // namespace pretrained
