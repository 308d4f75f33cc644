#include "cases.h"
#include "narration/narration.h"
#include "source_folder.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <set>

using namespace narration_test;
using nlohmann::json;

namespace {

std::string code_of(const narration::Listing& listing) {
    std::string code;
    for (const narration::CodeLine& line : listing.lines)
        code += line.text + "\n";
    return code;
}

narration::Listing listing(const Case& c, const std::string& language) {
    for (narration::Listing& l : texts().listings(c.trace))
        if (l.language == language) return l;
    FAIL("no listing in ", language);
    return {};
}

json array(const auto& matrix) {
    json rows = json::array();
    for (Index i = 0; i < matrix.rows(); ++i) {
        json row = json::array();
        for (Index j = 0; j < matrix.cols(); ++j)
            row.push_back(matrix(i, j));
        rows.push_back(row);
    }
    return rows;
}

/// The inputs of a listing, by name.
json given(const Trace& t) {
    using Kind = narration::GivenArray::Kind;
    json all;
    for (const narration::GivenArray& one : narration::arrays_given(t)) {
        json parts = json::array();
        for (const Matrix& part : one.parts)
            parts.push_back(one.kind >= Kind::flags ? array(part.cast<bool>()) : array(part));
        const bool is_row = one.kind == Kind::row || one.kind == Kind::flags_row;
        all[one.name] = is_row ? parts[0][0] : one.parts.size() == 1 ? parts[0] : parts;
    }
    return all;
}

/// Everything that a layer can have at once; and masks and biases that leave a query no key, with places that
/// begin before the first key.
std::vector<Case> cases_for_listings() {
    Layer full = sharing(wave_layer(8, 4, 4, 3, true, true), 2);
    full.q_norm = wave(1, 4, 1.5F).row(0);
    full.k_norm = wave(1, 4, 2.5F).row(0);
    full.sink = wave(1, 4, 0.2F).row(0);
    Options all;
    all.rotary = Rotary{.base = 50, .dims = 2, .interleaved = true};
    all.softcap = 2;
    all.bias.alibi = true;
    all.bias.given = {wave(5, 7, 3.3F)};
    all.mask.causal = true;
    constexpr float hidden = -std::numeric_limits<float>::infinity();
    Options emptied;
    emptied.bias.given = {wave(5, 5, 3.3F)};
    emptied.bias.given[0].row(1).setConstant(hidden);
    emptied.bias.given[0](3, 2) = hidden;
    Options of_a_head;
    of_a_head.bias.given = {wave(5, 5, 3.3F), wave(5, 5, 4.3F)};
    of_a_head.bias.given[1].row(0).setConstant(hidden);
    Options early = masked([](Mask& m) { m.causal = true, m.alignment = Alignment::lower_right; });
    early.bias.alibi = true;
    const Layer one = wave_layer(6, 1, 4, 3, true, true), two = wave_layer(8, 2, 4, 3, true, false);
    Case everything = after_past(rows("everything at once", full), 2);
    everything.trace = trace(everything.trace.input, full, all);
    return {everything, rows("a row emptied by a bias", one, emptied),
            rows("a row emptied in one head", two, of_a_head),
            rows("more queries than keys, lower right", one, early, 5, 3),
            rows("more queries than keys, heads, lower right", two, early, 5, 3)};
}

/// Without the passes that have cells set by hand, which the listing says it ignores. Compiling every C++
/// program takes a minute: usually only the sample is.
json cases_for(const std::string& language) {
    static const std::set<std::string> sample{
        "the cat sentence",      "all conditions at once",  "cross with positions",
        "score 2, heads, cross", "heads with dropout",      "one head with W_O and biases",
        "everything at once",    "a row emptied by a bias", "more queries than keys, lower right"};
    const bool all = language != "C++ / Eigen" || std::getenv("EVERY_LISTING");
    json cases = json::array();
    std::vector<Case> every = cases_for_listings();
    every.insert(every.end(), all_cases().begin(), all_cases().end());
    for (const Case& c : every) {
        if (!c.trace.overrides.empty() || (!all && !sample.contains(c.name))) continue;
        const narration::Listing shown = listing(c, language);
        cases.push_back({{"name", c.name},
                         {"code", {{language, code_of(shown)}}},
                         {"program", {{language, shown.program}}},
                         {"given", given(c.trace)},
                         {"output", array(c.trace.output)}});
    }
    return cases;
}

/// Runs the programs of a language as they are copied.
void run_programs(const std::string& language) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("listings-" + std::to_string(std::random_device()()) + ".json");
    std::ofstream(file) << cases_for(language);
    int code = 77;
    // The first python3 need not be the one with Debian's packages.
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        const std::string command = std::string(python) + " '" +
                                    (source_folder() / "tests/narration/run_listings.py").string() + "' '" +
                                    file.string() + "' '" + language + "'";
        const int status = std::system(command.c_str());
        REQUIRE(WIFEXITED(status));
        code = WEXITSTATUS(status);
        if (code != 77 && code != 127) break;
    }
    std::filesystem::remove(file);
    if (code == 77 || code == 127)
        MESSAGE("skipped: ", language, " or python3 is not installed");
    else
        CHECK(code == 0);
}

} // namespace

