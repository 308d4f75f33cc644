#include "workbench/autosave.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>

namespace workbench {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 1s;         ///< so that changes in quick succession are written together
constexpr std::size_t most_kept = 10; ///< files of earlier windows
constexpr std::string_view start_of_name = "work-", end_of_name = ".json";

/// A name that no other window uses.
fs::path new_file(const fs::path& folder) {
    char name[32];
    std::snprintf(name, sizeof name, "%08x%08x", std::random_device{}(), std::random_device{}());
    return folder / (std::string(start_of_name) + name + std::string(end_of_name));
}

struct Kept {
    fs::path file;
    fs::file_time_type time;
};

/// The newest first.
std::vector<Kept> kept_in(const fs::path& folder) {
    std::vector<Kept> kept;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        std::error_code unknown;
        const auto time = entry->last_write_time(unknown);
        if (!unknown && name.starts_with(start_of_name) && name.ends_with(end_of_name))
            kept.push_back({entry->path(), time});
    }
    std::ranges::sort(kept, std::ranges::greater(), &Kept::time);
    return kept;
}

void forget_oldest(const fs::path& folder) {
    const auto kept = kept_in(folder);
    std::error_code ignored;
    for (std::size_t i = most_kept; i < kept.size(); ++i)
        fs::remove(kept[i].file, ignored);
}

std::string about(const Document& d) {
    if (!d.memory_text.empty()) return d.memory_text + " → " + d.text;
    return d.text.empty() ? "n = " + std::to_string(d.length) : d.text;
}

/// The same documents, perhaps with another cell or view in sight. Opening Compare changes nothing yet.
bool only_looked(const Session& before, const Session& now) {
    if (before.first.document != now.first.document) return false;
    return !before.second || (now.second && before.second->document == now.second->document);
}

} // namespace

Autosave::Autosave(fs::path folder) : folder_(std::move(folder)) {}

void Autosave::begin(const Session& opened) {
    known_ = opened;
    changed_.reset();
    written_ = false;
    if (!folder_.empty()) file_ = new_file(folder_);
}

void Autosave::begin(const Session& opened, const fs::path& left_off) {
    begin(opened);
    std::error_code failed; // if another window has continued it already, both have their own file
    if (!folder_.empty()) fs::rename(left_off, file_, failed);
}

void Autosave::follow(const Session& now, Clock::time_point time) {
    if (folder_.empty()) return;
    if (const auto result = worker_.take(); result && result->error) problem_ = result->error;
    if (!written_ && only_looked(known_, now)) known_ = now;
    if (now == known_)
        changed_.reset();
    else if (!changed_)
        changed_ = time;
    if (!changed_ || time - *changed_ < patience || worker_.busy()) return;
    known_ = now;
    changed_.reset();
    written_ = true;
    worker_.start([this, now, file = file_](const base::StopToken& stop) {
        if (!stop.stop_requested()) write(now, file);
        return nullptr;
    });
}

void Autosave::finish(const Session& now) {
    if (folder_.empty() || (!written_ && only_looked(known_, now))) return;
    worker_.cancel(); // anything it has yet to write is older
    worker_.wait();   // only one thread at a time may write the file
    try {
        write(now, file_);
    } catch (...) {
        problem_ = caught();
    }
    known_ = now;
    changed_.reset();
    written_ = true;
}

void Autosave::write(const Session& session, const fs::path& file) {
    std::error_code failed; // reported by write_session()
    if (fs::create_directories(folder_, failed)) fs::permissions(folder_, fs::perms::owner_all, failed);
    const bool first = !fs::exists(file, failed);
    write_session(file, session);
    if (first) forget_oldest(folder_);
}

std::optional<base::InputError> Autosave::problem() {
    return std::exchange(problem_, std::nullopt);
}

std::vector<LeftOff> left_off(const fs::path& folder, const fs::path& except, std::size_t most) {
    std::vector<LeftOff> list;
    if (folder.empty()) return list;
    for (const Kept& kept : kept_in(folder)) {
        if (list.size() == most) break;
        if (kept.file == except) continue;
        try {
            const Session session = read_session(kept.file);
            list.push_back({kept.file,
                            std::chrono::time_point_cast<std::chrono::system_clock::duration>(
                                std::chrono::file_clock::to_sys(kept.time)),
                            about(*session.first.document)});
        } catch (const base::InputError&) {
            // not a session
        }
    }
    return list;
}

} // namespace workbench
