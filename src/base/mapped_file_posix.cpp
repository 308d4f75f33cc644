#include "base/files.h"
#include "base/input_error.h"
#include "base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace base {

MappedFile::MappedFile(const std::filesystem::path& file) {
    const auto refuse = [&] {
        throw InputError(shown(file), "the file cannot be opened",
                         "check its name and your right to read it");
    };
    const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK); // does not wait for a pipe
    if (opened < 0) refuse();
    struct stat status {};
    const bool is_file = ::fstat(opened, &status) == 0 && S_ISREG(status.st_mode);
    const auto size = static_cast<std::size_t>(is_file ? status.st_size : 0);
    // Of an empty file there is nothing to map.
    void* const mapped = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened, 0) : nullptr;
    ::close(opened); // the mapping keeps the file
    if (!is_file || mapped == MAP_FAILED) refuse();
    data_ = static_cast<const std::byte*>(mapped);
    size_ = size;
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

} // namespace base
