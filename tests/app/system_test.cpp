#include "app/system.h"
#include "base/input_error.h"

#include <doctest/doctest.h>
#include <limits>
#include <string>

TEST_CASE("too little memory is refused with what there is and what it takes, enough of it is not") {
    CHECK_NOTHROW(app::expect_memory(std::numeric_limits<double>::infinity(), app::window_memory));
    CHECK_NOTHROW(app::expect_memory(app::window_memory, app::window_memory));
    std::string refused;
    try {
        app::expect_memory(300e6, app::window_memory);
    } catch (const base::InputError& error) {
        refused = error.what();
    }
    CHECK(refused.find("this process may use 300 MB, and needs 1000 MB") != std::string::npos);
}
