// attention-lab trace: the pass that is asked for, from a file or for a sentence.

#include "app/commands.h"

#include "app/pass_options.h"
#include "app/system.h"
#include "app/traced.h"
#include "attention/score.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "model/foreign_layers.h"
#include "model/pass_tensors.h"
#include "workbench/document/pass.h"
#include "workbench/document/sizes.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace app {

using attention::Scale;
using attention::ScaleKind;
using base::Index;
using base::InputError;

namespace {

constexpr Index head_width = 8; ///< of the random weights for a sentence: they are 8·heads wide

Scale read_scale(const std::string& text) {
    if (const auto kind = attention::scale_named(text)) return {*kind, 1};
    const auto refuse = [&](const std::string& what) {
        throw InputError("--scale", "“" + text + "”" + what,
                         "give sqrt_dk, none, sqrt_dmodel, or a number other than 0");
    };
    if (!base::double_in(text)) refuse(" is not a scale");
    if (const std::string why = why_no_float(text); !why.empty()) refuse(": " + why);
    const float number = base::float_in(text).value_or(0);
    if (number == 0) refuse(": it cannot be divided by");
    return {ScaleKind::number, number};
}

/// Of a pass whose masks and biases may not be laid out yet: their number counts. They stand in the options,
/// and once more beside the stages.
void expect_memory(const model::PassInputs& pass, const attention::Options& common) {
    const attention::Layer& layer = pass.layer;
    const std::vector<attention::Options> options = pass.options(common);
    double bytes = 0;
    for (std::size_t i = 0; i < pass.items.size(); ++i) {
        const attention::Options& of_item = options[options.size() == 1 ? 0 : i];
        const auto n = static_cast<double>(pass.items[i].x.rows());
        const auto m = static_cast<double>(pass.items[i].keys());
        bytes += static_cast<double>(attention::trace_bytes(pass.items[i].x.rows(), pass.items[i].keys(),
                                                            layer.d_model(), layer.d_k(), layer.d_v(),
                                                            layer.heads, of_item));
        if (i < options.size())
            bytes += static_cast<double>(of_item.bias.given.size()) * n * m * sizeof(float);
    }
    if (bytes > static_cast<double>(workbench::max_trace_bytes))
        throw InputError("x",
                         "every stage of it takes " + std::to_string(std::lround(bytes / (1 << 30))) +
                             " GB, and at most 6 GB may be used",
                         "give shorter sequences, fewer of them, or fewer heads");
}

/// The tensors of a file, in our names.
model::OwnNames tensors_of(const TraceArguments& arguments, const std::string& where) {
    const auto foreign =
        model::foreign_layer_in(model::tensor_names(arguments.file), arguments.layer.value_or(1), where);
    if (foreign) {
        if (!arguments.heads)
            throw InputError("--heads",
                             "it is not given, and the weights of " + foreign->family +
                                 " do not say how many heads they are for",
                             "give the number that its configuration calls " + foreign->heads_setting);
        const model::Asked asked{.causal = !arguments.pass.causal.empty(),
                                 .rotary = arguments.pass.rotary.has_value()};
        return model::in_own_names(*foreign, model::read_tensors(arguments.file, foreign->names), where,
                                   asked);
    }
    if (arguments.layer) throw InputError("--layer", where + " holds one layer", "leave --layer out");
    return {model::read_tensors(arguments.file), {}, {}};
}

Traced trace_file(const TraceArguments& arguments) {
    const std::string where = base::shown(arguments.file);
    const Index heads = arguments.heads.value_or(1);
    attention::Options common = options_of(arguments.pass);
    common.scale = read_scale(arguments.scale);
    (void)sink_of(arguments.pass); // refuses before anything is read
    model::OwnNames own = tensors_of(arguments, where);
    model::PassInputs pass = model::pass_inputs_from(
        own.tensors, heads, where, key_heads_of(arguments.pass, heads),
        {.origins = std::move(own.origins),
         .accept = [&common](const model::PassInputs& sizes) { expect_memory(sizes, common); }});
    own.tensors.clear();
    const auto layer = with_sink(std::make_shared<const attention::Layer>(pass.layer), arguments.pass);
    const std::vector<attention::Options> options = pass.options(common);
    pass.masks.clear(), pass.biases.clear(); // they stand in the options now
    Traced traced;
    traced.items = in_names_of_options([&] { return attention::trace_batch(pass.items, layer, options); });
    traced.batched = pass.batched;
    traced.weights_from = "Weights from " + where;
    traced.notes = own.notes;
    std::ranges::copy(pass.notes, std::back_inserter(traced.notes));
    if (pass.layer.sink.size() > 0 && !arguments.pass.sink.empty())
        traced.notes.emplace_back("the weights have sinks of their own: --sink changes nothing");
    if (own.notes.empty() && model::may_be_transposed(pass.layer, model::read_notes(arguments.file)))
        traced.notes.emplace_back(
            "its matrices are square, and PyTorch wrote them: in this program Q = x·W; if they come from "
            "Linear layers, which keep (out, in), transpose them");
    return traced;
}

workbench::Document sentence(const TraceArguments& arguments, const workbench::Library& library) {
    workbench::Document document;
    document.text = *arguments.text;
    document.scale = read_scale(arguments.scale);
    const attention::Options asked = options_of(arguments.pass);
    document.mask.causal = asked.mask.causal;
    document.additions = {.rotary = asked.rotary, .softcap = asked.softcap, .alibi = asked.bias.alibi};
    document.additions.sink = sink_of(arguments.pass);
    document.weights = library.opening().document.weights;
    if (!arguments.model.empty()) {
        const Index layer = arguments.layer.value_or(1) - 1;
        if (workbench::is_of_real_model(arguments.model))
            document.weights = workbench::RealWeights{library.real->open(arguments.model), layer};
        else
            document.weights = workbench::TrainedWeights{library.trained->add(arguments.model), layer};
        return document;
    }
    const Index heads = arguments.heads.value_or(1), kv_heads = key_heads_of(arguments.pass, heads);
    if (heads > 1)
        document.weights = model::RandomSizes{
            .d_model = head_width * heads, .heads = heads, .kv_heads = kv_heads == heads ? 0 : kv_heads};
    return document;
}

/// What no document can say: how a mask is aligned, and a side of a window without a key.
void align(const PassOptions& asked, workbench::Prepared& prepared) {
    const attention::Mask mask = options_of(asked).mask;
    prepared.options.mask.alignment = mask.alignment;
    if (asked.window) prepared.options.mask.window = mask.window;
}

std::string weights_from(const workbench::Pass& pass, const workbench::Library& library) {
    if (const auto* random = std::get_if<model::RandomSizes>(&pass.document.weights))
        return "Random weights (seed " + std::to_string(random->seed) + ")";
    if (pass.reading)
        return "Trained weights (" + pass.reading->model->card.title + ", layer " +
               std::to_string(pass.reading->shown + 1) + " of " +
               std::to_string(pass.reading->places.size()) + ")";
    if (pass.real)
        return "A real model (" + pass.real->name + ", layer " + std::to_string(pass.real->shown + 1) +
               " of " + std::to_string(pass.real->layers()) + ")";
    const auto& set = std::get<workbench::HandSetWeights>(pass.document.weights);
    return "Hand-set weights (" + library.hand_set(set.id).title + ")";
}

Traced trace_text(const TraceArguments& arguments, const std::filesystem::path& assets) {
    constexpr Index most_heads = 128; // no published model has more
    const Index heads = arguments.heads.value_or(1);
    if (heads < 1 || heads > most_heads)
        throw InputError("--heads", std::to_string(heads) + " is out of range",
                         "choose a number from 1 to " + std::to_string(most_heads));
    (void)options_of(arguments.pass); // refuses before anything is loaded
    (void)key_heads_of(arguments.pass, heads);
    const workbench::Library library = workbench::load_library(assets);
    workbench::Prepared prepared =
        in_names_of_options([&] { return workbench::prepare(sentence(arguments, library), library); });
    align(arguments.pass, prepared);
    const auto pass = workbench::compute(std::move(prepared));
    Traced traced;
    traced.items = {pass->trace};
    traced.names = pass->names;
    traced.weights_from = weights_from(*pass, library);
    for (std::size_t i = 0; i < pass->unknown.size(); ++i)
        if (pass->unknown[i])
            traced.notes.push_back("“" + pass->names.queries[i] + "” is not in the lexicon: its row is 0");
    if (pass->not_learned)
        traced.notes.emplace_back(
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
    if (arguments.layer && arguments.text && arguments.model.empty())
        throw InputError("--layer", "there is no model whose layers could be shown", "give one with --model");
    return arguments.text ? trace_text(arguments, assets) : trace_file(arguments);
}

void write_all(const std::filesystem::path& file, const Traced& traced) {
    model::Tensors tensors = model::pass_inputs_of(traced.items, traced.batched);
    tensors.merge(model::pass_results_of(traced.items, traced.batched));
    model::Notes notes;
    if (!traced.names.queries.empty())
        notes = {{"tokens", base::json_text(nlohmann::json(traced.names.queries))},
                 {"keys", base::json_text(nlohmann::json(traced.names.keys))}};
    model::write_tensors(file, tensors, notes);
}

/// Only options that are not stored as tensors are needed. The mask in the file includes the causal one and
/// the window, w_k shows how many key heads there are, and --sink is a tensor.
std::string command_to_repeat(const TraceArguments& arguments, Index heads) {
    std::string command = "attention-lab trace " + quoted(base::shown(arguments.out));
    if (heads != 1) command += " --heads " + std::to_string(heads);
    if (arguments.scale != "sqrt_dk") command += " --scale " + arguments.scale;
    return command + arguments_to_repeat(arguments.pass);
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
    add_path(
        *command, "file", arguments->file,
        "safetensors or .npz with x, w_q, w_k, w_v and, if you like, memory, w_o, b_q, b_k, b_v, b_o, "
        "q_norm, "
        "k_norm, sink, past_k, past_v, mask (1 = may be seen, 0 = hidden; one of real numbers, such as 0 and "
        "−∞, is added to the scores), bias (added after the scale), both of any shape that broadcasts to "
        "(batch, heads, n, m), key_padding ((m) or (batch, m); 1 = token, 0 = padding), lengths "
        "(batch); or a layer under the names of nn.MultiheadAttention, GPT-2, BERT or the Llama "
        "family, which are turned into these");
    command->add_option("--text", arguments->text, "a sentence, in place of a file");
    CLI::Option* model =
        add_path(*command, "--model", arguments->model,
                 "a model that reads the sentence: one made by train, or the folder of a real one");
    command->add_option("--layer", arguments->layer,
                        "which layer of the model, or of a file that has several, from 1");
    command
        ->add_option(
            "--heads", arguments->heads,
            "number of heads; the layer of another program does not say it (a sentence gets random weights "
            "with more than one)")
        ->excludes(model);
    add_pass_options(*command, arguments->pass)->excludes(model);
    command
        ->add_option("--scale", arguments->scale,
                     "what the scores are divided by: sqrt_dk, none, sqrt_dmodel or a number")
        ->capture_default_str();
    add_path(*command, "--out", arguments->out,
             "write the input, the weights and every stage to this file: safetensors, or .npz if it ends so");
    command->add_flag("--json", arguments->json, "print JSON, with every number; null stands for −∞");
    command->callback([arguments, &status, assets = std::move(assets)] {
        status = run_trace(*arguments, std::cout, assets());
    });
}

} // namespace app
