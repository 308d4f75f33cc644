#include "workbench/session/all_numbers.h"

#include "attention/bias.h"
#include "attention/rotary.h"
#include "attention/score.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "learning/trained_file.h"
#include "model/pass_tensors.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace workbench {

namespace fs = std::filesystem;
using attention::Trace;
using base::Index;
using base::Matrix;
using nlohmann::json;

namespace {

constexpr std::int64_t largest_table = 1'000'000; // cells: about what a spreadsheet can open

/// One matrix per head.
template <class Matrices>
model::Tensor stacked(const Trace& t, const Matrices& of_head) {
    model::Tensor tensor{{t.layer->heads, t.n(), t.m()}, {}};
    for (const attention::HeadTrace& head : t.heads)
        for (const auto value : of_head(head).template reshaped<Eigen::RowMajor>())
            tensor.values.push_back(static_cast<float>(value));
    return tensor;
}

/// Inputs and results, and tensors that only a pass of the window can have.
model::Tensors tensors_of(const Trace& t) {
    model::Tensors all = model::pass_inputs_of({t}, false);
    all.merge(model::pass_results_of({t}, false));
    const attention::Layer& layer = *t.layer;
    for (const attention::ScoreWeights& weights : attention::kind_of(t.options.score).weights) {
        const Matrix& matrix = layer.*weights.matrix;
        model::Tensor tensor{{layer.heads, matrix.rows() / layer.heads, matrix.cols()},
                             {matrix.data(), matrix.data() + matrix.size()}};
        if (!weights.blocks) tensor.shape = {layer.heads, matrix.cols()};
        all.emplace(weights.name, std::move(tensor));
    }
    if (t.options.dropout.rate > 0) {
        all.emplace("keep", stacked(
                                t, [](const auto& head) -> const auto& { return head.kept; }));
        all.emplace("dropped", stacked(
                                   t, [](const auto& head) -> const auto& { return head.dropped; }));
    }
    return all;
}

model::Tensor tensor_of(const Matrix& matrix) {
    model::Tensor tensor{{matrix.rows(), matrix.cols()}, {}};
    for (const float value : matrix.reshaped<Eigen::RowMajor>())
        tensor.values.push_back(value);
    return tensor;
}

/// What surrounds the attention shown in its model.
void add_reading(const TrainedReading& reading, model::Tensors& all) {
    const model::AttentionRun& shown = reading.run.at(reading.places[reading.shown]);
    all.emplace("stream_before", tensor_of(shown.before));
    all.emplace("stream_after", tensor_of(shown.after));
    for (std::size_t i = 0; i < reading.run.probabilities.size(); ++i)
        all.emplace("probabilities_" + reading.model->card.outputs[i],
                    tensor_of(reading.run.probabilities[i]));
}

/// The cells set by hand, grouped by tensor: head, row and column of each.
json cells_set_by_hand(const Trace& t) {
    json cells = json::object();
    for (const attention::Override& o : t.overrides)
        cells[std::string(attention::key(o.cell.quantity))].push_back(
            {o.cell.head, o.cell.row, o.cell.column});
    return cells;
}

json model_of(const TrainedReading& reading) {
    return {{"title", reading.model->card.title},
            {"weights", learning::weights_hash(*reading.model)},
            {"attention", reading.shown + 1},
            {"attentions", reading.places.size()},
            {"answers", reading.model->answers().words()}};
}

json settings_of(const Pass& pass) {
    const Trace& t = pass.trace;
    json slopes = json::array();
    for (Index head = 0; head < t.layer->heads; ++head)
        slopes.push_back(t.options.bias.alibi ? attention::alibi_slope(head, t.layer->heads) : 0.0F);
    json settings = {{"heads", t.layer->heads},
                     {"kv_heads", t.layer->key_heads()},
                     {"softcap", t.options.softcap},
                     {"slopes", slopes},
                     {"first_place", t.first_place()},
                     {"score", attention::key(t.options.score)},
                     {"divisor", t.divisor},
                     {"dropout", t.options.dropout.rate},
                     {"switched_off", t.options.switched_off},
                     {"set_by_hand", cells_set_by_hand(t)},
                     {"queries", pass.names.queries},
                     {"keys", pass.names.keys}};
    if (const auto& rotary = t.options.rotary)
        settings["rotary"] = {{"base", rotary->base},
                              {"dims", attention::turned_dims(*rotary, t.layer->d_k())},
                              {"interleaved", rotary->interleaved}};
    if (pass.reading) settings["model"] = model_of(*pass.reading);
    if (pass.real)
        settings["model"] = {{"name", pass.real->name},
                             {"attention", pass.real->shown + 1},
                             {"attentions", pass.real->layers()}};
    return settings;
}

std::string csv_of(const float* values, std::int64_t rows, std::int64_t columns) {
    std::string text;
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j) {
            text += base::shortest(values[i * columns + j]);
            text += j + 1 < columns ? ',' : '\n';
        }
    return text;
}

/// One table, or one per head if the tensor has several matrices.
void write_csv(const std::string& name, const model::Tensor& tensor, const fs::path& folder) {
    const auto& shape = tensor.shape;
    const std::int64_t columns = shape.back();
    const std::int64_t rows = shape.size() > 1 ? shape[shape.size() - 2] : 1;
    const std::int64_t heads = shape.size() > 2 ? shape[0] : 1;
    if (rows * columns > largest_table) return;
    for (std::int64_t head = 0; head < heads; ++head) {
        const std::string ending = heads > 1 ? "-head-" + std::to_string(head + 1) : "";
        base::write_whole_file(folder / (name + ending + ".csv"),
                               csv_of(tensor.values.data() + head * rows * columns, rows, columns));
    }
}

} // namespace

void write_all_numbers(const Pass& pass, const fs::path& script, const fs::path& folder) {
    constexpr std::uintmax_t longest_script = 1 << 20;
    const std::string program = base::read_whole_file(script, longest_script);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed)
        throw base::InputError(base::shown(folder), "the folder cannot be created: " + failed.message(),
                               "choose a place where you may write");
    model::Tensors tensors = tensors_of(pass.trace);
    if (pass.reading) {
        add_reading(*pass.reading, tensors);
        learning::write_trained(folder / "model.safetensors", *pass.reading->model);
    }
    model::write_tensors(folder / "numbers.safetensors", tensors);
    for (const auto& [name, tensor] : tensors)
        write_csv(name, tensor, folder);
    base::write_whole_file(folder / "settings.json", base::json_text(settings_of(pass), 2) + "\n");
    base::write_whole_file(folder / "recompute.py", program);
}

} // namespace workbench
