// The .npy format: "\x93NUMPY", two bytes of version, the header's length (2 bytes, little-endian; 4 from
// version 2 on), the header, a Python dictionary such as {'descr': '<f4', 'fortran_order': False, 'shape':
// (2, 3), } padded with spaces, then the numbers. Source:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html. An .npz file is a zip archive of
// such files, named NAME.npy.
#include "model/numpy_file.h"

#include "base/archive.h"
#include "base/input_error.h"
#include "base/text.h"
#include "model/tensor_numbers.h"

#include <algorithm>
#include <array>
#include <utf8proc.h>

namespace model {

using base::InputError;

namespace {

constexpr std::string_view magic = "\x93NUMPY";

const char* const save_hint = "save it again with numpy.save or numpy.savez";

struct Header {
    std::string type; ///< "<f4"
    bool column_major = false;
    std::vector<std::int64_t> shape;
};

/// Reads the dictionary of a header, the only Python that is read at all.
class Dictionary {
public:
    Dictionary(std::string_view text, const std::string& where) : text_(text), where_(where) {}

    Header read() {
        Header header;
        bool typed = false, ordered = false, shaped = false;
        expect('{');
        while (!ends_with('}')) {
            const std::string key = quoted();
            expect(':');
            if (key == "descr") {
                if (next() != '\'' && next() != '"')
                    throw InputError(where_, "its numbers are records of several fields",
                                     "save each field as an array of its own");
                header.type = quoted();
                typed = true;
            } else if (key == "fortran_order") {
                header.column_major = truth();
                ordered = true;
            } else if (key == "shape") {
                header.shape = sizes();
                shaped = true;
            } else {
                refuse();
            }
            ends_with(',');
        }
        if (!typed || !ordered || !shaped) refuse();
        return header;
    }

private:
    [[noreturn]] void refuse() const { throw InputError(where_, "its header is not NumPy’s", save_hint); }
    char next() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n'))
            ++at_;
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool ends_with(char sign) {
        if (next() != sign) return false;
        ++at_;
        return true;
    }
    void expect(char sign) {
        if (!ends_with(sign)) refuse();
    }
    std::string quoted() {
        const char quote = next();
        const std::size_t end = text_.find(quote, at_ + 1);
        if ((quote != '\'' && quote != '"') || end == std::string_view::npos) refuse();
        std::string word(text_.substr(at_ + 1, end - at_ - 1));
        at_ = end + 1;
        return word;
    }
    bool truth() {
        for (const bool value : {true, false}) {
            const std::string_view name = value ? "True" : "False";
            if (next() != name.front() || !text_.substr(at_).starts_with(name)) continue;
            at_ += name.size();
            return value;
        }
        refuse();
    }
    std::vector<std::int64_t> sizes() {
        std::vector<std::int64_t> sizes;
        expect('(');
        while (!ends_with(')')) {
            next();
            const std::size_t end = std::min(text_.find_first_not_of("0123456789", at_), text_.size());
            const auto size = base::whole_in(text_.substr(at_, end - at_));
            if (!size || sizes.size() == 32) refuse(); // NumPy itself has no more dimensions
            sizes.push_back(*size);
            at_ = end;
            ends_with('L'); // of Python 2
            ends_with(',');
        }
        return sizes;
    }

