#pragma once
// The weights of a model where they lie on the disk: mapped, never copied as a whole. A model of a thousand
// million numbers is open at once, and the system reads those pages that a pass looks at.

#include "base/mapped_file.h"
#include "base/matrix.h"
#include "base/scratch.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pretrained {

using base::Index;
using base::Matrix;
using base::RowVector;

/// How numbers lie in a file, the lowest byte of each first.
enum class Storage { float32, float16, bfloat16 };
std::size_t bytes_of(Storage storage);

/// A tensor where it lies, row-major and aligned for its numbers.
struct StoredTensor {
    std::string where; ///< "model.safetensors, tensor wte.weight": for messages
    Storage storage = Storage::float32;
    std::vector<std::int64_t> shape;
    const std::byte* data = nullptr;
};

/// Numbers of a tensor read as a matrix: some columns or rows of it.
struct StoredMatrix {
    Storage storage = Storage::float32;
    const std::byte* data = nullptr;
    Index rows = 0, cols = 0;
    Index stride = 0; ///< numbers from one row to the next

    Index size() const { return rows * cols; }
    const std::byte* at(Index row, Index column) const;
    StoredMatrix columns(Index first, Index count) const;
    StoredMatrix rows_from(Index first, Index count) const;
    /// Some columns of a row, as floats.
    void read(Index row, Index first, Index count, float* to) const;
    /// All numbers as floats: (rows, cols).
    Matrix numbers() const;
};

/// The whole tensor, whose shape is (rows, cols), leading axes of size 1 left out.
StoredMatrix matrix_of(const StoredTensor& tensor);

/// All tensors of a model, in one file or in several ("shards"); what it names stays where it is while it
/// lives, moved or not.
class WeightFiles {
public:
    /// Null if there is none of that name.
    const StoredTensor* find(const std::string& name) const;
    const std::map<std::string, StoredTensor>& all() const { return tensors_; }
    /// Bytes of all tensors.
    std::uint64_t bytes() const;
    /// Bytes of the program's own memory that they take: copies. The rest is where it was.
    std::uint64_t copied_bytes() const;

    /// The tensors of float types of a safetensors file; others, which are tables that a pass makes itself
    /// (GPT-2's masks), are left out. Throws InputError as model::read_safetensors() does, and for a name
    /// that is there already.
    void add_safetensors(const std::filesystem::path& file);
    /// A tensor of numbers that lie in memory, copied.
    void add_copy(const std::string& name, StoredTensor tensor, std::size_t bytes);
    /// The bytes of a file, which stay as long as this does.
    std::span<const std::byte> map(const std::filesystem::path& file);

    /// Throws InputError for a file that has become shorter since it was mapped, whose numbers must not be
    /// looked at any more.
    void expect_whole() const;

    /// A tensor of a mapped file. A copy of it, where the file has it at an odd place.
    void add(const std::string& name, StoredTensor tensor, std::size_t bytes);

private:
    struct File {
        std::string where; ///< for messages
        base::MappedFile mapped;
    };
    std::vector<File> files_;
    std::deque<base::AlignedFloats> copies_;
    std::map<std::string, StoredTensor> tensors_;
};

/// What kind of weights a file holds, by its name, that are known and not read: "weights of TensorFlow";
/// empty for any other file.
std::string_view foreign_weights(const std::filesystem::path& file);
/// Throws InputError for a file of such weights.
void expect_no_foreign_weights(const std::filesystem::path& file);

/// The weights of a folder: model.safetensors.index.json with its shards, model.safetensors, or the only
/// other file of that kind in it. Throws InputError for a folder without one (naming what it has instead:
/// GGUF, PyTorch's pickles …), for a missing or truncated shard, and as add_safetensors() does.
WeightFiles open_weights(const std::filesystem::path& folder);

} // namespace pretrained
