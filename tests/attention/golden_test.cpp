// Every variant against PyTorch: tests/golden/make_golden.py and make_newest.py wrote the numbers, in double
// precision.

#include "attention/layer.h"
#include "attention/make.h"
#include "attention/measure.h"
#include "attention/trace.h"
#include "close.h"
#include "model/pass_tensors.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

using namespace attention;

namespace {

const std::filesystem::path folder = source_folder() / "tests" / "golden";

// What a file's tensors do not contain.
struct Golden {
    std::string name;
    Options options = {};
    std::vector<Override> overrides = {};
    Index heads = 2;
};

std::vector<Golden> golden_cases() {
    const Cell x{Quantity::x, 0, 2, 1}, memory{Quantity::memory, 0, 0, 7};
    const Cell q{Quantity::q, 1, 2, 0}, k{Quantity::k, 0, 3, 1}, v{Quantity::v, 1, 4, 4};
    const Cell score{Quantity::scores, 0, 2, 1}, forbidden{Quantity::scores, 1, 0, 3};
    const Cell weight{Quantity::weights, 1, 3, 2};
    const Options causal{.mask = {.causal = true}};
    return {
        {"self"},
        {"one_head_plain", {}, {}, 1},
        {"three_heads_without_w_o", {}, {}, 3},
        {"without_bias"},
        {"cross"},
        {"batch"},
        {"positions"},
        {"general", {.score = ScoreFunction::general}},
        {"additive", {.score = ScoreFunction::additive}},
        {"additive_cross", {.score = ScoreFunction::additive}},
        {"cosine", {.score = ScoreFunction::cosine}},
        {"scale_none", {.scale = {ScaleKind::none}}},
        {"scale_sqrt_dmodel", {.scale = {ScaleKind::sqrt_dmodel}}},
        {"scale_number", {.scale = {ScaleKind::number, 0.25F}}},
        {"causal", causal},
        {"padding"},
        {"window", {.mask = {.window = Window::of(1)}}},
        {"given"},
        {"combined", {.mask = {.causal = true, .window = Window::of(2)}}},
        {"dropout", {.mask = {.causal = true}, .dropout = {.rate = 0.3F, .seed = 42}}},
        {"override_inputs", {}, {{x, 1.5F}, {memory, -2.0F}}},
        {"override_projections", {}, {{q, 2.5F}, {k, -1.5F}, {v, 3.0F}}},
        {"override_scores", causal, {{score, 4.0F}, {forbidden, 9.0F}}},
        {"override_weights", {}, {{weight, 0.9F}}},
        {"torch_self"},
        {"torch_without_bias"},
        {"torch_cross"},
        {"torch_causal_padding", causal},
        {"torch_contributions", {}, {}, 4},
    };
}

// Today's attention: the file has whatever a layer, a past and a bias consist of.
struct GoldenToday {
    std::string name;
    Index heads = 2, kv_heads = 0;
    Options options = {};
};

std::vector<GoldenToday> cases_of_today() {
    const Mask causal{.causal = true}, lower_right{.causal = true, .alignment = Alignment::lower_right};
    const Bias alibi{.alibi = true};
    Options everything{.mask = {.causal = true, .window = {5, 0}, .length = 8},
                       .rotary = Rotary{.base = 100, .dims = 4},
                       .softcap = 2,
                       .bias = alibi};
    return {
        {"grouped", 4, 2},
        {"multi_query", 3, 1},
        {"bias"},
        {"bias_of_heads"},
        {"alibi", 6, 0, {.mask = causal, .bias = alibi}},
        {"window_sides", 2, 0, {.mask = {.window = {2, 1}}}},
        {"window_left", 2, 0, {.mask = {.window = {1, -1}}}},
        {"lower_right", 2, 0, {.mask = lower_right}},
        {"lengths", 2, 0, {.mask = {.length = 3}}},
        {"past", 4, 2, {.mask = causal}},
        {"softcap", 2, 0, {.softcap = 0.75F}},
        {"sink", 2, 0, {.mask = causal}},
        {"rotary_halves", 2, 0, {.rotary = Rotary{}}},
        {"rotary_interleaved", 2, 0, {.rotary = Rotary{.base = 500, .interleaved = true}}},
        {"rotary_partial", 2, 0, {.rotary = Rotary{.base = 50, .dims = 2}}},
        {"qk_norm"},
        {"everything_today", 6, 3, everything},
        // make_newest.py: PyTorch's own functions
        {"torch_gqa", 6, 2, {.mask = causal}},
        {"torch_float_mask"},
        {"torch_lower_right", 2, 0, {.mask = lower_right}},
        {"torch_rms_norm", 4, 1},
        {"torch_flex", 4, 2, {.mask = {.causal = true, .window = {2, -1}}, .softcap = 1.5F, .bias = alibi}},
    };
}

// The inputs; everything else in a file is a result, or belongs to a variant that pass_inputs_from() does not
// know.
model::Tensors inputs_of(const model::Tensors& tensors) {
    model::Tensors part;
    for (const char* name :
         {"x", "memory", "w_q", "w_k", "w_v", "w_o", "b_q", "b_k", "b_v", "b_o", "mask", "key_padding"})
        if (const auto found = tensors.find(name); found != tensors.end()) part.insert(*found);
    return part;
}

Matrix matrix_of(const model::Tensors& tensors, const std::string& name) {
    const auto found = tensors.find(name);
    if (found == tensors.end()) return {};
    const auto& shape = found->second.shape;
    return Eigen::Map<const Matrix>(found->second.values.data(), shape.at(0), shape.at(1));
}

std::vector<Trace> traces_of(const Golden& golden, const model::Tensors& tensors) {
    model::PassInputs pass = model::pass_inputs_from(inputs_of(tensors), golden.heads, golden.name);
    pass.items.front().x_positions = matrix_of(tensors, "x_positions");
    pass.layer.w_general = matrix_of(tensors, "w_general");
    pass.layer.w_add_q = matrix_of(tensors, "w_add_q");
    pass.layer.w_add_k = matrix_of(tensors, "w_add_k");
    pass.layer.v_add = matrix_of(tensors, "v_add");
    const std::vector<Options> all = pass.options(golden.options);
    if (pass.batched) return trace_batch(pass.items, pass.layer, all);
    return {trace(pass.items.front(), pass.layer, all.front(), golden.overrides)};
}

// A tensor of one, two or three dimensions as matrices.
std::vector<Matrix> matrices_of(const model::Tensors& tensors, const std::string& name) {
    const auto found = tensors.find(name);
    if (found == tensors.end()) return {};
    std::vector<std::int64_t> shape = found->second.shape;
    while (shape.size() < 3)
        shape.insert(shape.begin(), 1);
    std::vector<Matrix> all;
    for (Index i = 0; i < shape[0]; ++i)
        all.push_back(Eigen::Map<const Matrix>(found->second.values.data() + i * shape[1] * shape[2],
                                               shape[1], shape[2]));
    return all;
}

Trace trace_of(const GoldenToday& golden, const model::Tensors& tensors) {
    const auto set = [&](auto& part, const char* name) {
        if (const std::vector<Matrix> all = matrices_of(tensors, name); !all.empty()) part = all.front();
    };
    Input input;
    set(input.x, "x");
    set(input.memory, "memory");
    set(input.past_k, "past_k");
    set(input.past_v, "past_v");
    Layer layer;
    layer.heads = golden.heads;
    layer.kv_heads = golden.kv_heads;
    set(layer.w_q, "w_q");
    set(layer.w_k, "w_k");
    set(layer.w_v, "w_v");
    set(layer.w_o, "w_o");
    set(layer.b_q, "b_q");
    set(layer.b_k, "b_k");
    set(layer.b_v, "b_v");
    set(layer.b_o, "b_o");
    set(layer.q_norm, "q_norm");
    set(layer.k_norm, "k_norm");
    set(layer.sink, "sink");
    Options options = golden.options;
    options.bias.given = matrices_of(tensors, "bias");
    const std::vector<Matrix> forbidden = matrices_of(tensors, "forbidden");
    for (std::size_t head = 0; head < forbidden.size(); ++head)
        options.bias.given[head] =
            (forbidden[head].array() > 0)
                .select(-std::numeric_limits<float>::infinity(), options.bias.given[head]);
    return trace(input, layer, options);
}

/// To a share of the largest number.
make::Agreement is_close(const model::Tensor& found, const model::Tensor& expected) {
    const auto row = [](const model::Tensor& tensor) {
        return base::RowVector(Eigen::Map<const base::RowVector>(tensor.values.data(),
                                                                 static_cast<Index>(tensor.values.size())));
    };
    return make::is_close(row(found), row(expected), make::of_largest());
}

} // namespace

