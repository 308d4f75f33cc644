#include "app/start_time.h"

#include <chrono>

#ifdef __linux__
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
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

} // namespace app
