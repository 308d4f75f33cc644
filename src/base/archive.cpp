#include "base/archive.h"

#include "base/input_error.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <minizip/unzip.h>
#include <minizip/zip.h>
#include <new>
#include <set>

namespace base {

namespace {

/// What minizip reads and writes in place of a file.
struct Memory {
    std::string_view read;          ///< an archive that is read
    std::string* written = nullptr; ///< one that is being written
    std::uint64_t at = 0;

    std::uint64_t size() const { return written ? written->size() : read.size(); }
};

Memory& memory_of(voidpf opaque) {
    return *static_cast<Memory*>(opaque);
}

voidpf ZCALLBACK open_memory(voidpf opaque, const void*, int) {
    memory_of(opaque).at = 0;
    return opaque;
}

uLong ZCALLBACK read_memory(voidpf opaque, voidpf, void* to, uLong count) {
    Memory& memory = memory_of(opaque);
    const std::string_view all = memory.written ? std::string_view(*memory.written) : memory.read;
    const std::string_view piece = all.substr(std::min<std::size_t>(memory.at, all.size()), count);
    std::memcpy(to, piece.data(), piece.size());
    memory.at += piece.size();
    return static_cast<uLong>(piece.size());
}

uLong ZCALLBACK write_memory(voidpf opaque, voidpf, const void* from, uLong count) {
    Memory& memory = memory_of(opaque);
    if (!memory.written) return 0;
    std::string& all = *memory.written;
    if (memory.at + count > all.size()) all.resize(memory.at + count);
    std::memcpy(all.data() + memory.at, from, count);
    memory.at += count;
    return count;
}

ZPOS64_T ZCALLBACK place_in_memory(voidpf opaque, voidpf) {
    return memory_of(opaque).at;
}

long ZCALLBACK seek_in_memory(voidpf opaque, voidpf, ZPOS64_T offset, int origin) {
    Memory& memory = memory_of(opaque);
    const std::uint64_t from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? memory.at
                               : origin == ZLIB_FILEFUNC_SEEK_END ? memory.size()
                                                                  : 0;
    if (offset > memory.size() - std::min(from, memory.size())) return -1;
    memory.at = from + offset;
    return 0;
}

int ZCALLBACK nothing_to_do(voidpf, voidpf) {
    return 0;
}

zlib_filefunc64_def functions_of(Memory& memory) {
    return {.zopen64_file = open_memory,
            .zread_file = read_memory,
            .zwrite_file = write_memory,
            .ztell64_file = place_in_memory,
            .zseek64_file = seek_in_memory,
            .zclose_file = nothing_to_do,
            .zerror_file = nothing_to_do,
            .opaque = &memory};
}

const char* const damaged_hint = "the file was cut off or damaged: copy or write it again";

/// Where the record at the end of an archive begins: its signature, 18 bytes, and a comment whose length
/// stands in the last two of them. Throws InputError if it is not all there, which minizip would not notice.
std::size_t end_record(std::string_view bytes, const std::string& where) {
    constexpr std::size_t record = 22;
    const std::size_t at = bytes.rfind("PK\x05\x06");
    const auto byte = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(bytes[at + i])}; };
    if (at == std::string_view::npos || bytes.size() - at < record ||
        bytes.size() - at - record != byte(20) + 256 * byte(21))
        throw InputError(where, "it is not a whole zip archive", damaged_hint);
    return at;
}

