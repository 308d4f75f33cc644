#pragma once
// Two windows of one person: each reads a file again, changes it and writes it while it holds the folder.

#include <filesystem>

namespace base {

/// While it lives, no other lock on this folder does, in this process or another; it ends with its process,
/// however that ends. It waits for two seconds at most: a process that was stopped while it held the folder
/// stops nobody else. Where a system or a folder knows no locks, it does nothing.
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
