#include "learning/trained_file.h"

#include "base/input_error.h"
#include "model/random.h"
#include "model/tensor_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <sstream>

namespace learning {

using base::InputError;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr int version = 1;
constexpr std::string_view format = "attention-lab model", checkpoint_format = "attention-lab training";

json json_of(const model::TransformerSizes& sizes) {
    return {{"width", sizes.width},         {"layers", sizes.layers},
            {"heads", sizes.heads},         {"cross_heads", sizes.cross_heads},
            {"mlp_width", sizes.mlp_width}, {"longest", sizes.longest},
            {"outputs", sizes.outputs},     {"decoder", sizes.has_decoder()},
            {"causal", sizes.causal},       {"tied", sizes.tied},
            {"scaled", sizes.scaled}};
}

json json_of(const Trained& trained) {
    const ModelCard& card = trained.card;
    json edges = json::array();
    for (std::size_t e = 0; e < card.edges.size(); ++e)
        edges.push_back({{"name", card.edges[e].name},
                         {"layer", card.edges[e].layer + 1},
                         {"head", card.edges[e].head + 1},
                         {"cross", card.edges[e].cross},
                         {"weight", card.weight_on_wanted.at(e)}});
    json all = {{"name", card.name},
                {"task", card.task},
                {"title", card.title},
                {"outputs", card.outputs},
                {"edges", edges},
                {"seed", card.seed},
                {"steps", card.steps},
                {"hint", card.hint},
                {"date", card.date},
                {"sentences", card.sentences},
                {"accuracy", card.accuracy},
                {"exact", card.exact},
                {"example", card.example},
                {"example_source", card.example_source},
                {"words", trained.source.words()},
                {"target_words", trained.target.words()}};
    if (trained.transformer)
        all["transformer"] = json_of(trained.transformer->sizes);
    else
        all["recurrent"] = {{"cell", trained.recurrent->layer.cell == Cell::lstm ? "lstm" : "rnn"},
                            {"width", trained.recurrent->layer.d()}};
    return all;
}

/// What json says or throws becomes an InputError that names the file.
[[noreturn]] void refuse(const fs::path& file, const std::string& what) {
    throw InputError(file.string(), what, "train it again: attention-lab train TASK --out FILE");
}

model::TransformerSizes sizes_from(const json& from, const Trained& trained) {
    return {.source_words = trained.source.size(),
            .target_words = from.at("decoder").get<bool>() ? trained.target.size() : 0,
            .width = from.at("width").get<Index>(),
            .layers = from.at("layers").get<Index>(),
            .heads = from.at("heads").get<Index>(),
            .cross_heads = from.at("cross_heads").get<Index>(),
            .mlp_width = from.at("mlp_width").get<Index>(),
            .longest = from.at("longest").get<Index>(),
            .outputs = from.at("outputs").get<Index>(),
            .causal = from.at("causal").get<bool>(),
            .tied = from.at("tied").get<bool>(),
            .scaled = from.at("scaled").get<bool>()};
}

Trained without_numbers(const json& from) {
    Trained trained;
    ModelCard& card = trained.card;
    card.name = from.at("name").get<std::string>();
    card.task = from.at("task").get<std::string>();
    card.title = from.at("title").get<std::string>();
    card.outputs = from.at("outputs").get<std::vector<std::string>>();
    for (const json& edge : from.at("edges")) {
        card.edges.push_back({edge.at("name").get<std::string>(), edge.at("layer").get<Index>() - 1,
                              edge.at("head").get<Index>() - 1, edge.at("cross").get<bool>()});
        card.weight_on_wanted.push_back(edge.at("weight").get<double>());
    }
    card.seed = from.at("seed").get<std::uint32_t>();
    card.steps = from.at("steps").get<Index>();
    card.hint = from.at("hint").get<bool>();
    card.date = from.at("date").get<std::string>();
    card.sentences = from.at("sentences").get<Index>();
    card.accuracy = from.at("accuracy").get<double>();
    card.exact = from.at("exact").get<double>();
    card.example = from.at("example").get<std::string>();
    card.example_source = from.at("example_source").get<std::string>();
    trained.source = language::Vocabulary(from.at("words").get<std::vector<std::string>>());
    trained.target = language::Vocabulary(from.at("target_words").get<std::vector<std::string>>());
    return trained;
}

bool are_inside(const std::vector<Edge>& edges, const model::TransformerSizes& sizes) {
    return std::ranges::all_of(edges, [&](const Edge& edge) {
        const Index heads = edge.cross ? sizes.cross_heads : sizes.heads;
        return edge.layer >= 0 && edge.layer < sizes.layers && edge.head >= 0 && edge.head < heads &&
               (!edge.cross || sizes.has_decoder());
    });
}

Cell cell_named(const std::string& name, const fs::path& file) {
    if (name == "lstm") return Cell::lstm;
    if (name == "rnn") return Cell::rnn;
    refuse(file, "its model card is cut or altered");
}

/// Visits every parameter of a model with the tensor of its name; each tensor must be used.
class Numbers {
public:
    Numbers(const model::Tensors& tensors, const fs::path& file) : tensors_(tensors), file_(file) {}

