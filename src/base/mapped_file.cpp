#include "base/mapped_file.h"

#include <utility>

namespace base {

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)),
      opened_(std::exchange(other.opened_, -1)), copied_(std::exchange(other.copied_, false)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(opened_, other.opened_);
    std::swap(copied_, other.copied_);
    return *this;
}

} // namespace base
