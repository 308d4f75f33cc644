#include "learning/trained_file.h"

#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "model/random.h"
#include "model/tensor_file.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

namespace learning {

using base::InputError;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

// Any safetensors file whose notes hold a card: what the file is, as JSON.

constexpr int version = 1;

/// Throws the InputError for a file that this program did not write.
[[noreturn]] void refuse_file(const fs::path& file, const std::string& problem) {
    throw InputError(base::shown(file), problem, "train it again: attention-lab train TASK --out FILE");
}

/// The card's number under this key; a damaged card may hold anything. Throws std::out_of_range when it is
/// missing, not a number, not a whole one from 0 to `most`, or out of bounds.
std::uint64_t whole_number(const json& card, const char* key, std::uint64_t most) {
    const auto found = card.find(key);
    if (found != card.end() && found->is_number_unsigned()) // how the parser reads whole ones from 0
        if (const auto whole = found->get<std::uint64_t>(); whole <= most) return whole;
    throw std::out_of_range(key);
}

double number(const json& card, const char* key, double least, double most) {
    const auto found = card.find(key);
    if (found != card.end() && found->is_number())
        if (const auto real = found->get<double>(); real >= least && real <= most) return real;
    throw std::out_of_range(key);
}

/// Throws InputError when it cannot be written; an earlier file is then left as it was.
void write_with_card(const fs::path& file, const model::Tensors& tensors, std::string_view format,
                     json card) {
    card["version"] = version;
    model::write_tensors(file, tensors, {{"format", std::string(format)}, {"card", base::json_text(card)}});
}

/// The card of a file of this format. Throws `other` for a file of another one, and InputError as
/// model::read_notes() does, for one from a newer version, and for a card that is cut or altered.
json read_card(const fs::path& file, std::string_view format, const InputError& other) {
    const model::Notes notes = model::read_notes(file);
    const auto kind = notes.find("format"), card = notes.find("card");
    if (kind == notes.end() || card == notes.end() || kind->second != format) throw other;
    base::expect_bounded_json(card->second, base::shown(file));
    const json all = json::parse(card->second, nullptr, false);
    if (!all.is_object() || !all.contains("version") || !all["version"].is_number_integer())
        refuse_file(file, "its model card is cut or altered");
    if (all["version"] > version)
        throw InputError(base::shown(file), "it was written by a newer version of this program",
                         "open it with that version");
    return all;
}

// The card of a model.

constexpr std::string_view model_format = "attention-lab model";

json json_of(const model::TransformerSizes& sizes) {
    json made{{"width", sizes.width},         {"layers", sizes.layers},
              {"heads", sizes.heads},         {"cross_heads", sizes.cross_heads},
              {"mlp_width", sizes.mlp_width}, {"longest", sizes.longest},
              {"outputs", sizes.outputs},     {"decoder", sizes.has_decoder()},
              {"causal", sizes.causal},       {"tied", sizes.tied},
              {"scaled", sizes.scaled}};
    if (sizes.rotary_base > 0) made["rotary_base"] = sizes.rotary_base; // older files have none
    return made;
}

json json_of(const Trained& trained) {
    const ModelCard& card = trained.card;
    json edges = json::array();
    for (std::size_t e = 0; e < card.edges.size(); ++e)
        edges.push_back({{"name", card.edges[e].name},
                         {"layer", card.edges[e].layer + 1},
                         {"head", card.edges[e].head + 1},
                         {"cross", card.edges[e].cross},
                         {"weight", card.weight_on_wanted.at(e)},
                         {"read_by", card.wanted_head.at(e) + 1}});
    json changes = json::array();
    for (const RateChange& change : card.rate_changes)
        changes.push_back({{"step", change.step}, {"rate", change.rate}});
    json all = {{"name", card.name},
                {"task", card.task},
                {"title", card.title},
                {"outputs", card.outputs},
                {"edges", edges},
                {"seed", card.seed},
                {"steps", card.steps},
                {"hint", card.hint},
                {"learning_rate", card.learning_rate},
                {"rate_changes", changes},
                {"weights", weights_hash(trained)},
                {"date", card.date},
                {"sentences", card.sentences},
                {"accuracy", card.accuracy},
                {"exact", card.exact},
                {"example", card.example},
                {"example_source", card.example_source},
                {"words", trained.source.words()},
                {"target_words", trained.target.words()}};
    if (card.of_seeds > 0) all["of_seeds"] = card.of_seeds;
    if (trained.transformer)
        all["transformer"] = json_of(trained.transformer->sizes);
    else
        all["recurrent"] = {{"cell", trained.recurrent->layer.cell == Cell::lstm ? "lstm" : "rnn"},
                            {"width", trained.recurrent->layer.d()}};
    return all;
}

constexpr Index most = 1'000'000; ///< steps, sentences, layers and heads

/// A whole number from 0.
Index index_from(const json& from, const char* key, Index largest) {
    return static_cast<Index>(whole_number(from, key, static_cast<std::uint64_t>(largest)));
}

model::TransformerSizes sizes_from(const json& from, const Trained& trained) {
    const auto size = [&](const char* key) { // model::validate() says more about those that are too large
        return index_from(from, key, std::numeric_limits<Index>::max());
    };
    return {.source_words = trained.source.size(),
            .target_words = from.at("decoder").get<bool>() ? trained.target.size() : 0,
            .width = size("width"),
            .layers = size("layers"),
            .heads = size("heads"),
            .cross_heads = size("cross_heads"),
            .mlp_width = size("mlp_width"),
            .longest = size("longest"),
            .rotary_base = from.contains("rotary_base") ? size("rotary_base") : 0,
            .outputs = size("outputs"),
            .causal = from.at("causal").get<bool>(),
            .tied = from.at("tied").get<bool>(),
            .scaled = from.at("scaled").get<bool>()};
}

/// A learning rate that a training can have.
float rate_from(const json& from, const char* key) {
    using Float = std::numeric_limits<float>;
    return static_cast<float>(number(from, key, Float::denorm_min(), Float::max()));
}

Trained without_numbers(const json& from) {
    Trained trained;
    ModelCard& card = trained.card;
    const auto share = [&](const json& of, const char* key) { return number(of, key, 0, 1); };
    const auto from_zero = [&](const json& edge, const char* counted_from_one) {
        return index_from(edge, counted_from_one, most) - 1;
    };
    card.name = from.at("name").get<std::string>();
    card.task = from.at("task").get<std::string>();
    card.title = from.at("title").get<std::string>();
    card.outputs = from.at("outputs").get<std::vector<std::string>>();
    for (const json& edge : from.at("edges")) {
        card.edges.push_back({edge.at("name").get<std::string>(), from_zero(edge, "layer"),
                              from_zero(edge, "head"), edge.at("cross").get<bool>()});
        card.weight_on_wanted.push_back(share(edge, "weight"));
        card.wanted_head.push_back(from_zero(edge, "read_by"));
    }
    card.seed =
        static_cast<std::uint32_t>(whole_number(from, "seed", std::numeric_limits<std::uint32_t>::max()));
    if (from.contains("of_seeds")) card.of_seeds = index_from(from, "of_seeds", most);
    card.steps = index_from(from, "steps", most);
    card.learning_rate = rate_from(from, "learning_rate");
    for (const json& change : from.at("rate_changes"))
        card.rate_changes.push_back({index_from(change, "step", card.steps), rate_from(change, "rate")});
    card.hint = from.at("hint").get<bool>();
    card.date = from.at("date").get<std::string>();
    card.sentences = index_from(from, "sentences", most);
    card.accuracy = share(from, "accuracy");
    card.exact = share(from, "exact");
    card.example = from.at("example").get<std::string>();
    card.example_source = from.at("example_source").get<std::string>();
    trained.source = language::Vocabulary(from.at("words").get<std::vector<std::string>>());
    trained.target = language::Vocabulary(from.at("target_words").get<std::vector<std::string>>());
    return trained;
}

constexpr const char* damaged = "its model card is cut or altered";

Cell cell_named(const std::string& name, const fs::path& file) {
    if (name == "lstm") return Cell::lstm;
    if (name == "rnn") return Cell::rnn;
    refuse_file(file, damaged);
}

/// Gives every parameter of a model the tensor of its name; each tensor must be used.
class CardNumbers {
public:
    CardNumbers(const model::Tensors& tensors, const fs::path& file) : tensors_(tensors), file_(file) {}

