#include "attention/softcap.h"

#include "attention/make.h"
#include "attention/trace.h"
#include "close.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace attention;
using make::is_close;

TEST_CASE("a capped score by hand: c·tanh(s/c)") {
    CHECK(softcapped(3.0F, 2.0F) == make::about(2 * std::tanh(1.5)));
    CHECK(softcapped(Matrix{{0, -3}}, 2)(0, 0) == 0);
    CHECK(softcapped(Matrix{{0, -3}}, 2)(0, 1) == make::about(-2 * std::tanh(1.5)));
}

TEST_CASE("no score gets beyond ±c, their order stays, and small ones are as they were") {
    const Matrix s = make::matrix(1, 50, 1) * 30;
    const Matrix capped = softcapped(s, 5);
    CHECK(make::largest(capped.cwiseAbs()) <= 5);
    for (Index a = 0; a < s.cols(); ++a)
        for (Index b = 0; b < s.cols(); ++b)
            if (s(0, a) < s(0, b)) CHECK(capped(0, a) <= capped(0, b));
    CHECK(is_close(softcapped(s / 1000, 5), s / 1000, 1e-5));
}

TEST_CASE("an infinite score stays infinite, to be noticed") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    CHECK(softcapped(infinity, 5) == infinity);
    CHECK(softcapped(-infinity, 5) == -infinity);
    CHECK(std::isnan(softcapped(std::numeric_limits<float>::quiet_NaN(), 5)));
}

TEST_CASE("a softcap of a huge number is none") {
    CHECK(is_close(make::trace({}, {.softcap = 1e6F}).output, make::trace({}).output, 1e-6));
    CHECK(make::differs(make::trace({}, {.softcap = 0.1F}).output, make::trace({}).output, 1e-2));
}

TEST_CASE("the cap takes the scaled scores and comes before the mask") {
    const Trace t = make::trace({}, {.mask = {.causal = true}, .softcap = 0.5F});
    for (const HeadTrace& h : t.heads) {
        CHECK(h.capped == softcapped(h.scaled, 0.5F));
        CHECK(h.masked(0, 0) == h.capped(0, 0));
        CHECK(h.masked(0, 1) == -std::numeric_limits<float>::infinity());
    }
}
