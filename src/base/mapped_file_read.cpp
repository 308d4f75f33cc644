#include "base/files.h"
#include "base/mapped_file.h"

#include <algorithm>
#include <memory>
#include <string>

namespace base {

// A page has all of its files in memory anyway.
MappedFile::MappedFile(const std::filesystem::path& file) {
    constexpr std::uintmax_t most = 2'000'000'000; // of the four that a page can have at most
    const std::string bytes = read_whole_file(file, most);
    auto copy = std::make_unique<std::byte[]>(bytes.size());
    std::copy_n(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size(), copy.get());
    size_ = bytes.size();
    data_ = copy.release();
}

MappedFile::~MappedFile() {
    delete[] data_;
}

} // namespace base
