// Generated from assets/texts/listings.toml; see eigen_listing_test.cpp.
// clang-format off

struct CatSentence : OneHead {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, W_Q, W_K, W_V
Matrix Q = X * W_Q, K = X * W_K, V = X * W_V;
Matrix S = Q * K.transpose();  // 10 × 10
S /= std::sqrt(float(K.cols()));
Vector top = S.rowwise().maxCoeff();
Matrix E = (S.colwise() - top).array().exp();
Vector sum = E.rowwise().sum();
Matrix A = E.array().colwise() / sum.array();
Matrix Z = A * V;  // 10 × 4
return Z;
}
};

struct CatDropout : OneHead {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, W_Q, W_K, W_V, keep
Matrix Q = X * W_Q, K = X * W_K, V = X * W_V;
Matrix S = Q * K.transpose();  // 10 × 10
S /= std::sqrt(float(K.cols()));
Vector top = S.rowwise().maxCoeff();
Matrix E = (S.colwise() - top).array().exp();
Vector sum = E.rowwise().sum();
Matrix A = E.array().colwise() / sum.array();
A = A.cwiseProduct(keep) / (1 - 0.3f);
Matrix Z = A * V;  // 10 × 4
return Z;
}
};

struct OneHeadBiases : OneHead {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O
Matrix Q = X * W_Q, K = X * W_K, V = X * W_V;
Q.rowwise() += b_Q;
K.rowwise() += b_K;
V.rowwise() += b_V;
Matrix S = Q * K.transpose();  // 5 × 5
S /= std::sqrt(float(K.cols()));
Vector top = S.rowwise().maxCoeff();
Matrix E = (S.colwise() - top).array().exp();
Vector sum = E.rowwise().sum();
Matrix A = E.array().colwise() / sum.array();
Matrix Z = A * V;  // 5 × 3
Z = Z * W_O;  // 5 × 6
Z.rowwise() += b_O;
return Z;
}
};

struct Cross : OneHead {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, M, W_Q, W_K, W_V
Matrix Q = X * W_Q, K = M * W_K, V = M * W_V;
Matrix S = Q * K.transpose();  // 3 × 1
S /= std::sqrt(float(K.cols()));
Vector top = S.rowwise().maxCoeff();
Matrix E = (S.colwise() - top).array().exp();
Vector sum = E.rowwise().sum();
Matrix A = E.array().colwise() / sum.array();
Matrix Z = A * V;  // 3 × 3
return Z;
}
};

struct General : OneHead {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, W_Q, W_K, W_V, b_Q, b_K, b_V, W, W_O, b_O
Matrix Q = X * W_Q, K = X * W_K, V = X * W_V;
Q.rowwise() += b_Q;
K.rowwise() += b_K;
V.rowwise() += b_V;
Matrix S = Q * W * K.transpose();  // 5 × 5
S /= std::sqrt(float(K.cols()));
Vector top = S.rowwise().maxCoeff();
Matrix E = (S.colwise() - top).array().exp();
Vector sum = E.rowwise().sum();
Matrix A = E.array().colwise() / sum.array();
Matrix Z = A * V;  // 5 × 3
Z = Z * W_O;  // 5 × 6
Z.rowwise() += b_O;
return Z;
}
};

struct Additive : OneHead {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, W_Q, W_K, W_V, b_Q, b_K, b_V, W_1, W_2, v, W_O, b_O
Matrix Q = X * W_Q, K = X * W_K, V = X * W_V;
Q.rowwise() += b_Q;
K.rowwise() += b_K;
V.rowwise() += b_V;
Matrix S(Q.rows(), K.rows());  // 5 × 5
Matrix L = Q * W_1, R = K * W_2;
for (int i = 0; i < S.rows(); ++i)
    for (int j = 0; j < S.cols(); ++j)
        S(i, j) = (L.row(i) + R.row(j))
            .array().tanh().matrix().dot(v);
S /= std::sqrt(float(K.cols()));
Vector top = S.rowwise().maxCoeff();
Matrix E = (S.colwise() - top).array().exp();
Vector sum = E.rowwise().sum();
Matrix A = E.array().colwise() / sum.array();
Matrix Z = A * V;  // 5 × 3
Z = Z * W_O;  // 5 × 6
Z.rowwise() += b_O;
return Z;
}
};

struct OneHeadOff : OneHead {
Eigen::MatrixXf operator()() {
#include <Eigen/Dense>
using Matrix = Eigen::MatrixXf;
using Vector = Eigen::VectorXf;
// given: X, W_Q, W_K, W_V, b_Q, b_K, b_V, W_O, b_O
Matrix Q = X * W_Q, K = X * W_K, V = X * W_V;
Q.rowwise() += b_Q;
K.rowwise() += b_K;
V.rowwise() += b_V;
Matrix S = Q * K.transpose();  // 5 × 5
S /= std::sqrt(float(K.cols()));
Vector top = S.rowwise().maxCoeff();
Matrix E = (S.colwise() - top).array().exp();
Vector sum = E.rowwise().sum();
Matrix A = E.array().colwise() / sum.array();
Matrix Z = A * V;  // 5 × 3
Z.setZero();  // the head is switched off
Z = Z * W_O;  // 5 × 6
Z.rowwise() += b_O;
return Z;
}
};
