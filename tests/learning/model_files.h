#pragma once
// Models and trainings as files, whole and broken.

#include "base/input_error.h"
#include "learning/learning.h"
#include "learning/trained.h"
#include "model/tensor_file.h"
#include "temporary_folder.h"

#include <functional>

namespace learned {

using learning::Trained;
using learning::Trainer;
namespace fs = std::filesystem;

/// A small version of a task: the same examples, few steps.
inline Task in_small(const std::string& id) {
    Task it = task(id);
    it.recipe.batch = 4;
    it.recipe.steps = it.recipe.steps_without_hint = 4;
    it.recipe.warm_up = 2;
    return it;
}

/// A model from such a training, tested.
inline Trained trained(const std::string& id, const learning::TrainingChoices& choices = {}) {
    Trainer trainer(in_small(id), choices);
    while (!trainer.done())
        trainer.step();
    return learning::trained_by(trainer, 20);
}

/// A model's file, to be altered.
struct Parts {
    model::Tensors tensors;
    model::Notes notes;

    explicit Parts(const fs::path& file)
        : tensors(model::read_tensors(file)), notes(model::read_notes(file)) {}
    /// Replaces a text on the card, which must be there.
    void say(const std::string& instead_of, const std::string& said) {
        std::string& card = notes.at("card");
        const std::size_t at = card.find(instead_of);
        REQUIRE(at != std::string::npos);
        card.replace(at, instead_of.size(), said);
    }
    void write(const fs::path& file) const { model::write_tensors(file, tensors, notes); }
};

/// A change to a file, and the problem that must be reported.
struct Broken {
    std::string how;
    std::function<void(Parts&)> change;
    std::string problem;
};

/// Where, what and hint of the InputError; no other exception.
struct Said {
    std::string where, problem, hint;
};
inline Said said_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const base::InputError& error) {
        return {error.where, error.problem, error.hint};
    }
    return {};
}

} // namespace learned
