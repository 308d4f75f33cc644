#include "attention/explain.h"

#include "attention/bias.h"
#include "attention/rms_norm.h"
#include "attention/rotary.h"
#include "attention/score.h"
#include "attention/softcap.h"

#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace attention {

namespace {

// Accumulates the products in double, so that the sum shown does not depend on the order of the terms.
class RunningSum {
public:
    explicit RunningSum(std::vector<Term>& terms) : terms_(terms) {}

    void add(float left, float right, float product) {
        sum_ += product;
        terms_.push_back({static_cast<Index>(terms_.size()), left, right, product, static_cast<float>(sum_)});
    }
    void add(float left, float right) { add(left, right, left * right); }
    double sum() const { return sum_; }

private:
    std::vector<Term>& terms_;
    double sum_ = 0;
};

class Explainer {
public:
    // A step that this pass does not take is explained by what stands in its place, but for the mask and
    // dropout, which then say that they keep everything.
    Explainer(const Trace& t, const Cell& cell) : t_(t) {
        e_.cell = cell;
        if (cell.quantity != Quantity::masked && cell.quantity != Quantity::dropped)
            e_.cell.quantity = t.latest(cell.quantity);
        e_.value = t.value(cell);
        e_.overridden = t.is_overridden(cell);
    }

    Explanation run() {
        const Layer& layer = *t_.layer;
        const Quantity source = t_.input.is_cross() ? Quantity::memory : Quantity::x;
        switch (e_.cell.quantity) {
        case Quantity::embedding:
        case Quantity::position:
        case Quantity::memory_embedding:
        case Quantity::memory_position:
            given(e_.value);
            break;
        case Quantity::x:
            input_sum(t_.input.x, t_.input.x_positions, Quantity::embedding, Quantity::position);
            break;
        case Quantity::memory:
            input_sum(t_.input.memory, t_.input.memory_positions, Quantity::memory_embedding,
                      Quantity::memory_position);
            break;
        case Quantity::w_q:
            given(layer.w_q(row(), head() * layer.d_k() + column()));
            break;
        case Quantity::w_k:
            given(layer.w_k(row(), key_head() * layer.d_k() + column()));
            break;
        case Quantity::w_v:
            given(layer.w_v(row(), key_head() * layer.d_v() + column()));
            break;
        case Quantity::w_o:
            given(layer.w_o(row(), column()));
            break;
        case Quantity::q:
            product_sum(Quantity::x, Quantity::w_q, Axis::model, layer.b_q, head() * layer.d_k());
            break;
        case Quantity::k:
            product_sum(source, Quantity::w_k, Axis::model, layer.b_k, key_head() * layer.d_k());
            break;
        case Quantity::v:
            product_sum(source, Quantity::w_v, Axis::model, layer.b_v, key_head() * layer.d_v());
            break;
        case Quantity::q_normed:
            rms_norm(layer.q_norm);
            break;
        case Quantity::k_normed:
            rms_norm(layer.k_norm);
            break;
        case Quantity::q_rotated:
        case Quantity::k_rotated:
            rotation();
            break;
        case Quantity::present_k:
            cached(t_.input.past_k, layer.d_k());
            break;
        case Quantity::present_v:
            cached(t_.input.past_v, layer.d_v());
            break;
        case Quantity::scores:
            score();
            break;
        case Quantity::scaled:
            scale();
            break;
        case Quantity::capped:
            softcap();
            break;
        case Quantity::biased:
            bias();
            break;
        case Quantity::masked:
            mask();
            break;
        case Quantity::weights:
            softmax();
            break;
        case Quantity::dropped:
            dropout();
            break;
        case Quantity::head_output:
            product_sum(t_.latest(Quantity::dropped), t_.latest(Quantity::present_v), Axis::keys);
            break;
        case Quantity::concat:
            copy();
            break;
        case Quantity::output:
            if (t_.w_o.size() == 0)
                copy();
            else
                product_sum(Quantity::concat, Quantity::w_o, Axis::concat_width, layer.b_o);
            break;
        }
        return std::move(e_);
    }

private:
    Index head() const { return e_.cell.head; }
    Index key_head() const { return t_.layer->key_head_of(head()); }
    Index row() const { return e_.cell.row; }
    Index column() const { return e_.cell.column; }
    const Matrix& matrix(Quantity quantity) const {
        return t_.matrix(quantity, is_per_head(quantity) ? head() : 0);
    }
    bool is_masked() const { return !t_.is_allowed(row(), column()); }