TEST_CASE("every variant gives PyTorch's numbers at every stage") {
    for (const Golden& golden : golden_cases()) {
        CAPTURE(golden.name);
        const model::Tensors expected = model::read_tensors(folder / (golden.name + ".safetensors"));
        const bool batched = expected.at("x").shape.size() == 3;
        CHECK(expected.count("weights") == 1);
        CHECK(expected.count("output") == 1);
        for (const auto& [name, found] : model::pass_results_of(traces_of(golden, expected), batched)) {
            if (expected.count(name) == 0)
                continue;                 // PyTorch's own layer answers with weights and output only
            const auto& case_name = name; // lambdas of clang 14 take no structured bindings
            CAPTURE(case_name);
            CHECK(found.shape == expected.at(name).shape);
            CHECK(is_close(found, expected.at(name)));
        }
    }
}

TEST_CASE("every step of today's attention gives PyTorch's numbers") {
    for (const GoldenToday& golden : cases_of_today()) {
        CAPTURE(golden.name);
        const model::Tensors tensors = model::read_tensors(folder / (golden.name + ".safetensors"));
        const Trace t = trace_of(golden, tensors);
        int compared = 0;
        for (const auto& [name, tensor] : tensors) {
            const auto& case_name = name; // lambdas of clang 14 take no structured bindings
            CAPTURE(case_name);
            const auto quantity = name == "heads" ? Quantity::head_output : quantity_named(name);
            const std::vector<Matrix> expected = matrices_of(tensors, name);
            if (!quantity || (is_per_head(*quantity) && tensor.shape.size() < 3)) continue; // an input
            REQUIRE(expected.size() == (is_per_head(*quantity) ? t.heads.size() : 1));
            for (std::size_t head = 0; head < expected.size(); ++head)
                CHECK(make::is_close(t.matrix(*quantity, static_cast<Index>(head)), expected[head],
                                     make::of_largest()));
            ++compared;
        }
        CHECK(compared >= 4); // x, the heads, concat and the output, at the least
    }
}

