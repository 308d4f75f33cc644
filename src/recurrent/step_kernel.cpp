#include "recurrent/step_kernel.h"

#ifdef ATTENTION_LAB_HIGHWAY

// Highway compiles this file once per instruction set; the first call picks the best one for the processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "recurrent/step_kernel.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
//
#include <hwy/highway.h>
//
#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace recurrent::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

const hn::ScalableTag<float> lanes;
using Vector = hn::Vec<decltype(lanes)>;

// Vectors of units per block. Enough sums at once to keep the multiply-add units busy: 8 for an LSTM, 4 for
// an RNN, which processes two rows at a time.
constexpr size_t lstm_vectors = 2, rnn_vectors = 4;

size_t rnn_width() {
    return rnn_vectors * hn::Lanes(lanes);
}

size_t lstm_width() {
    return lstm_vectors * hn::Lanes(lanes);
}

// σ(x) = 1/(1 + e^−x); e^−x stays finite.
Vector sigmoid(Vector x) {
    const Vector one = hn::Set(lanes, 1.0F);
    return hn::Div(one, hn::Add(one, hn::Exp(lanes, hn::Min(hn::Neg(x), hn::Set(lanes, 88.0F)))));
}

void rnn_gate(Vector sum, float* h) {
    hn::StoreU(hn::Tanh(lanes, sum), lanes, h);
}

void lstm_gate(Vector i, Vector f, Vector g, Vector o, float* c, float* h) {
    const Vector kept = hn::Mul(sigmoid(f), hn::LoadU(lanes, c));
    const Vector state = hn::MulAdd(sigmoid(i), hn::Tanh(lanes, g), kept);
    hn::StoreU(state, lanes, c);
    hn::StoreU(hn::Mul(sigmoid(o), hn::Tanh(lanes, state)), lanes, h);
}

void rnn_step(const float* w, const float* pre, size_t d, const float* h_before, float* h) {
    const size_t n = hn::Lanes(lanes);
    Vector a0 = hn::LoadU(lanes, pre), a1 = hn::LoadU(lanes, pre + n);
    Vector a2 = hn::LoadU(lanes, pre + 2 * n), a3 = hn::LoadU(lanes, pre + 3 * n);
    Vector b0 = hn::Zero(lanes), b1 = b0, b2 = b0, b3 = b0;
    size_t i = 0;
    for (; i + 2 <= d; i += 2, w += 8 * n) {
        const Vector x = hn::Set(lanes, h_before[i]), y = hn::Set(lanes, h_before[i + 1]);
        a0 = hn::MulAdd(x, hn::LoadU(lanes, w), a0);
        a1 = hn::MulAdd(x, hn::LoadU(lanes, w + n), a1);
        a2 = hn::MulAdd(x, hn::LoadU(lanes, w + 2 * n), a2);
        a3 = hn::MulAdd(x, hn::LoadU(lanes, w + 3 * n), a3);
        b0 = hn::MulAdd(y, hn::LoadU(lanes, w + 4 * n), b0);
        b1 = hn::MulAdd(y, hn::LoadU(lanes, w + 5 * n), b1);
        b2 = hn::MulAdd(y, hn::LoadU(lanes, w + 6 * n), b2);
        b3 = hn::MulAdd(y, hn::LoadU(lanes, w + 7 * n), b3);
    }
    if (i < d) {
        const Vector x = hn::Set(lanes, h_before[i]);
        a0 = hn::MulAdd(x, hn::LoadU(lanes, w), a0);
        a1 = hn::MulAdd(x, hn::LoadU(lanes, w + n), a1);
        a2 = hn::MulAdd(x, hn::LoadU(lanes, w + 2 * n), a2);
        a3 = hn::MulAdd(x, hn::LoadU(lanes, w + 3 * n), a3);
    }
    rnn_gate(hn::Add(a0, b0), h);
    rnn_gate(hn::Add(a1, b1), h + n);
    rnn_gate(hn::Add(a2, b2), h + 2 * n);
    rnn_gate(hn::Add(a3, b3), h + 3 * n);
}