    void given(float value) {
        e_.form = Form::given;
        e_.computed = value;
    }

    void input_sum(const Matrix& embedding, const Matrix& positions, Quantity left, Quantity right) {
        if (positions.rows() == 0) return given(embedding(row(), column()));
        e_.form = Form::sum;
        e_.left = left;
        e_.right = right;
        e_.operand = embedding(row(), column());
        e_.position = positions(row(), column());
        e_.computed = e_.operand + *e_.position;
    }

    // Row of left · column of right, plus the bias, in which the columns of this matrix begin at `first`.
    void product_sum(Quantity left, Quantity right, Axis axis, const RowVector& bias = {}, Index first = 0) {
        e_.form = Form::product_sum;
        e_.axis = axis;
        e_.left = left;
        e_.right = right;
        const Matrix &a = matrix(left), &b = matrix(right);
        RunningSum sum(e_.terms);
        for (Index j = 0; j < a.cols(); ++j)
            sum.add(a(row(), j), b(j, column()));
        if (bias.size() > 0) e_.bias = bias[first + column()];
        e_.computed = static_cast<float>(sum.sum() + e_.bias.value_or(0));
    }

    // The number that a step takes from the one before it.
    float operand() {
        e_.left = t_.latest(before(e_.cell.quantity).value());
        e_.operand = matrix(*e_.left)(row(), column());
        return e_.operand;
    }

    // √(Σ_j a_j²/d + ε), term by term.
    void rms_norm(const RowVector& gain) {
        e_.form = Form::rms_norm;
        e_.axis = Axis::key_width;
        const float own = operand();
        const Matrix& a = matrix(*e_.left);
        e_.right = e_.left;
        RunningSum squares(e_.terms);
        for (Index j = 0; j < a.cols(); ++j)
            squares.add(a(row(), j), a(row(), j));
        e_.divisor = root_mean_square(a, row());
        e_.gain = gain[column()];
        e_.computed = own / e_.divisor * e_.gain;
    }

    void rotation() {
        e_.form = Form::rotation;
        e_.axis = Axis::key_width;
        const float own = operand();
        const Matrix& a = matrix(*e_.left);
        e_.place = t_.input.past() + row();
        const Turn turn = turn_of(t_.options.rotary.value(), a.cols(), e_.place, column());
        e_.angle = static_cast<float>(turn.angle);
        e_.terms.push_back({column(), own, static_cast<float>(std::cos(turn.angle))});
        if (turn.turns)
            e_.terms.push_back(
                {turn.partner, a(row(), turn.partner), turn.sign * static_cast<float>(std::sin(turn.angle))});
        for (Term& term : e_.terms)
            term.running = e_.computed += term.product = term.left * term.right;
    }

    void cached(const Matrix& past, Index width) {
        e_.form = Form::cached;
        e_.is_past = row() < past.rows();
        if (!e_.is_past) e_.left = t_.latest(before(e_.cell.quantity).value());
        e_.operand = e_.is_past ? past(row(), key_head() * width + column())
                                : matrix(*e_.left)(row() - past.rows(), column());
        e_.computed = e_.operand;
    }

    // Where the function changes q before it meets k, the terms show the changed q.
    void score() {
        const ScoreKind& kind = kind_of(t_.options.score);
        const Quantity of_q = t_.latest(Quantity::q_rotated), of_k = t_.latest(Quantity::present_k);
        const RowVector q = matrix(of_q).row(row()), k = matrix(of_k).row(column());
        const RowVector left = kind.left(q, *t_.layer, head()), right = kind.right(k, *t_.layer, head());
        e_.axis = Axis::key_width;
        e_.right = of_k;
        if (kind.additive) {
            e_.axis = Axis::additive_width;
            e_.right.reset();
            sum_of_products(Form::additive, t_.layer->v_add.row(head()), (left + right).array().tanh());
        } else if (kind.function == ScoreFunction::dot) {
            e_.left = of_q;
            sum_of_products(Form::product_sum, q, k);
        } else if (kind.function == ScoreFunction::cosine) {
            e_.left = of_q;
            const double sum = sum_of_products(Form::cosine, q, k);
            const double lengths = q.cast<double>().norm() * k.cast<double>().norm();
            e_.divisor = static_cast<float>(lengths); // may be too small for a float
            e_.computed = lengths > 0 ? static_cast<float>(sum / lengths) : 0;
        } else {
            sum_of_products(Form::general, left, right);
        }
    }

