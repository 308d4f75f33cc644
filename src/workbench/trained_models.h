#pragma once
// The trained models that may be chosen, each read when it is first asked for.

#include "learning/trained_file.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace workbench {

using TrainedPtr = std::shared_ptr<const learning::Trained>;

class TrainedModels {
public:
    /// Those of the first folder come first; a file's name without ".safetensors" is its model's id, and the
    /// first with an id counts.
    explicit TrainedModels(std::vector<std::filesystem::path> folders);

    const std::vector<std::string>& ids() const { return ids_; }
    /// True while its file is empty: in a browser models follow the program.
    bool awaited(const std::string& id) const;
    /// From any thread. Throws InputError for an id that does not exist, and as read_trained() does.
    TrainedPtr get(const std::string& id) const;

private:
    std::vector<std::string> ids_;
    std::map<std::string, std::filesystem::path> files_;
    mutable std::mutex mutex_;
    mutable std::map<std::string, TrainedPtr> read_;
};

} // namespace workbench
