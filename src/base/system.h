#pragma once
// Where the system keeps the program and its user's files, how much memory it has, and how windows of one
// user take turns to change them. One source file for each kind of system.

#include <cstdint>
#include <filesystem>
#include <system_error>

namespace base {

/// The folder of the running program; empty if the system does not say.
std::filesystem::path program_folder();

/// The folder with assets, shaders and, in bundles that bring their own, fonts: the first of
/// ATTENTION_LAB_DATA, data/ beside the program, and ../share/attention-lab that has assets and shaders.
/// Empty if none does.
std::filesystem::path data_folder();

/// The user's home folder; empty if there is none.
std::filesystem::path home_folder();

/// What the program keeps for its user: settings; data made on purpose, such as lessons; state that may be
/// lost, such as sessions saved unasked.
enum class Kept { settings, data, state };
/// The user's folder for such files, which need not exist; empty if the user has no home folder. On Linux as
/// in the XDG base directory specification, on Windows below %APPDATA% and %LOCALAPPDATA%.
std::filesystem::path own_folder(Kept what);

/// Bytes of memory that the machine has; 0 if the system does not say.
std::uint64_t physical_memory();

/// False if the folder is known to be read-only for this user.
bool may_write_in(const std::filesystem::path& folder);

/// Renames a file to a name that may be taken: whatever has that name is replaced in one step. Windows
/// refuses while another program has it open, such as another window or a virus scanner; on Windows this
/// tries again for up to a second. `refused` says why it failed, if it did.
void replace_file(const std::filesystem::path& file, const std::filesystem::path& name,
                  std::error_code& refused);

/// An advisory lock on a folder, within this process and between processes; it ends with its process, however
/// that ends. While a window holds it, it reads a file again, changes it and writes it. Waits for two seconds
/// at most, so that a process stopped while holding the folder blocks nobody, and then goes on without the
/// lock, as on a system or folder that has none. Of two changes that are then made at once, one may be lost.
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
