#include "app/bench.h"
#include "base/input_error.h"
#include "base/instruction_set.h"
#include "base/product.h"
#include "close.h"

#include <CLI/CLI.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using app::BenchArguments;
using app::BenchCase;
using app::BenchKind;
using nlohmann::json;

namespace {

const timing::MeasureOptions quick{.least_runs = 3, .least_seconds = 0, .most_seconds = 0};

std::string printed(BenchArguments arguments) {
    arguments.measure = quick;
    std::ostringstream out;
    CHECK(app::run_bench(arguments, out) == 0);
    return out.str();
}

json rows_of(BenchArguments arguments) {
    arguments.json = true;
    return json::parse(printed(arguments)).at("rows");
}

/// The option that is refused; nothing may have been printed before.
std::string refused(BenchArguments arguments) {
    arguments.measure = quick;
    std::ostringstream out;
    std::string where = "nothing";
    try {
        app::run_bench(arguments, out);
    } catch (const base::InputError& error) {
        where = error.where;
    }
    CHECK(out.str().empty());
    return where;
}

} // namespace

TEST_CASE("asked for sizes, bench measures each kind at these, and says how fast the machine is") {
    const json rows = rows_of({.batch = 2, .n = 6, .d = 8, .heads = 2});
    std::set<std::string> kinds;
    for (const json& row : rows) {
        kinds.insert(row["what"]);
        CHECK(row["batch"] == 2);
        CHECK(row["n"] == 6);
        CHECK(row["d"] == 8);
        CHECK(row["threads"] == 1);
        CHECK(row["runs"] >= 3);
        const json& seconds = row["seconds"];
        CHECK(seconds["lower"] > 0);
        CHECK(seconds["lower"] <= seconds["median"]);
        CHECK(seconds["median"] <= seconds["upper"]);
        CHECK(row["product_gflops"] > 0);
        CHECK(row["limit_gflops"] > 0);
        CHECK(row["share"].get<double>() ==
              make::about(row["gflops"].get<double>() / row["limit_gflops"].get<double>()));
        const bool headless = row["what"] == "product" || row["what"] == "rnn" || row["what"] == "lstm";
        CHECK(row["heads"].is_null() == headless);
        CHECK(row["kv_heads"].is_null() == headless);
    }
    CHECK(kinds == std::set<std::string>{"attend", "causal", "grouped", "cached", "biased", "generate",
                                         "generate_grouped", "multi_head", "trace", "product", "rnn",
                                         "lstm"});
}

TEST_CASE("a row is trusted only where nothing in it contradicts that the machine was its own") {
    app::BenchRow row{.bench = {},
                      .time = {.lower = 1, .median = 1, .upper = 1, .runs = 9, .settled = true},
                      .gflops = 84,
                      .product_gflops = 86,
                      .limit_gflops = 100,
                      .peak_bytes = {}};
    CHECK(row.can_be_trusted());
    const auto with = [&](const auto& change) {
        app::BenchRow other = row;
        change(other);
        return other.can_be_trusted();
    };
    CHECK_FALSE(with([](auto& r) { r.time.settled = false; }));
    // "98 % of the limit" beside a product at half of it
    CHECK_FALSE(with([](auto& r) { r.gflops = 98, r.product_gflops = 50; }));
    CHECK_FALSE(with([](auto& r) { r.yardsticks_apart = 0.3; }));
    CHECK_FALSE(with([](auto& r) { r.core_share = 0.5; })); // steady company: the runs agree
    CHECK(with([](auto& r) { r.gflops = 0; }));             // a slow case is no contradiction
}

TEST_CASE("bench says what it runs on, and runs on what it is told") {
    const auto with = [](std::string key) {
        BenchArguments arguments{.only = "attend", .n = 5, .target = std::move(key), .json = true};
        return json::parse(printed(arguments));
    };
    const std::string best(base::instruction_sets().front().key);
    for (const base::InstructionSet& set : base::instruction_sets()) {
        const json answer = with(std::string(set.key));
        CHECK(answer["machine"]["target"] == set.key);
        CHECK(answer["machine"]["targets"].size() == base::instruction_sets().size());
        CHECK(answer["machine"]["processor"] != "");
        CHECK(answer["machine"]["cores"] >= 1);
        CHECK(answer["rows"][0]["target"] == set.key);
    }
    base::use_instruction_set(best);
    CHECK(refused({.target = "mmx"}) == "--target");
    CHECK(base::instruction_set().key == best);
}

TEST_CASE("one kind alone, sizes that are not given being the usual ones") {
    const json rows = rows_of({.only = "lstm", .n = 5});
    REQUIRE(rows.size() == 1);
    CHECK(rows[0]["what"] == "lstm");
    CHECK(rows[0]["batch"] == 1);
    CHECK(rows[0]["n"] == 5);
    CHECK(rows[0]["d"] == 64);
}

TEST_CASE("the rate is two operations for each useful multiply-add, at the median") {
    const json row = rows_of({.only = "attend", .n = 30, .d = 8})[0];
    CHECK(row["gflops"].get<double>() ==
          make::about(2 * 2 * 30 * 30 * 8 / row["seconds"]["median"].get<double>() * 1e-9));
}