TEST_CASE("the NumPy listings run and give the numbers of the trace") {
    run_programs("NumPy");
}

TEST_CASE("the PyTorch listings run and give the numbers of the trace") {
    run_programs("PyTorch");
}

TEST_CASE("the C++ listings compile and give the numbers of the trace") {
    run_programs("C++ / Eigen");
}

TEST_CASE("the cat sentence is a listing of seven lines, in the names of the tensor files") {
    const narration::Listing numpy = listing(cat(""), "NumPy");
    CHECK(code_of(numpy) == "# given: x, w_q, w_k, w_v\n"
                            "q, k, v = x @ w_q, x @ w_k, x @ w_v\n"
                            "scores = q @ k.swapaxes(-1, -2)  # (10, 10)\n"
                            "scaled = scores / np.sqrt(k.shape[-1])\n"
                            "e = np.exp(scaled - scaled.max(-1, keepdims=True))\n"
                            "weights = e / e.sum(-1, keepdims=True)\n"
                            "output = weights @ v  # (10, 4)\n");
}

TEST_CASE("what is copied brings the sentence's own numbers, or random ones where they would be too many") {
    CHECK(has(listing(cat(""), "NumPy").program, "w_q = np.array([[0.6, 0, 1, 1.8],\n"));
    CHECK(has(listing(cat(""), "C++ / Eigen").program, "Matrix w_q{{0.6, 0, 1, 1.8},\n"));
    const Case large = rows("large", wave_layer(64, 2, 32, 32, true, true), {}, 20);
    CHECK(has(listing(large, "NumPy").program, "x = rng.standard_normal((20, 64), dtype=np.float32)\n"));
    CHECK(has(listing(large, "PyTorch").program, "w_q = torch.randn((64, 64)) / 8\n"));
    CHECK(has(listing(large, "C++ / Eigen").program, "RowVector b_q = RowVector::Random(64);\n"));
}

TEST_CASE("there is a listing in each of the three languages") {
    std::vector<std::string> languages;
    for (const narration::Listing& l : texts().listings(cat("").trace))
        languages.push_back(l.language);
    CHECK(languages == std::vector<std::string>{"NumPy", "PyTorch", "C++ / Eigen"});
}

TEST_CASE("every stage that does something lights a line in every language") {
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        for (const narration::Listing& l : texts().listings(c.trace)) {
            for (const Stage* s : stages_of(c.trace)) {
                if (s->id == StageId::mask && c.trace.options.mask.empty()) continue;
                if (s->id == StageId::scale && c.trace.options.scale.kind == ScaleKind::none) continue;
                CAPTURE(s->key);
                CHECK(std::ranges::any_of(l.lines, [&](const narration::CodeLine& line) {
                    return std::ranges::find(line.stages, s->id) != line.stages.end();
                }));
            }
        }
    }
}

TEST_CASE("lines fit the panel and hold no unfilled name") {
    for (const Case& c : all_cases())
        for (const narration::Listing& l : texts().listings(c.trace))
            for (const narration::CodeLine& line : l.lines) {
                CAPTURE(line.text);
                CHECK_FALSE(has(line.text, "$"));
                // Lists may be longer: those of the inputs, of the conditions of a mask, of ALiBi's slopes.
                const bool list =
                    has(line.text, "given: ") || has(line.text, "mask") || has(line.text, "slope");
                if (!list) CHECK(line.text.size() <= 60);
            }
}

TEST_CASE("a pass with cells set by hand says that the code does not know of them") {
    const Case c = cat("", {}, {{{Quantity::q, 0, 7, 0}, 5}});
    for (const narration::Listing& l : texts().listings(c.trace))
        CHECK(has(code_of(l), "set by hand"));
}
