#include "learning/network.h"

#include <algorithm>

namespace learning {

void ReadoutPass::forward(const Readout& f, const Batch& batch, const std::vector<Index>& rows,
                          const MatrixOf<float>& states) {
    rows_ = rows;
    state_rows_ = states.rows();
    const std::size_t count = std::max<std::size_t>(f.maps.size(), 1);
    outputs_.resize(count);
    for (Output& output : outputs_)
        output.asked.clear();
    for (std::size_t i = 0; i < batch.asked.size(); ++i)
        outputs_[static_cast<std::size_t>(batch.asked[i].asked.output)].asked.push_back(i);
    const Index answers = f.table ? f.table->rows() : f.maps.front().w.cols();
    probabilities_.resize(static_cast<Index>(batch.asked.size()), answers);
    for (std::size_t k = 0; k < count; ++k)
        forward(f, k, batch, states);
}

void ReadoutPass::forward(const Readout& f, std::size_t k, const Batch& batch,
                          const MatrixOf<float>& states) {
    Output& output = outputs_[k];
    const auto count = static_cast<Index>(output.asked.size());
    std::vector<int> labels; // −1 where nobody knows the answer: it costs nothing, and nothing is learned
    output.x.resize(count, states.cols());
    for (Index i = 0; i < count; ++i) {
        const std::size_t asked = output.asked[static_cast<std::size_t>(i)];
        output.x.row(i) = states.row(rows_[asked]);
        const Asked& one = batch.asked[asked].asked;
        labels.push_back(one.has_answer() ? static_cast<int>(one.answer) : -1);
    }
    const bool is_mapped = !f.maps.empty();
    if (is_mapped) linear(f.maps[k], output.x, f.table ? output.mapped : output.logits);
    if (f.table) {
        const MatrixOf<float>& read = is_mapped ? output.mapped : output.x;
        output.logits.resize(count, f.table->rows());
        multiply_transposed(read, *f.table, output.logits);
    }
    cross_entropy(output.logits, labels, output.entropy);
    for (Index i = 0; i < count; ++i) {
        auto p = probabilities_.row(static_cast<Index>(output.asked[static_cast<std::size_t>(i)]));
        if (labels[static_cast<std::size_t>(i)] >= 0) {
            p = output.entropy.probability.row(i);
        } else {
            p = output.logits.row(i);
            softmax(p.data(), p.size());
        }
    }
}

Index ReadoutPass::labelled() const {
    Index all = 0;
    for (const Output& output : outputs_)
        all += output.entropy.counted;
    return std::max<Index>(all, 1);
}

// The loss is the mean over all questions with an answer; that of an output is the mean over its own.
void ReadoutPass::backward(const Readout& f, const Readout& g_f, MatrixOf<float>& g_states) {
    const auto all = static_cast<float>(labelled());
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
        Output& output = outputs_[k];
        const auto count = static_cast<Index>(output.asked.size());
        if (k == 0) g_states = MatrixOf<float>::Zero(state_rows_, output.x.cols());
        if (count == 0) continue;
        output.entropy.g_logits *= static_cast<float>(output.entropy.counted) / all;
        const bool is_mapped = !f.maps.empty();
        const MatrixOf<float>* g_y = &output.entropy.g_logits;
        if (f.table) {
            MatrixOf<float>& g_read = is_mapped ? output.g_mapped : output.g_x;
            g_read.resize(count, f.table->cols());
            multiply(*g_y, *f.table, g_read);
            transposed_multiply(*g_y, is_mapped ? output.mapped : output.x, *g_f.table, 1, Add::yes);
            g_y = &g_read;
        }
        if (is_mapped) linear_backward(f.maps[k], output.x, *g_y, g_f.maps[k], output.g_x);
        for (Index i = 0; i < count; ++i)
            g_states.row(rows_[output.asked[static_cast<std::size_t>(i)]]) += output.g_x.row(i);
    }
}

Loss ReadoutPass::loss(const Batch& batch) const {
    Loss loss;
    for (const Output& output : outputs_)
        loss.answers += output.entropy.loss * static_cast<double>(output.entropy.counted);
    loss.answers /= static_cast<double>(labelled());
    for (std::size_t i = 0; i < batch.asked.size(); ++i) {
        if (!batch.asked[i].asked.has_answer()) continue;
        Index named = 0;
        probabilities_.row(static_cast<Index>(i)).maxCoeff(&named);
        loss.right += named == batch.asked[i].asked.answer;
    }
    return loss;
}

} // namespace learning
