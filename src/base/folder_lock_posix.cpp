#include "base/folder_lock.h"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace base {

#ifdef __EMSCRIPTEN__ // one process, with files of its own

FolderLock::FolderLock(const std::filesystem::path&) {}
FolderLock::~FolderLock() = default;

#else

FolderLock::FolderLock(const std::filesystem::path& folder) {
    using namespace std::chrono_literals;
    folder_ = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const auto end = std::chrono::steady_clock::now() + 2s;
    while (folder_ >= 0 && flock(folder_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK &&
           std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(1ms);
}

FolderLock::~FolderLock() {
    if (folder_ >= 0) close(folder_); // which gives it back
}

#endif

} // namespace base
