#include "workbench/session/session_files.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/system.h"
#include "base/text.h"
#include "workbench/session/known_weights.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <tuple>

namespace workbench {

namespace fs = std::filesystem;
using base::InputError;

namespace {

constexpr std::size_t most_left_off = 3;
constexpr double time_to_hear = 10; ///< seconds that take() has before a model is opened, if nobody calls it

/// The outcome of a job, or its error.
template <typename Job>
base::Worker::Made outcome_of(const fs::path& file, Job&& job) {
    SessionFiles::Outcome outcome{.file = file};
    try {
        job(outcome);
    } catch (...) {
        outcome.mistake = base::caught();
    }
    return std::make_shared<const SessionFiles::Outcome>(std::move(outcome));
}

std::size_t content_of(const std::string& bytes) {
    return std::hash<std::string>()(bytes);
}

/// Empty if there is no such file, or none that can be read.
std::optional<std::size_t> content_now(const fs::path& file) {
    try {
        return content_of(base::read_whole_file(file, largest_session));
    } catch (const InputError&) {
        return std::nullopt;
    }
}

fs::path whole(const fs::path& file) {
    std::error_code failed;
    const fs::path absolute = fs::absolute(file, failed);
    return failed ? file : absolute.lexically_normal();
}

} // namespace

SessionFiles::SessionFiles(fs::path settings, const fs::path& state, std::shared_ptr<RealModels> models)
    : settings_(std::move(settings)), state_(state), models_(std::move(models)),
      recent_(read_settings(settings_).recent), autosave_(state) {}

void SessionFiles::open(const fs::path& file, std::function<void(Outcome&)> read) {
    wait();
    const auto session = std::make_shared<Outcome>(Outcome{.file = file});
    worker_.start([session, read = std::move(read), models = models_](const base::StopToken&) {
        const bool is_read = session->opened.has_value();
        std::string awaited;
        base::Worker::Made all = outcome_of(session->file, [&](Outcome& outcome) {
            if (!is_read) read(*session);
            if (models && !is_read) awaited = unopened_model(*session->opened, *models);
            if (models && awaited.empty()) open_real_models(*session->opened, *models);
            outcome = *session;
        });
        if (awaited.empty()) return base::Slice<void>(std::move(all));
        const auto part = std::make_shared<const Outcome>(Outcome{.file = session->file, .awaited = awaited});
        return base::Slice<void>(part, false, time_to_hear);
    });
}

void SessionFiles::open(const fs::path& file) {
    open(whole(file), [file = whole(file)](Outcome& outcome) {
        const std::string bytes = base::read_whole_file(file, largest_session);
        outcome.opened = session_from_json(bytes, base::shown(file));
        outcome.content = content_of(bytes);
    });
}

void SessionFiles::go_on(const LeftOff& left_off) {
    open({}, [left_off](Outcome& outcome) {
        outcome.opened = read_session(left_off.file);
        outcome.from = left_off;
    });
}

void SessionFiles::save(const fs::path& file, const Session& session) {
    wait();
    if (busy())
        throw InputError(base::shown(file), "it is not saved: another session is being opened",
                         "wait for it; the work so far is kept, and then offered where sessions are opened");
    saving_ = true;
    const bool is_current = whole(file) == current_;
    worker_.start([file = whole(file), session, is_current, content = content_](const base::StopToken&) {
        return outcome_of(file, [&](Outcome& outcome) {
            const base::FolderLock lock(file.parent_path());
            if (is_current) {
                outcome.content = content_now(file);
                if (outcome.content && outcome.content != content)
                    throw InputError(base::shown(file), "it has changed since it was opened or saved here",
                                     "save again to replace it, or save under another name");
            }
            const std::string json = to_json(session);
            base::write_whole_file(file, json);
            outcome.content = content_of(json);
            outcome.saved = true;
        });
    });
}

std::optional<SessionFiles::Outcome> SessionFiles::take() {
    const auto result = worker_.take();
    if (!result) return std::nullopt;
    if (result->finished)
        saving_ = false;
    else
        worker_.tell([] {}); // heard: the job goes on
    if (result->error) return Outcome{.file = {}, .mistake = result->error};
    Outcome outcome = *std::static_pointer_cast<const Outcome>(result->made);
    if (outcome.saved) {
        current_ = outcome.file;
        remember(outcome.file);
    }
    if (outcome.file == current_ && !outcome.opened && outcome.content) content_ = outcome.content;
    return outcome;
}

void SessionFiles::wait() {
    if (!saving_) return;
    worker_.wait();
    take();
}

void SessionFiles::on_ready(const std::function<void()>& wake) {
    worker_.on_ready(wake);
    left_off_.on_ready(wake);
}

SessionFiles::Outcome SessionFiles::begin(const Session& shown, const Outcome& opened,
                                          const Session& before) {
    autosave_.finish(before);
    Outcome way_back{.file = current_, .content = content_};
    std::error_code unknown;
    if (fs::exists(autosave_.file(), unknown)) // otherwise nothing had been changed
        way_back.from = LeftOff{.file = autosave_.file(), .time = {}, .about = {}};
    current_ = opened.file;
    content_ = opened.content;
    if (opened.from)
        autosave_.begin(shown, opened.from->file);
    else
        autosave_.begin(shown);
    if (!opened.file.empty()) remember(opened.file);
    look_up_left_off();
    return way_back;
}

void SessionFiles::begin(const Session& shown, const fs::path& file) {
    current_ = file.empty() ? file : whole(file);
    content_ = file.empty() ? std::nullopt : content_now(current_);
    autosave_.begin(shown);
    std::error_code unknown;
    if (fs::exists(file, unknown)) remember(current_);
    look_up_left_off();
}

/// The list is a convenience: if it cannot be written, it is kept only while the window is open.
void SessionFiles::remember(const fs::path& file) {
    Settings here{.recent = recent_};
    workbench::remember(here, file);
    recent_ = here.recent;
    try {
        change_settings(settings_, [&](Settings& settings) { workbench::remember(settings, file); });
    } catch (const std::exception&) {
        // see above
    }
}

void SessionFiles::look_up_left_off() {
    // Always read again: other windows leave off even while this one has no file of its own.
    left_off_.start([folder = state_, own = autosave_.file()](const base::StopToken&) {
        return std::make_shared<const std::vector<LeftOff>>(workbench::left_off(folder, own, most_left_off));
    });
}

std::shared_ptr<const std::vector<LeftOff>> SessionFiles::left_off() {
    return left_off_.newest();
}

// The names in a folder.

namespace {

constexpr std::size_t most_entries = 5000;

std::size_t common_length(const std::string& a, const std::string& b) {
    return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

} // namespace

fs::path meant_path(const std::string& typed) {
    const fs::path home = base::home_folder();
    if (!home.empty() && (typed == "~" || typed.starts_with("~/")))
        return home / base::path_shown_as(typed.substr(std::min<std::size_t>(2, typed.size())));
    return base::path_shown_as(typed);
}

TypedPath split_path(const std::string& typed) {
    const char separators[] = {'/', static_cast<char>(fs::path::preferred_separator), '\0'};
    const std::size_t slash = typed.find_last_of(separators);
    if (slash == std::string::npos) return {"", typed};
    return {typed.substr(0, slash + 1), typed.substr(slash + 1)};
}

std::vector<FolderEntry> list_folder(const std::string& folder, const std::string& ending) {
    std::vector<FolderEntry> entries;
    std::error_code failed;
    const fs::path meant = folder.empty() ? fs::path(".") : meant_path(folder);
    for (fs::directory_iterator entry(meant, failed), end;
         !failed && entry != end && entries.size() < most_entries; entry.increment(failed)) {
        std::error_code unknown;
        const bool is_folder = entry->is_directory(unknown);
        std::string name = base::shown(entry->path().filename());
        if (is_folder || name.ends_with(ending)) entries.push_back({std::move(name), is_folder});
    }
    std::ranges::sort(entries, {}, [](const FolderEntry& e) { return std::tuple(!e.is_folder, e.name); });
    return entries;
}

std::vector<FolderEntry> beginning_with(const std::vector<FolderEntry>& entries, const std::string& name) {
    std::vector<FolderEntry> found;
    for (const FolderEntry& entry : entries)
        if (entry.name.starts_with(name) && (!entry.name.starts_with('.') || name.starts_with('.')))
            found.push_back(entry);
    return found;
}

std::string completed(const std::string& typed, const std::vector<FolderEntry>& entries) {
    const TypedPath path = split_path(typed);
    const auto found = beginning_with(entries, path.name);
    if (found.empty()) return typed;
    std::size_t common = found.front().name.size();
    for (const FolderEntry& entry : found)
        common = std::min(common, common_length(found.front().name, entry.name));
    common = base::character_start(found.front().name, common);
    const bool whole_folder = found.size() == 1 && found.front().is_folder;
    return path.folder + found.front().name.substr(0, common) + (whole_folder ? "/" : "");
}

// A time in words.

namespace {

std::tm local(std::chrono::system_clock::time_point moment) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(moment);
    const std::tm* parts = std::localtime(&seconds);
    return parts ? *parts : std::tm{};
}

} // namespace

std::string when(std::chrono::system_clock::time_point moment, std::chrono::system_clock::time_point now) {
    const std::tm then = local(moment), today = local(now);
    const bool same_day = then.tm_yday == today.tm_yday && then.tm_year == today.tm_year;
    const bool this_week = moment <= now && now - moment < std::chrono::days(6);
    const char* format = same_day ? "%H:%M" : this_week ? "%A %H:%M" : "%e %B %Y, %H:%M";
    char text[64];
    const std::size_t length = std::strftime(text, sizeof text, format, &then);
    const std::size_t start = text[0] == ' ' ? 1 : 0; // %e pads a single digit
    return {text + start, length - start};
}

} // namespace workbench
