#include "pretrained/weight_files.h"

#include "base/files.h"
#include "base/half.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "model/safetensors_header.h"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

namespace pretrained {

using base::InputError;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_copied_bytes = 1'000'000'000; // a file with holes may claim any size

} // namespace

// Numbers where they lie.

std::size_t bytes_of(Storage storage) {
    return storage == Storage::float32 ? 4 : 2;
}

const std::byte* StoredMatrix::at(Index row, Index column) const {
    return data + static_cast<std::size_t>(row * stride + column) * bytes_of(storage);
}

StoredMatrix StoredMatrix::columns(Index first, Index count) const {
    assert(first >= 0 && first + count <= cols);
    return {storage, at(0, first), rows, count, stride};
}

StoredMatrix StoredMatrix::rows_from(Index first, Index count) const {
    assert(first >= 0 && first + count <= rows);
    return {storage, at(first, 0), count, cols, stride};
}

void StoredMatrix::read(Index row, Index first, Index count, float* to) const {
    const auto numbers = static_cast<std::size_t>(count);
    const std::byte* from = at(row, first);
    if (storage == Storage::float32)
        std::copy_n(from, numbers * sizeof(float), reinterpret_cast<std::byte*>(to));
    else if (storage == Storage::float16)
        base::widen_float16(reinterpret_cast<const std::uint16_t*>(from), numbers, to);
    else
        base::widen_bfloat16(reinterpret_cast<const std::uint16_t*>(from), numbers, to);
}

Matrix StoredMatrix::numbers() const {
    Matrix all(rows, cols);
    for (Index i = 0; i < rows; ++i)
        read(i, 0, cols, all.data() + i * cols);
    return all;
}

StoredMatrix matrix_of(const StoredTensor& tensor) {
    const auto axes = tensor.shape.size();
    const Index cols = axes > 0 ? static_cast<Index>(tensor.shape[axes - 1]) : 1;
    const Index rows = axes > 1 ? static_cast<Index>(tensor.shape[axes - 2]) : 1;
    return {tensor.storage, tensor.data, rows, cols, cols};
}

// A file.

namespace {

std::optional<Storage> storage_of(std::string_view type) {
    if (type == "F32") return Storage::float32;
    if (type == "F16") return Storage::float16;
    if (type == "BF16") return Storage::bfloat16;
    return std::nullopt;
}

} // namespace

const StoredTensor* WeightFiles::find(const std::string& name) const {
    const auto found = tensors_.find(name);
    return found == tensors_.end() ? nullptr : &found->second;
}

std::uint64_t WeightFiles::bytes() const {
    std::uint64_t sum = 0;
    for (const auto& [name, tensor] : tensors_) {
        std::uint64_t numbers = 1;
        for (const std::int64_t size : tensor.shape)
            numbers *= static_cast<std::uint64_t>(size);
        sum += numbers * bytes_of(tensor.storage);
    }
    return sum;
}

std::uint64_t WeightFiles::copied_bytes() const {
    std::uint64_t sum = 0;
    for (const base::AlignedFloats& copy : copies_)
        sum += static_cast<std::uint64_t>(copy.size()) * sizeof(float);
    for (const File& file : files_)
        if (file.mapped.is_copy()) sum += file.mapped.bytes().size();
    return sum;
}

std::span<const std::byte> WeightFiles::map(const fs::path& file) {
    files_.push_back({base::shown(file), base::MappedFile(file)});
    return files_.back().mapped.bytes();
}

void WeightFiles::expect_whole() const {
    for (const File& file : files_)
        if (!file.mapped.is_whole())
            throw InputError(file.where, "the file has become shorter since it was opened",
                             "get it again, and open the model again");
}

void WeightFiles::add_copy(const std::string& name, StoredTensor tensor, std::size_t bytes) {
    base::AlignedFloats& copy = copies_.emplace_back(static_cast<Index>(bytes / sizeof(float) + 1));
    // Not memcpy: a tensor of no numbers has no address.
    std::copy_n(tensor.data, bytes, reinterpret_cast<std::byte*>(copy.data()));
    tensor.data = reinterpret_cast<const std::byte*>(copy.data());
    tensors_.insert_or_assign(name, std::move(tensor));
}

void WeightFiles::add(const std::string& name, StoredTensor tensor, std::size_t bytes) {
    if (tensors_.contains(name))
        throw InputError(tensor.where, "another file of the model has it, too",
                         "get the model's files again: each tensor is in one of them");
    const bool is_odd = reinterpret_cast<std::uintptr_t>(tensor.data) % bytes_of(tensor.storage) != 0;
    if (is_odd && bytes > most_copied_bytes)
        throw InputError(
            tensor.where, "it begins at an odd place, and is too large to be copied",
            "write the file again with a safetensors library, which begins each at a multiple of 8");
    if (is_odd)
        add_copy(name, std::move(tensor), bytes);
    else
        tensors_.emplace(name, std::move(tensor));
}

