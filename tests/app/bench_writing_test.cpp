#include "app/bench_writing.h"

#include "app/bench.h"
#include "base/input_error.h"
#include "close.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <sstream>

using app::WritingCase;

namespace {

const timing::MeasureOptions quick{.least_runs = 3, .least_seconds = 0, .most_seconds = 0};
const WritingCase small{
    .sizes = {.layers = 1, .width = 16, .heads = 2, .words = 30, .longest = 20}, .before = 4, .threads = 1};

} // namespace

TEST_CASE("writing is measured for each way to store weights, beside a plain read of memory") {
    const auto rows = app::measured_writing(small, quick);
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].weights == 2 * rows[1].weights);
    CHECK(rows[1].weights == rows[2].weights);
    for (const app::WritingRow& row : rows) {
        CHECK(row.time.runs >= 3);
        CHECK(row.memory_rate > 0);
        CHECK(row.rate() == make::about(row.weights / row.time.median));
    }
    const auto json = app::writing_json(small, rows);
    CHECK(json[1]["storage"] == "float16");
    CHECK(json[1]["weight_bytes"] == rows[1].weights);
    std::ostringstream out;
    app::print_writing(small, rows, out);
    for (const char* name : {"float32", "float16", "bfloat16", "GB/s"})
        CHECK(out.str().find(name) != std::string::npos);
}

TEST_CASE("the model that writes has sizes of its own") {
    std::ostringstream out;
    CHECK_THROWS_AS(app::run_bench({.only = "write", .n = 5, .measure = quick}, out), base::InputError);
    CHECK(out.str().empty());
}
