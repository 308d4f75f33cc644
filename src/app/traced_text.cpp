// The stages of a pass as text: matrices with the names of their rows and columns.

#include "app/text_table.h"
#include "app/trace_captions.h"
#include "app/traced.h"
#include "attention/bias.h"
#include "attention/stage.h"

#include <ostream>

namespace app {

using attention::Product;
using attention::Quantity;
using attention::Stage;
using attention::StageId;
using attention::Trace;
using base::Index;
using base::Matrix;

namespace {

const base::RowVector& bias_of(Quantity result, const attention::Layer& layer) {
    switch (result) {
    case Quantity::q:
        return layer.b_q;
    case Quantity::k:
        return layer.b_k;
    case Quantity::v:
        return layer.b_v;
    default:
        return layer.b_o;
    }
}

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
            if (stage.id == StageId::bias) print_added(t);
            const bool by_weights = stage.id == StageId::project || stage.id == StageId::output;
            if (by_weights && product.top) print_matrix(*product.top, t);
            if (by_weights) print_bias(product.result, t);
            print_matrix(product.result, t);
        }
    }

    /// Prints a matrix, head by head if there is one per head.
    void print_matrix(Quantity quantity, const Trace& t) const {
        const Index heads = attention::is_per_head(quantity) ? t.layer->heads : 1;
        for (Index head = 0; head < heads; ++head) {
            const Matrix& matrix = t.matrix(quantity, head);
            out_ << "\n  " << attention::symbol(quantity) << "  " << matrix.rows() << " × " << matrix.cols();
            if (heads > 1) out_ << "  head " << head + 1 << " of " << heads;
            out_ << '\n';
            print_table(
                out_, matrix, [&](Index i) { return traced_.names.row(quantity, i); },
                [&](Index j) { return traced_.names.column(quantity, j); });
        }
    }

    /// Prints what is added to the scores, head by head where that differs.
    void print_added(const Trace& t) const {
        const attention::Bias& bias = t.options.bias;
        const bool of_heads = t.layer->heads > 1 && (bias.alibi || bias.given.size() > 1);
        for (Index head = 0; head < (of_heads ? t.layer->heads : 1); ++head) {
            const auto added = attention::head_bias(bias, head, t.layer->heads, t.first_place());
            out_ << "\n  B  " << t.n() << " × " << t.m();
            if (of_heads) out_ << "  head " << head + 1 << " of " << t.layer->heads;
            out_ << '\n';
            print_table(
                out_, attention::biased_scores(Matrix::Zero(t.n(), t.m()), added),
                [&](Index i) { return traced_.names.row(Quantity::biased, i); },
                [&](Index j) { return traced_.names.column(Quantity::biased, j); });
        }
    }

    /// Prints the bias, if the layer has one, with the heads side by side.
    void print_bias(Quantity result, const Trace& t) const {
        const base::RowVector& bias = bias_of(result, *t.layer);
        if (bias.size() == 0) return;
        out_ << "\n  bias of " << attention::symbol(result) << "  " << bias.size() << '\n';
        print_table(
            out_, bias, [](Index) { return std::string(); }, [](Index j) { return std::to_string(j + 1); });
    }

    std::ostream& out_;
    const Traced& traced_;
};

} // namespace

void print_text(std::ostream& out, const Traced& traced) {
    Printer(out, traced).print();
}

} // namespace app
