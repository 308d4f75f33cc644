#include "exercise/block.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace exercise {

Numbers layer_norm(const Numbers& x, const Numbers& gain, const Numbers& shift, const Slips& slips) {
    if (has(slips, Slip::no_norm)) return x;
    if (has(slips, Slip::norm_axis)) {
        Numbers made = layer_norm(x.transpose(), Numbers::Ones(1, x.rows()), Numbers::Zero(1, x.rows()),
                                  slips & ~just(Slip::norm_axis))
                           .transpose();
        made.array().rowwise() *= gain.row(0).array();
        made.rowwise() += shift.row(0);
        return made;
    }
    Numbers made = x;
    const auto d = static_cast<double>(x.cols());
    for (Index i = 0; i < x.rows(); ++i) {
        const Eigen::RowVectorXd centred = x.row(i).array() - x.row(i).mean();
        const double counted = has(slips, Slip::norm_unbiased) ? d - 1 : d;
        const double variance = centred.squaredNorm() / counted + 1e-5;
        made.row(i) = centred / (has(slips, Slip::norm_no_root) ? variance : std::sqrt(variance));
    }
    if (has(slips, Slip::no_gain)) return made;
    made.array().rowwise() *= gain.row(0).array();
    if (!has(slips, Slip::no_shift)) made.rowwise() += shift.row(0);
    return made;
}

namespace {

/// What stands in for a ReLU. Source of the two forms: Hendrycks and Gimpel 2016, "Gaussian Error Linear
/// Units", section 2.
double activated(double a, const Slips& slips) {
    if (has(slips, Slip::no_relu)) return a;
    if (has(slips, Slip::gelu)) return a * (1 + std::erf(a / std::numbers::sqrt2)) / 2;
    if (has(slips, Slip::gelu_tanh))
        return a * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (a + 0.044715 * a * a * a))) / 2;
    return std::max(a, 0.0);
}

} // namespace

Blocked block(const Question& question, const Numbers& x, const Numbers& normed, const Numbers& output,
              const Slips& slips) {
    const auto slipped = [&](Slip slip) { return has(slips, slip); };
    Blocked made;
    made.added = output;
    if (!slipped(Slip::no_residual)) made.added += slipped(Slip::residual_normed) ? normed : x;
    const std::string second = slipped(Slip::gain_reused) ? "" : "mlp_";
    made.normed_again =
        layer_norm(made.added, given(question, second + "gain"), given(question, second + "shift"), slips);
    made.activated = made.normed_again * given(question, "w_1");
    if (!slipped(Slip::no_bias_1)) made.activated.rowwise() += given(question, "b_1").row(0);
    made.activated = made.activated.unaryExpr([&](double a) { return activated(a, slips); });
    made.block = made.activated * given(question, "w_2");
    if (!slipped(Slip::no_bias_2)) made.block.rowwise() += given(question, "b_2").row(0);
    if (!slipped(Slip::no_mlp_residual)) made.block += made.added;
    return made;
}

} // namespace exercise
