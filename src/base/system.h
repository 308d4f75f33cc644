#pragma once
// Where a system keeps the program and what belongs to its user. One source file for each kind of system.

#include <filesystem>

namespace base {

/// The folder of the running program; empty if the system does not tell.
std::filesystem::path program_folder();

/// The folder with assets, shaders and, in bundles that bring their own, fonts: the one that
/// ATTENTION_LAB_DATA names, data/ beside the program, or ../share/attention-lab. Empty if none of them has
/// assets and shaders.
std::filesystem::path data_folder();

/// The user's home folder; empty if there is none.
std::filesystem::path home_folder();

/// What the program keeps for its user: settings; data made on purpose, such as lessons; what can be lost,
/// such as sessions saved unasked.
enum class Kept { settings, data, state };
/// The user's folder of such files, which need not exist; empty if the user has no home folder. On Linux by
/// the XDG base directory specification, on Windows below %APPDATA% and %LOCALAPPDATA%.
std::filesystem::path own_folder(Kept what);

/// False if the folder is known to be read-only for this user.
bool may_write_in(const std::filesystem::path& folder);

// Two windows of one person: each reads a file again, changes it and writes it while it holds the folder.

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
