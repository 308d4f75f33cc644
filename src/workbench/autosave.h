#pragma once
// What is on the screen, kept in a file of the person's own without being asked: closing the window, or a
// crash, loses nothing.

#include "attention/input_error.h"
#include "workbench/session.h"
#include "workbench/worker.h"

#include <chrono>
#include <mutex>

namespace workbench {

class Autosave {
public:
    using Clock = std::chrono::steady_clock;

    /// Each window keeps its work in a file of its own in `folder`, so that two do not overwrite one another.
    /// An empty folder: nothing is kept.
    explicit Autosave(std::filesystem::path folder);

    /// What is shown from now on is another piece of work, in a new file: it needs no keeping until it
    /// changes. The one before stays as finish() left it.
    void begin(const Session& opened);
    /// The same, going on in the place of a file that was left off.
    void begin(const Session& opened, const std::filesystem::path& left_off);
    /// What is shown now: called again and again. A change is written within two seconds, on the worker.
    void follow(const Session& now, Clock::time_point time);
    /// Writes at once what is not written yet.
    void finish(const Session& now);
    /// Why nothing could be kept, once.
    std::optional<attention::InputError> problem();

    /// Where this window keeps its work; it is there once something was written.
    const std::filesystem::path& file() const { return file_; }

private:
    void write(const Session& session, const std::filesystem::path& file);

    std::filesystem::path folder_, file_;
    Session known_;                            ///< as opened, or as written last
    bool written_ = false;                     ///< a file was, or is being, written
    std::optional<Clock::time_point> changed_; ///< since when there is something to write
    std::optional<attention::InputError> problem_;
    std::mutex writing_; ///< two writers would mix up one file
    Worker worker_;      ///< last: ends before what it uses
};

/// Work that was kept and can be gone on with.
struct LeftOff {
    std::filesystem::path file;
    std::chrono::system_clock::time_point time; ///< of the last change
    std::string about;                          ///< its words, or the preset's title where it has none
};

/// What was left off in `folder`, the newest first, at most `most`; `except` is passed over. What cannot be
/// read is no work. Takes as long as reading the files does.
std::vector<LeftOff> left_off(const std::filesystem::path& folder, const std::filesystem::path& except,
                              std::size_t most);

} // namespace workbench
