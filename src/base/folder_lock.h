#pragma once
// Two windows of one person: each reads a file again, changes it and writes it while it holds the folder.

#include <filesystem>

namespace base {

/// An advisory lock on a folder, against others in this process and in other ones; it ends with its process,
/// however that ends. It waits for two seconds at most, so that a process that was stopped while it held the
/// folder stops nobody else, and then goes on without the lock, as it does where a system or a folder knows
/// no locks. Of two changes that are then made at once, one may be lost.
class FolderLock {
public:
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
#ifdef _WIN32
    void* mutex_ = nullptr;
#else
    int folder_ = -1;
#endif
};

} // namespace base
