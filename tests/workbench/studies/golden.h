#pragma once
// Golden numbers of the studies: tests/golden/make_studies.py wrote them, in double precision.

#include "base/matrix.h"
#include "model/tensor_file.h"
#include "source_folder.h"

#include <string>

namespace lab {

/// A tensor (rows, columns) of a case.
inline base::Matrix golden(const std::string& name, const std::string& tensor) {
    const model::Tensors all =
        model::read_tensors(source_folder() / "tests" / "golden" / "studies" / (name + ".safetensors"));
    const model::Tensor& one = all.at(tensor);
    const base::Index columns = one.shape.back();
    return Eigen::Map<const base::Matrix>(one.values.data(), one.size() / columns, columns);
}

} // namespace lab
