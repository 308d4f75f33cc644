#include "workbench/document/real_models.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace workbench {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 2> configs{"config.json", "model.json"};

bool has_config(const fs::path& folder) {
    std::error_code unreadable;
    return std::ranges::any_of(
        configs, [&](const char* name) { return fs::is_regular_file(folder / name, unreadable); });
}

/// The folder of a model, or of one of its files, by its full name.
fs::path folder_of(const fs::path& folder_or_file) {
    std::error_code unknown;
    fs::path whole = fs::absolute(folder_or_file, unknown).lexically_normal();
    if (unknown) whole = folder_or_file;
    if (!fs::is_directory(whole, unknown)) return whole.parent_path();
    return whole.has_filename() ? whole : whole.parent_path(); // without a "/" at its end
}

} // namespace

std::optional<std::uint64_t> RealModels::room() const {
    if (!most_) return std::nullopt;
    std::uint64_t taken = held_;
    const std::lock_guard lock(mutex_);
    for (const auto& [id, model] : open_)
        taken += model->files.copied_bytes();
    return *most_ - std::min(*most_, taken);
}

void RealModels::expect_room(const std::string& name, std::uint64_t bytes) const {
    const std::optional<std::uint64_t> left = room();
    if (!left || bytes <= *left) return;
    const std::string problem =
        "its weights take " + base::megabytes(bytes) + " MB, and this page has room for ";
    if (bytes <= *most_)
        throw base::InputError(name,
                               problem + base::megabytes(*left) + " MB besides the models that are open",
                               "reload the page, which closes them, and open it again");
    throw base::InputError(name, problem + base::megabytes(*most_) + " MB",
                           "open a smaller one; in the program for desktops a model stays on the disk");
}

bool RealModels::is_open(const fs::path& folder_or_file) const {
    return has_open(base::shown(folder_of(folder_or_file)));
}

bool RealModels::has_open(const std::string& id) const {
    const std::lock_guard lock(mutex_);
    return open_.contains(id);
}

std::string RealModels::open(const fs::path& folder_or_file) {
    const std::string id = base::shown(folder_of(folder_or_file));
    if (has_open(id)) return id;
    // Without the lock: opening takes a while, and what is open can be read meanwhile.
    pretrained::ModelPtr model = pretrained::open_model(folder_or_file);
    const std::lock_guard lock(mutex_);
    open_.emplace(id, std::move(model));
    return id;
}

pretrained::ModelPtr RealModels::get(const std::string& id) const {
    {
        const std::lock_guard lock(mutex_);
        if (const auto found = open_.find(id); found != open_.end()) return found->second;
    }
    const fs::path folder = base::path_shown_as(id);
    if (own_.empty() || folder.parent_path() != own_)
        throw base::InputError("real model", "“" + name_of(id) + "” is not open",
                               "open its folder, or drop it on the window");
    pretrained::ModelPtr model = pretrained::open_model(folder); // without the lock, as above
    const std::lock_guard lock(mutex_);
    return open_.emplace(id, std::move(model)).first->second;
}

std::vector<std::string> RealModels::ids() const {
    std::vector<std::string> ids;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, model] : open_)
            ids.push_back(id);
    }
    std::vector<std::string> own;
    std::error_code unreadable;
    for (fs::directory_iterator entry(own_, unreadable), end; !unreadable && entry != end;
         entry.increment(unreadable))
        if (has_config(entry->path()))
            if (std::string id = base::shown(entry->path()); std::ranges::find(ids, id) == ids.end())
                own.push_back(std::move(id));
    std::ranges::sort(own);
    ids.insert(ids.end(), own.begin(), own.end());
    return ids;
}

std::string RealModels::name_of(const std::string& id) {
    static constexpr std::array<std::string_view, 5> says_nothing{"dist", "package", "snapshots", "model",
                                                                  ""};
    const auto is_hash = [](const std::string& name) {
        return name.size() == 40 && name.find_first_not_of("0123456789abcdef") == std::string::npos;
    };
    const fs::path folder = base::path_from_utf8(id);
    for (fs::path each = folder; each.has_relative_path(); each = each.parent_path()) {
        const std::string name = base::shown(each.filename());
        if (is_hash(name) || std::ranges::find(says_nothing, name) != says_nothing.end()) continue;
        // What the Hugging Face library calls the folder of "openai-community/gpt2".
        const auto last = name.rfind("--");
        return name.starts_with("models--") ? name.substr(last + 2) : name;
    }
    return base::shown(folder.filename());
}

bool is_of_real_model(const fs::path& folder_or_file) {
    std::error_code unreadable;
    if (fs::is_directory(folder_or_file, unreadable)) return true; // nothing else comes as a folder
    const fs::path folder = folder_or_file.parent_path();
    const std::string name = base::shown(folder_or_file.filename());
    if (name == "model.json") return fs::is_regular_file(folder / "group1-shard1of7", unreadable);
    if (name == "config.json" || !pretrained::foreign_weights(folder_or_file).empty()) return true;
    return has_config(folder) && (name.starts_with("tokenizer") || name.starts_with("vocab") ||
                                  (name.starts_with("model") && name.ends_with(".safetensors")));
}

} // namespace workbench
