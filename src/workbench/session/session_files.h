#pragma once
// Opens and saves sessions without blocking the window: files are read and written on a worker, and
// remembered. And what the user is shown to choose a file by: the names in a folder, and the time of a
// session.

#include "base/study.h"
#include "workbench/document/real_models.h"
#include "workbench/session/autosave.h"
#include "workbench/session/settings.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

class SessionFiles {
public:
    /// `settings` is the file that lists recent files, `state` the folder of the autosave; with empty paths
    /// nothing is saved. The real models that a session names are opened with it, if there are `models`.
    SessionFiles(std::filesystem::path settings, const std::filesystem::path& state,
                 std::shared_ptr<RealModels> models = nullptr);

    void open(const std::filesystem::path& file);
    void go_on(const LeftOff& left_off);
    /// Refuses once to save the current file again if someone else has changed it meanwhile; the next save
    /// overwrites that change. Throws InputError while another session is being opened, which a save would
    /// drop.
    void save(const std::filesystem::path& file, const Session& session);
    bool busy() const { return worker_.busy(); }

    /// The result of the last open(), go_on() or save(); `file` is empty after go_on(). Before that result,
    /// the name of a real model that has to be opened first, where there is one.
    struct Outcome {
        std::filesystem::path file;
        std::string awaited = {};
        std::optional<Session> opened = {};
        bool saved = false;
        std::optional<LeftOff> from = {};
        std::optional<std::size_t> content = {}; ///< a hash of what is in the file now
        std::optional<base::InputError> mistake = {};
    };
    std::optional<Outcome> take();
    /// Waits for a save in progress, so that neither another job nor the end of the program drops it.
    void wait();
    /// `wake` is called on a worker's thread when take() or left_off() has something new.
    void on_ready(const std::function<void()>& wake);

    /// Call when an opened session is shown: saves the work before it, and makes this one current. Returns
    /// what begin() needs to come back to the work before.
    Outcome begin(const Session& shown, const Outcome& opened, const Session& before);
    /// The same at startup; `file` is where Save writes, empty if not chosen yet.
    void begin(const Session& shown, const std::filesystem::path& file);
    Autosave& autosave() { return autosave_; }

    /// Where Save writes; empty: the user has to choose a name first.
    const std::filesystem::path& current() const { return current_; }
    const std::vector<std::string>& recent() const { return recent_; } ///< the newest first
    /// Sessions left off earlier, here or in other windows; null until they have been looked up.
    std::shared_ptr<const std::vector<LeftOff>> left_off();

private:
    /// Opens the session that `read` puts into the outcome.
    void open(const std::filesystem::path& file, std::function<void(Outcome&)> read);
    void remember(const std::filesystem::path& file);
    void look_up_left_off();

    std::filesystem::path settings_, state_, current_;
    std::shared_ptr<RealModels> models_;
    std::optional<std::size_t> content_; ///< of the current file when it was last read or written here
    std::vector<std::string> recent_;
    Autosave autosave_;
    base::Study<std::vector<LeftOff>> left_off_; ///< besides this file
    bool saving_ = false;
    base::Worker worker_; ///< last, so that it ends before what it uses
};

// The names in a folder, for path completion.

/// Expands "~/" to the home folder; U+FFFD stands for whatever a name has there (base::path_shown_as()).
std::filesystem::path meant_path(const std::string& typed);

/// A typed path split in two: the folder, up to and including the last "/" (on Windows also "\"), and the
/// beginning of a name in it.
struct TypedPath {
    std::string folder, name;
};
TypedPath split_path(const std::string& typed);

struct FolderEntry {
    std::string name;
    bool is_folder = false;
    bool operator==(const FolderEntry&) const = default;
};

/// The entries of the folder of a typed path: folders first, then files that end with `ending` (empty: all),
/// each sorted by name, and no more than a user could look through. Empty if there is no such folder.
std::vector<FolderEntry> list_folder(const std::string& folder, const std::string& ending);

/// The entries whose name begins with `name`; hidden ones only if it begins with a dot.
std::vector<FolderEntry> beginning_with(const std::vector<FolderEntry>& entries, const std::string& name);

/// The typed path, extended by all that the matching entries have in common, and by "/" if the only match is
/// a folder.
std::string completed(const std::string& typed, const std::vector<FolderEntry>& entries);

// A time in words.

/// "14:05" on the same day, "Tuesday 14:05" within the last six days, else "12 November 2026, 14:05"; in
/// local time.
std::string when(std::chrono::system_clock::time_point moment, std::chrono::system_clock::time_point now);

} // namespace workbench