    double sum_of_products(Form form, const RowVector& left, const RowVector& right) {
        e_.form = form;
        RunningSum sum(e_.terms);
        for (Index j = 0; j < left.size(); ++j)
            sum.add(left[j], right[j]);
        e_.computed = static_cast<float>(sum.sum());
        return sum.sum();
    }

    void scale() {
        e_.form = Form::quotient;
        e_.left = Quantity::scores;
        e_.operand = matrix(Quantity::scores)(row(), column());
        e_.divisor = t_.divisor;
        e_.computed = e_.operand / e_.divisor;
    }

    void softcap() {
        e_.form = Form::softcap;
        e_.divisor = t_.options.softcap;
        e_.computed = softcapped(operand(), e_.divisor);
    }

    void bias() {
        e_.form = Form::bias;
        const HeadBias bias = head_bias(t_.options.bias, head(), t_.layer->heads, t_.first_place());
        e_.bias = bias.at(row(), column());
        e_.computed = operand() + *e_.bias;
    }

    void mask() {
        e_.form = Form::mask;
        operand();
        e_.masked = is_masked();
        e_.computed = e_.masked ? -std::numeric_limits<float>::infinity() : e_.operand;
    }

    void softmax() {
        const HeadTrace& h = t_.heads[static_cast<std::size_t>(head())];
        const Matrix& s = matrix(Quantity::masked);
        e_.form = Form::softmax;
        e_.axis = Axis::keys;
        e_.left = Quantity::masked;
        e_.masked = is_masked();
        e_.row_max = h.row_max[row()];
        e_.divisor = h.denominators[row()];
        if (h.sink != no_sink) e_.sink = numerator(h.sink, e_.row_max);
        RunningSum sum(e_.terms);
        for (Index j = 0; j < s.cols(); ++j) {
            // A masked score stays −∞ below any maximum, −∞ included.
            const float below_max = std::isinf(s(row(), j)) ? s(row(), j) : s(row(), j) - e_.row_max;
            sum.add(s(row(), j), below_max, h.numerators(row(), j));
        }
        e_.computed = e_.divisor > 0 ? h.numerators(row(), column()) / e_.divisor : 0;
    }

    void dropout() {
        const Dropout& choice = t_.options.dropout;
        e_.form = Form::dropout;
        e_.left = Quantity::weights;
        e_.operand = matrix(Quantity::weights)(row(), column());
        e_.divisor = 1 - choice.rate;
        e_.kept = choice.rate == 0 || t_.heads[static_cast<std::size_t>(head())].kept(row(), column());
        e_.computed = e_.kept ? e_.operand / e_.divisor : 0;
    }

    void copy() {
        e_.form = Form::copy;
        e_.left = Quantity::head_output;
        e_.source_head = column() / t_.layer->d_v();
        e_.source_column = column() % t_.layer->d_v();
        e_.operand = t_.matrix(Quantity::head_output, e_.source_head)(row(), e_.source_column);
        e_.switched_off = !t_.options.is_on(e_.source_head);
        e_.computed = e_.switched_off ? 0 : e_.operand;
    }

    const Trace& t_;
    Explanation e_;
};

} // namespace

Explanation explain(const Trace& t, const Cell& cell) {
    assert(cell.layer == 0);
    assert(cell.head >= 0 && cell.head < (is_per_head(cell.quantity) ? t.layer->heads : 1));
    assert(cell.row >= 0 && cell.row < t.matrix(cell.quantity, cell.head).rows());
    assert(cell.column >= 0 && cell.column < t.matrix(cell.quantity, cell.head).cols());
    return Explainer(t, cell).run();
}

} // namespace attention
