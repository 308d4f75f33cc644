#include "workbench/known_weights.h"

#include "base/file_name.h"
#include "base/input_error.h"
#include "learning/trained_file.h"

#include <algorithm>

namespace workbench {

namespace {

/// Empty for a model that cannot be read, or not yet.
std::string hash_of(const std::string& id, const TrainedModels& models) {
    try {
        return models.hash(id);
    } catch (const base::InputError&) {
        return {};
    }
}

/// The id of a model with these weights, from its file if need be; empty: there is none.
std::string id_of(const TrainedWeights& wanted, TrainedModels& models) {
    if (hash_of(wanted.id, models) == wanted.hash) return wanted.id;
    for (const std::string& id : models.ids())
        if (hash_of(id, models) == wanted.hash) return id;
    const std::filesystem::path file = base::path_shown_as(wanted.file);
    std::error_code failed;
    if (file.empty() || !std::filesystem::is_regular_file(file, failed)) return {};
    try {
        if (learning::weights_hash(learning::read_trained(file)) == wanted.hash) return models.add(file);
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

bool find_weights(Document& document, TrainedModels& models) {
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

bool find_weights(Session& session, TrainedModels& models) {
    bool found = true;
    const auto find = [&](Shown& shown) {
        Document document = *shown.document;
        found &= find_weights(document, models);
        shown.document = std::make_shared<const Document>(std::move(document));
    };
    find(session.first);
    if (session.second) find(*session.second);
    return found;
}

} // namespace workbench