TEST_CASE("useful multiply-adds are those that the running code makes") {
    for (const BenchKind kind : app::bench_kinds()) {
        CAPTURE(app::name_of(kind));
        const BenchCase bench{.kind = kind, .batch = 3, .n = 20, .d = 128, .heads = 4};
        const auto run = app::prepared(bench);
        const std::uint64_t before = base::multiply_adds_done();
        run();
        const auto done = static_cast<double>(base::multiply_adds_done() - before);
        if (kind == BenchKind::trace) continue; // it multiplies with Eigen, which is not counted
        if (kind == BenchKind::causal || kind == BenchKind::cached) { // some tiles are partly masked
            CHECK(done >= app::multiply_adds(bench));
            continue;
        }
        CHECK(done == app::multiply_adds(bench));
    }
    const BenchCase all{.kind = BenchKind::attend, .n = 9}, seen{.kind = BenchKind::causal, .n = 9};
    CHECK(app::multiply_adds(seen) / app::multiply_adds(all) == make::about(45.0 / 81));
    // Five words see 5 … 9 of the nine, four of which were kept.
    const BenchCase new_half{.kind = BenchKind::cached, .n = 9};
    CHECK(new_half.queries() == 5);
    CHECK(app::multiply_adds(new_half) / app::multiply_adds(all) == make::about(35.0 / 81));
    const BenchCase layer{.kind = BenchKind::multi_head, .n = 9}, traced{.kind = BenchKind::trace, .n = 9};
    CHECK(app::multiply_adds(layer) == app::multiply_adds(traced));
}

TEST_CASE("four query heads share a key head where keys are shared, if four divides the heads") {
    for (const BenchKind kind : app::bench_kinds()) {
        CAPTURE(app::name_of(kind));
        const bool shares = kind == BenchKind::grouped || kind == BenchKind::generate_grouped;
        const auto key_heads = [&](app::Index heads) {
            return BenchCase{.kind = kind, .heads = heads}.key_heads();
        };
        CHECK(key_heads(8) == (shares ? 2 : 8));
        CHECK(key_heads(4) == (shares ? 1 : 4));
        CHECK(key_heads(6) == 6);
    }
}

TEST_CASE("every kind has cases of its own, all of them possible") {
    for (const BenchKind kind : app::bench_kinds()) {
        CHECK(app::kind_named(app::name_of(kind)) == kind);
        const auto cases = app::default_cases(kind, 1);
        CHECK(cases.size() >= 3);
        for (const BenchCase& bench : cases) {
            CHECK(bench.kind == kind);
            CHECK_NOTHROW(app::expect_possible(bench));
        }
    }
}

TEST_CASE("memory is that of the case at its highest, where the system tells") {
    const auto peak = [](app::Index n) {
        return rows_of({.only = "trace", .n = n, .d = 16})[0]["peak_bytes"];
    };
    const json large = peak(1500), small = peak(4);
    if (large.is_null()) return;
    // Scores, scaled, numerators and weights of 1500 × 1500 words.
    CHECK(large.get<double>() - small.get<double>() > 0.5 * 4 * 1500.0 * 1500 * 4);
}

TEST_CASE("the table has a row for each case, with units, and lines up") {
    std::istringstream text(printed({.batch = 2, .n = 6, .d = 8, .heads = 2}));
    std::string line, machine;
    std::getline(text, machine);
    CHECK(machine.find(base::instruction_set().name) != std::string::npos);
    std::getline(text, line); // empty
    std::vector<std::string> lines;
    while (std::getline(text, line) && !line.empty())
        lines.push_back(line);
    REQUIRE(lines.size() == app::bench_kinds().size() + 1);
    for (const char* title :
         {"batch", "heads", "median", "middle half", "GFLOP/s", "product", "limit", "share", "memory"})
        CHECK(lines[0].find(title) != std::string::npos);
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        CHECK(lines[i + 1].starts_with(app::name_of(app::bench_kinds()[i])));
        CHECK(lines[i + 1].find('%') != std::string::npos);
        CHECK(lines[i + 1].find(" 6 ") == lines[1].find(" 6 "));
    }
}

TEST_CASE("mistakes are refused by name before anything is measured") {
    CHECK(refused({.only = "gru"}) == "--only");
    CHECK(refused({.only = ""}) == "--only");
    CHECK(refused({.d = 10, .heads = 4}) == "--heads");
    CHECK(refused({.heads = 0}) == "--heads");
    CHECK(refused({.n = 0}) == "--n");
    CHECK(refused({.n = 70'000}) == "--n");
    CHECK(refused({.d = -8}) == "--d");
    CHECK(refused({.batch = 0}) == "--batch");
    CHECK(refused({.threads = 0}) == "--threads");
    CHECK(refused({.only = "trace", .threads = 0}) == "--threads");
    CHECK(refused({.threads = 10'000}) == "--threads");
    CHECK(refused({.only = "attend", .batch = 4096, .n = 65536, .d = 2048}) == "bench");
    CHECK(refused({.only = "trace", .n = 65536}) == "bench");
    CHECK(refused({.only = "biased", .n = 65536}) == "bench");
}

TEST_CASE("the command line reaches every argument of bench") {
    CLI::App cli;
    int status = -1;
    const std::string best(base::instruction_sets().front().key);
    app::add_bench_command(cli, status);
    std::vector<const char*> words{"attention-lab", "bench", "--only",   "rnn",        "--batch", "2",
                                   "--n",           "3",     "--d",      "8",          "--heads", "4",
                                   "--threads",     "1",     "--target", best.c_str(), "--json"};
    std::ostringstream text;
    std::streambuf* const terminal = std::cout.rdbuf(text.rdbuf());
    cli.parse(static_cast<int>(words.size()), words.data());
    std::cout.rdbuf(terminal);
    CHECK(status == 0);
    const json row = json::parse(text.str()).at("rows").at(0);
    CHECK(row["what"] == "rnn");
    CHECK(row["batch"] == 2);
    CHECK(row["n"] == 3);
    CHECK(row["d"] == 8);
}
