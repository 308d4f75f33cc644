// The stages of a pass as text: matrices with the names of their rows and columns.

#include "app/text_table.h"
#include "app/trace_captions.h"
#include "app/traced.h"
#include "attention/bias.h"
#include "attention/stage.h"
#include "model/pass_tensors.h"

#include <ostream>

namespace app {

using attention::Product;
using attention::Quantity;
using attention::Stage;
using attention::StageId;
using attention::Trace;
using base::Index;
using base::Matrix;

std::vector<RowBeside> rows_beside(const attention::Layer& layer) {
    std::vector<RowBeside> rows{{"b_q", "bias of Q", Quantity::q, &layer.b_q},
                                {"b_k", "bias of K", Quantity::k, &layer.b_k},
                                {"b_v", "bias of V", Quantity::v, &layer.b_v},
                                {"q_norm", "gains of Q", Quantity::q_normed, &layer.q_norm},
                                {"k_norm", "gains of K", Quantity::k_normed, &layer.k_norm},
                                {"sink", "logits of the sinks", Quantity::weights, &layer.sink},
                                {"b_o", "bias of O", Quantity::output, &layer.b_o}};
    std::erase_if(rows, [](const RowBeside& row) { return row.numbers->size() == 0; });
    return rows;
}

std::vector<Matrix> by_key_head(const Matrix& past, const attention::Layer& layer) {
    std::vector<Matrix> heads;
    const Index width = past.cols() / layer.key_heads();
    for (Index head = 0; past.rows() > 0 && head < layer.key_heads(); ++head)
        heads.emplace_back(past.middleCols(head * width, width));
    return heads;
}

std::vector<Matrix> added_to_scores(const Trace& t) {
    const attention::Bias& bias = t.options.bias;
    const bool of_heads = t.layer->heads > 1 && (bias.alibi || bias.given.size() > 1);
    std::vector<Matrix> all;
    for (Index head = 0; head < (of_heads ? t.layer->heads : 1); ++head)
        all.push_back(attention::biased_scores(
            Matrix::Zero(t.n(), t.m()), attention::head_bias(bias, head, t.layer->heads, t.first_place())));
    return all;
}

namespace {

class Printer {
public:
    Printer(std::ostream& out, const Traced& traced) : out_(out), traced_(traced) {}

    void print() const {
        for (std::size_t i = 0; i < traced_.items.size(); ++i) {
            if (traced_.batched)
                out_ << (i > 0 ? "\n" : "") << "ITEM " << i + 1 << " OF " << traced_.items.size() << "\n\n";
            print_heading(traced_.items[i]);
            for (const Stage* stage : attention::stages_of(traced_.items[i]))
                print_stage(*stage, traced_.items[i]);
        }
    }

private:
    void print_heading(const Trace& t) const {
        const attention::Layer& layer = *t.layer;
        const bool cross = t.input.is_cross();
        out_ << (cross ? "Cross-attention: " : "Self-attention: ")
             << counted(t.n(), cross ? "query row" : "token");
        if (cross) out_ << ", " << counted(t.m(), "key row");
        out_ << ", d_model " << layer.d_model() << ", " << counted(layer.heads, "head");
        if (layer.key_heads() < layer.heads) out_ << " on " << counted(layer.key_heads(), "key head");
        out_ << ", d_k " << layer.d_k() << ", d_v " << layer.d_v() << '\n' << traced_.weights_from << '\n';
        for (const std::string& note : traced_.notes)
            out_ << shortened(note, 200) << '\n';
    }

    void print_stage(const Stage& stage, const Trace& t) const {
        out_ << '\n' << stage.title << " · " << caption_of(stage, t) << '\n';
        if (stage.id == StageId::mask)
            for (const std::string& note : mask_notes(t))
                out_ << "  " << note << '\n';
        if (stage.id == StageId::mask && t.allowed.rows() == 0) return;
        for (const Product& product : stage.products(t)) {
            if (product.left && product.addend) print_matrix(*product.left, t);
            if (product.addend) print_matrix(*product.addend, t);
            const bool by_weights = stage.id == StageId::project || stage.id == StageId::output;
            if (by_weights && product.top) print_matrix(*product.top, t);
            print_what_enters(product.result, t);
            print_matrix(product.result, t);
        }
    }

    /// Prints what takes part in a result beside the matrices of the pass.
    void print_what_enters(Quantity result, const Trace& t) const {
        for (const RowBeside& row : rows_beside(*t.layer))
            if (row.of == result) print_row_beside(row);
        if (result == Quantity::present_k)
            print_matrices("past K", by_key_head(t.input.past_k, *t.layer), "key head", result);
        if (result == Quantity::present_v)
            print_matrices("past V", by_key_head(t.input.past_v, *t.layer), "key head", result);
        if (result == Quantity::biased) print_matrices("B", added_to_scores(t), "head", result);
    }

    /// Prints a row of the layer, with the heads side by side.
    void print_row_beside(const RowBeside& row) const {
        out_ << "\n  " << row.title << "  " << row.numbers->size() << '\n';
        print_table(
            out_, *row.numbers, [](Index) { return std::string(); },
            [](Index j) { return std::to_string(j + 1); });
    }

    /// Prints a matrix, head by head if there is one per head, that of keys and values by key heads.
    void print_matrix(Quantity quantity, const Trace& t) const {
        const attention::Layer& layer = *t.layer;
        const bool shared = attention::is_of_key_heads(quantity) && layer.key_heads() < layer.heads;
        const Index count = model::matrices_of(quantity, layer);
        for (Index i = 0; i < count; ++i)
            print_one_of(i, count, shared ? "key head" : "head", std::string(attention::symbol(quantity)),
                         t.matrix(quantity, model::head_with(i, quantity, layer)), quantity);
    }

    /// Prints the matrices of all heads, or the one for all, with the names of `quantity`.
    void print_matrices(const std::string& title, const std::vector<Matrix>& matrices, const char* head,
                        Quantity quantity) const {
        for (std::size_t i = 0; i < matrices.size(); ++i)
            print_one_of(static_cast<Index>(i), std::ssize(matrices), head, title, matrices[i], quantity);
    }

    void print_one_of(Index i, Index count, const char* head, const std::string& title, const Matrix& matrix,
                      Quantity quantity) const {
        out_ << "\n  " << title << "  " << matrix.rows() << " × " << matrix.cols();
        if (count > 1) out_ << "  " << head << ' ' << i + 1 << " of " << count;
        out_ << '\n';
        print_table(
            out_, matrix, [&](Index row) { return traced_.names.row(quantity, row); },
            [&](Index column) { return traced_.names.column(quantity, column); });
    }

    std::ostream& out_;
    const Traced& traced_;
};

} // namespace

void print_text(std::ostream& out, const Traced& traced) {
    Printer(out, traced).print();
}

} // namespace app
