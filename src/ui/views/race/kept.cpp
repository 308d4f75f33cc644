#include "ui/views/race/kept.h"

#include "base/file_name.h"
#include "base/folder_lock.h"
#include "base/input_error.h"
#include "base/instruction_set.h"
#include "base/json_text.h"
#include "base/parallel.h"
#include "base/whole_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>

namespace ui {

using nlohmann::json;
using timing::Measurement;
using timing::Sweep;
using timing::SweepPoint;

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{1} << 20;
constexpr std::size_t most_kept = 20;

/// The processor's name where the system has it in a file; else empty.
std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) return line.substr(std::min(line.find(':') + 1, line.size()));
    return {};
}

json json_of(const Measurement& time) {
    return {time.lower, time.median, time.upper, time.runs, time.settled};
}

Measurement measurement(const json& kept) {
    return {kept.at(0), kept.at(1), kept.at(2), kept.at(3), kept.at(4)};
}

json json_of(const Sweep& sweep) {
    json points = json::array();
    for (const SweepPoint& point : sweep.points) {
        json each = json::array();
        for (const timing::Runner runner : timing::runners)
            each.push_back({{"time", json_of(point.time[runner])}, {"expected", point.expected[runner]}});
        points.push_back({point.n, point.d, each});
    }
    return {{"machine", this_machine()},      {"d", sweep.sizes.d},       {"heads", sweep.sizes.heads},
            {"threads", sweep.sizes.threads}, {"seed", sweep.sizes.seed}, {"n", sweep.n},
            {"noisy", sweep.noisy},           {"points", points}};
}

std::shared_ptr<const Sweep> sweep_of(const json& kept) {
    Sweep sweep;
    sweep.sizes = {kept.at("d"), kept.at("heads"), kept.at("threads"), kept.at("seed")};
    sweep.n = kept.at("n");
    sweep.noisy = kept.at("noisy");
    sweep.finished = true;
    for (const json& one : kept.at("points")) {
        SweepPoint point;
        point.n = one.at(0);
        point.d = one.at(1);
        for (const timing::Runner runner : timing::runners) {
            const json& of = one.at(2).at(static_cast<std::size_t>(runner));
            point.time[runner] = measurement(of.at("time"));
            point.expected[runner] = of.at("expected");
        }
        sweep.points.push_back(point);
    }
    return std::make_shared<const Sweep>(std::move(sweep));
}

/// What is in the file; an empty list where it is missing or damaged.
json all_kept(const std::filesystem::path& file) {
    try {
        const std::string text = base::read_whole_file(file, largest_file);
        base::expect_bounded_json(text, base::shown(file));
        json all = json::parse(text, nullptr, false);
        if (all.is_array()) return all;
    } catch (const base::InputError&) {
        // it can be measured again
    }
    return json::array();
}

/// The same race on the same machine.
bool same_race(const json& a, const json& b) {
    return std::ranges::all_of(std::array{"machine", "d", "heads", "threads", "seed", "n"},
                               [&](const char* name) { return a.value(name, json()) == b.at(name); });
}

} // namespace

std::string this_machine() {
    static const std::string machine = processor() + ", " + std::string(base::instruction_set().name) + ", " +
                                       std::to_string(base::most_threads());
    return machine;
}

std::vector<std::shared_ptr<const Sweep>> kept_sweeps(const std::filesystem::path& file) {
    std::vector<std::shared_ptr<const Sweep>> sweeps;
    if (file.empty()) return sweeps;
    for (const json& kept : all_kept(file)) {
        try {
            if (kept.at("machine") == this_machine()) sweeps.push_back(sweep_of(kept));
        } catch (const json::exception&) { // damaged, or of an earlier version: it can be measured again
        }
    }
    return sweeps;
}

void keep_sweeps(const std::filesystem::path& file, const std::vector<std::shared_ptr<const Sweep>>& sweeps) {
    if (file.empty()) return;
    std::error_code made; // what fails then shows when the file is written
    std::filesystem::create_directories(file.parent_path(), made);
    const base::FolderLock lock(file.parent_path());
    json all = all_kept(file);
    for (const auto& sweep : sweeps) {
        if (!sweep->finished) continue;
        json newest = json_of(*sweep);
        std::erase_if(all.get_ref<json::array_t&>(),
                      [&](const json& kept) { return !kept.is_object() || same_race(kept, newest); });
        all.push_back(std::move(newest));
    }
    while (all.size() > most_kept)
        all.erase(0);
    base::write_whole_file(file, base::json_text(all));
}

} // namespace ui
