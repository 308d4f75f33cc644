#pragma once
// A layer at work on rows of the stream: norms, attention by the core's own functions, MLP.

#include "pretrained/model.h"

#include <string>
#include <vector>

namespace pretrained {

/// x (n, d) → (n, d); x itself where there is no norm.
Matrix normed(const Norm& norm, const Matrix& x);

/// f(x), number by number, in place.
void activate(Activation activation, Matrix& x);

/// Keys and values of earlier words, as a layer left them: key heads side by side, keys turned already.
struct Past {
    Matrix k, v; ///< (capacity, h_kv·d_k); the first `words` rows are in use
    Index words = 0;
};

/// attention(x) without any norm of the stream: x (n, d) → (n, d_out). With a past its words stand before
/// these, and these are added to it, as many as there is room for. Throws InputError for numbers too large.
Matrix attended(const Model& model, Index layer, const Matrix& x, const std::vector<Index>& heads_off,
                int threads, Past* past = nullptr);

/// after(x + branch(y)), x going through what widens it, if the layer has that.
Matrix joined_stream(const Norms& norms, const Linear& wider, const Matrix& x, const Matrix& y, int threads);

/// mlp(x), x normed already.
Matrix through_mlp(const Model& model, Index layer, const Matrix& x, int threads);

/// Throws InputError for a number that is infinite or NaN; `where` it is.
void expect_finite(const Matrix& x, const std::string& where);

/// Where the stream begins: words and their places, the first of which is `place`.
Matrix embedded(const Model& model, const std::vector<tokens::Id>& ids, Index place);

} // namespace pretrained
