#pragma once
// Opens and saves sessions without blocking the window: files are read and written on a worker, and
// remembered.

#include "workbench/autosave.h"
#include "workbench/settings.h"
#include "workbench/study.h"

namespace workbench {

class SessionFiles {
public:
    /// `settings` is the file that lists recent files, `state` the folder of the autosave; with empty paths
    /// nothing is saved.
    SessionFiles(std::filesystem::path settings, const std::filesystem::path& state);

    void open(const std::filesystem::path& file);
    void go_on(const LeftOff& left_off);
    /// A file that is saved again, and that someone else has changed meanwhile, is refused once; saving it
    /// again overwrites that change.
    void save(const std::filesystem::path& file, const Session& session);
    bool busy() const { return worker_.busy(); }

    /// The result of the last open(), go_on() or save(); `file` is empty after go_on().
    struct Outcome {
        std::filesystem::path file;
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
    void remember(const std::filesystem::path& file);
    void look_up_left_off();

    std::filesystem::path settings_, state_, current_;
    std::optional<std::size_t> content_; ///< of the current file when it was last read or written here
    std::vector<std::string> recent_;
    Autosave autosave_;
    Study<std::vector<LeftOff>> left_off_; ///< besides this file
    bool saving_ = false;
    Worker worker_; ///< last, so that it ends before what it uses
};

} // namespace workbench
