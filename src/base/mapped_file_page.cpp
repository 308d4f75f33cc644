#include "base/files.h"
#include "base/input_error.h"
#include "base/mapped_file.h"

#include <emscripten.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace base {

namespace {

/// Where web/model_files.js has put the file in the program's own memory; null for any other file. Not asked
/// of mmap(), which refuses files of 2 GB.
void* place_of(const std::filesystem::path& file) {
    return MAIN_THREAD_EM_ASM_PTR({ return FS.lookupPath(UTF8ToString($0)).node.place || 0; }, file.c_str());
}

} // namespace

MappedFile::MappedFile(const std::filesystem::path& file) {
    const auto refuse = [&] { throw InputError(shown(file), "the file cannot be opened", "open it again"); };
    const int opened = ::open(file.c_str(), O_RDONLY);
    if (opened < 0) refuse();
    struct stat status {};
    const bool is_file = ::fstat(opened, &status) == 0 && S_ISREG(status.st_mode);
    const auto size = static_cast<std::size_t>(is_file ? status.st_size : 0);
    void* place = size > 0 ? place_of(file) : nullptr;
    copied_ = size > 0 && place == nullptr;
    if (copied_) place = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened, 0);
    ::close(opened);
    if (!is_file || place == MAP_FAILED) refuse();
    data_ = static_cast<const std::byte*>(place);
    size_ = size;
}

bool MappedFile::is_whole() const {
    return true; // nobody else reaches it
}

MappedFile::~MappedFile() {
    // Which does nothing to what is no mapping of its own.
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

} // namespace base
