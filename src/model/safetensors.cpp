#include "model/safetensors.h"

#include "base/files.h"
#include "base/input_error.h"
#include "model/safetensors_header.h"
#include "model/tensor_numbers.h"

#include <fstream>

namespace model {

namespace {

/// The numbers of the tensors, read one after the other.
class NumberReader {
public:
    NumberReader(const std::filesystem::path& file, std::uint64_t data)
        : path_(file), stream_(file, std::ios::binary) {
        stream_.seekg(static_cast<std::streamoff>(data));
    }

    Tensor read(const TensorEntry& entry, Numbers numbers) {
        std::string bytes(entry.end - entry.begin, '\0'); // which the file has
        if (!stream_.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
            throw base::InputError(base::shown(path_), "reading stopped before its end",
                                   "the file was cut off or damaged: copy or write it again");
        return tensor_of(entry.name, entry.shape, *entry.type, bytes, numbers, place_of(path_, entry.name));
    }
    void skip(const TensorEntry& entry) {
        stream_.seekg(static_cast<std::streamoff>(entry.end - entry.begin), std::ios::cur);
    }

private:
    std::filesystem::path path_;
    std::ifstream stream_;
};

} // namespace

Tensors read_safetensors(const std::filesystem::path& file, const std::optional<std::set<std::string>>& names,
                         Numbers numbers) {
    const SafetensorsHeader header = read_safetensors_header(file);
    NumberReader reader(file, header.data);
    Tensors tensors;
    for (const TensorEntry& entry : header.entries)
        if (!names || names->contains(entry.name))
            tensors.emplace(entry.name, reader.read(entry, numbers));
        else
            reader.skip(entry);
    return tensors;
}

std::set<std::string> safetensors_names(const std::filesystem::path& file) {
    std::set<std::string> names;
    for (const TensorEntry& entry : read_safetensors_header(file).entries)
        names.insert(entry.name);
    return names;
}

Notes safetensors_notes(const std::filesystem::path& file) {
    return read_safetensors_header(file).notes;
}

std::string safetensors_of(const Tensors& tensors, const Notes& notes) {
    std::vector<const Tensors::value_type*> order; // wide numbers first, so that each begins at a multiple
    for (const std::size_t bytes : {4, 2, 1})      // of its size
        for (const auto& named : tensors)
            if (written_type_of(named.second).bytes == bytes) order.push_back(&named);
    std::vector<TensorEntry> entries;
    std::string data;
    for (const auto* named : order) {
        const Tensor& tensor = named->second;
        const std::uint64_t begin = data.size();
        data += bytes_of(tensor);
        entries.push_back({named->first, &written_type_of(tensor), tensor.shape, begin, data.size()});
    }
    return safetensors_header_of(entries, notes) + data;
}

} // namespace model
