#include "base/files.h"
#include "base/input_error.h"
#include "base/mapped_file.h"

#include <windows.h>

namespace base {

MappedFile::MappedFile(const std::filesystem::path& file) {
    const auto refuse = [&] {
        throw InputError(shown(file), "the file cannot be opened",
                         "check its name and your right to read it");
    };
    const HANDLE opened = CreateFileW(file.c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE,
                                      nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (opened == INVALID_HANDLE_VALUE) refuse();
    LARGE_INTEGER size{};
    const bool is_file = GetFileType(opened) == FILE_TYPE_DISK && GetFileSizeEx(opened, &size) != 0;
    void* view = nullptr;
    if (is_file && size.QuadPart > 0) { // of an empty file there is nothing to map
        const HANDLE mapping = CreateFileMappingW(opened, nullptr, PAGE_READONLY, 0, 0, nullptr);
        if (mapping != nullptr) {
            view = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
            CloseHandle(mapping); // the view keeps it
        }
    }
    CloseHandle(opened);
    if (!is_file || (size.QuadPart > 0 && view == nullptr)) refuse();
    data_ = static_cast<const std::byte*>(view);
    size_ = static_cast<std::size_t>(size.QuadPart);
}

bool MappedFile::is_whole() const {
    return true; // the system keeps others from shortening it
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) UnmapViewOfFile(data_);
}

} // namespace base
