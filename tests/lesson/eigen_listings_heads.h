// Generated from assets/texts/listings.toml; see eigen_listing_test.cpp.
// clang-format off

struct AllMasks : Heads {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, W_Q, W_K, W_V, key_padding, mask, W_O
const int h = 2, d_k = 4, d_v = 4;
Matrix Z(X.rows(), h * d_v);
for (int g = 0; g < h; ++g) {  // head g
    const int a = g * d_k, b = g * d_v;
    Matrix Q = X * W_Q.middleCols(a, d_k);
    Matrix K = X * W_K.middleCols(a, d_k);
    Matrix V = X * W_V.middleCols(b, d_v);
    Matrix S = Q * K.transpose();  // 5 × 5
    S /= std::sqrt(float(K.cols()));
    for (int i = 0; i < S.rows(); ++i)
        for (int j = 0; j < S.cols(); ++j)
            if ((j > i) || (std::abs(i - j) > 2) || !key_padding(j) || (!mask(i, j)))
                S(i, j) = -INFINITY;
    Vector top = S.rowwise().maxCoeff().cwiseMax(-1e30f);
    Matrix E = (S.colwise() - top).array().exp();
    Vector sum = E.rowwise().sum().cwiseMax(1e-30f);
    Matrix A = E.array().colwise() / sum.array();
    Z.middleCols(b, d_v) = A * V;
}
Z = Z * W_O;  // 5 × 8
return Z;
}
};

struct HeadsDropout : Heads {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, W_Q, W_K, W_V, b_Q, b_K, b_V, keep, W_O, b_O
const int h = 2, d_k = 4, d_v = 4;
Matrix Z(X.rows(), h * d_v);
for (int g = 0; g < h; ++g) {  // head g
    const int a = g * d_k, b = g * d_v;
    Matrix Q = X * W_Q.middleCols(a, d_k);
    Matrix K = X * W_K.middleCols(a, d_k);
    Matrix V = X * W_V.middleCols(b, d_v);
    Q.rowwise() += b_Q.segment(a, d_k);
    K.rowwise() += b_K.segment(a, d_k);
    V.rowwise() += b_V.segment(b, d_v);
    Matrix S = Q * K.transpose();  // 5 × 5
    S /= std::sqrt(float(K.cols()));
    Vector top = S.rowwise().maxCoeff();
    Matrix E = (S.colwise() - top).array().exp();
    Vector sum = E.rowwise().sum();
    Matrix A = E.array().colwise() / sum.array();
    A = A.cwiseProduct(keep[g]) / (1 - 0.5f);
    Z.middleCols(b, d_v) = A * V;
}
Z = Z * W_O;  // 5 × 8
Z.rowwise() += b_O;
return Z;
}
};

struct CrossPositions : Heads {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, M, P, P_M, W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O
X += P;
M += P_M;
const int h = 2, d_k = 4, d_v = 3;
Matrix Z(X.rows(), h * d_v);
for (int g = 0; g < h; ++g) {  // head g
    const int a = g * d_k, b = g * d_v;
    Matrix Q = X * W_Q.middleCols(a, d_k);
    Matrix K = M * W_K.middleCols(a, d_k);
    Matrix V = M * W_V.middleCols(b, d_v);
    Q.rowwise() += b_Q.segment(a, d_k);
    K.rowwise() += b_K.segment(a, d_k);
    V.rowwise() += b_V.segment(b, d_v);
    Matrix S = Q * K.transpose();  // 4 × 5
    S /= std::sqrt(float(K.cols()));
    Vector top = S.rowwise().maxCoeff();
    Matrix E = (S.colwise() - top).array().exp();
    Vector sum = E.rowwise().sum();
    Matrix A = E.array().colwise() / sum.array();
    Z.middleCols(b, d_v) = A * V;
}
Z = Z * W_O;  // 4 × 6
Z.rowwise() += b_O;
return Z;
}
};

struct GeneralHeads : Heads {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, M, W_Q, W_K, W_V, b_Q, b_K, b_V, W, W_O, b_O
const int h = 2, d_k = 4, d_v = 3;
Matrix Z(X.rows(), h * d_v);
for (int g = 0; g < h; ++g) {  // head g
    const int a = g * d_k, b = g * d_v;
    Matrix Q = X * W_Q.middleCols(a, d_k);
    Matrix K = M * W_K.middleCols(a, d_k);
    Matrix V = M * W_V.middleCols(b, d_v);
    Q.rowwise() += b_Q.segment(a, d_k);
    K.rowwise() += b_K.segment(a, d_k);
    V.rowwise() += b_V.segment(b, d_v);
    Matrix S = Q * W.middleRows(a, d_k) * K.transpose();
    S /= std::sqrt(float(K.cols()));
    Vector top = S.rowwise().maxCoeff();
    Matrix E = (S.colwise() - top).array().exp();
    Vector sum = E.rowwise().sum();
    Matrix A = E.array().colwise() / sum.array();
    Z.middleCols(b, d_v) = A * V;
}
Z = Z * W_O;  // 4 × 8
Z.rowwise() += b_O;
return Z;
}
};