    const model::Tensor& expect(const std::string& name, Index rows, Index columns) const {
        const auto found = tensors_.find(name);
        if (found == tensors_.end()) refuse_file(file_, "the tensor " + name + " is missing");
        const std::vector<std::int64_t> wanted{rows, columns};
        if (found->second.shape != wanted)
            refuse_file(file_, "the tensor " + name + " has the shape " +
                                   model::shape_text(found->second.shape) + ", not " +
                                   model::shape_text(wanted));
        return found->second;
    }
    /// The largest, so that a false card cannot make us allocate far more than the file holds.
    void expect_largest(const model::TransformerSizes& sizes) const {
        expect("encoder.embedding", sizes.source_words, sizes.width);
        if (sizes.mlp_width > 0) expect("encoder.0.mlp.w_1", sizes.width, sizes.mlp_width);
        if (sizes.longest > 0) expect("encoder.positions", sizes.longest, sizes.width);
    }
    model::VisitParameter filling() {
        return [this](const std::string& name, Index rows, Index columns, float* numbers) {
            std::ranges::copy(expect(name, rows, columns).values, numbers);
            ++used_;
        };
    }
    void expect_all_used() const {
        if (used_ != tensors_.size()) refuse_file(file_, "it holds tensors that this model does not have");
    }

private:
    const model::Tensors& tensors_;
    const fs::path& file_;
    std::size_t used_ = 0;
};

template <class Model>
void add_tensors(model::Tensors& tensors, Model copy) {
    visit_parameters(copy, [&](const std::string& name, Index rows, Index columns, float* numbers) {
        model::Tensor& tensor = tensors[name] = {{rows, columns}, {numbers, numbers + rows * columns}};
        tensor.precision = 11; // where every number is one of 16 bits, it is written as one
    });
}

std::shared_ptr<const model::Transformer> transformer_from(const json& from, const Trained& described,
                                                           CardNumbers& numbers, const fs::path& file) {
    const ModelCard& card = described.card;
    const model::TransformerSizes sizes = sizes_from(from, described);
    model::validate(sizes);
    numbers.expect_largest(sizes);
    std::vector<Edge> spoken_of = card.edges;
    for (std::size_t e = 0; e < card.edges.size(); ++e) {
        spoken_of.push_back(card.edges[e]);
        spoken_of.back().head = card.wanted_head[e];
    }
    if (!has_heads_of(spoken_of, sizes))
        refuse_file(file, "its card names a head that the model does not have");
    if (static_cast<Index>(card.outputs.size()) != sizes.outputs)
        refuse_file(file, "its card names another number of outputs than the model has");
    model::Transformer made = model::empty_transformer(sizes);
    visit_parameters(made, numbers.filling());
    return std::make_shared<const model::Transformer>(std::move(made));
}

std::shared_ptr<const RecurrentModel> recurrent_from(const json& from, const Trained& described,
                                                     CardNumbers& numbers, const fs::path& file) {
    const Cell cell = cell_named(from.at("cell").get<std::string>(), file);
    const Index width = index_from(from, "width", std::numeric_limits<Index>::max());
    if (width < 1 || width > model::max_width) refuse_file(file, "its width is out of range");
    if (!described.card.edges.empty())
        refuse_file(file, "its card names a head that the model does not have");
    numbers.expect("embedding", described.source.size(), width);
    RecurrentModel made = empty_recurrent_model(cell, described.source.size(), width);
    visit_parameters(made, numbers.filling());
    return std::make_shared<const RecurrentModel>(std::move(made));
}

json read_model_card(const fs::path& file) {
    return read_card(file, model_format,
                     {base::shown(file), "it is not a model of this program",
                      "a file of weights of your own opens with: attention-lab trace FILE"});
}

std::string hash_on(const json& card) {
    return card.at("weights").get<std::string>();
}

} // namespace

