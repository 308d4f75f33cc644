#include "base/folder_lock.h"

#include <functional>
#include <string>

#include <windows.h>

namespace base {

FolderLock::FolderLock(const std::filesystem::path& folder) {
    std::error_code unknown;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(folder, unknown);
    const std::size_t number = std::hash<std::wstring>()((unknown ? folder : whole).native());
    mutex_ = CreateMutexW(nullptr, FALSE, (L"Local\\attention-lab-" + std::to_wstring(number)).c_str());
    constexpr DWORD longest = 2000; // milliseconds
    if (!mutex_) return;
    const DWORD result = WaitForSingleObject(mutex_, longest);
    if (result == WAIT_OBJECT_0 || result == WAIT_ABANDONED) return;
    CloseHandle(mutex_);
    mutex_ = nullptr;
}

FolderLock::~FolderLock() {
    if (!mutex_) return;
    ReleaseMutex(mutex_);
    CloseHandle(mutex_);
}

} // namespace base
