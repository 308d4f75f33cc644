#pragma once
// Small models in the layouts of real ones: tests/golden/make_pretrained.py.

#include "model/tensor_file.h"
#include "pretrained/model.h"
#include "source_folder.h"

#include <filesystem>
#include <string>
#include <vector>

namespace opened {

namespace fs = std::filesystem;

inline fs::path folder() {
    return source_folder() / "tests" / "golden" / "pretrained";
}

inline pretrained::ModelPtr model(const std::string& name) {
    return pretrained::open_model(folder() / name);
}

/// "the cat sat on the mat .", which the golden numbers are of.
inline const std::vector<tokens::Id> sentence{5, 6, 8, 9, 5, 10, 24};

/// A tensor of numbers as a matrix: its last axis in the columns.
inline base::Matrix matrix(const model::Tensor& tensor) {
    const auto cols = static_cast<base::Index>(tensor.shape.back());
    return Eigen::Map<const base::Matrix>(tensor.values.data(),
                                          static_cast<base::Index>(tensor.size()) / cols, cols);
}

} // namespace opened