    const model::Tensor& expect(const std::string& name, Index rows, Index columns) const {
        const auto found = tensors_.find(name);
        if (found == tensors_.end()) refuse(file_, "the tensor " + name + " is missing");
        const std::vector<std::int64_t> wanted{rows, columns};
        if (found->second.shape != wanted)
            refuse(file_, "the tensor " + name + " has the shape " + model::shape_text(found->second.shape) +
                              ", not " + model::shape_text(wanted));
        return found->second;
    }
    /// Those by which a card could have more memory asked for than the file has numbers.
    void expect_largest(const model::TransformerSizes& sizes) const {
        expect("encoder.embedding", sizes.source_words, sizes.width);
        if (sizes.mlp_width > 0) expect("encoder.0.mlp.w_1", sizes.width, sizes.mlp_width);
        if (sizes.longest > 0) expect("encoder.positions", sizes.longest, sizes.width);
    }
    void fill(const std::string& name, Index rows, Index columns, float* numbers) {
        std::ranges::copy(expect(name, rows, columns).values, numbers);
        ++used_;
    }
    void expect_all_used() const {
        if (used_ != tensors_.size()) refuse(file_, "it holds tensors that this model has not");
    }

private:
    const model::Tensors& tensors_;
    const fs::path& file_;
    std::size_t used_ = 0;
};

template <class Model>
void add_tensors(model::Tensors& tensors, Model copy) {
    visit_parameters(copy, [&](const std::string& name, Index rows, Index columns, float* numbers) {
        tensors[name] = {{rows, columns}, {numbers, numbers + rows * columns}};
    });
}

/// The card of a file; `other` is what is said of a file of another format.
json card_in(const fs::path& file, std::string_view wanted_format, const InputError& other) {
    const model::Notes notes = model::read_notes(file);
    const auto kind = notes.find("format"), card = notes.find("card");
    if (kind == notes.end() || card == notes.end() || kind->second != wanted_format) throw other;
    const json all = json::parse(card->second, nullptr, false);
    if (!all.is_object() || !all.contains("version") || !all["version"].is_number_integer())
        refuse(file, "its model card is cut or altered");
    if (all["version"].get<int>() > version)
        throw InputError(file.string(), "it was written by a newer version of this program",
                         "open it with that version");
    return all;
}

/// Whether a model can be asked what the task asks.
bool answers_to(const model::Transformer& transformer, const Task& task) {
    const model::TransformerSizes& sizes = transformer.sizes;
    return !is_recurrent(task) &&
           sizes.has_decoder() == (task.architecture == Architecture::encoder_decoder) &&
           sizes.causal == (task.architecture == Architecture::causal) &&
           sizes.outputs == static_cast<Index>(task.outputs.size()) &&
           (sizes.longest == 0 || sizes.longest == task.longest) && are_inside(task.edges, sizes);
}

model::Tensor column(const std::vector<float>& numbers) {
    return {{static_cast<std::int64_t>(numbers.size())}, numbers};
}

} // namespace

