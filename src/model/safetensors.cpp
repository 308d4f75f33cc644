// The safetensors format: 8 bytes of length (little-endian), a JSON header of that length, then the tensors'
// bytes one after the other. Header: {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, …},
// offsets relative to the end of the header. Source: https://github.com/huggingface/safetensors#format.
#include "base/file_name.h"
#include "base/input_error.h"
#include "base/whole_file.h"
#include "model/safetensors_header.h"
#include "model/tensor_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <fstream>
#include <limits>

namespace model {

using base::InputError;

namespace {

constexpr std::uint64_t length_bytes = 8;
constexpr std::uint64_t max_header = 100'000'000; ///< bytes, as in the reference implementation

const char* const truncated_hint = "the file was cut off or damaged: copy or write it again";

using Bytes = std::vector<unsigned char>;

std::uint64_t little_endian(const unsigned char* bytes, std::size_t count) {
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

void append_little_endian(Bytes& bytes, std::uint64_t value, std::size_t count) {
    std::array<unsigned char, sizeof value> little{};
    for (std::size_t i = 0; i < count; ++i)
        little[i] = static_cast<unsigned char>(value >> 8 * i);
    bytes.insert(bytes.end(), little.begin(), little.begin() + static_cast<std::ptrdiff_t>(count));
}

std::string position_text(const std::vector<std::int64_t>& shape, std::size_t index) {
    std::vector<std::int64_t> position(shape.size());
    auto rest = static_cast<std::int64_t>(index);
    for (std::size_t axis = shape.size(); axis-- > 0; rest /= shape[axis])
        position[axis] = rest % shape[axis];
    return shape_text(position);
}

void require_finite(const Tensor& tensor, const std::string& name, const std::string& where) {
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
        const float value = tensor.values[i];
        const bool forbidden_cell = name == "masked" && value == -std::numeric_limits<float>::infinity();
        if (!std::isfinite(value) && !forbidden_cell)
            throw InputError(where,
                             std::string(std::isnan(value) ? "NaN" : "an infinite number") + " at " +
                                 position_text(tensor.shape, i) + ", counted from 0",
                             "only finite numbers can be computed with");
    }
}

/// An open file of known size.
class Source {
public:
    explicit Source(const std::filesystem::path& file) : path_(file) {
        std::error_code error;
        if (std::filesystem::is_regular_file(file, error)) { // opening a pipe would block until it is written
            stream_.open(file, std::ios::binary);
            size_ = std::filesystem::file_size(file, error);
        }
        if (!stream_.is_open() || error)
            throw InputError(base::shown(file), "the file cannot be read",
                             "check its name and your right to read it");
    }

    std::uint64_t size() const { return size_; }

    /// Reads the next `count` bytes; the caller must have checked that the file has that many.
    void read(char* target, std::uint64_t count) {
        if (!stream_.read(target, static_cast<std::streamsize>(count)))
            throw InputError(base::shown(path_), "reading stopped before its end", truncated_hint);
    }

private:
    std::filesystem::path path_;
    std::ifstream stream_;
    std::uint64_t size_ = 0;
};

std::string read_header(Source& source, const std::string& where) {
    if (source.size() < length_bytes)
        throw InputError(where,
                         "it ends after " + std::to_string(source.size()) +
                             " bytes, before the length of its header",
                         truncated_hint);
    unsigned char bytes[length_bytes];
    source.read(reinterpret_cast<char*>(bytes), length_bytes);
    const std::uint64_t length = little_endian(bytes, length_bytes);
    if (length > source.size() - length_bytes)
        throw InputError(where,
                         "its header of " + std::to_string(length) + " bytes is larger than the file (" +
                             std::to_string(source.size()) + ")",
                         "is it a safetensors file? " + std::string(truncated_hint));
    if (length > max_header)
        throw InputError(where, "its header of " + std::to_string(length) + " bytes is too long",
                         "at most " + std::to_string(max_header) + " bytes are read");
    std::string header(length, '\0');
    source.read(header.data(), length);
    return header;
}

Tensor read_tensor(Source& source, const TensorEntry& entry) {
    Bytes bytes(entry.end - entry.begin);
    source.read(reinterpret_cast<char*>(bytes.data()), bytes.size());
    Tensor tensor;
    tensor.shape = entry.shape;
    tensor.values.reserve(bytes.size() / entry.type->bytes);
    for (std::size_t i = 0; i < bytes.size(); i += entry.type->bytes)
        tensor.values.push_back(entry.type->decode(little_endian(&bytes[i], entry.type->bytes)));
    return tensor;
}

} // namespace

std::int64_t Tensor::size() const {
    if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return 0;
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

Tensors read_safetensors(const std::filesystem::path& file) {
    Source source(file);
    const std::string header = read_header(source, base::shown(file));
    const std::uint64_t data_size = source.size() - length_bytes - header.size();
    Tensors tensors;
    for (const TensorEntry& entry : read_entries(header, data_size, file)) {
        Tensor tensor = read_tensor(source, entry); // entries are sorted by their bytes
        require_finite(tensor, entry.name, place_of(file, entry.name));
        tensors.emplace(entry.name, std::move(tensor));
    }
    return tensors;
}

Notes read_notes(const std::filesystem::path& file) {
    Source source(file);
    return read_notes(read_header(source, base::shown(file)), file);
}

void write_safetensors(const std::filesystem::path& file, const Tensors& tensors, const Notes& notes) {
    std::vector<TensorEntry> entries;
    std::uint64_t reached = 0;
    for (const auto& [name, tensor] : tensors) {
        assert(tensor.size() == static_cast<std::int64_t>(tensor.values.size()));
        const std::uint64_t begin = reached;
        reached += tensor.values.size() * sizeof(float);
        entries.push_back({name, nullptr, tensor.shape, begin, reached});
    }
    const std::string header = header_of(entries, notes);
    Bytes bytes;
    bytes.reserve(length_bytes + header.size() + reached);
    append_little_endian(bytes, header.size(), length_bytes);
    bytes.insert(bytes.end(), header.begin(), header.end());
    for (const auto& [name, tensor] : tensors)
        for (const float value : tensor.values)
            append_little_endian(bytes, std::bit_cast<std::uint32_t>(value), sizeof value);

    base::write_whole_file(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

} // namespace model
