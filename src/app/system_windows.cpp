#include "app/system.h"

#include "base/files.h"
#include "base/system.h"
#include "base/text.h"

#include <cstdint>
#include <iostream>
#include <windows.h>

#include <shellapi.h> // has to come after it

namespace app {

namespace {

double milliseconds(const FILETIME& time) {
    return static_cast<double>(ULARGE_INTEGER{{time.dwLowDateTime, time.dwHighDateTime}}.QuadPart) * 1e-4;
}

/// Windows opens a console for a program that is not started from one.
bool console_is_ours() {
    DWORD programs[2];
    return GetConsoleProcessList(programs, 2) == 1;
}

/// True where standard error leads nowhere, or to a console that closes before it is read.
bool nobody_reads() {
    const HANDLE error = GetStdHandle(STD_ERROR_HANDLE);
    return error == nullptr || error == INVALID_HANDLE_VALUE || console_is_ours();
}

bool has_left = false;

std::wstring utf16(const std::string& text) {
    const int size = static_cast<int>(text.size());
    std::wstring wide(text.size(), L'\0'); // UTF-16 has at most as many units as UTF-8
    wide.resize(
        static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), size)));
    return wide;
}

} // namespace

double milliseconds_since_start() {
    FILETIME began{}, ended{}, kernel{}, user{}, now{};
    GetProcessTimes(GetCurrentProcess(), &began, &ended, &kernel, &user);
    GetSystemTimePreciseAsFileTime(&now);
    return milliseconds(now) - milliseconds(began);
}

std::vector<std::string> arguments_in_utf8(int, char**) {
    SetConsoleOutputCP(CP_UTF8);
    int count = 0;
    wchar_t** wide = CommandLineToArgvW(GetCommandLineW(), &count);
    std::vector<std::string> arguments;
    for (int i = 1; i < count; ++i)
        arguments.push_back(base::shown(wide[i]));
    LocalFree(wide);
    return arguments;
}

std::string quoted(const std::string& word) { // no file's name holds a quote
    return word.find_first_of(" &()^%,;=!'+`~{}[]$@#") == std::string::npos ? word : '"' + word + '"';
}

void leave_own_terminal() {
    if (!console_is_ours()) return;
    FreeConsole();
    has_left = true;
}

void tell_on_terminal(const std::string& what) {
    std::cerr << what << '\n';
    if (has_left || nobody_reads())
        MessageBoxW(nullptr, utf16(what).c_str(), L"Attention Lab", MB_ICONWARNING);
}

bool show_folder(const std::filesystem::path& folder) {
    const auto answer = reinterpret_cast<std::intptr_t>(
        ShellExecuteW(nullptr, L"open", folder.c_str(), nullptr, nullptr, SW_SHOWNORMAL));
    return answer > 32; // as its documentation says
}

bool open_window(const std::string& arguments) {
    const std::filesystem::path program = base::program_folder() / "attention-lab.exe";
    const auto answer = reinterpret_cast<std::intptr_t>(
        ShellExecuteW(nullptr, L"open", program.c_str(), utf16(arguments).c_str(), nullptr, SW_SHOWNORMAL));
    return answer > 32; // as its documentation says
}

std::string processor_name() {
    char name[256] = {};
    DWORD size = sizeof name - 1; // the name may lack its final 0
    const LSTATUS status =
        RegGetValueA(HKEY_LOCAL_MACHINE, "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                     "ProcessorNameString", RRF_RT_REG_SZ, nullptr, name, &size);
    return status == ERROR_SUCCESS && *name ? base::printable(name) : "unknown processor";
}

} // namespace app
