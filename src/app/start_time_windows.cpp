#include "app/start_time.h"

#include <windows.h>

namespace app {
namespace {

double milliseconds(const FILETIME& time) {
    return static_cast<double>(ULARGE_INTEGER{{time.dwLowDateTime, time.dwHighDateTime}}.QuadPart) * 1e-4;
}

} // namespace

double milliseconds_since_start() {
    FILETIME began{}, ended{}, kernel{}, user{}, now{};
    GetProcessTimes(GetCurrentProcess(), &began, &ended, &kernel, &user);
    GetSystemTimePreciseAsFileTime(&now);
    return milliseconds(now) - milliseconds(began);
}

} // namespace app
