#pragma once
// How parameters are learned from their gradients: Adam, and the schedule of its learning rate.

#include "base/matrix.h"
#include "learning/layers.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace learning {

/// A view of learned numbers, and of the gradient of the loss with respect to each.
template <class T>
struct Parameter {
    std::string name;
    T* value;
    T* gradient;
    Index size;
};

/// The view of a matrix or vector and its gradient. Resizing either, or moving another one into it,
/// invalidates the view.
template <class M>
Parameter<typename M::Scalar> parameter(std::string name, M& value, M& gradient) {
    return {std::move(name), value.data(), gradient.data(), value.size()};
}

/// Sets every gradient to 0, since backward passes add to them.
template <class T>
void clear_gradients(std::span<const Parameter<T>> parameters);

/// √Σ g² over all parameters, summed in double precision.
template <class T>
double gradient_norm(std::span<const Parameter<T>> parameters);

struct AdamOptions {
    double beta_1 = 0.9, beta_2 = 0.999; ///< the share of the averages kept at each step; 0 ≤ β < 1
    double epsilon = 1e-8;
    double max_norm = 0; ///< longer gradients are scaled down to this norm; 0: no clipping
};

/// What Adam remembers: a value, so that training resumed from a copy gives the same numbers.
template <class T>
struct AdamState {
    Index step = 0;      ///< steps made
    std::vector<T> m, v; ///< averages of g and of g²: all parameters in their order; empty before the first
};

/// One step against the gradients. Returns the norm of the gradient before clipping. If that is not finite,
/// nothing has been changed: the training diverges, and the caller must say so. Gradients are left as they
/// were. Asserts that the state belongs to parameters of the same sizes. Sources: Kingma and Ba 2015,
/// "Adam", algorithm 1; clipping: Pascanu et al. 2013, "On the difficulty of training recurrent neural
/// networks", algorithm 1.
template <class T>
double adam_step(std::span<const Parameter<T>> parameters, const AdamOptions& options, double learning_rate,
                 AdamState<T>& state);

/// The learning rate over the steps: it rises linearly to its peak, may stay there, then falls linearly to 0.
/// The rise keeps the first steps small, while Adam's averages have seen few gradients. Source: Vaswani et
/// al. 2017, section 5.3, and Devlin et al. 2019, "BERT", section A.2, whose decay is linear.
struct Schedule {
    double peak = 1e-3;
    base::Index warm_up = 0; ///< steps until the peak, the last of them at the peak
    base::Index steps = 1;   ///< of the whole training; more than warm_up and steady
    base::Index steady = 0;  ///< steps from the first until it falls, if more than warm_up

    /// The rate of the next step after `step` steps: peak·min((step + 1)/warm_up, 1,
    /// (steps − step)/(steps − max(warm_up, steady))), and 0 from `steps` on.
    double learning_rate(base::Index step) const {
        if (step >= steps) return 0;
        if (step < warm_up) return peak * static_cast<double>(step + 1) / static_cast<double>(warm_up);
        const base::Index falls = std::max(warm_up, steady);
        return peak * std::min(static_cast<double>(steps - step) / static_cast<double>(steps - falls), 1.0);
    }
};

} // namespace learning
