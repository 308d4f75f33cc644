#include "app/system.h"

#include "base/input_error.h"

#include <cmath>
#include <cstdlib> // defines __GLIBC__
#include <fstream>
#include <limits>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#if __has_include(<sys/resource.h>)
#include <sys/resource.h>
#endif

namespace app {

void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int mebibyte = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 32 * mebibyte); // the most that glibc accepts; what is larger goes back at once
    mallopt(M_TRIM_THRESHOLD, 256 * mebibyte);
#endif
}

double memory_limit() {
#if __has_include(<sys/resource.h>)
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        return static_cast<double>(limit.rlim_cur);
#endif
    return std::numeric_limits<double>::infinity();
}

void expect_memory(double limit, double needed) {
    const auto megabytes = [](double bytes) { return std::to_string(std::lround(bytes / 1e6)) + " MB"; };
    if (limit < needed)
        throw base::InputError(
            "memory", "this process may use " + megabytes(limit) + ", and needs " + megabytes(needed),
            "raise the limit with ulimit -v");
}

// Both files exist only on Linux: see proc(5), clear_refs and status.

bool restart_peak_memory() {
    std::ofstream file("/proc/self/clear_refs");
    file << "5" << std::flush;
    return file.good();
}

std::optional<double> peak_memory() {
    std::ifstream status("/proc/self/status");
    const std::string name = "VmHWM:";
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name)) return 1024 * std::stod(line.substr(name.size())); // given in kB
    return std::nullopt;
}

} // namespace app
