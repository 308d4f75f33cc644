// Every variant against PyTorch: tests/golden/make_golden.py wrote the numbers, in double precision.

#include "attention/layer.h"
#include "attention/make.h"
#include "attention/measure.h"
#include "attention/trace.h"
#include "close.h"
#include "model/tensor_file.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

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
        {"window", {.mask = {.window = 1}}},
        {"given"},
        {"combined", {.mask = {.causal = true, .window = 2}}},
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
    Options options = golden.options;
    options.mask.given = pass.mask.given;
    options.mask.key_padding = pass.mask.key_padding;
    if (pass.batched) return trace_batch(pass.items, pass.layer, {options});
    return {trace(pass.items.front(), pass.layer, options, golden.overrides)};
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
        const model::Tensors expected = model::read_safetensors(folder / (golden.name + ".safetensors"));
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

TEST_CASE("what each head adds to the output is what PyTorch's layer answers with that head alone") {
    const model::Tensors expected = model::read_safetensors(folder / "torch_contributions.safetensors");
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
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".safetensors") continue;
        CAPTURE(entry.path());
        CHECK(std::any_of(cases.begin(), cases.end(),
                          [&](const Golden& golden) { return golden.name == entry.path().stem(); }));
    }
}

TEST_CASE("sinusoidal positions are PyTorch's") {
    const Matrix expected =
        matrix_of(model::read_safetensors(folder / "positions.safetensors"), "x_positions");
    CHECK(make::is_close(sinusoidal_positions(expected.rows(), expected.cols()), expected, 1e-6F));
}