struct AdditiveHeads : Heads {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, M, W_Q, W_K, W_V, b_Q, b_K, b_V, W_1, W_2, v, W_O, b_O
const int h = 2, d_k = 4, d_v = 3;
Matrix Z(X.rows(), h * d_v);
for (int g = 0; g < h; ++g) {  // head g
    const int a = g * d_k, b = g * d_v;
    Matrix Q = X * W_Q.middleCols(a, d_k);
    Matrix K = M * W_K.middleCols(a, d_k);
    Matrix V = M * W_V.middleCols(b, d_v);
    Q.rowwise() += b_Q.segment(a, d_k);
    K.rowwise() += b_K.segment(a, d_k);
    V.rowwise() += b_V.segment(b, d_v);
    Matrix S(Q.rows(), K.rows());  // 4 × 5
    Matrix L = Q * W_1.middleRows(a, d_k);
    Matrix R = K * W_2.middleRows(a, d_k);
    for (int i = 0; i < S.rows(); ++i)
        for (int j = 0; j < S.cols(); ++j)
            S(i, j) = (L.row(i) + R.row(j))
                .array().tanh().matrix().dot(v.row(g));
    S /= std::sqrt(float(K.cols()));
    Vector top = S.rowwise().maxCoeff();
    Matrix E = (S.colwise() - top).array().exp();
    Vector sum = E.rowwise().sum();
    Matrix A = E.array().colwise() / sum.array();
    Z.middleCols(b, d_v) = A * V;
}
Z = Z * W_O;  // 4 × 8
Z.rowwise() += b_O;
return Z;
}
};

struct CosineHeads : Heads {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, M, W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O
const int h = 2, d_k = 4, d_v = 3;
Matrix Z(X.rows(), h * d_v);
for (int g = 0; g < h; ++g) {  // head g
    const int a = g * d_k, b = g * d_v;
    Matrix Q = X * W_Q.middleCols(a, d_k);
    Matrix K = M * W_K.middleCols(a, d_k);
    Matrix V = M * W_V.middleCols(b, d_v);
    Q.rowwise() += b_Q.segment(a, d_k);
    K.rowwise() += b_K.segment(a, d_k);
    V.rowwise() += b_V.segment(b, d_v);
    Vector q = Q.rowwise().norm().cwiseMax(1e-12f);
    Vector k = K.rowwise().norm().cwiseMax(1e-12f);
    Matrix S = Q * K.transpose();  // 4 × 5
    S.array() /= (q * k.transpose()).array();
    S /= std::sqrt(float(K.cols()));
    Vector top = S.rowwise().maxCoeff();
    Matrix E = (S.colwise() - top).array().exp();
    Vector sum = E.rowwise().sum();
    Matrix A = E.array().colwise() / sum.array();
    Z.middleCols(b, d_v) = A * V;
}
Z = Z * W_O;  // 4 × 8
Z.rowwise() += b_O;
return Z;
}
};

struct HeadsOff : Heads {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, W_Q, W_K, W_V, b_Q, b_K, b_V
const int h = 4, d_k = 2, d_v = 3;
Matrix Z(X.rows(), h * d_v);
for (int g = 0; g < h; ++g) {  // head g
    const int a = g * d_k, b = g * d_v;
    Matrix Q = X * W_Q.middleCols(a, d_k);
    Matrix K = X * W_K.middleCols(a, d_k);
    Matrix V = X * W_V.middleCols(b, d_v);
    Q.rowwise() += b_Q.segment(a, d_k);
    K.rowwise() += b_K.segment(a, d_k);
    V.rowwise() += b_V.segment(b, d_v);
    Matrix S = Q * K.transpose();  // 5 × 5
    S /= std::sqrt(float(K.cols()));
    Vector top = S.rowwise().maxCoeff();
    Matrix E = (S.colwise() - top).array().exp();
    Vector sum = E.rowwise().sum();
    Matrix A = E.array().colwise() / sum.array();
    Z.middleCols(b, d_v) = A * V;
}
for (int g : {0, 2})  // switched off
    Z.middleCols(g * d_v, d_v).setZero();
return Z;
}
};
