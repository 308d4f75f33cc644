#include "learning/checkpoint.h"

#include "base/file_name.h"
#include "learning/card_file.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <stdexcept>

namespace learning {

using base::InputError;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view format = "attention-lab training";

model::Tensor column(const std::vector<float>& numbers) {
    return {{static_cast<std::int64_t>(numbers.size())}, numbers};
}

} // namespace

void write_checkpoint(const fs::path& file, const Trainer& trainer) {
    const Trainer::State state = trainer.state();
    const TrainingChoices& choices = trainer.choices();
    write_with_card(
        file, {{"numbers", column(state.numbers)}, {"m", column(state.adam.m)}, {"v", column(state.adam.v)}},
        format,
        {{"task", trainer.task().id},
         {"seed", choices.seed},
         {"hint", choices.hint},
         {"scaled", choices.scaled},
         {"steps", trainer.recipe().steps},
         {"made", state.adam.step},
         {"rate", trainer.recipe().learning_rate}});
}

void read_checkpoint(const fs::path& file, Trainer& trainer) {
    const json card =
        read_card(file, format,
                  {base::shown(file), "it is not a training of this program that was interrupted",
                   "delete it, and the training starts over"});
    const model::Tensors tensors = model::read_safetensors(file);
    const TrainingChoices& choices = trainer.choices();
    const auto whole = [&](const char* key) {
        return static_cast<Index>(whole_number(card, key, std::numeric_limits<Index>::max()));
    };
    try {
        const double rate = number(card, "rate", 0, std::numeric_limits<float>::max());
        const bool same =
            card.at("task").get<std::string>() == trainer.task().id &&
            whole_number(card, "seed", std::numeric_limits<std::uint32_t>::max()) == choices.seed &&
            card.at("hint").get<bool>() == choices.hint && card.at("scaled").get<bool>() == choices.scaled &&
            whole("steps") == trainer.recipe().steps && rate == trainer.recipe().learning_rate;
        Trainer::State state = trainer.state();
        const std::size_t size = state.numbers.size();
        state.numbers = tensors.at("numbers").values;
        state.adam = {whole("made"), tensors.at("m").values, tensors.at("v").values};
        const auto refuse_choices = [&] {
            throw InputError(base::shown(file), "it belongs to a training with other choices",
                             "delete it, or train with the choices it was begun with");
        };
        if (!same) refuse_choices();
        if (state.adam.step < 0 || state.adam.step > trainer.recipe().steps)
            refuse_file(file, "it is cut or altered");
        // Before the first step there is nothing to average.
        const std::size_t averages = state.adam.step == 0 ? 0 : size;
        if (state.numbers.size() != size || state.adam.m.size() != averages ||
            state.adam.v.size() != averages)
            refuse_choices();
        trainer.restore(state);
    } catch (const json::exception&) {
        refuse_file(file, "it is cut or altered");
    } catch (const std::out_of_range&) {
        refuse_file(file, "it is cut or altered");
    }
}

} // namespace learning
