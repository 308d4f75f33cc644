#pragma once

#include <chrono>

namespace timing {

/// Seconds since it was made, by a clock that is never set back.
class Stopwatch {
public:
    double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

} // namespace timing
