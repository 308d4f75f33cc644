// 8 bytes of length (little-endian), a JSON header of that length, then the tensors' bytes one after the
// other. Header: {"name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, …}, offsets relative to
// the end of the header. Source: https://github.com/huggingface/safetensors#format.
#include "model/safetensors_header.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace model {

using base::InputError;
using nlohmann::json;

namespace {

const char* const truncated_hint = "the file was cut off or damaged: copy or write it again";
const char* const rewrite_hint = "write the file again with a safetensors library";

// The tensors with their types, shapes and byte ranges.

/// Finds a name that occurs twice in an object, which the JSON parser would accept.
struct Twins : json::json_sax_t {
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(json::number_integer_t) override { return true; }
    bool number_unsigned(json::number_unsigned_t) override { return true; }
    bool number_float(json::number_float_t, const std::string&) override { return true; }
    bool string(std::string&) override { return true; }
    bool binary(json::binary_t&) override { return true; }
    bool start_object(std::size_t) override {
        names.emplace_back();
        return true;
    }
    bool key(std::string& name) override {
        if (names.back().insert(name).second) return true;
        found = name;
        return false;
    }
    bool end_object() override {
        names.pop_back();
        return true;
    }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }

    std::vector<std::set<std::string>> names; ///< of the objects that have begun
    std::optional<std::string> found;
};

/// Parses the header. Refuses duplicate names in an object, and more than JsonBounds allows.
json parse_header(const std::string& text, const std::string& where) {
    base::expect_bounded_json(text, where);
    Twins twins;
    json::sax_parse(text, &twins);
    if (twins.found)
        throw InputError(where, "\"" + *twins.found + "\" appears twice in the header",
                         "give each tensor a name of its own");
    json header = json::parse(text, nullptr, false);
    if (header.is_object()) return header;
    throw InputError(where, "its header is not a JSON object",
                     "is it a safetensors file? " + std::string(rewrite_hint));
}

const NumberType& type_of(const json& description, const std::string& where) {
    const std::string name = description.contains("dtype") && description["dtype"].is_string()
                                 ? description["dtype"].get<std::string>()
                                 : "";
    if (const NumberType* type = type_of_safetensors(name)) return *type;
    throw InputError(where, "its type \"" + name + "\" is not known",
                     "save it as F32, F64, F16, BF16, I64, I32, U8 or BOOL");
}

std::vector<std::int64_t> shape_of(const json& description, const std::string& where) {
    std::vector<std::int64_t> shape;
    const bool is_list = description.contains("shape") && description["shape"].is_array();
    if (is_list)
        for (const json& size : description["shape"])
            if (size.is_number_unsigned() &&
                size.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max())
                shape.push_back(size.get<std::int64_t>());
    if (!is_list || shape.size() != description["shape"].size())
        throw InputError(where, "its shape is not a list of sizes", rewrite_hint);
    return shape;
}

void read_offsets(const json& description, TensorEntry& entry, const std::string& where) {
    const bool is_list = description.contains("data_offsets") && description["data_offsets"].is_array();
    const json offsets = is_list ? description["data_offsets"] : json::array();
    if (offsets.size() != 2 || !offsets[0].is_number_unsigned() || !offsets[1].is_number_unsigned())
        throw InputError(where, "its data_offsets are not a pair of offsets", rewrite_hint);
    entry.begin = offsets[0].get<std::uint64_t>();
    entry.end = offsets[1].get<std::uint64_t>();
}

TensorEntry read_entry(const std::string& name, const json& description, std::uint64_t data_size,
                       const std::string& where) {
    if (!description.is_object()) throw InputError(where, "it is not described", rewrite_hint);
    TensorEntry entry;
    entry.name = name;
    entry.type = &type_of(description, where);
    entry.shape = shape_of(description, where);
    read_offsets(description, entry, where);
    const std::string from_to = std::to_string(entry.begin) + " to " + std::to_string(entry.end);
    if (entry.begin > entry.end)
        throw InputError(where, "its data_offsets are reversed, " + from_to, rewrite_hint);
    if (entry.end > data_size)
        throw InputError(
            where, "its bytes " + from_to + " run out of the " + std::to_string(data_size) + " in the file",
            truncated_hint);
    const auto needed = bytes_of_shape(entry.shape, entry.type->bytes);
    if (needed != entry.end - entry.begin)
        throw InputError(where,
                         "shape " + shape_text(entry.shape) + " of " + std::string(entry.type->safetensors) +
                             " needs " + (needed ? std::to_string(*needed) : "too many") + " bytes, it has " +
                             std::to_string(entry.end - entry.begin),
                         rewrite_hint);
    return entry;
}

} // namespace

std::string place_of(const std::filesystem::path& file, const std::string& tensor) {
    return base::shown(file) + ", tensor " + tensor;
}