    std::string_view text_;
    const std::string& where_;
    std::size_t at_ = 0;
};

/// An .npy file taken apart.
struct Npy {
    Header header;
    std::string_view data;
};

Npy npy_in(std::string_view bytes, const std::string& where) {
    const auto refuse_end = [&] {
        throw InputError(where, "it ends within its header",
                         "the file was cut off or damaged: write it again");
    };
    if (!is_npy(bytes)) throw InputError(where, "it is not an .npy file", save_hint);
    if (bytes.size() < magic.size() + 2) refuse_end();
    const auto* const all = reinterpret_cast<const unsigned char*>(bytes.data());
    const int version = all[magic.size()];
    if (version < 1 || version > 3)
        throw InputError(where, "it is of version " + std::to_string(version) + " of the format",
                         "versions 1 to 3 are read");
    const std::size_t length_bytes = version == 1 ? 2 : 4, begin = magic.size() + 2 + length_bytes;
    if (bytes.size() < begin) refuse_end();
    const std::uint64_t length = little_endian(all + magic.size() + 2, length_bytes);
    if (length > bytes.size() - begin) refuse_end();
    return {Dictionary(bytes.substr(begin, length), where).read(), bytes.substr(begin + length)};
}

/// Column-major bytes in row-major order: the number at (i, j, …) lies at i + n·(j + m·(…)).
std::string row_major(std::string_view data, const std::vector<std::int64_t>& shape, std::size_t item) {
    std::string turned;
    turned.reserve(data.size());
    for (std::size_t index = 0; index < data.size() / item; ++index) {
        const std::vector<std::int64_t> place = place_in(shape, index);
        std::size_t from = 0;
        for (std::size_t axis = shape.size(); axis-- > 0;)
            from = from * static_cast<std::size_t>(shape[axis]) + static_cast<std::size_t>(place[axis]);
        turned += data.substr(from * item, item);
    }
    return turned;
}

/// Numbers with their highest byte first, the other way round.
void reverse_each(std::string& data, std::size_t item) {
    for (std::size_t at = 0; at + item <= data.size(); at += item)
        std::reverse(data.begin() + static_cast<std::ptrdiff_t>(at),
                     data.begin() + static_cast<std::ptrdiff_t>(at + item));
}

/// Text of NumPy's: characters of four bytes, filled up with zeros.
std::string text_of(std::string_view data) {
    std::string text;
    for (std::size_t at = 0; at + 4 <= data.size(); at += 4) {
        const auto code = little_endian(reinterpret_cast<const unsigned char*>(data.data()) + at, 4);
        if (code == 0) break;
        std::array<utf8proc_uint8_t, 4> character{};
        const auto size =
            utf8proc_encode_char(static_cast<utf8proc_int32_t>(code & 0x7FFFFFFF), character.data());
        text.append(reinterpret_cast<const char*>(character.data()), static_cast<std::size_t>(size));
    }
    return base::well_formed(text);
}

void read_array(std::string_view bytes, const std::string& name, const std::string& where, Numbers numbers,
                NumpyFile& into) {
    const Npy npy = npy_in(bytes, where);
    const Header& header = npy.header;
    const std::string_view kind =
        std::string_view(header.type).substr(std::min<std::size_t>(1, header.type.size()));
    if (header.type.starts_with("<U") && header.shape.empty()) {
        into.notes[name] = text_of(npy.data);
        return;
    }
    if (kind.starts_with('O'))
        throw InputError(where, "it holds Python objects, which could run code when they are unpacked",
                         "save arrays of numbers: numpy.savez(file, scores=scores, weights=weights)");
    if (kind.starts_with('c')) throw InputError(where, "its numbers are complex", "save real numbers");
    const NumberType* const type = type_of_numpy(kind);
    if (!type || std::string_view("<>|=").find(header.type.front()) == std::string_view::npos)
        throw InputError(where, "its type “" + header.type + "” is not known",
                         "save float16, float32, float64, integers or truth values");
    const auto needed = bytes_of_shape(header.shape, type->bytes);
    if (needed != npy.data.size())
        throw InputError(where,
                         "shape " + shape_text(header.shape) + " of " + header.type + " needs " +
                             (needed ? std::to_string(*needed) : "too many") + " bytes, it has " +
                             std::to_string(npy.data.size()),
                         "the file was cut off or damaged: write it again");
    std::string turned;
    std::string_view data = npy.data;
    if (header.column_major) data = turned = row_major(data, header.shape, type->bytes);
    if (header.type.front() == '>') {
        if (!header.column_major) turned = data;
        reverse_each(turned, type->bytes);
        data = turned;
    }
    into.tensors[name] = tensor_of(name, header.shape, *type, data, numbers, where);
}

/// The bytes of an .npy file of these numbers: version 1, padded to a multiple of 64 bytes, as NumPy does.
std::string npy_with(const std::string& type, const std::vector<std::int64_t>& shape,
                     const std::string& data) {
    std::string header =
        "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape_text(shape) + ", }";
    constexpr std::size_t begin = 10, multiple = 64;
    header.resize((begin + header.size() + 1 + multiple - 1) / multiple * multiple - begin - 1, ' ');
    header += '\n';
    std::string bytes(magic);
    bytes += {'\1', '\0'};
    append_little_endian(bytes, header.size(), 2);
    return bytes + header + data;
}

std::string npy_of_text(const std::string& text) {
    std::string data;
    std::size_t length = 0;
    const std::string whole = base::well_formed(text);
    base::each_character(whole, [&](std::string_view character) {
        utf8proc_int32_t code = 0;
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
                         static_cast<utf8proc_ssize_t>(character.size()), &code);
        append_little_endian(data, static_cast<std::uint64_t>(code), 4);
        ++length;
    });
    if (length == 0) { // NumPy has no text without characters
        data.assign(4, '\0');
        length = 1;
    }
    return npy_with("<U" + std::to_string(length), {}, data);
}

} // namespace

bool is_npy(std::string_view bytes) {
    return bytes.starts_with(magic);
}

NumpyFile read_npy(std::string_view bytes, const std::string& name, const std::string& where,
                   Numbers numbers) {
    NumpyFile file;
    read_array(bytes, name, where, numbers, file);
    return file;
}

NumpyFile read_npz(std::string_view bytes, const std::string& where, Numbers numbers,
                   std::uint64_t most_bytes) {
    NumpyFile file;
    for (const base::ArchiveEntry& entry : base::read_archive(bytes, where, most_bytes)) {
        const std::string place = where + ", " + entry.name;
        if (!entry.name.ends_with(".npy"))
            throw InputError(place, "it is not an array", "write the archive with numpy.savez");
        read_array(entry.bytes, entry.name.substr(0, entry.name.size() - 4), place, numbers, file);
    }
    if (file.tensors.empty() && file.notes.empty())
        throw InputError(where, "there is no array in it", "write it with numpy.savez(file, scores=scores)");
    return file;
}

std::string npy_of(const Tensor& tensor) {
    return npy_with((tensor.is_real ? "<" : "|") + std::string(written_type_of(tensor).numpy), tensor.shape,
                    bytes_of(tensor));
}

std::string npz_of(const NumpyFile& file) {
    std::vector<base::ArchiveEntry> entries;
    for (const auto& [name, tensor] : file.tensors)
        entries.push_back({name + ".npy", npy_of(tensor)});
    for (const auto& [name, text] : file.notes)
        entries.push_back({name + ".npy", npy_of_text(text)});
    return base::archive_of(entries);
}

} // namespace model