namespace {

/// The first sentence that the task comes with.
/// In the form of a card.
std::string today() {
    using namespace std::chrono;
    const year_month_day date = floor<days>(system_clock::now());
    std::ostringstream text;
    text << std::setfill('0') << std::setw(4) << static_cast<int>(date.year()) << '-' << std::setw(2)
         << static_cast<unsigned>(date.month()) << '-' << std::setw(2) << static_cast<unsigned>(date.day());
    return text.str();
}

void set_example(ModelCard& card, const Task& task) {
    if (task.presets.empty()) return;
    const Preset& preset = task.presets.front();
    if (task.architecture != Architecture::encoder_decoder) {
        card.example = preset.sentence;
        return;
    }
    card.example_source = preset.sentence;
    for (const std::string& word : preset.answers)
        if (word != preset.answers.back())
            card.example += (card.example.empty() ? "" : " ") + word; // no end token
}

} // namespace

Trained trained_so_far(const Trainer& trainer) {
    Trained trained;
    trained.card = {.name = {},
                    .task = trainer.task().id,
                    .title = trainer.task().title,
                    .outputs = trainer.task().outputs,
                    .edges = trainer.task().edges,
                    .seed = trainer.choices().seed,
                    .steps = trainer.steps_made(),
                    .hint = trainer.recipe().hint_share > 0,
                    .date = {},
                    .weight_on_wanted = std::vector<double>(trainer.task().edges.size(), 0),
                    .example = {},
                    .example_source = {}};
    set_example(trained.card, trainer.task());
    trained.source = trainer.task().source;
    trained.target = trainer.task().target;
    if (const auto* transformer = trainer.transformer())
        trained.transformer = std::make_shared<const model::Transformer>(*transformer);
    else
        trained.recurrent = std::make_shared<const RecurrentModel>(*trainer.recurrent());
    return trained;
}

void test(Trained& trained, Learner& learner, const Task& task, Index sentences,
          const base::StopToken& stop) {
    const Evaluation found = evaluate(learner, task, sentences, stop);
    trained.card.date = today();
    trained.card.sentences = sentences;
    trained.card.accuracy = found.accuracy;
    trained.card.exact = found.exact;
    trained.card.weight_on_wanted = found.weight_on_wanted;
}

Trained trained_by(Trainer& trainer, Index sentences) {
    Trained trained = trained_so_far(trainer);
    test(trained, trainer.learner(), trainer.task(), sentences);
    return trained;
}

void write_trained(const fs::path& file, const Trained& trained) {
    model::Tensors tensors;
    if (trained.transformer)
        add_tensors(tensors, *trained.transformer);
    else
        add_tensors(tensors, *trained.recurrent);
    json card = json_of(trained);
    card["version"] = version;
    model::write_safetensors(file, tensors, {{"format", std::string(format)}, {"card", card.dump()}});
}

Trained read_trained(const fs::path& file) {
    const json card = card_in(file, format,
                              {file.string(), "it is not a model of this program",
                               "a file of weights of your own opens with: attention-lab trace FILE"});
    const model::Tensors tensors = model::read_safetensors(file);
    Numbers numbers(tensors, file);
    const auto fill = [&](const std::string& name, Index rows, Index columns, float* at) {
        numbers.fill(name, rows, columns, at);
    };
    try {
        Trained trained = without_numbers(card);
        if (card.contains("transformer")) {
            const model::TransformerSizes sizes = sizes_from(card.at("transformer"), trained);
            model::validate(sizes);
            numbers.expect_largest(sizes);
            if (!are_inside(trained.card.edges, sizes))
                refuse(file, "its card speaks of a head that the model has not");
            if (static_cast<Index>(trained.card.outputs.size()) != sizes.outputs)
                refuse(file, "its card names another number of outputs than the model has");
            model::Transformer made = model::empty_transformer(sizes);
            visit_parameters(made, fill);
            trained.transformer = std::make_shared<const model::Transformer>(std::move(made));
        } else {
            const json& from = card.at("recurrent");
            const Cell cell = cell_named(from.at("cell").get<std::string>(), file);
            const auto width = from.at("width").get<Index>();
            if (width < 1 || width > model::max_width) refuse(file, "its width is out of range");
            numbers.expect("embedding", trained.source.size(), width);
            RecurrentModel made = empty_recurrent_model(cell, trained.source.size(), width);
            visit_parameters(made, fill);
            trained.recurrent = std::make_shared<const RecurrentModel>(std::move(made));
        }
        numbers.expect_all_used();
        return trained;
    } catch (const json::exception&) {
        refuse(file, "its model card is cut or altered");
    } catch (const InputError& error) {
        if (error.where != "model") throw;
        refuse(file, error.problem);
    }
}

