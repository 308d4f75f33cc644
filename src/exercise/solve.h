#pragma once
// Attention in double precision, step by step as an exercise asks for it, right or with slips.

#include "exercise/slips.h"

#include <Eigen/Core>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace exercise {

using Numbers = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The numbers of a stage: a matrix for every head of every item, item by item, or one for every item.
using Blocks = std::vector<Numbers>;

/// One block (rows, columns) of a tensor, of those that lie in it one after another.
Numbers block_of(const model::Tensor& tensor, Index rows, Index columns, Index block = 0);

/// A tensor of the question as a matrix, its first one where it has several; a single axis is a row.
Numbers given(const Question& question, const std::string& name);

/// What a softmax makes of numbers that are all hidden: 0, as here; or, where hidden scores are a large
/// negative number, equal shares; or 0 ÷ 0, where they are −∞ and nothing was done about it.
enum class Empty { zeros, equal_shares, not_a_number };

/// How an answer was computed, apart from slips.
struct Manner {
    int precision = 24; ///< significant bits of its numbers, at which exponentials overflow
    Empty empty = Empty::zeros;
    std::vector<Index> probe = {}; ///< the queries, if not all, whose rows are made from the scores on
};

/// Solves a question again and again with other slips. A step is computed once for all that share those
/// before it, unless they share two.
class Solver {
public:
    explicit Solver(const Question& question, const Manner& manner = {});
    ~Solver();

    /// The numbers of a stage, by the name of its tensor, with these slips; null for one that this question
    /// does not have. Valid until the next call, and as long as the solver with fewer than two slips.
    const Blocks* stage(const std::string& name, const Slips& slips);
    /// Those of a stage behind the weights, from weights that come from elsewhere.
    Blocks stage_after(const std::string& name, const Blocks& weights, const Slips& slips);
    /// Whether some scores are hidden in this question.
    bool hides() const;
    const Question& question() const { return question_; }
    const Manner& manner() const;
    /// Those slips that can be made in the question.
    const std::vector<Slip>& possible() const { return possible_; }

private:
    struct Steps;
    const Question& question_;
    std::vector<Slip> possible_;
    std::unique_ptr<Steps> steps_;
};

} // namespace exercise
