#include "learning/adam.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace learning {

namespace {

template <class T>
using Numbers = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;

template <class T>
Index total_size(std::span<const Parameter<T>> parameters) {
    Index size = 0;
    for (const Parameter<T>& p : parameters)
        size += p.size;
    return size;
}

} // namespace

template <class T>
void clear_gradients(std::span<const Parameter<T>> parameters) {
    for (const Parameter<T>& p : parameters)
        std::fill_n(p.gradient, p.size, T{0});
}

template <class T>
double gradient_norm(std::span<const Parameter<T>> parameters) {
    double sum = 0;
    for (const Parameter<T>& p : parameters)
        sum += Numbers<T>(p.gradient, p.size).template cast<double>().square().sum();
    return std::sqrt(sum);
}

//     m = β₁·m + (1 − β₁)·g     v = β₂·v + (1 − β₂)·g²
//     value −= rate · (m/(1 − β₁ᵗ)) / (√(v/(1 − β₂ᵗ)) + ε)
//
// Both averages start at 0 and are too small by the factors 1 − βᵗ, by which they are divided.
template <class T>
double adam_step(std::span<const Parameter<T>> parameters, const AdamOptions& options, double learning_rate,
                 AdamState<T>& state) {
    const double norm = gradient_norm(parameters);
    if (!std::isfinite(norm)) return norm;
    const auto size = static_cast<std::size_t>(total_size(parameters));
    if (state.step == 0) {
        state.m.assign(size, 0);
        state.v.assign(size, 0);
    }
    assert(state.m.size() == size && state.v.size() == size);
    ++state.step;
    const auto t = static_cast<double>(state.step);
    const bool too_long = options.max_norm > 0 && norm > options.max_norm;
    const T clip = static_cast<T>(too_long ? options.max_norm / norm : 1);
    const T beta_1 = static_cast<T>(options.beta_1), beta_2 = static_cast<T>(options.beta_2);
    const T rate = static_cast<T>(learning_rate / (1 - std::pow(options.beta_1, t)));
    const T correction = static_cast<T>(1 / std::sqrt(1 - std::pow(options.beta_2, t)));
    const T epsilon = static_cast<T>(options.epsilon);
    Index first = 0;
    for (const Parameter<T>& p : parameters) {
        const auto g = clip * Numbers<T>(p.gradient, p.size);
        Numbers<T> m(state.m.data() + first, p.size), v(state.v.data() + first, p.size);
        m = beta_1 * m + (1 - beta_1) * g;
        v = beta_2 * v + (1 - beta_2) * g.square();
        Numbers<T>(p.value, p.size) -= rate * m / (correction * v.sqrt() + epsilon);
        first += p.size;
    }
    return norm;
}

template void clear_gradients(std::span<const Parameter<float>>);
template void clear_gradients(std::span<const Parameter<double>>);
template double gradient_norm(std::span<const Parameter<float>>);
template double gradient_norm(std::span<const Parameter<double>>);
template double adam_step(std::span<const Parameter<float>>, const AdamOptions&, double, AdamState<float>&);
template double adam_step(std::span<const Parameter<double>>, const AdamOptions&, double, AdamState<double>&);

} // namespace learning
