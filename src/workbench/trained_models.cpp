#include "workbench/trained_models.h"

#include "base/input_error.h"

#include <algorithm>

namespace workbench {

namespace fs = std::filesystem;

TrainedModels::TrainedModels(std::vector<fs::path> folders) {
    for (const fs::path& folder : folders) {
        std::vector<std::string> here;
        std::error_code unreadable;
        for (const auto& entry : fs::directory_iterator(folder, unreadable)) {
            const std::string id = entry.path().stem().string();
            if (entry.path().extension() == ".safetensors" && files_.emplace(id, entry.path()).second)
                here.push_back(id);
        }
        std::ranges::sort(here);
        ids_.insert(ids_.end(), here.begin(), here.end());
    }
}

bool TrainedModels::awaited(const std::string& id) const {
    const auto file = files_.find(id);
    std::error_code unknown;
    return file != files_.end() && fs::file_size(file->second, unknown) == 0 && !unknown;
}

TrainedPtr TrainedModels::get(const std::string& id) const {
    const auto file = files_.find(id);
    if (file == files_.end()) {
        std::string known;
        for (const std::string& each : ids_)
            known += (known.empty() ? "" : ", ") + each;
        throw base::InputError("trained model", "nothing is called “" + id + "”",
                               known.empty() ? "there are none: train one" : "choose one of: " + known);
    }
    if (awaited(id))
        throw base::InputError("trained model", "“" + id + "” is still on its way",
                               "wait a moment, and choose it again");
    const std::lock_guard lock(mutex_);
    TrainedPtr& read = read_[id];
    if (!read) read = std::make_shared<const learning::Trained>(learning::read_trained(file->second));
    return read;
}

} // namespace workbench
