#include "app/told_model.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"

#include <ostream>

namespace app {

std::filesystem::path model_file(const std::filesystem::path& file_or_name,
                                 const std::filesystem::path& assets) {
    namespace fs = std::filesystem;
    std::error_code unreadable;
    if (fs::is_directory(file_or_name, unreadable))
        throw base::InputError(base::shown(file_or_name), "this is a folder, as real models have",
                               "such a model writes and answers in the window: attention-lab --model FOLDER");
    const fs::path shipped = assets / "models" / (base::shown(file_or_name) + ".safetensors");
    const bool is_name = !file_or_name.has_parent_path() && !fs::exists(file_or_name, unreadable);
    return is_name && fs::exists(shipped, unreadable) ? shipped : file_or_name;
}

using base::Index;

namespace {

std::string steps_text(Index steps) {
    return std::to_string(steps) + (steps == 1 ? " step" : " steps");
}

/// How it was made: "seed 1, 600 steps, with the hint, learning rate 0.003".
std::string made_how(const learning::Trained& trained) {
    const learning::ModelCard& card = trained.card;
    const std::string chosen = card.of_seeds > 0 ? " (of " + std::to_string(card.of_seeds) +
                                                       ", the surest of the task's own sentences)"
                                                 : "";
    std::string how = "seed " + std::to_string(card.seed) + chosen + ", " + steps_text(card.steps) +
                      (card.hint ? ", with the hint" : ", without a hint") + ", learning rate " +
                      base::shortest(card.learning_rate);
    for (const learning::RateChange& change : card.rate_changes)
        how += ", " + base::shortest(change.rate) + " from step " + std::to_string(change.step + 1);
    if (trained.transformer && !trained.transformer->sizes.scaled) how += ", scores not divided by sqrt(d_k)";
    return how;
}

} // namespace

std::string text_of(const learning::Share& share) {
    const learning::Interval within = share.interval();
    return base::percent(share.value()) + " % (" + base::percent(within.low) + " to " +
           base::percent(within.high) + ")";
}

std::string told_answer(const std::string& word) {
    return word == learning::story_boundary ? "(the end)" : word;
}

void tell_model(const learning::Trained& trained, std::ostream& out) {
    const learning::ModelCard& card = trained.card;
    out << card.title << " (" << card.task << "), " << made_how(trained) << "\n  weights "
        << learning::weights_hash(trained) << "\n  " << base::percent(card.accuracy)
        << " % of the answers right, " << base::percent(card.exact) << " % of " << card.sentences
        << " sentences that it was never shown\n";
    for (std::size_t e = 0; e < card.edges.size(); ++e)
        out << "  " << card.edges[e].name << " (layer " << card.edges[e].layer + 1 << ", most by head "
            << card.wanted_head[e] + 1 << "): weight " << base::fixed(card.weight_on_wanted[e], 3) << '\n';
}

} // namespace app
