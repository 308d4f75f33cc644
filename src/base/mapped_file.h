#pragma once
// A file as memory: the system reads a page of it when it is first looked at, and lets go of it when memory
// is wanted elsewhere. So a model may be larger than the memory that is free. One source file for each kind
// of system. In a page, where files are in memory anyway, it is a copy, unless the page has put the file
// where the program can see it.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace base {

class MappedFile {
public:
    MappedFile() = default;
    /// Read-only. Throws InputError for what is no regular file or cannot be opened. Reading what has been
    /// cut off the file since then ends the program, as with every mapped file: ask is_whole() first.
    explicit MappedFile(const std::filesystem::path& file);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile();

    std::span<const std::byte> bytes() const { return {data_, size_}; }
    /// Whether the file is still as long as it was.
    bool is_whole() const;
    /// Whether the bytes are a copy, which takes memory of the program's own: in a page alone.
    bool is_copy() const { return copied_; }

private:
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    int opened_ = -1; ///< where the system lets others shorten a mapped file: its descriptor
    bool copied_ = false;
};

} // namespace base
