#include "exercise/recur.h"

namespace exercise {

namespace {

using Row = Eigen::RowVectorXd;

Row sigmoid(const Row& a) {
    return (1 + (-a.array()).exp()).inverse();
}

} // namespace

Recurred recur(const Question& question, const Slips& slips) {
    const auto slipped = [&](Slip slip) { return has(slips, slip); };
    const Numbers x = given(question, "x");
    Numbers w_ih = given(question, "weight_ih"), w_hh = given(question, "weight_hh");
    if (slipped(Slip::w_ih_transposed)) w_ih.transposeInPlace();
    if (slipped(Slip::w_hh_transposed)) w_hh.transposeInPlace();
    Row bias = given(question, "bias_ih").row(0) + given(question, "bias_hh").row(0);
    if (slipped(Slip::no_bias_at_all)) bias.setZero();
    const Index units = w_hh.cols(), n = x.rows();
    const bool lstm = w_hh.rows() == 4 * units;
    const auto squashed = [&](const Row& a) {
        return slipped(Slip::no_squashing) ? a : Row(a.array().tanh());
    };
    Recurred made{.hidden = {Numbers(n, units)}, .cell = {}};
    if (lstm) made.cell = {Numbers(n, units)};
    Row h = Row::Zero(units), c = Row::Zero(units);
    for (Index t = 0; t < n; ++t) {
        if (slipped(Slip::state_lost)) h.setZero(), c.setZero();
        const Row sum = x.row(t) * w_ih.transpose() + h * w_hh.transpose() + bias;
        if (lstm) {
            const bool other = slipped(Slip::gates_order); // i, f, o, g
            const Row i = sigmoid(sum.segment(0, units)), f = sigmoid(sum.segment(units, units)),
                      g = squashed(sum.segment((other ? 3 : 2) * units, units)),
                      o = sigmoid(sum.segment((other ? 2 : 3) * units, units));
            const Row &keeps = slipped(Slip::forget_swapped) ? i : f,
                      &takes = slipped(Slip::forget_swapped) ? f : i;
            c = keeps.cwiseProduct(c) + takes.cwiseProduct(g);
            h = o.cwiseProduct(squashed(c));
            made.cell.front().row(t) = c;
        } else {
            h = squashed(sum);
        }
        made.hidden.front().row(t) = h;
    }
    return made;
}

} // namespace exercise
