#pragma once
// Saves the session automatically to a private file, so that closing the window, or a crash, loses nothing.

#include "base/input_error.h"
#include "base/worker.h"
#include "workbench/session/session.h"

#include <chrono>
#include <set>

namespace workbench {

class Autosave {
public:
    using Clock = std::chrono::steady_clock;

    /// Each window has its own file in `folder`, so that two do not overwrite one another. With an empty path
    /// nothing is saved.
    explicit Autosave(std::filesystem::path folder);

    /// Starts on another session, with a new file that is only written once the session changes. The previous
    /// file stays as finish() left it.
    void begin(const Session& opened);
    /// The same, going on with a file that was left off, which becomes this window's.
    void begin(const Session& opened, const std::filesystem::path& left_off);
    /// Called repeatedly with the current session. A change is written within two seconds, on the worker;
    /// looking around alone leaves no file.
    void follow(const Session& now, Clock::time_point time);
    /// Writes unsaved changes at once.
    void finish(const Session& now);
    /// Why saving failed; each problem is returned once.
    std::optional<base::InputError> problem();

    /// This window's file, whose name changes when it becomes the newest of all; empty until there is
    /// something to write.
    const std::filesystem::path& file() const { return file_; }

private:
    /// Renames the file when another window has written since.
    void make_newest();
    void move(const std::filesystem::path& from, const std::filesystem::path& to);
    /// `own`: the files that this window has written, which it never removes.
    void write(const Session& session, const std::filesystem::path& file,
               const std::set<std::filesystem::path>& own);

    std::filesystem::path folder_, file_;
    std::set<std::filesystem::path> own_;      ///< everything written since the window was opened
    Session known_;                            ///< as opened or last written
    bool written_ = false;                     ///< the file was, or is being, written
    std::optional<Clock::time_point> changed_; ///< since when there are unsaved changes
    std::optional<base::InputError> problem_;
    base::Worker worker_; ///< last, so that it ends before what it uses
};

/// An autosaved session that can be continued.
struct LeftOff {
    std::filesystem::path file;
    std::chrono::system_clock::time_point time; ///< of the last change
    std::string about;                          ///< its words, or the preset's title if it has none
    Session session = {};                       ///< what it holds
};

/// The sessions left off in `folder`, the newest first, at most `most` of them; skips `except` and files that
/// cannot be read. Blocks while it reads the files.
std::vector<LeftOff> left_off(const std::filesystem::path& folder, const std::filesystem::path& except,
                              std::size_t most);

} // namespace workbench
