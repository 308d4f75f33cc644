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
    std::vector<int> answers;
    output.x.resize(count, states.cols());
    for (Index i = 0; i < count; ++i) {
        const std::size_t asked = output.asked[static_cast<std::size_t>(i)];
        output.x.row(i) = states.row(rows_[asked]);
        // Where chance decides there is no right answer: the loss of such questions is not looked at.
        answers.push_back(static_cast<int>(std::max(batch.asked[asked].asked.answer, unknown_answer)));
    }
    const bool is_mapped = !f.maps.empty();
    if (is_mapped) linear(f.maps[k], output.x, f.table ? output.mapped : output.logits);
    if (f.table) {
        const MatrixOf<float>& read = is_mapped ? output.mapped : output.x;
        output.logits.resize(count, f.table->rows());
        multiply_transposed(read, *f.table, output.logits);
    }
    cross_entropy(output.logits, answers, output.entropy);
    for (Index i = 0; i < count; ++i)
        probabilities_.row(static_cast<Index>(output.asked[static_cast<std::size_t>(i)])) =
            output.entropy.probability.row(i);
}

// The loss is the mean over all questions; that of an output is the mean over its own.
void ReadoutPass::backward(const Readout& f, const Readout& g_f, MatrixOf<float>& g_states) {
    const auto all = static_cast<float>(rows_.size());
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
        Output& output = outputs_[k];
        const auto count = static_cast<Index>(output.asked.size());
        if (k == 0) g_states = MatrixOf<float>::Zero(state_rows_, output.x.cols());
        if (count == 0) continue;
        output.entropy.g_logits *= static_cast<float>(count) / all;
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
        loss.answers += output.entropy.loss * static_cast<double>(output.asked.size());
    loss.answers /= static_cast<double>(std::max<std::size_t>(rows_.size(), 1));
    for (std::size_t i = 0; i < batch.asked.size(); ++i) {
        Index named = 0;
        probabilities_.row(static_cast<Index>(i)).maxCoeff(&named);
        loss.right += named == batch.asked[i].asked.answer;
    }
    return loss;
}

} // namespace learning