void write_trained(const fs::path& file, const Trained& trained) {
    model::Tensors tensors;
    if (trained.transformer)
        add_tensors(tensors, *trained.transformer);
    else
        add_tensors(tensors, *trained.recurrent);
    write_with_card(file, tensors, model_format, json_of(trained));
}

Trained read_trained(const fs::path& file) {
    const json card = read_model_card(file);
    const model::Tensors tensors = model::read_tensors(file);
    CardNumbers numbers(tensors, file);
    try {
        Trained trained = without_numbers(card);
        if (card.contains("transformer"))
            trained.transformer = transformer_from(card.at("transformer"), trained, numbers, file);
        else
            trained.recurrent = recurrent_from(card.at("recurrent"), trained, numbers, file);
        numbers.expect_all_used();
        if (hash_on(card) != weights_hash(trained))
            refuse_file(file, "its weights are not those that its card describes");
        return trained;
    } catch (const json::exception&) {
        refuse_file(file, damaged);
    } catch (const std::out_of_range&) { // a number
        refuse_file(file, damaged);
    } catch (const InputError& error) {
        if (error.where != "model") throw;
        refuse_file(file, error.problem);
    }
}

std::string weights_hash_on_card(const fs::path& file) {
    try {
        return hash_on(read_model_card(file));
    } catch (const json::exception&) {
        refuse_file(file, damaged);
    }
}

// A training that was interrupted.

namespace {

constexpr std::string_view checkpoint_format = "attention-lab training";

model::Tensor column(const std::vector<float>& numbers) {
    return {{static_cast<std::int64_t>(numbers.size())}, numbers};
}

} // namespace

void write_checkpoint(const fs::path& file, const Trainer& trainer) {
    const Trainer::State state = trainer.state();
    const TrainingChoices& choices = trainer.choices();
    write_with_card(
        file, {{"numbers", column(state.numbers)}, {"m", column(state.adam.m)}, {"v", column(state.adam.v)}},
        checkpoint_format,
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
        read_card(file, checkpoint_format,
                  {base::shown(file), "it is not a training of this program that was interrupted",
                   "delete it, and the training starts over"});
    const model::Tensors tensors = model::read_tensors(file);
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