/// The archive that is being read.
class Reader {
public:
    Reader(Memory& memory, const std::string& where) : where_(where) {
        zlib_filefunc64_def functions = functions_of(memory);
        file_ = unzOpen2_64(nullptr, &functions);
        if (!file_) throw InputError(where_, "it is not a whole zip archive", damaged_hint);
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader() { unzClose(file_); }

    bool first() const { return unzGoToFirstFile(file_) == UNZ_OK; }
    bool next() const { return unzGoToNextFile(file_) == UNZ_OK; }

    /// The entry at which it stands, of at most `room` bytes.
    ArchiveEntry read(std::uint64_t room) const {
        unz_file_info64 info{};
        std::array<char, 1025> name{};
        if (unzGetCurrentFileInfo64(file_, &info, name.data(), name.size() - 1, nullptr, 0, nullptr, 0) !=
            UNZ_OK)
            throw InputError(where_, "its list of entries is damaged", damaged_hint);
        ArchiveEntry entry{.name = name.data(), .bytes = {}, .stored = info.compression_method == 0};
        const std::string place = where_ + ", " + entry.name;
        if ((info.flag & 1U) != 0) throw InputError(place, "it is encrypted", "save it without a password");
        if (!entry.stored && info.compression_method != Z_DEFLATED)
            throw InputError(place, "it is packed in an unknown way",
                             "stored and deflated entries are read, as NumPy writes them");
        if (unzOpenCurrentFile(file_) != UNZ_OK)
            throw InputError(place, "its bytes are not where the archive says", damaged_hint);
        std::array<char, 65536> block; // NOLINT: filled below
        for (int read = 1; read > 0;) {
            read = unzReadCurrentFile(file_, block.data(), block.size());
            if (read < 0) throw InputError(place, "it cannot be unpacked", damaged_hint);
            if (entry.bytes.size() + static_cast<std::size_t>(read) > room)
                throw InputError(place, "it unpacks to too much",
                                 "all entries together may have " + std::to_string(room >> 20U) + " MB more");
            entry.bytes.append(block.data(), static_cast<std::size_t>(read));
        }
        if (unzCloseCurrentFile(file_) == UNZ_CRCERROR)
            throw InputError(place, "its checksum is wrong", damaged_hint);
        if (entry.bytes.size() != info.uncompressed_size)
            throw InputError(place, "it ends too early", damaged_hint);
        return entry;
    }

private:
    unzFile file_ = nullptr;
    const std::string& where_;
};

} // namespace

bool is_archive(std::string_view bytes) {
    return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
}

std::vector<ArchiveEntry> read_archive(std::string_view bytes, const std::string& where,
                                       std::uint64_t most_bytes, std::size_t most_entries) {
    if (end_record(bytes, where) == 0) return {}; // it is all that an archive without entries has
    Memory memory{.read = bytes};
    const Reader reader(memory, where);
    std::vector<ArchiveEntry> entries;
    std::set<std::string> names;
    std::uint64_t room = most_bytes;
    for (bool more = reader.first(); more; more = reader.next()) {
        if (names.size() >= most_entries)
            throw InputError(where, "it has more than " + std::to_string(most_entries) + " entries",
                             "is it the right file?");
        ArchiveEntry entry = reader.read(room);
        if (!names.insert(entry.name).second)
            throw InputError(where, "“" + entry.name + "” is in it twice",
                             "give each entry a name of its own");
        room -= entry.bytes.size();
        if (!entry.name.ends_with('/')) entries.push_back(std::move(entry));
    }
    return entries;
}

std::string archive_of(const std::vector<ArchiveEntry>& entries) {
    std::string bytes;
    Memory memory{.read = {}, .written = &bytes};
    zlib_filefunc64_def functions = functions_of(memory);
    const zipFile file = zipOpen2_64(nullptr, APPEND_STATUS_CREATE, nullptr, &functions);
    bool written = file != nullptr;
    for (const ArchiveEntry& entry : entries) {
        zip_fileinfo undated{};
        undated.dosDate = 1U << 21U | 1U << 16U; // 1980-01-01: the format's first day
        written = written &&
                  zipOpenNewFileInZip64(file, entry.name.c_str(), &undated, nullptr, 0, nullptr, 0, nullptr,
                                        entry.stored ? 0 : Z_DEFLATED, entry.stored ? 0 : Z_BEST_COMPRESSION,
                                        entry.bytes.size() > 0xFFFFFFF0U ? 1 : 0) == ZIP_OK;
        for (std::size_t at = 0; written && at < entry.bytes.size();) {
            const std::size_t count = std::min<std::size_t>(entry.bytes.size() - at, 1U << 30U);
            written =
                zipWriteInFileInZip(file, entry.bytes.data() + at, static_cast<unsigned>(count)) == ZIP_OK;
            at += count;
        }
        written = written && zipCloseFileInZip(file) == ZIP_OK;
    }
    if (file) written = zipClose(file, nullptr) == ZIP_OK && written;
    if (!written) throw std::bad_alloc(); // memory is all that an archive in memory can lack
    return bytes;
}

} // namespace base
