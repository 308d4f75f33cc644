#include "app/system.h"

#include "base/system.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>

#ifdef __linux__
#include <ctime>
#include <sstream>
#include <unistd.h>
#endif

namespace app {

namespace {

const auto main_started = std::chrono::steady_clock::now();

} // namespace

double milliseconds_since_start() {
#ifdef __linux__
    // Field 22 of /proc/self/stat: when the process started, in clock ticks since boot.
    std::ifstream file("/proc/self/stat");
    std::string line;
    std::getline(file, line);
    if (const auto name_end = line.rfind(')'); name_end != std::string::npos) {
        std::istringstream fields(line.substr(name_end + 2));
        std::string field;
        for (int i = 3; i <= 22; ++i)
            fields >> field;
        timespec now{};
        if (fields && clock_gettime(CLOCK_BOOTTIME, &now) == 0) {
            const double began = std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK));
            return (static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 - began) * 1e3;
        }
    }
#endif
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - main_started).count();
}

std::vector<std::string> arguments_in_utf8(int argc, char** argv) {
    return {argv + std::min(argc, 1), argv + argc};
}

std::string quoted(const std::string& word) {
    const bool plain = !word.empty() && std::ranges::all_of(word, [](char c) {
        return !base::is_ascii(c) || std::isalnum(static_cast<unsigned char>(c)) != 0 ||
               std::string_view("/._-+:=@%,").find(c) != std::string_view::npos;
    });
    if (plain) return word;
    std::string text = "'";
    for (const char c : word)
        text += c == '\'' ? "'\\''" : std::string(1, c);
    return text + "'";
}

void leave_own_terminal() {} // none is opened unasked

void tell_on_terminal(const std::string& what) {
    std::cerr << what << '\n';
}

bool show_folder(const std::filesystem::path& folder) {
#ifdef __APPLE__
    const std::string program = "open";
#else
    const std::string program = "xdg-open";
#endif
    // Not waited for: it may stay open as long as the window.
    const std::string command = "command -v " + program + " >/dev/null 2>&1 && { " + program + " " +
                                quoted(folder.string()) + " >/dev/null 2>&1 & }";
    return std::system(command.c_str()) == 0; // NOLINT(cert-env33-c,concurrency-mt-unsafe)
}

bool open_window(const std::string& arguments) {
    const std::filesystem::path program = base::program_folder() / "attention-lab";
    std::error_code unknown;
    if (!std::filesystem::exists(program, unknown)) return false;
    const std::string command = quoted(program.string()) + " " + arguments + " >/dev/null 2>&1 &";
    return std::system(command.c_str()) == 0; // NOLINT(cert-env33-c,concurrency-mt-unsafe)
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo"); // Linux
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos)
            return base::printable(line.substr(colon + 2));
    }
    return "unknown processor";
}

} // namespace app
