#include "base/stop.h"

#include <doctest/doctest.h>

using base::StopSource;
using base::StopToken;

TEST_CASE("all copies of a token see the request, whether made before or after it") {
    StopSource source;
    const StopToken token = source.token();
    const StopToken copy = token;
    CHECK_FALSE(copy.stop_requested());
    source.request_stop();
    CHECK(token.stop_requested());
    CHECK(copy.stop_requested());
    CHECK(source.token().stop_requested());
    CHECK(source.stop_requested());
}

TEST_CASE("a token by itself is never asked to stop, and outlives its source") {
    CHECK_FALSE(StopToken().stop_requested());
    StopToken token;
    {
        StopSource source;
        token = source.token();
        source.request_stop();
    }
    CHECK(token.stop_requested());
}

TEST_CASE("one source knows nothing of another") {
    StopSource one, other;
    one.request_stop();
    CHECK_FALSE(other.token().stop_requested());
}
