#pragma once
// Small models in the layouts of real ones: tests/golden/make_pretrained.py.

#include "model/tensor_file.h"
#include "pretrained/model.h"
#include "source_folder.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
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

/// A copy of a model's folder, to be damaged.
class Copy {
public:
    explicit Copy(const std::string& name) {
        fs::copy(folder() / name, temporary_.path, fs::copy_options::recursive);
    }

    const fs::path& path() const { return temporary_.path; }
    fs::path operator/(const std::string& file) const { return temporary_.path / file; }
    /// Replaces a text in config.json, which must be there.
    void say(const std::string& instead_of, const std::string& said) const {
        std::string config = content(*this / "config.json");
        const std::size_t at = config.find(instead_of);
        REQUIRE(at != std::string::npos);
        write("config.json", config.replace(at, instead_of.size(), said));
    }
    void write(const std::string& file, const std::string& bytes) const {
        std::ofstream(*this / file, std::ios::binary) << bytes;
    }

private:
    TemporaryFolder temporary_;
};

} // namespace opened
