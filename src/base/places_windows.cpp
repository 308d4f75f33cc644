#include "base/places.h"

#include <windows.h>

#include <vector>

namespace base {

namespace fs = std::filesystem;

namespace {

/// The folder that an environment variable names; empty if it is not set. Read in UTF-16, in which no letter
/// is lost.
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

bool may_write_in(const fs::path& folder) {
    return _waccess(folder.c_str(), 2) == 0; // 2: for writing
}

} // namespace base
