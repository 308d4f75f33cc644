#pragma once
// The tasks that models are trained for, and the trained models that may be chosen; each is read when it is
// first asked for.

#include "learning/trained.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

using TaskPtr = std::shared_ptr<const learning::Task>;

/// Tasks with their grammars.
class Tasks {
public:
    explicit Tasks(std::filesystem::path assets) : assets_(std::move(assets)) {}

    /// From any thread. Throws InputError as learning::load_task() does.
    TaskPtr get(const std::string& id) const;
    /// The task that a model was trained for, on the words that it was trained on. Throws InputError as
    /// load_task() and learning::expect_same_words() do.
    TaskPtr of(const learning::Trained& trained) const;

private:
    std::filesystem::path assets_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, TaskPtr> read_;
};

/// What tells a file from another one that has replaced it.
struct FileState {
    std::filesystem::file_time_type time;
    std::uintmax_t size = 0;
    bool operator==(const FileState&) const = default;
};

using TrainedPtr = std::shared_ptr<const learning::Trained>;

/// The trained models that may be chosen; new ones may be kept, and deleted again.
class TrainedModels {
public:
    /// A model's id is the name of its file without ".safetensors", as base::shown() has it. The program's
    /// own models come first, and win where both folders have an id. Either folder may be empty or missing.
    explicit TrainedModels(const std::filesystem::path& shipped = {}, std::filesystem::path own = {});

    // From any thread.

    std::vector<std::string> ids() const;
    /// True while its file is empty: in a browser the models arrive after the program.
    bool awaited(const std::string& id) const;
    /// Throws InputError for an id that does not exist, and as read_trained() does.
    TrainedPtr get(const std::string& id) const;
    /// learning::weights_hash() of get().
    std::string hash(const std::string& id) const;
    /// The file of a model that add() has offered; empty for any other id.
    std::filesystem::path file_added(const std::string& id) const;
    /// Offers the model of a file, and returns its id: that of a model of this name with the same weights, or
    /// a new one. Throws InputError as read_trained() does.
    std::string add(const std::filesystem::path& file);
    /// The file that keep() would replace under this name, which may be another window's; empty if there is
    /// none.
    std::optional<FileState> kept_as(const std::string& name) const;
    /// Writes the model into the user's own folder, under a file name made from its name, and returns its id.
    /// Throws InputError: no name, no folder, not written, or a file of this name that is not `replaced`, the
    /// one the user has agreed to replace.
    std::string keep(learning::Trained trained, const std::string& name,
                     const std::optional<FileState>& replaced = {});
    /// True for a model in the user's own folder.
    bool is_own(const std::string& id) const;
    /// Deletes the file of one of the user's own models, which is then no longer on offer; documents and undo
    /// steps that use it keep it until the program ends. Throws InputError: not the user's own, not deleted,
    /// or, once, another window has kept another model there.
    void discard(const std::string& id);

private:
    void add_folder(const std::filesystem::path& folder);
    std::filesystem::path file_kept_as(const std::string& name) const;

    std::filesystem::path own_folder_;
    mutable std::mutex mutex_; ///< guards what follows
    std::vector<std::string> ids_;
    std::map<std::string, std::filesystem::path> files_;
    std::map<std::string, std::optional<FileState>> seen_; ///< when the file was found or written
    std::map<std::string, std::filesystem::path> added_;   ///< those of files_ that add() offered
    mutable std::map<std::string, TrainedPtr> read_;
    mutable std::map<std::string, std::pair<TrainedPtr, std::string>> hashes_; ///< of read_
};

} // namespace workbench
