#include "workbench/session/known_weights.h"

#include "base/files.h"
#include "base/input_error.h"
#include "learning/trained_file.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace workbench {

namespace fs = std::filesystem;

namespace {

/// Empty for a model that cannot be read, or not yet.
std::string hash_of(const std::string& id, const TrainedModels& models) {
    try {
        return models.hash(id);
    } catch (const base::InputError&) {
        return {};
    }
}

/// The file or folder that a saved document names if it is on this machine, else empty. Whoever sends a
/// session chooses the name: looking at a server would log this user in there, and what a relative path means
/// depends on where the program was started.
fs::path local(const std::string& named) {
    constexpr std::string_view separators = "/\\";
    // "//host", "\\\\host" and "\\\\?" are not disks.
    const bool on_server = named.size() > 1 && separators.find(named[0]) != std::string_view::npos &&
                           separators.find(named[1]) != std::string_view::npos;
    if (on_server || !base::path_from_utf8(named).is_absolute()) return {};
    return base::path_shown_as(named);
}

fs::path local_file(const std::string& named) {
    fs::path file = local(named);
    std::error_code unknown;
    return fs::is_regular_file(file, unknown) ? file : fs::path();
}

/// The real model that a document names by its folder or, as codes do, by its name.
struct FoundModel {
    std::string id;
    bool sure = true; ///< false: only the name is the same
};
FoundModel found(const RealWeights& wanted, RealModels& models) {
    const std::vector<std::string> ids = models.ids();
    if (std::ranges::find(ids, wanted.id) != ids.end()) return {wanted.id};
    const fs::path folder = local(wanted.id);
    std::error_code unknown;
    if (!folder.empty() && fs::is_directory(folder, unknown)) return {models.open(folder)};
    const std::string name = RealModels::name_of(wanted.id);
    const auto same = std::ranges::find(ids, name, &RealModels::name_of);
    if (same != ids.end()) return {*same, wanted.id == name};
    throw base::InputError("real model", "“" + name + "” is not open here",
                           "open its folder, and then this again");
}

/// The id of a model with these weights, from its file if need be; empty: there is none.
std::string id_of(const TrainedWeights& wanted, TrainedModels& models) {
    if (hash_of(wanted.id, models) == wanted.hash) return wanted.id;
    for (const std::string& id : models.ids())
        if (hash_of(id, models) == wanted.hash) return id;
    const fs::path file = local_file(wanted.file);
    if (file.empty()) return {};
    try {
        if (learning::weights_hash_on_card(file) != wanted.hash) return {};
        const std::string id = models.add(file); // which reads what is in the file by now
        if (hash_of(id, models) == wanted.hash) return id;
    } catch (const base::InputError&) { // another file by now
    }
    return {};
}

} // namespace

void note_weights(Document& document, const TrainedModels& models) {
    auto* trained = std::get_if<TrainedWeights>(&document.weights);
    if (!trained) return;
    trained->hash = hash_of(trained->id, models);
    trained->file = base::shown(models.file_added(trained->id));
}

bool find_weights(Document& document, const Library& library) {
    if (auto* real = std::get_if<RealWeights>(&document.weights)) {
        const FoundModel model = found(*real, *library.real);
        real->id = model.id;
        return model.sure;
    }
    TrainedModels& models = *library.trained;
    auto* trained = std::get_if<TrainedWeights>(&document.weights);
    if (!trained || trained->hash.empty() || models.awaited(trained->id)) return true;
    if (const std::string id = id_of(*trained, models); !id.empty()) {
        trained->id = id;
        return true;
    }
    const std::vector<std::string> ids = models.ids();
    if (std::ranges::find(ids, trained->id) != ids.end()) return false;
    throw base::InputError("trained model",
                           "nothing here has the weights of “" + trained->id + "” (" + trained->hash + ")" +
                               (trained->file.empty() ? "" : ", which were in " + trained->file),
                           "start the program with their file: --model FILE");
}

bool find_weights(Session& session, const Library& library) {
    bool found = true;
    const auto find = [&](Shown& shown) {
        Document document = *shown.document;
        found &= find_weights(document, library);
        shown.document = std::make_shared<const Document>(std::move(document));
    };
    find(session.first);
    if (session.second) find(*session.second);
    return found;
}

namespace {

std::vector<RealWeights> real_weights_in(const Session& session) {
    std::vector<RealWeights> all;
    const auto look = [&](const Shown& shown) {
        if (const auto* real = std::get_if<RealWeights>(&shown.document->weights)) all.push_back(*real);
    };
    look(session.first);
    if (session.second) look(*session.second);
    return all;
}

} // namespace

std::string unopened_model(const Session& session, const RealModels& models) {
    std::error_code unknown;
    for (const RealWeights& real : real_weights_in(session))
        if (!models.has_open(real.id) && fs::is_directory(local(real.id), unknown))
            return RealModels::name_of(real.id);
    return {};
}

void open_real_models(const Session& session, RealModels& models) {
    for (const RealWeights& real : real_weights_in(session))
        (void)models.get(found(real, models).id);
}

} // namespace workbench
