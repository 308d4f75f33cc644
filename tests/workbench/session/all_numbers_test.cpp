#include "learning/trained_file.h"
#include "model/tensor_file.h"
#include "temporary_folder.h"
#include "workbench/lab.h"
#include "workbench/session/all_numbers.h"

#include <cstdlib>

using namespace lab;

namespace {

const std::filesystem::path script = assets / "recompute.py";

std::shared_ptr<const workbench::Pass> computed(const Document& document) {
    return workbench::compute(workbench::prepare(document, library()));
}

/// Documents with everything that the script has to know about.
std::vector<std::pair<std::string, Document>> documents() {
    std::vector<std::pair<std::string, Document>> all;
    const auto add = [&](const char* name, Document document, const auto& change) {
        change(document);
        all.emplace_back(name, std::move(document));
    };
    const model::RandomSizes heads{.d_model = 12, .heads = 3};
    add("a sentence", preset("cat-tired"), [](Document&) {});
    add("words of another sentence", sentence("it sat", "The cat sat on the mat"), [](Document&) {});
    add("heads, all masks", numbers(9, heads), [](Document& d) {
        d.mask.causal = 1;
        d.mask.before = d.mask.after = 3;
        d.mask.padding = 2;
    });
    add("a row without a key", numbers(4, heads), [](Document& d) {
        d.mask.drawn = base::BoolMatrix::Constant(4, 4, true);
        d.mask.drawn.row(2).setConstant(false);
    });
    add("today's additions, shared keys", numbers(7, {.d_model = 12, .heads = 6, .kv_heads = 2}),
        [](Document& d) {
            d.additions = {
                .rotary = attention::Rotary{.base = 100}, .softcap = 3, .alibi = true, .sink = 0.5F};
            d.mask.before = 2;
        });
    add("columns turned side by side", numbers(5, heads),
        [](Document& d) { d.additions.rotary = attention::Rotary{.dims = 2, .interleaved = true}; });
    add("dropout, a head switched off", numbers(6, heads), [](Document& d) {
        d.dropout = {.rate = 0.4F, .seed = 3};
        d.switched_off = {{0, 1}};
    });
    add("positions, no scale", preset("cat-tired"), [](Document& d) {
        d.position = workbench::PositionKind::sinusoidal;
        d.scale.kind = attention::ScaleKind::none;
    });
    add("set by hand", numbers(5, heads), [](Document& d) {
        d.overrides = {{{Quantity::x, 0, 1, 2}, 3},
                       {{Quantity::w_q, 1, 0, 0}, -1},
                       {{Quantity::scores, 2, 1, 4}, 9},
                       {{Quantity::weights, 0, 3, 3}, 0.9F}};
    });
    for (const auto score : {attention::ScoreFunction::general, attention::ScoreFunction::additive,
                             attention::ScoreFunction::cosine})
        add("another score", numbers(5, heads), [&](Document& d) { d.score = score; });
    return all;
}

/// The exit status of the script in that folder; −1 where NumPy is not installed.
int run_script(const std::filesystem::path& folder) {
    const std::string python = "/usr/bin/env PATH=\"/usr/bin:$PATH\" python3 ";
    if (std::system((python + "-c 'import numpy' 2>/dev/null").c_str()) != 0) return -1;
    return std::system(
        (python + "'" + (folder / "recompute.py").string() + "' >'" + (folder / "said").string() + "' 2>&1")
            .c_str());
}

} // namespace

TEST_CASE("anybody can compute all numbers again from what is written") {
    for (const auto& [name, document] : documents()) {
        const auto& case_name = name; // lambdas of clang 14 take no structured bindings
        CAPTURE(case_name);
        const TemporaryFolder folder;
        workbench::write_all_numbers(*computed(document), script, folder.path / "numbers");
        const int status = run_script(folder.path / "numbers");
        if (status == -1) {
            MESSAGE("skipped: python3 with NumPy is not installed");
            return;
        }
        const std::string said = content(folder.path / "numbers" / "said");
        CAPTURE(said);
        CHECK(status == 0);
        CHECK(contains(said, "All stages agree."));
    }
}

TEST_CASE("the script says so when a number is wrong") {
    const TemporaryFolder folder;
    const auto pass = computed(preset("cat-tired"));
    workbench::write_all_numbers(*pass, script, folder.path);
    model::Tensors tensors = model::read_tensors(folder.path / "numbers.safetensors");
    tensors.at("weights").values[3] += 0.1F;
    model::write_tensors(folder.path / "numbers.safetensors", tensors);
    if (run_script(folder.path) == -1) return;
    CHECK(contains(content(folder.path / "said"), "DIFFERS"));
    CHECK(contains(content(folder.path / "said"), "Not all stages agree."));
}

TEST_CASE("every matrix is a table, too, and heads have one each") {
    const TemporaryFolder folder;
    const auto pass = computed(numbers(4, {.d_model = 8, .heads = 2}));
    workbench::write_all_numbers(*pass, script, folder.path);
    for (const char* name :
         {"x", "w_q", "w_k", "w_v", "w_o", "concat", "output", "q-head-1", "weights-head-2"})
        CHECK(std::filesystem::is_regular_file(folder.path / (std::string(name) + ".csv")));
    const std::string weights = content(folder.path / "weights-head-2.csv");
    CHECK(std::count(weights.begin(), weights.end(), '\n') == 4);
    CHECK(std::count(weights.begin(), weights.end(), ',') == 4 * 3);
}

TEST_CASE("of a trained model what is around its attention is written, too, and the whole model") {
    const TemporaryFolder folder;
    const auto pass = computed(preset("trained-tired"));
    workbench::write_all_numbers(*pass, script, folder.path);
    const auto tensors = model::read_tensors(folder.path / "numbers.safetensors");
    const workbench::TrainedReading& reading = *pass->reading;
    const auto& shown = reading.run.at(reading.places[reading.shown]);
    CHECK(tensors.at("stream_before").values.front() == shown.before(0, 0));
    CHECK(tensors.at("stream_after").values.back() ==
          shown.after(shown.after.rows() - 1, shown.after.cols() - 1));
    const auto& p = tensors.at("probabilities_noun");
    const std::vector<std::int64_t> shape{reading.run.probabilities[0].rows(),
                                          reading.run.probabilities[0].cols()};
    CHECK(p.shape == shape);
    CHECK(learning::weights_hash(learning::read_trained(folder.path / "model.safetensors")) ==
          learning::weights_hash(*reading.model));
    if (const int status = run_script(folder.path); status != -1) CHECK(status == 0);
}

TEST_CASE("a folder that cannot be made is named") {
    CHECK(contains(refusal([] {
                       workbench::write_all_numbers(*computed(preset("cat-tired")), script,
                                                    "/proc/nowhere/numbers");
                   }),
                   "/proc/nowhere/numbers"));
}
