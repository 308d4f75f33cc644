#include "model/tensor_file.h"

#include "base/archive.h"
#include "base/files.h"
#include "base/input_error.h"
#include "model/numpy_file.h"
#include "model/safetensors.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace model {

std::int64_t Tensor::size() const {
    if (std::ranges::find(shape, 0) != shape.end()) return 0;
    std::int64_t product = 1;
    for (const std::int64_t size : shape)
        product *= size;
    return product;
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t size : shape)
        text += (text.empty() ? "" : ", ") + std::to_string(size);
    return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

std::vector<std::int64_t> place_in(const std::vector<std::int64_t>& shape, std::size_t index) {
    std::vector<std::int64_t> place(shape.size());
    auto rest = static_cast<std::int64_t>(index);
    for (std::size_t axis = shape.size(); axis-- > 0; rest /= shape[axis])
        place[axis] = rest % shape[axis];
    return place;
}

namespace {

constexpr std::uint64_t most_numpy_bytes = std::uint64_t{2} << 30U; ///< of a file of NumPy's, packed or not

/// What a file of NumPy's holds; empty for any other file.
std::optional<NumpyFile> numpy_in(const std::filesystem::path& file, Numbers numbers,
                                  std::uint64_t most_bytes = most_numpy_bytes) {
    std::array<char, 8> begin{};
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error)) // opening a pipe would block until it is written
        std::ifstream(file, std::ios::binary).read(begin.data(), begin.size());
    const std::string_view first(begin.data(), begin.size());
    const bool npy = is_npy(first);
    if (!npy && !base::is_archive(first)) return std::nullopt;
    const std::string bytes = base::read_whole_file(file, most_bytes), where = base::shown(file);
    return npy ? read_npy(bytes, base::shown(file.stem()), where, numbers)
               : read_npz(bytes, where, numbers, most_bytes);
}

} // namespace

Tensors read_tensors(const std::filesystem::path& file, const std::optional<std::set<std::string>>& names,
                     Numbers numbers, std::optional<std::uint64_t> most_bytes) {
    std::error_code unknown; // a reader says what is wrong with the file
    if (const auto size = std::filesystem::file_size(file, unknown);
        most_bytes && !unknown && size > *most_bytes)
        throw base::InputError(base::shown(file), "it has " + std::to_string(size) + " bytes",
                               "at most " + std::to_string(*most_bytes) + " are read here");
    auto numpy = numpy_in(file, numbers, most_bytes.value_or(most_numpy_bytes));
    if (!numpy) return read_safetensors(file, names, numbers);
    if (names)
        std::erase_if(numpy->tensors, [&](const auto& named) { return !names->contains(named.first); });
    return std::move(numpy->tensors);
}

std::set<std::string> tensor_names(const std::filesystem::path& file) {
    const auto numpy = numpy_in(file, Numbers::any);
    if (!numpy) return safetensors_names(file);
    std::set<std::string> names;
    for (const auto& named : numpy->tensors)
        names.insert(named.first);
    return names;
}

Notes read_notes(const std::filesystem::path& file) {
    auto numpy = numpy_in(file, Numbers::any);
    return numpy ? std::move(numpy->notes) : safetensors_notes(file);
}

void write_tensors(const std::filesystem::path& file, const Tensors& tensors, const Notes& notes) {
    base::write_whole_file(file, file.extension() == ".npz" ? npz_of({tensors, notes})
                                                            : safetensors_of(tensors, notes));
}

} // namespace model
