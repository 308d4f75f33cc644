#pragma once
// The answer of a learner who makes no mistake, or just these.

#include "exercise/level.h"
#include "exercise/solve.h"

/// The stages of a level as a learner would hand them in, with these slips.
inline model::Tensors answered(const exercise::Question& question, const exercise::Slips& slips = {}) {
    exercise::Solver solver(question);
    model::Tensors answer;
    for (const std::string& name : question.level->stages) {
        const exercise::Blocks& blocks = *solver.stage(name, slips);
        model::Tensor tensor;
        tensor.shape = {static_cast<std::int64_t>(blocks.size()), blocks.front().rows(),
                        blocks.front().cols()};
        for (const exercise::Numbers& block : blocks)
            for (exercise::Index i = 0; i < block.size(); ++i)
                tensor.values.push_back(static_cast<float>(block.data()[i]));
        answer[name] = tensor;
    }
    return answer;
}
