#include "ui/views/race/kept.h"

#include "base/whole_file.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using timing::Runner;

namespace {

std::shared_ptr<const timing::Sweep> measured(base::Index n, bool finished = true) {
    timing::Sweep sweep;
    sweep.sizes = {.d = 64, .heads = 2, .threads = 1};
    sweep.n = n;
    sweep.finished = finished;
    timing::SweepPoint point;
    point.n = n;
    point.d = 64;
    for (const Runner runner : timing::runners)
        point.time[runner] = {.lower = 1e-3, .median = 2e-3, .upper = 3e-3, .runs = 7, .settled = true};
    point.expected[Runner::attention] = 4.5;
    sweep.points.push_back(point);
    return std::make_shared<const timing::Sweep>(std::move(sweep));
}

struct KeptThere {
    TemporaryFolder folder;
    std::filesystem::path file = folder.path / "state/race.json";
};

} // namespace

TEST_CASE("what was measured is there after a restart, to the last digit") {
    const KeptThere there;
    CHECK(ui::kept_sweeps(there.file).empty());
    ui::keep_sweeps(there.file, {measured(128), measured(256)});
    const auto kept = ui::kept_sweeps(there.file);
    REQUIRE(kept.size() == 2);
    CHECK(kept[1]->n == 256);
    CHECK(kept[1]->sizes == measured(256)->sizes);
    CHECK(kept[1]->finished);
    REQUIRE(kept[1]->points.size() == 1);
    const timing::SweepPoint& point = kept[1]->points.front();
    CHECK(point.n == 256);
    CHECK(point.time[Runner::rnn].median == 2e-3);
    CHECK(point.time[Runner::rnn].runs == 7);
    CHECK(point.expected[Runner::attention] == 4.5);
}

TEST_CASE("what was not finished is not kept, nor what another machine measured") {
    const KeptThere there;
    ui::keep_sweeps(there.file, {measured(128, false)});
    CHECK(ui::kept_sweeps(there.file).empty());
    ui::keep_sweeps(there.file, {measured(128)});
    auto elsewhere = nlohmann::json::parse(base::read_whole_file(there.file, 1 << 20));
    elsewhere[0]["machine"] = "another";
    base::write_whole_file(there.file, elsewhere.dump());
    CHECK(ui::kept_sweeps(there.file).empty());
    ui::keep_sweeps(there.file, {measured(128)}); // but it stays in the file
    CHECK(nlohmann::json::parse(base::read_whole_file(there.file, 1 << 20)).size() == 2);
}

TEST_CASE("what two windows have measured is kept of both, each race once") {
    const KeptThere there;
    ui::keep_sweeps(there.file, {measured(128)});
    ui::keep_sweeps(there.file, {measured(256), measured(128)});
    ui::keep_sweeps(there.file, {measured(512)});
    const auto kept = ui::kept_sweeps(there.file);
    REQUIRE(kept.size() == 3);
    CHECK(kept[0]->n == 256);
    CHECK(kept[1]->n == 128);
    CHECK(kept[2]->n == 512);
}

TEST_CASE("one race that cannot be read, such as an earlier version's, does not lose the others") {
    const KeptThere there;
    ui::keep_sweeps(there.file, {measured(128), measured(256)});
    auto earlier = nlohmann::json::parse(base::read_whole_file(there.file, 1 << 20));
    nlohmann::json& attention = earlier[0]["points"][0][2][0];
    attention = {attention["time"], 1, attention["expected"]};
    base::write_whole_file(there.file, earlier.dump());
    const auto kept = ui::kept_sweeps(there.file);
    REQUIRE(kept.size() == 1);
    CHECK(kept[0]->n == 256);
}

TEST_CASE("a damaged file of measurements holds none, and without a file none are kept") {
    const KeptThere there;
    ui::keep_sweeps(there.file, {measured(128)});
    base::write_whole_file(there.file, "[{\"machine\": ");
    CHECK(ui::kept_sweeps(there.file).empty());
    ui::keep_sweeps({}, {measured(128)});
    CHECK(ui::kept_sweeps({}).empty());
}
