#include "workbench/document/trained_models.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/system.h"
#include "base/text.h"
#include "learning/trained_file.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace workbench {

namespace fs = std::filesystem;
using base::Index;

// Tasks.

TaskPtr Tasks::get(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    TaskPtr& task = read_[id];
    if (!task) task = std::make_shared<const learning::Task>(learning::load_task(id, assets_));
    return task;
}

TaskPtr Tasks::of(const learning::Trained& trained) const {
    const TaskPtr usual = get(trained.card.task);
    const Index layers = trained.transformer ? trained.transformer->sizes.layers : 1;
    const bool own_words = learning::is_live(usual->id) && trained.source.words() != usual->source.words();
    auto task = std::make_shared<const learning::Task>(learning::for_layers(
        own_words ? learning::live_task(usual->id, trained.source.words()) : *usual, layers));
    learning::expect_same_words(trained, *task);
    return task;
}

// Models.

namespace {

/// The id of a model that the user keeps under this name.
std::string own_id(const std::string& name) {
    return "own-" + base::slug(name);
}

/// Empty if there is no such file.
std::optional<FileState> state_of(const fs::path& file) {
    std::error_code missing;
    const auto time = fs::last_write_time(file, missing);
    const auto size = missing ? 0 : fs::file_size(file, missing);
    return missing ? std::nullopt : std::optional(FileState{time, size});
}

bool has_no_bytes(const fs::path& file) {
    std::error_code unknown;
    return fs::file_size(file, unknown) == 0 && !unknown;
}

} // namespace

TrainedModels::TrainedModels(const fs::path& shipped, fs::path own) : own_folder_(std::move(own)) {
    add_folder(shipped);
    add_folder(own_folder_);
}

void TrainedModels::add_folder(const fs::path& folder) {
    std::vector<std::string> here;
    std::error_code unreadable;
    for (const auto& entry : fs::directory_iterator(folder, unreadable)) {
        const std::string id = base::shown(entry.path().stem());
        if (entry.path().extension() == ".safetensors" && files_.emplace(id, entry.path()).second) {
            here.push_back(id);
            seen_[id] = state_of(entry.path());
        }
    }
    std::ranges::sort(here);
    ids_.insert(ids_.end(), here.begin(), here.end());
}

std::string TrainedModels::hash(const std::string& id) const {
    const auto unread_file = [&] {
        const std::lock_guard lock(mutex_);
        const auto file = files_.find(id);
        const bool unread = file != files_.end() && !read_.contains(id) && !has_no_bytes(file->second);
        return unread ? file->second : fs::path();
    };
    // Its card has the hash, and get() refuses a model whose card is wrong.
    if (const fs::path file = unread_file(); !file.empty()) return learning::weights_hash_on_card(file);
    const TrainedPtr model = get(id);
    const std::lock_guard lock(mutex_);
    auto& [of, hash] = hashes_[id];
    if (std::exchange(of, model) != model) hash = learning::weights_hash(*model);
    return hash;
}

fs::path TrainedModels::file_added(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    const auto found = added_.find(id);
    return found == added_.end() ? fs::path() : found->second;
}

std::string TrainedModels::add(const fs::path& file) {
    const auto model = std::make_shared<const learning::Trained>(learning::read_trained(file));
    const std::string weights = learning::weights_hash(*model);
    const auto has_them = [&](const std::string& id) {
        try {
            return hash(id) == weights;
        } catch (const base::InputError&) { // another file, which cannot be read
            return false;
        }
    };
    std::string id = base::shown(file.stem());
    const std::vector<std::string> known = ids();
    for (; std::ranges::find(known, id) != known.end(); id += "-")
        if (has_them(id)) return id;
    std::error_code unknown; // where we are: the folder is gone
    const fs::path whole = fs::absolute(file, unknown);
    const std::lock_guard lock(mutex_);
    files_.emplace(id, file);
    added_.emplace(id, unknown ? file : whole);
    ids_.push_back(id);
    read_[id] = model;
    return id;
}

bool TrainedModels::awaited(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    const auto file = files_.find(id);
    return file != files_.end() && has_no_bytes(file->second);
}

TrainedPtr TrainedModels::get(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    if (const auto read = read_.find(id); read != read_.end()) return read->second;
    const auto file = files_.find(id);
    if (file == files_.end()) {
        std::string known;
        for (const std::string& each : ids_)
            known += (known.empty() ? "" : ", ") + each;
        throw base::InputError("trained model", "nothing is called “" + id + "”",
                               known.empty() ? "there are none: train one" : "choose one of: " + known);
    }
    if (has_no_bytes(file->second))
        throw base::InputError("trained model", "“" + id + "” is still on its way",
                               "wait a moment, and choose it again");
    const auto model = std::make_shared<const learning::Trained>(learning::read_trained(file->second));
    read_[id] = model;
    return model;
}

std::vector<std::string> TrainedModels::ids() const {
    const std::lock_guard lock(mutex_);
    return ids_;
}

fs::path TrainedModels::file_kept_as(const std::string& name) const {
    return own_folder_ / base::path_from_utf8(own_id(name) + ".safetensors");
}

std::optional<FileState> TrainedModels::kept_as(const std::string& name) const {
    return own_folder_.empty() ? std::nullopt : state_of(file_kept_as(name));
}

std::string TrainedModels::keep(learning::Trained trained, const std::string& name,
                                const std::optional<FileState>& replaced) {
    if (base::slug(name).empty()) throw base::InputError("name", "the model has none", "type a word or two");
    if (own_folder_.empty())
        throw base::InputError("models", "there is no folder to keep them in", "set XDG_DATA_HOME or HOME");
    const std::string id = own_id(name);
    const fs::path file = file_kept_as(name);
    trained.card.name = name;
    std::error_code failed;
    fs::create_directories(own_folder_, failed); // if it cannot be made, writing says why
    const base::FolderLock writing(own_folder_);
    if (const auto there = state_of(file); there && there != replaced)
        throw base::InputError(base::shown(file), "there is now another model with this name",
                               "keep it again to replace that one, or under another name");
    learning::write_trained(file, trained);
    const std::lock_guard lock(mutex_);
    if (files_.insert_or_assign(id, file).second) ids_.push_back(id);
    seen_[id] = state_of(file);
    read_[id] = std::make_shared<const learning::Trained>(std::move(trained));
    return id;
}

bool TrainedModels::is_own(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    const auto file = files_.find(id);
    return file != files_.end() && !own_folder_.empty() && file->second.parent_path() == own_folder_;
}

void TrainedModels::discard(const std::string& id) {
    if (!is_own(id))
        throw base::InputError("trained model", "“" + id + "” is not one of your own",
                               "only models that you have kept can be deleted");
    const base::FolderLock writing(own_folder_);
    const std::lock_guard lock(mutex_);
    const fs::path file = files_.at(id);
    if (const auto there = state_of(file); there && there != std::exchange(seen_[id], there)) {
        read_.erase(id);
        throw base::InputError(base::shown(file), "there is now another model in this file",
                               "delete again to delete that one");
    }
    std::error_code failed;
    fs::remove(file, failed);
    if (failed)
        throw base::InputError("trained model", base::shown(file) + " cannot be deleted: " + failed.message(),
                               "see who may write in its folder");
    files_.erase(id);
    std::erase(ids_, id);
}

} // namespace workbench
