#include "workbench/session/autosave.h"

#include "base/files.h"
#include "base/system.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <random>
#include <string_view>
#include <tuple>
#include <utility>

namespace workbench {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr auto patience = 1s;         ///< so that changes in quick succession are written together
constexpr std::size_t most_kept = 10; ///< files of other windows
constexpr std::string_view start_of_name = "work-", end_of_name = ".json";
constexpr std::ptrdiff_t digits = 9; ///< of a number
constexpr long largest_number = 999'999'999;

struct Kept {
    fs::path file;
    long number; ///< counts pieces of work: the newest has the largest
    fs::file_time_type time;
};

/// 12 in "work-000000012-9f3b61c2.json", 0 in any other name.
long number_in(std::string_view name) {
    long number = 0;
    name.remove_prefix(start_of_name.size());
    const auto [end, failed] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool is_number = failed == std::errc() && *end == '-' && end - name.data() == digits;
    return is_number ? number : 0;
}

bool is_named_as_work(const std::string& name) {
    return name.starts_with(start_of_name) && name.ends_with(end_of_name);
}

/// The newest first, by number: the dates of files do not say which is older, since clocks can be wrong, and
/// files come from other machines.
std::vector<Kept> kept_in(const fs::path& folder) {
    std::vector<Kept> kept;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = base::shown(entry->path().filename());
        std::error_code unknown;
        const auto time = entry->last_write_time(unknown);
        if (!unknown && is_named_as_work(name)) kept.push_back({entry->path(), number_in(name), time});
    }
    std::ranges::sort(kept, std::ranges::greater(),
                      [](const Kept& k) { return std::tuple(k.number, k.time, k.file); });
    return kept;
}

/// A name for the newest piece of work, which no other window uses; `has`, the file's own name, if that is
/// it.
fs::path newest_name(const fs::path& folder, const fs::path& has) {
    const auto kept = kept_in(folder);
    if (!kept.empty() && kept.front().file == has) return has;
    const long before = kept.empty() ? 0 : kept.front().number;
    char name[40];
    std::snprintf(name, sizeof name, "%09ld-%08x", std::min(before + 1, largest_number),
                  std::random_device{}());
    return folder / (std::string(start_of_name) + name + std::string(end_of_name));
}

/// Removes all but the newest files of other windows, and any that a killed window left half written.
void forget_oldest(const fs::path& folder, const std::set<fs::path>& own, const fs::path& written) {
    auto others = kept_in(folder);
    std::erase_if(others, [&](const Kept& kept) { return own.contains(kept.file); });
    std::error_code ignored;
    for (std::size_t i = most_kept; i < others.size(); ++i)
        fs::remove(others[i].file, ignored);
    base::remove_stale_parts(folder, written, [](const fs::path& file) {
        const std::string name = base::shown(file.filename());
        return name.starts_with(start_of_name) && name.ends_with(base::unfinished);
    });
}

std::string about(const Document& d) {
    if (!d.memory_text.empty()) return d.memory_text + " → " + d.text;
    return d.text.empty() ? "n = " + std::to_string(d.length) : d.text;
}

/// The same documents, perhaps with another cell or view shown. Opening Compare changes nothing yet.
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
    file_.clear();
}

void Autosave::begin(const Session& opened, const fs::path& left_off) {
    begin(opened);
    if (folder_.empty()) return;
    worker_.wait(); // otherwise what it is writing would stay under the old name
    move(left_off, newest_name(folder_, {}));
}

void Autosave::make_newest() {
    move(file_, newest_name(folder_, file_));
}

/// If another window has gone on with the file, renaming fails, and both have a file of their own.
void Autosave::move(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    if (!from.empty() && from != to) fs::rename(from, to, failed);
    file_ = to;
    own_.insert(to);
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
    make_newest();
    worker_.start([this, now, file = file_, own = own_](const base::StopToken& stop) {
        if (!stop.stop_requested()) write(now, file, own);
        return nullptr;
    });
}

void Autosave::finish(const Session& now) {
    if (folder_.empty() || (!written_ && only_looked(known_, now))) return;
    worker_.cancel(); // anything it has yet to write is older
    worker_.wait();   // only one thread at a time may write the file
    make_newest();
    try {
        write(now, file_, own_);
    } catch (...) {
        problem_ = base::caught();
    }
    known_ = now;
    changed_.reset();
    written_ = true;
}

void Autosave::write(const Session& session, const fs::path& file, const std::set<fs::path>& own) {
    std::error_code failed; // reported by write_session()
    if (fs::create_directories(folder_, failed)) fs::permissions(folder_, fs::perms::owner_all, failed);
    const base::FolderLock lock(folder_);
    const bool first = !fs::exists(file, failed);
    write_session(file, session);
    if (first) forget_oldest(folder_, own, file);
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
                            about(*session.first.document), session});
        } catch (const base::InputError&) {
            // not a session
        }
    }
    return list;
}

} // namespace workbench
