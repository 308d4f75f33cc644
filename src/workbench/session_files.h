#pragma once
// Opening and saving while the window goes on: files are read and written on a worker, and remembered.

#include "workbench/autosave.h"
#include "workbench/settings.h"
#include "workbench/study.h"

namespace workbench {

class SessionFiles {
public:
    /// `settings` is the file of the recent ones, `state` the folder of the autosave; empty: nothing is kept.
    SessionFiles(std::filesystem::path settings, const std::filesystem::path& state);

    void open(const std::filesystem::path& file);
    void go_on(const LeftOff& left_off);
    void save(const std::filesystem::path& file, const Session& session);
    bool busy() const { return worker_.busy(); }

    /// What became of the last open, go_on or save; `file` is empty after go_on.
    struct Outcome {
        std::filesystem::path file;
        std::optional<Session> opened = {};
        bool saved = false;
        std::optional<LeftOff> from = {};
        std::optional<attention::InputError> mistake = {};
    };
    std::optional<Outcome> take();
    /// Waits for a save that is under way: nothing may push it aside, nor the program end before it has.
    void wait();
    /// Called on a worker's thread when take() or left_off() has something new.
    void on_ready(const std::function<void()>& wake);

    /// What was opened is shown now: the work before it is kept, and this becomes the current one.
    void begin(const Session& shown, const Outcome& opened, const Session& before);
    /// The same at the start of the program; `file` is where Save writes, empty: nobody has said yet.
    void begin(const Session& shown, const std::filesystem::path& file);
    Autosave& autosave() { return autosave_; }

    /// Where Save writes; empty: a name must be given first.
    const std::filesystem::path& current() const { return current_; }
    const std::vector<std::string>& recent() const { return recent_; } ///< the newest first
    /// Work of earlier windows; null until it has been looked up.
    std::shared_ptr<const std::vector<LeftOff>> left_off();

private:
    void remember(const std::filesystem::path& file);
    void look_up_left_off();

    std::filesystem::path settings_, state_, current_;
    std::vector<std::string> recent_;
    Autosave autosave_;
    Study<std::vector<LeftOff>> left_off_;
    bool saving_ = false;
    Worker worker_; ///< last: ends before what it uses
};

} // namespace workbench
