#include "base/system.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

namespace base {

namespace fs = std::filesystem;

fs::path program_folder() {
    std::error_code unknown;
    return fs::read_symlink("/proc/self/exe", unknown).parent_path(); // Linux
}

fs::path home_folder() {
    const char* home = std::getenv("HOME");
    return home ? fs::path(home) : fs::path();
}

namespace {

/// By Kept: the environment variable, and the folder in the home folder without it.
struct Place {
    const char *variable, *otherwise;
};
constexpr Place places[] = {
    {"XDG_CONFIG_HOME", ".config"}, {"XDG_DATA_HOME", ".local/share"}, {"XDG_STATE_HOME", ".local/state"}};

} // namespace

fs::path own_folder(Kept what) {
    const auto [variable, otherwise] = places[static_cast<std::size_t>(what)];
    const char* chosen = std::getenv(variable);
    // Relative paths are ignored, as the specification requires.
    if (chosen && fs::path(chosen).is_absolute()) return fs::path(chosen) / "attention-lab";
    const fs::path home = home_folder();
    return home.empty() ? home : home / otherwise / "attention-lab";
}

bool may_write_in(const fs::path& folder) {
    return access(folder.c_str(), W_OK) == 0;
}

void replace_file(const fs::path& file, const fs::path& name, std::error_code& refused) {
    fs::rename(file, name, refused);
}

#ifdef __EMSCRIPTEN__ // one process, with files of its own, in a memory that is not the machine's

std::uint64_t physical_memory() {
    return 0;
}

FolderLock::FolderLock(const fs::path&) {}
FolderLock::~FolderLock() = default;

#else

std::uint64_t physical_memory() {
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) : 0;
}

FolderLock::FolderLock(const fs::path& folder) {
    using namespace std::chrono_literals;
    folder_ = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const auto end = std::chrono::steady_clock::now() + 2s;
    while (folder_ >= 0 && flock(folder_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK &&
           std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(1ms);
}

FolderLock::~FolderLock() {
    if (folder_ >= 0) close(folder_); // releases the lock
}

#endif

} // namespace base
