#include "app/window.h"

#include <doctest/doctest.h>

using namespace app;

TEST_CASE("a window is on the monitor that holds most of it") {
    const std::vector<Area> monitors{{0, 0, 1920, 1080}, {1920, 0, 2560, 1440}};
    CHECK(monitor_of({100, 100, 800, 600}, monitors) == 0);
    CHECK(monitor_of({2000, 100, 800, 600}, monitors) == 1);
    CHECK(monitor_of({1500, 100, 800, 600}, monitors) == 0);
    CHECK(monitor_of({1600, 100, 800, 600}, monitors) == 1);
    CHECK(monitor_of({1520, 100, 800, 600}, monitors) == 0); // half on each: the primary one
}

TEST_CASE("monitors may be on the left of the primary one, and above it") {
    const std::vector<Area> monitors{{0, 0, 1920, 1080}, {-1280, 0, 1280, 1024}, {0, -1200, 1600, 1200}};
    CHECK(monitor_of({-900, 50, 800, 600}, monitors) == 1);
    CHECK(monitor_of({200, -700, 800, 600}, monitors) == 2);
}

TEST_CASE("a window that is on no monitor goes to the primary one") {
    CHECK(monitor_of({9000, 9000, 800, 600}, {{0, 0, 1920, 1080}, {1920, 0, 1920, 1080}}) == 0);
    CHECK(monitor_of({0, 0, 800, 600}, {}) == 0);
}

TEST_CASE("what the system asks for is done") {
    CHECK(scale_of_monitor(2, 1920, 508) == 2);
    CHECK(scale_of_monitor(1.25F, 3840, 508) == 1.25F);
}

TEST_CASE("where the system asks for nothing, a dense monitor has its own scale") {
    CHECK(scale_of_monitor(1, 3840, 508) == 2);     // 192 to the inch
    CHECK(scale_of_monitor(1, 3840, 344) == 2.75F); // a laptop, 284
    CHECK(scale_of_monitor(1, 7680, 600) == 3);
    CHECK(scale_of_monitor(1, 1920, 508) == 1); // 96
    CHECK(scale_of_monitor(1, 1920, 294) == 1); // a small laptop, 166
    CHECK(scale_of_monitor(1, 3840, 597) == 1); // 27 inches, 163
}

TEST_CASE("a size that cannot be is not believed") {
    CHECK(scale_of_monitor(1, 1920, 0) == 1);
    CHECK(scale_of_monitor(1, 1920, 16) == 1);
    CHECK(scale_of_monitor(1, 1920, -5) == 1);
}
