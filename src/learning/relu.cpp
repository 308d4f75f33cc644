#include "learning/relu.h"

#include <cassert>

namespace learning {

// Loops over plain numbers, which compilers turn into vectors; they do not with Eigen's select().

template <class T>
void relu(MatrixOf<T>& x) {
    T* numbers = x.data();
    for (Index i = 0; i < x.size(); ++i)
        numbers[i] = numbers[i] < 0 ? 0 : numbers[i];
}

// y = x where x > 0, which is where y > 0, and constant elsewhere: g_x = g_y where y > 0, else 0.
template <class T>
void relu_backward(const MatrixOf<T>& y, MatrixOf<T>& g) {
    assert(y.rows() == g.rows() && y.cols() == g.cols());
    const T* outputs = y.data();
    T* gradients = g.data();
    for (Index i = 0; i < g.size(); ++i)
        gradients[i] = outputs[i] > 0 ? gradients[i] : 0;
}

template void relu(MatrixOf<float>&);
template void relu(MatrixOf<double>&);
template void relu_backward(const MatrixOf<float>&, MatrixOf<float>&);
template void relu_backward(const MatrixOf<double>&, MatrixOf<double>&);

} // namespace learning
