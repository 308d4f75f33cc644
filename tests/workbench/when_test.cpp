#include "workbench/when.h"

#include <doctest/doctest.h>

#include <ctime>

namespace {

std::chrono::system_clock::time_point at(int day, int hour, int minute) {
    std::tm parts{};
    parts.tm_year = 126;
    parts.tm_mon = 10; // November
    parts.tm_mday = day;
    parts.tm_hour = hour;
    parts.tm_min = minute;
    parts.tm_isdst = -1;
    return std::chrono::system_clock::from_time_t(std::mktime(&parts));
}

} // namespace

TEST_CASE("a moment is said as briefly as it is clear") {
    const auto now = at(21, 23, 30); // a Saturday
    CHECK(workbench::when(at(21, 9, 5), now) == "09:05");
    CHECK(workbench::when(at(20, 23, 59), now) == "Friday 23:59");
    CHECK(workbench::when(at(17, 14, 5), now) == "Tuesday 14:05");
    CHECK(workbench::when(at(14, 14, 5), now) == "14 November 2026, 14:05");
    CHECK(workbench::when(at(3, 14, 5), now) == "3 November 2026, 14:05");
    CHECK(workbench::when(at(25, 14, 5), now) == "25 November 2026, 14:05"); // a clock that was set back
}