void WeightFiles::add_safetensors(const fs::path& file) {
    const model::SafetensorsHeader header = model::read_safetensors_header(file);
    const std::span<const std::byte> bytes = map(file);
    for (const model::TensorEntry& entry : header.entries) {
        const std::string where = model::place_of(file, entry.name);
        if (header.data + entry.end > bytes.size())
            throw InputError(where, "the file was changed while it was read", "open it again");
        const auto storage = storage_of(entry.type->safetensors);
        if (!storage && entry.type->is_real)
            throw InputError(where, "its numbers are " + std::string(entry.type->safetensors),
                             "known are F32, F16 and BF16");
        if (storage)
            add(entry.name, {where, *storage, entry.shape, bytes.data() + header.data + entry.begin},
                entry.end - entry.begin);
    }
}

// A folder.

namespace {

constexpr std::uintmax_t most_index_bytes = 50'000'000;

bool exists_as_file(const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored);
}

/// The names of the shards: {"weight_map": {"tensor": "model-00001-of-00002.safetensors", …}}.
std::set<std::string> shards_of(const fs::path& index) {
    const std::string text = base::read_whole_file(index, most_index_bytes), where = base::shown(index);
    base::expect_bounded_json(text, where);
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    const char* const hint = "is it the index of a model's files? get it again";
    if (!json.is_object() || !json.contains("weight_map") || !json["weight_map"].is_object())
        throw InputError(where, "there is no \"weight_map\" in it", hint);
    std::set<std::string> shards;
    for (const auto& [name, shard] : json["weight_map"].items()) {
        const std::string file = shard.is_string() ? shard.get<std::string>() : "";
        // A name and no path: what a model's index says must not open files elsewhere.
        if (file.empty() || base::path_from_utf8(file).filename() != base::path_from_utf8(file))
            throw InputError(where, "tensor " + name + " is in no file of this folder", hint);
        shards.insert(file);
    }
    if (shards.empty()) throw InputError(where, "it names no file", hint);
    return shards;
}

/// What a folder without safetensors has instead.
struct OtherFormat {
    std::string_view ending, name;
};
constexpr OtherFormat other_formats[] = {{".gguf", model::gguf_weights},
                                         {".ggml", "quantised weights for llama.cpp (GGML)"},
                                         {".bin", "weights in PyTorch's own format, which can run code"},
                                         {".pt", "weights in PyTorch's own format, which can run code"},
                                         {".pth", "weights in PyTorch's own format, which can run code"},
                                         {".h5", "weights of TensorFlow"},
                                         {".msgpack", "weights of Flax"},
                                         {".onnx", "a graph in ONNX"}};

} // namespace

std::string_view foreign_weights(const fs::path& file) {
    for (const OtherFormat& other : other_formats)
        if (file.extension() == other.ending) return other.name;
    return {};
}

void expect_no_foreign_weights(const fs::path& file) {
    const std::string_view kind = foreign_weights(file);
    if (!kind.empty())
        throw InputError(base::shown(file), "these are " + std::string(kind),
                         std::string(model::safetensors_hint));
}

namespace {

[[noreturn]] void refuse_folder(const fs::path& folder, const std::vector<fs::path>& files) {
    for (const fs::path& file : files)
        expect_no_foreign_weights(file);
    throw InputError(base::shown(folder), "there are no weights in it",
                     "get the model's model.safetensors, and put it beside its config.json");
}

} // namespace

WeightFiles open_weights(const fs::path& folder) {
    WeightFiles weights;
    const fs::path index = folder / "model.safetensors.index.json";
    if (exists_as_file(index)) {
        for (const std::string& shard : shards_of(index)) {
            const fs::path file = folder / base::path_from_utf8(shard);
            if (!exists_as_file(file))
                throw InputError(base::shown(file), "this part of the model is missing",
                                 "get all files that " + base::shown(index.filename()) + " names");
            weights.add_safetensors(file);
        }
        return weights;
    }
    std::vector<fs::path> files, found;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
        files.push_back(entry->path());
    std::ranges::sort(files);
    std::ranges::copy_if(files, std::back_inserter(found),
                         [](const fs::path& file) { return file.extension() == ".safetensors"; });
    fs::path file = folder / "model.safetensors";
    if (!exists_as_file(file)) {
        if (found.empty()) refuse_folder(folder, files);
        if (found.size() > 1)
            throw InputError(base::shown(folder),
                             "there are " + std::to_string(found.size()) + " files of weights in it",
                             "get model.safetensors.index.json, which says what is in each");
        file = found.front();
    }
    weights.add_safetensors(file);
    return weights;
}

} // namespace pretrained
