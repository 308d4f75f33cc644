#include "app/trace_command.h"

#include "app/options.h"
#include "app/trace_text.h"
#include "attention/score.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "model/tensor_file.h"
#include "workbench/document/pass.h"
#include "workbench/document/sizes.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <iostream>

namespace app {

using attention::Scale;
using attention::ScaleKind;
using base::Index;
using base::InputError;

namespace {

constexpr Index head_width = 8; ///< of the random weights for a sentence: they are 8·heads wide

Scale read_scale(const std::string& text) {
    if (const auto kind = attention::scale_named(text)) return {*kind, 1};
    const float number = base::float_in(text).value_or(0);
    if (!std::isfinite(number) || number == 0)
        throw InputError("--scale", "“" + text + "” is not a scale",
                         "give sqrt_dk, none, sqrt_dmodel, or a number other than 0");
    return {ScaleKind::number, number};
}

void expect_memory(const model::PassInputs& pass) {
    const attention::Layer& layer = pass.layer;
    double bytes = 0;
    for (const attention::Input& input : pass.items)
        bytes += static_cast<double>(
            attention::trace_bytes(input.x.rows(), input.is_cross() ? input.memory.rows() : input.x.rows(),
                                   layer.d_model(), layer.d_k(), layer.d_v(), layer.heads));
    if (bytes > static_cast<double>(workbench::max_trace_bytes))
        throw InputError("x",
                         "every stage of it takes " + std::to_string(std::lround(bytes / (1 << 30))) +
                             " GB, and at most 6 GB may be used",
                         "give shorter sequences, fewer of them, or fewer heads");
}

Traced trace_file(const TraceArguments& arguments) {
    const std::string where = base::shown(arguments.file);
    model::PassInputs pass =
        model::pass_inputs_from(model::read_safetensors(arguments.file), arguments.heads, where);
    expect_memory(pass);
    pass.mask.causal = arguments.causal;
    Traced traced;
    traced.items = attention::trace_batch(pass.items, pass.layer,
                                          {{.scale = read_scale(arguments.scale), .mask = pass.mask}});
    traced.batched = pass.batched;
    traced.weights_from = "Weights from " + where;
    return traced;
}

workbench::Document sentence(const TraceArguments& arguments, const workbench::Library& library) {
    workbench::Document document;
    document.text = *arguments.text;
    document.scale = read_scale(arguments.scale);
    document.mask.causal = arguments.causal;
    document.weights = library.opening().document.weights;
    if (!arguments.model.empty()) {
        document.weights =
            workbench::TrainedWeights{library.trained->add(arguments.model), arguments.layer - 1};
        return document;
    }
    if (arguments.heads > 1)
        document.weights =
            model::RandomSizes{.d_model = head_width * arguments.heads, .heads = arguments.heads};
    return document;
}

std::string weights_from(const workbench::Pass& pass, const workbench::Library& library) {
    if (const auto* random = std::get_if<model::RandomSizes>(&pass.document.weights))
        return "Random weights (seed " + std::to_string(random->seed) + ")";
    if (pass.reading)
        return "Trained weights (" + pass.reading->model->card.title + ", layer " +
               std::to_string(pass.reading->shown + 1) + " of " +
               std::to_string(pass.reading->places.size()) + ")";
    const auto& set = std::get<workbench::HandSetWeights>(pass.document.weights);
    return "Hand-set weights (" + library.hand_set(set.id).title + ")";
}

Traced trace_text(const TraceArguments& arguments, const std::filesystem::path& assets) {
    constexpr Index most_heads = 128; // no published model has more
    if (arguments.heads < 1 || arguments.heads > most_heads)
        throw InputError("--heads", std::to_string(arguments.heads) + " is out of range",
                         "choose a number from 1 to " + std::to_string(most_heads));
    const workbench::Library library = workbench::load_library(assets);
    const auto pass = workbench::compute(workbench::prepare(sentence(arguments, library), library));
    Traced traced;
    traced.items = {pass->trace};
    traced.names = pass->names;
    traced.weights_from = weights_from(*pass, library);
    for (std::size_t i = 0; i < pass->unknown.size(); ++i)
        if (pass->unknown[i])
            traced.notes.push_back("“" + pass->names.queries[i] + "” is not in the lexicon: its row is 0");
    if (pass->not_learned)
        traced.notes.push_back(
            "This is not a sentence of the kind that the model has learned: its answer is a guess");
    return traced;
}

Traced traced_by(const TraceArguments& arguments, const std::filesystem::path& assets) {
    if (arguments.text.has_value() == !arguments.file.empty())
        throw InputError("trace",
                         arguments.text ? "both a file and a text were given"
                                        : "neither a file nor a text was given",
                         "give a .safetensors file, or --text \"The cat sat\"");
    if (!arguments.model.empty() && !arguments.text)
        throw InputError("--model", "there is no sentence for it to read",
                         "give one with --text \"The cat sat\"");
    return arguments.text ? trace_text(arguments, assets) : trace_file(arguments);
}

void write_all(const std::filesystem::path& file, const Traced& traced) {
    model::Tensors tensors = model::pass_inputs_of(traced.items, traced.batched);
    tensors.merge(model::pass_results_of(traced.items, traced.batched));
    model::Notes notes;
    if (!traced.names.queries.empty())
        notes = {{"tokens", base::json_text(nlohmann::json(traced.names.queries))},
                 {"keys", base::json_text(nlohmann::json(traced.names.keys))}};
    model::write_safetensors(file, tensors, notes);
}

/// Only options not stored as tensors are needed: heads and divisor. The mask in the file includes the causal
/// one.
std::string command_to_repeat(const TraceArguments& arguments, Index heads) {
    std::string command = "attention-lab trace " + base::shown(arguments.out);
    if (heads != 1) command += " --heads " + std::to_string(heads);
    if (arguments.scale != "sqrt_dk") command += " --scale " + arguments.scale;
    return command;
}

} // namespace

int run_trace(const TraceArguments& arguments, std::ostream& out, const std::filesystem::path& assets) {
    const Traced traced = traced_by(arguments, assets);
    if (!arguments.out.empty()) write_all(arguments.out, traced);
    if (arguments.json)
        print_json(out, traced);
    else if (arguments.out.empty())
        print_text(out, traced);
    else
        out << "The input, the weights and every stage are in " << base::shown(arguments.out)
            << ". To compute them again:\n"
            << command_to_repeat(arguments, traced.items.front().layer->heads) << '\n';
    return 0;
}

void add_trace_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets) {
    CLI::App* command =
        cli.add_subcommand("trace", "every stage of attention, for a file of weights or a sentence");
    const auto arguments = std::make_shared<TraceArguments>();
    add_path(*command, "file", arguments->file,
             "safetensors with x, w_q, w_k, w_v and, if you like, memory, w_o, b_q, b_k, b_v, "
             "b_o, mask (n, m; 1 = may be seen, 0 = hidden), key_padding (m; 1 = token, 0 = padding)");
    command->add_option("--text", arguments->text, "a sentence, in place of a file");
    add_path(*command, "--model", arguments->model, "a trained model that reads the sentence");
    command->add_option("--layer", arguments->layer, "the one of its layers that is shown, from 1");
    command->add_option("--heads", arguments->heads,
                        "number of heads (a sentence gets random weights with more than one)");
    command->add_flag("--causal", arguments->causal,
                      "a word may not attend to those after it; with more or fewer keys than queries, "
                      "query i sees keys 1 to i (aligned at the upper left)");
    command
        ->add_option("--scale", arguments->scale,
                     "what the scores are divided by: sqrt_dk, none, sqrt_dmodel or a number")
        ->capture_default_str();
    add_path(*command, "--out", arguments->out,
             "write the input, the weights and every stage to this safetensors file");
    command->add_flag("--json", arguments->json, "print JSON, with every number; null stands for −∞");
    command->callback([arguments, &status, assets = std::move(assets)] {
        status = run_trace(*arguments, std::cout, assets());
    });
}

} // namespace app
