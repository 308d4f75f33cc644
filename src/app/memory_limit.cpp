#include "app/memory_limit.h"

#include "base/input_error.h"

#include <cmath>
#include <limits>
#include <string>

#if __has_include(<sys/resource.h>)
#include <sys/resource.h>
#endif

namespace app {

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

} // namespace app