void lstm_step(const float* w, const float* pre, size_t d, const float* h_before, float* c, float* h) {
    const size_t n = hn::Lanes(lanes);
    Vector i0 = hn::LoadU(lanes, pre), i1 = hn::LoadU(lanes, pre + n);
    Vector f0 = hn::LoadU(lanes, pre + 2 * n), f1 = hn::LoadU(lanes, pre + 3 * n);
    Vector g0 = hn::LoadU(lanes, pre + 4 * n), g1 = hn::LoadU(lanes, pre + 5 * n);
    Vector o0 = hn::LoadU(lanes, pre + 6 * n), o1 = hn::LoadU(lanes, pre + 7 * n);
    for (size_t i = 0; i < d; ++i, w += 8 * n) {
        const Vector x = hn::Set(lanes, h_before[i]);
        i0 = hn::MulAdd(x, hn::LoadU(lanes, w), i0);
        i1 = hn::MulAdd(x, hn::LoadU(lanes, w + n), i1);
        f0 = hn::MulAdd(x, hn::LoadU(lanes, w + 2 * n), f0);
        f1 = hn::MulAdd(x, hn::LoadU(lanes, w + 3 * n), f1);
        g0 = hn::MulAdd(x, hn::LoadU(lanes, w + 4 * n), g0);
        g1 = hn::MulAdd(x, hn::LoadU(lanes, w + 5 * n), g1);
        o0 = hn::MulAdd(x, hn::LoadU(lanes, w + 6 * n), o0);
        o1 = hn::MulAdd(x, hn::LoadU(lanes, w + 7 * n), o1);
    }
    lstm_gate(i0, f0, g0, o0, c, h);
    lstm_gate(i1, f1, g1, o1, c + n, h + n);
}

void rnn_gates(const float* sums, float* h) {
    const size_t n = hn::Lanes(lanes);
    for (size_t v = 0; v < rnn_vectors; ++v)
        rnn_gate(hn::LoadU(lanes, sums + v * n), h + v * n);
}

void lstm_gates(const float* sums, float* c, float* h) {
    const size_t n = hn::Lanes(lanes);
    for (size_t v = 0; v < lstm_vectors; ++v) {
        const auto gate = [&](size_t g) { return hn::LoadU(lanes, sums + (g * lstm_vectors + v) * n); };
        lstm_gate(gate(0), gate(1), gate(2), gate(3), c + v * n, h + v * n);
    }
}

} // namespace recurrent::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace recurrent {
namespace {

HWY_EXPORT(rnn_width);
HWY_EXPORT(lstm_width);
HWY_EXPORT(rnn_step);
HWY_EXPORT(lstm_step);
HWY_EXPORT(rnn_gates);
HWY_EXPORT(lstm_gates);

} // namespace

Index unit_width(Cell cell) {
    return static_cast<Index>(cell == Cell::lstm ? HWY_DYNAMIC_DISPATCH(lstm_width)()
                                                 : HWY_DYNAMIC_DISPATCH(rnn_width)());
}

void step_block(Cell cell, const UnitBlock& b, const float* h_before, float* c, float* h) {
    const auto d = static_cast<size_t>(b.d);
    if (cell == Cell::lstm)
        HWY_DYNAMIC_DISPATCH(lstm_step)(b.w, b.pre, d, h_before, c, h);
    else
        HWY_DYNAMIC_DISPATCH(rnn_step)(b.w, b.pre, d, h_before, h);
}

void gate_block(Cell cell, const float* sums, float* c, float* h) {
    if (cell == Cell::lstm)
        HWY_DYNAMIC_DISPATCH(lstm_gates)(sums, c, h);
    else
        HWY_DYNAMIC_DISPATCH(rnn_gates)(sums, h);
}

} // namespace recurrent
#endif

#else // without Highway: plain loops, left to the compiler to vectorise

#include <cmath>

namespace recurrent {

namespace {

constexpr Index width = 16;

float sigmoid(float x) {
    return 1 / (1 + std::exp(-x));
}

} // namespace

Index unit_width(Cell) {
    return width;
}

void gate_block(Cell cell, const float* sums, float* c, float* h) {
    for (Index u = 0; u < width; ++u) {
        if (cell == Cell::rnn) {
            h[u] = std::tanh(sums[u]);
            continue;
        }
        const float i = sigmoid(sums[u]), f = sigmoid(sums[width + u]);
        const float g = std::tanh(sums[2 * width + u]), o = sigmoid(sums[3 * width + u]);
        c[u] = f * c[u] + i * g;
        h[u] = o * std::tanh(c[u]);
    }
}

void step_block(Cell cell, const UnitBlock& b, const float* h_before, float* c, float* h) {
    float sums[4 * width];
    const Index columns = gates(cell) * width;
    std::copy(b.pre, b.pre + columns, sums);
    for (Index i = 0; i < b.d; ++i)
        for (Index j = 0; j < columns; ++j)
            sums[j] += h_before[i] * b.w[i * columns + j];
    gate_block(cell, sums, c, h);
}

} // namespace recurrent

#endif
