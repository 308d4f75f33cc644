#include "exercise/block.h"

#include <cmath>

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
        made.row(i) = centred / std::sqrt(centred.squaredNorm() / counted + 1e-5);
    }
    if (has(slips, Slip::no_gain)) return made;
    made.array().rowwise() *= gain.row(0).array();
    made.rowwise() += shift.row(0);
    return made;
}

Blocked block(const Question& question, const Numbers& x, const Numbers& output, const Slips& slips) {
    Blocked made;
    made.added = has(slips, Slip::no_residual) ? output : Numbers(x + output);
    made.normed_again =
        layer_norm(made.added, given(question, "mlp_gain"), given(question, "mlp_shift"), slips);
    made.activated = made.normed_again * given(question, "w_1");
    made.activated.rowwise() += given(question, "b_1").row(0);
    if (!has(slips, Slip::no_relu)) made.activated = made.activated.cwiseMax(0);
    made.block = made.activated * given(question, "w_2");
    made.block.rowwise() += given(question, "b_2").row(0);
    if (!has(slips, Slip::no_mlp_residual)) made.block += made.added;
    return made;
}

} // namespace exercise
