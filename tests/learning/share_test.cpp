#include "learning/share.h"

#include "close.h"

#include <doctest/doctest.h>

using learning::Share;

// The two x at which (p − x)² = z²·x(1 − x)/n, solved in Python with 30 digits.
TEST_CASE("the interval of a share is Wilson's") {
    struct Row {
        learning::Index count, all;
        double low, high;
    };
    for (const Row& row : {Row{503, 1000, 0.4720587, 0.5339184}, Row{0, 20, 0.0000000, 0.1611252},
                           Row{500, 500, 0.9923757, 1.0000000}, Row{1, 3, 0.0614919, 0.7923404}}) {
        CAPTURE(row.count);
        const auto found = Share{row.count, row.all}.interval();
        CHECK(found.low == make::about(row.low).share(1e-6));
        CHECK(found.high == make::about(row.high).share(1e-6));
    }
}

TEST_CASE("a share lies in its interval, whose ends are 0 and 1 where none or all are right") {
    for (learning::Index all = 1; all <= 3000; ++all) {
        const auto none = Share{0, all}.interval(), every = Share{all, all}.interval();
        bool holds = none.low == 0 && none.high < 1 && every.low > 0 && every.high == 1;
        for (learning::Index count = 0; count <= all; ++count) {
            const Share share{count, all};
            const auto found = share.interval();
            holds &= 0 <= found.low && found.low <= share.value() && share.value() <= found.high &&
                     found.high <= 1;
        }
        CAPTURE(all);
        CHECK(holds);
    }
}

TEST_CASE("of nothing that was looked at nothing is known") {
    CHECK(Share{}.value() == 0);
    CHECK(Share{}.interval().low == 0);
    CHECK(Share{}.interval().high == 1);
}
