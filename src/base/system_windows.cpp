#include "base/scratch.h"
#include "base/system.h"

#include <cerrno>
#include <functional>
#include <new>
#include <string>
#include <vector>
#include <windows.h>

namespace base {

namespace fs = std::filesystem;

namespace {

/// The folder that an environment variable names; empty if it is not set. Read in UTF-16, which loses no
/// character.
fs::path folder_in(const wchar_t* variable) {
    const wchar_t* value = _wgetenv(variable);
    return value ? fs::path(value) : fs::path();
}

} // namespace

fs::path program_folder() {
    std::vector<wchar_t> name(32768); // the longest path there is
    const DWORD size = GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
    return fs::path(std::wstring_view(name.data(), size)).parent_path();
}

fs::path home_folder() {
    return folder_in(L"USERPROFILE");
}

fs::path own_folder(Kept what) {
    const fs::path folder = folder_in(what == Kept::state ? L"LOCALAPPDATA" : L"APPDATA");
    return folder.empty() ? folder : folder / "Attention Lab";
}

std::uint64_t physical_memory() {
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    return GlobalMemoryStatusEx(&memory) != 0 ? memory.ullTotalPhys : 0;
}

bool may_write_in(const fs::path& folder) {
    return _waccess(folder.c_str(), 2) == 0; // 2: for writing
}

void replace_file(const fs::path& file, const fs::path& name, std::error_code& refused) {
    constexpr int most_tries = 100;
    for (int i = 0; i < most_tries; ++i) {
        if (i > 0) Sleep(10); // milliseconds
        fs::rename(file, name, refused);
        const int why = refused.value();
        if (why != ERROR_ACCESS_DENIED && why != ERROR_SHARING_VIOLATION && why != EACCES) return;
    }
}

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

PerThread::PerThread(void (*end)(void*)) : place_(FlsAlloc(end)) {
    if (place_ == FLS_OUT_OF_INDEXES) throw std::bad_alloc();
}

void* PerThread::get() const {
    return FlsGetValue(place_);
}

void PerThread::set(void* value) const {
    FlsSetValue(place_, value);
}

} // namespace base
