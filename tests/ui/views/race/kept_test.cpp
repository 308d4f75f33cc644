#include "ui/views/race/race.h"

#include "base/files.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <thread>
#include <utility>
#include <vector>

using timing::Runner;

namespace {

std::shared_ptr<const timing::Sweep> measured(base::Index n, bool finished = true, double median = 2e-3) {
    timing::Sweep sweep;
    sweep.sizes = {.d = 64, .heads = 2, .threads = 1};
    sweep.n = n;
    sweep.finished = finished;
    timing::SweepPoint point;
    point.n = n;
    point.d = 64;
    for (const Runner runner : timing::runners)
        point.time[runner] = {.lower = 1e-3, .median = median, .upper = 3e-3, .runs = 7, .settled = true};
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
    ui::keep_sweep(there.file, *measured(128));
    ui::keep_sweep(there.file, *measured(256));
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
    ui::keep_sweep(there.file, *measured(128, false));
    CHECK(ui::kept_sweeps(there.file).empty());
    ui::keep_sweep(there.file, *measured(128));
    auto elsewhere = nlohmann::json::parse(base::read_whole_file(there.file, 1 << 20));
    elsewhere[0]["machine"] = "another";
    base::write_whole_file(there.file, elsewhere.dump());
    CHECK(ui::kept_sweeps(there.file).empty());
    ui::keep_sweep(there.file, *measured(128)); // but it stays in the file
    CHECK(nlohmann::json::parse(base::read_whole_file(there.file, 1 << 20)).size() == 2);
}

TEST_CASE("what two windows have measured is kept of both, each race once") {
    const KeptThere there;
    for (const base::Index n : {128, 256, 128, 512})
        ui::keep_sweep(there.file, *measured(n));
    const auto kept = ui::kept_sweeps(there.file);
    REQUIRE(kept.size() == 3);
    CHECK(kept[0]->n == 256);
    CHECK(kept[1]->n == 128);
    CHECK(kept[2]->n == 512);
}

TEST_CASE("a window that measures another race does not put back what it read of this one at its start") {
    const TemporaryFolder folder;
    const auto keep = [&](ui::RaceState& window, base::Index n, double median) {
        const auto sweep = measured(n, true, median);
        window.work.sweep.start([sweep](const base::StopToken&) -> base::Slice<timing::Sweep> {
            return {sweep, true};
        });
        while (window.shown.sweep != sweep) {
            ui::take_sweep(window);
            std::this_thread::yield();
        }
    };
    ui::RaceState one, other;
    const auto file = folder.path / "race.json";
    one.work.kept_in = other.work.kept_in = file;
    keep(one, 128, 1.5e-3);
    keep(other, 128, 2.5e-3);
    keep(one, 256, 2e-3);
    const auto kept = ui::kept_sweeps(file);
    REQUIRE(kept.size() == 2);
    CHECK(kept[0]->points.front().time[Runner::rnn].median == 2.5e-3);
    CHECK(kept[1]->n == 256);
}

TEST_CASE("of a damaged entry nothing goes into the plots, and the others stay") {
    const KeptThere there;
    ui::keep_sweep(there.file, *measured(128));
    ui::keep_sweep(there.file, *measured(256));
    const auto whole = nlohmann::json::parse(content(there.file));
    const auto kept_with = [&](const char* place, const nlohmann::json& value) {
        auto damaged = whole;
        damaged[0].at(nlohmann::json::json_pointer(place)) = value;
        base::write_whole_file(there.file, damaged.dump());
        const auto kept = ui::kept_sweeps(there.file);
        return kept.size() == 1 && kept.front()->n == 256;
    };
    const std::string time = "/points/0/2/0/time/";
    for (const auto& [place, value] :
         std::vector<std::pair<std::string, nlohmann::json>>{{time + "1", -1.0},
                                                             {time + "1", 0.0},
                                                             {time + "1", 5e-3},
                                                             {time + "1", nullptr},
                                                             {time + "1", "2"},
                                                             {time + "3", -7},
                                                             {time + "3", 4294967303},
                                                             {time + "3", 1e300},
                                                             {"/points/0/0", 1e300},
                                                             {"/points/0/0", 1 << 30},
                                                             {"/points/0/1", 0},
                                                             {"/points/0/2/0/expected", -1.0},
                                                             {"/points/0/2/0", nullptr},
                                                             {"/points/0/2", 3},
                                                             {"/points", nullptr},
                                                             {"/points", nlohmann::json::array()},
                                                             {"/d", 0},
                                                             {"/heads", 3},
                                                             {"/n", 0},
                                                             {"/n", -5},
                                                             {"/threads", 0},
                                                             {"/seed", -1},
                                                             {"/noisy", 2}})
        CHECK_MESSAGE(kept_with(place.c_str(), value), place << " is " << value.dump());
    auto other = whole;
    other[0] = 7;
    base::write_whole_file(there.file, other.dump());
    CHECK(ui::kept_sweeps(there.file).size() == 1);
}

TEST_CASE("a damaged file of measurements holds none, and without a file none are kept") {
    const KeptThere there;
    ui::keep_sweep(there.file, *measured(128));
    base::write_whole_file(there.file, "[{\"machine\": ");
    CHECK(ui::kept_sweeps(there.file).empty());
    ui::keep_sweep({}, *measured(128));
    CHECK(ui::kept_sweeps({}).empty());
}