TEST_CASE("what each head adds to the output is what PyTorch's layer answers with that head alone") {
    const model::Tensors expected = model::read_tensors(folder / "torch_contributions.safetensors");
    const Trace t = traces_of({"torch_contributions", {}, {}, 4}, expected).front();
    const Contributions found = head_contributions(t);
    const model::Tensor& all = expected.at("contributions");
    REQUIRE(all.shape == std::vector<std::int64_t>{4, t.n(), t.output.cols()});
    for (Index head = 0; head < 4; ++head) {
        const float* numbers = all.values.data() + head * t.output.size();
        const Eigen::Map<const Matrix> of_head(numbers, t.n(), t.output.cols());
        const float size = of_head.cwiseAbs().maxCoeff();
        CHECK(make::is_close(found.heads[static_cast<std::size_t>(head)], of_head, 1e-5F * size));
        std::vector<Index> others{0, 1, 2, 3};
        others.erase(others.begin() + head);
        Matrix alone = of_head;
        alone.rowwise() += t.layer->b_o;
        CHECK(make::is_close(output_without(t, others), alone, 1e-5F * size));
    }
    CHECK(make::is_close(found.sum(), t.output, make::of_largest()));
}

TEST_CASE("no golden file is left without its case") {
    const std::vector<Golden> cases = golden_cases();
    const std::vector<GoldenToday> today = cases_of_today();
    const auto has_case = [](const auto& all, const std::string& name) {
        return std::any_of(all.begin(), all.end(), [&](const auto& golden) { return golden.name == name; });
    };
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".safetensors") continue;
        CAPTURE(entry.path());
        const std::string name = entry.path().stem().string();
        CHECK((has_case(cases, name) || has_case(today, name)));
    }
}

TEST_CASE("sinusoidal positions are PyTorch's") {
    const Matrix expected = matrix_of(model::read_tensors(folder / "positions.safetensors"), "x_positions");
    CHECK(make::is_close(sinusoidal_positions(expected.rows(), expected.cols()), expected, 1e-6F));
}
