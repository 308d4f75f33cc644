#include "workbench/when.h"

#include <ctime>

namespace workbench {

namespace {

std::tm local(std::chrono::system_clock::time_point moment) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(moment);
    const std::tm* parts = std::localtime(&seconds);
    return parts ? *parts : std::tm{};
}

} // namespace

std::string when(std::chrono::system_clock::time_point moment, std::chrono::system_clock::time_point now) {
    const std::tm then = local(moment), today = local(now);
    const bool same_day = then.tm_yday == today.tm_yday && then.tm_year == today.tm_year;
    const bool this_week = moment <= now && now - moment < std::chrono::days(6);
    const char* format = same_day ? "%H:%M" : this_week ? "%A %H:%M" : "%e %B %Y, %H:%M";
    char text[64];
    const std::size_t length = std::strftime(text, sizeof text, format, &then);
    const std::size_t start = text[0] == ' ' ? 1 : 0; // %e pads a single digit
    return {text + start, length - start};
}

} // namespace workbench