std::unique_ptr<Learner> learner_of(const Trained& trained) {
    if (trained.transformer) return std::make_unique<TransformerLearner>(*trained.transformer);
    return std::make_unique<RecurrentLearner>(*trained.recurrent);
}

void expect_same_words(const Trained& trained, const Task& task) {
    if (trained.source.words() != task.source.words() || trained.target.words() != task.target.words())
        throw InputError("model", "it was trained with other words than the grammar has now",
                         "train it again");
    const bool fits = trained.transformer ? answers_to(*trained.transformer, task) : is_recurrent(task);
    if (!fits) throw InputError("model", "it was trained for another form of this task", "train it again");
}

void write_checkpoint(const fs::path& file, const Trainer& trainer) {
    const Trainer::State state = trainer.state();
    const TrainingChoices& choices = trainer.choices();
    const json card = {{"version", version},       {"task", trainer.task().id},
                       {"seed", choices.seed},     {"hint", choices.hint},
                       {"scaled", choices.scaled}, {"steps", trainer.recipe().steps},
                       {"made", state.adam.step},  {"rate", trainer.recipe().learning_rate}};
    model::write_safetensors(
        file, {{"numbers", column(state.numbers)}, {"m", column(state.adam.m)}, {"v", column(state.adam.v)}},
        {{"format", std::string(checkpoint_format)}, {"card", card.dump()}});
}

void read_checkpoint(const fs::path& file, Trainer& trainer) {
    const json card = card_in(file, checkpoint_format,
                              {file.string(), "it is not a training of this program that was interrupted",
                               "delete it, and the training begins anew"});
    const model::Tensors tensors = model::read_safetensors(file);
    const TrainingChoices& choices = trainer.choices();
    try {
        const bool same = card.at("task").get<std::string>() == trainer.task().id &&
                          card.at("seed").get<std::uint32_t>() == choices.seed &&
                          card.at("hint").get<bool>() == choices.hint &&
                          card.at("scaled").get<bool>() == choices.scaled &&
                          card.at("steps").get<Index>() == trainer.recipe().steps &&
                          card.at("rate").get<float>() == trainer.recipe().learning_rate;
        Trainer::State state = trainer.state();
        const std::size_t size = state.numbers.size();
        state.numbers = tensors.at("numbers").values;
        state.adam = {card.at("made").get<Index>(), tensors.at("m").values, tensors.at("v").values};
        if (state.adam.step < 0 || state.adam.step > trainer.recipe().steps)
            refuse(file, "it is cut or altered");
        // Before the first step there is nothing to average.
        const std::size_t averages = state.adam.step == 0 ? 0 : size;
        if (!same || state.numbers.size() != size || state.adam.m.size() != averages ||
            state.adam.v.size() != averages)
            throw InputError(file.string(), "it belongs to a training with other choices",
                             "delete it, or train with the choices it was begun with");
        trainer.restore(state);
    } catch (const json::exception&) {
        refuse(file, "it is cut or altered");
    } catch (const std::out_of_range&) {
        refuse(file, "it is cut or altered");
    }
}

} // namespace learning