namespace {

/// The tensors' bytes must be contiguous, from the first byte of data to the last.
void require_seamless(std::vector<TensorEntry>& entries, std::uint64_t data_size,
                      const std::filesystem::path& file) {
    std::sort(entries.begin(), entries.end(), [](const TensorEntry& a, const TensorEntry& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    std::uint64_t reached = 0;
    for (const TensorEntry& entry : entries) {
        if (entry.begin < reached)
            throw InputError(place_of(file, entry.name), "its bytes overlap those of another tensor",
                             rewrite_hint);
        if (entry.begin > reached)
            throw InputError(place_of(file, entry.name),
                             "there is a gap of " + std::to_string(entry.begin - reached) +
                                 " bytes before it",
                             rewrite_hint);
        reached = entry.end;
    }
    if (reached != data_size)
        throw InputError(base::shown(file),
                         std::to_string(data_size - reached) +
                             " bytes after the last tensor do not belong to any tensor",
                         rewrite_hint);
}

/// The tensors of a header, sorted by their bytes, which must cover all of `data_size` without gaps.
std::vector<TensorEntry> read_entries(const json& header, std::uint64_t data_size,
                                      const std::filesystem::path& file) {
    std::vector<TensorEntry> entries;
    for (const auto& [name, description] : header.items())
        if (name != "__metadata__") // free-form notes, not a tensor
            entries.push_back(read_entry(name, description, data_size, place_of(file, name)));
    if (entries.empty()) throw InputError(base::shown(file), "there is no tensor in it", rewrite_hint);
    require_seamless(entries, data_size, file);
    return entries;
}

/// What is not text is left out.
Notes notes_in(const json& header) {
    Notes notes;
    const auto found = header.find("__metadata__");
    if (found == header.end() || !found->is_object()) return notes;
    for (const auto& [name, note] : found->items())
        if (note.is_string()) notes[name] = note.get<std::string>();
    return notes;
}

// The bytes of the file.

constexpr std::uint64_t length_bytes = 8;
constexpr std::uint64_t max_header = 100'000'000; ///< bytes, as in the reference implementation

/// The text of the header. Stops at a file that ends before it does.
std::string header_text(std::istream& stream, std::uint64_t size, const std::string& where) {
    if (size < length_bytes)
        throw InputError(where,
                         "it ends after " + std::to_string(size) + " bytes, before the length of its header",
                         truncated_hint);
    const auto read = [&](char* target, std::uint64_t count) {
        if (!stream.read(target, static_cast<std::streamsize>(count)))
            throw InputError(where, "reading stopped before its end", truncated_hint);
    };
    unsigned char bytes[length_bytes];
    read(reinterpret_cast<char*>(bytes), length_bytes);
    if (std::string_view(reinterpret_cast<const char*>(bytes), length_bytes).starts_with("GGUF"))
        throw InputError(where, "these are " + std::string(gguf_weights), std::string(safetensors_hint));
    const std::uint64_t length = little_endian(bytes, length_bytes);
    if (length > max_header) // text, as a rule
        throw InputError(where, "it is not a safetensors file, which begins with the length of its header",
                         "name another file; if it should be one, copy or write it again");
    if (length > size - length_bytes)
        throw InputError(where,
                         "its header of " + std::to_string(length) + " bytes is larger than the file (" +
                             std::to_string(size) + ")",
                         "is it a safetensors file? " + std::string(truncated_hint));
    std::string header(length, '\0');
    read(header.data(), length);
    return header;
}

} // namespace

SafetensorsHeader read_safetensors_header(const std::filesystem::path& file) {
    const std::string where = base::shown(file);
    std::error_code error;
    std::ifstream stream;
    std::uint64_t size = 0;
    if (std::filesystem::is_regular_file(file, error)) { // opening a pipe would block until it is written
        stream.open(file, std::ios::binary);
        size = std::filesystem::file_size(file, error);
    }
    if (!stream.is_open() || error)
        throw InputError(where, "the file cannot be read", "check its name and your right to read it");
    const std::string text = header_text(stream, size, where);
    const json header = parse_header(text, where);
    const std::uint64_t data = length_bytes + text.size();
    return {read_entries(header, size - data, file), notes_in(header), data};
}

std::string safetensors_header_of(const std::vector<TensorEntry>& entries, const Notes& notes) {
    json header = json::object();
    if (!notes.empty()) header["__metadata__"] = notes;
    for (const TensorEntry& entry : entries)
        header[entry.name] = {{"dtype", entry.type->safetensors},
                              {"shape", entry.shape},
                              {"data_offsets", {entry.begin, entry.end}}};
    std::string text = base::json_text(header);
    text.resize((text.size() + 7) / 8 * 8, ' ');
    std::string bytes;
    append_little_endian(bytes, text.size(), length_bytes);
    return bytes + text;
}

} // namespace model
