#include "cases.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>

using namespace lesson_test;
using nlohmann::json;

namespace {

std::string code_of(const lesson::Listing& listing) {
    std::string code;
    for (const lesson::CodeLine& line : listing.lines)
        code += line.text + "\n";
    return code;
}

lesson::Listing listing(const Case& c, const std::string& language) {
    for (lesson::Listing& l : texts().listings(c.trace))
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

/// One array a head, or with one head that array itself.
json by_head(const Trace& t, const std::function<json(Index)>& of_head) {
    if (t.layer.heads == 1) return of_head(0);
    json heads = json::array();
    for (Index h = 0; h < t.layer.heads; ++h)
        heads.push_back(of_head(h));
    return heads;
}

/// All that a listing may be given, by its name there.
json given(const Trace& t) {
    const Layer& l = t.layer;
    const Index d_k = l.d_k();
    json g{{"X", array(t.input.x)}, {"W_Q", array(l.w_q)}, {"W_K", array(l.w_k)}, {"W_V", array(l.w_v)}};
    const auto add = [&](const char* name, const Matrix& matrix) {
        if (matrix.size() > 0) g[name] = array(matrix);
    };
    const auto add_row = [&](const char* name, const RowVector& row) {
        if (row.size() > 0) g[name] = array(row)[0];
    };
    add("M", t.input.memory);
    add("P", t.input.x_positions);
    add("P_M", t.input.memory_positions);
    add("W_O", l.w_o);
    add_row("b_Q", l.b_q);
    add_row("b_K", l.b_k);
    add_row("b_V", l.b_v);
    add_row("b_O", l.b_o);
    if (l.w_general.size() > 0) {
        g["W"] = by_head(t, [&](Index h) { return array(l.w_general.middleRows(h * d_k, d_k)); });
        g["W_1"] = by_head(t, [&](Index h) { return array(l.w_add_q.middleRows(h * d_k, d_k)); });
        g["W_2"] = by_head(t, [&](Index h) { return array(l.w_add_k.middleRows(h * d_k, d_k)); });
        g["v"] = by_head(t, [&](Index h) { return array(l.v_add.row(h))[0]; });
    }
    if (t.options.mask.given.size() > 0) g["mask"] = array(t.options.mask.given);
    for (const std::uint8_t real : t.options.mask.key_padding)
        g["key_padding"].push_back(real != 0);
    g["keep"] = by_head(t, [&](Index h) {
        return array((t.matrix(Quantity::dropped, h).array() != 0).cast<float>().matrix());
    });
    return g;
}

json cases_for_python() {
    json cases = json::array();
    for (const Case& c : all_cases()) {
        if (!c.trace.overrides.empty()) continue; // the listing says that it does not know of them
        json code;
        for (const char* language : {"NumPy", "PyTorch"})
            code[language] = code_of(listing(c, language));
        cases.push_back(
            {{"name", c.name},
             {"code", code},
             {"given", given(c.trace)},
             {"weights",
              by_head(c.trace, [&](Index h) { return array(c.trace.matrix(Quantity::dropped, h)); })},
             {"output", array(c.trace.output)}});
    }
    return cases;
}

/// Runs all listings of a language in one Python.
void run_in_python(const std::string& language) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("listings-" + language + "-" + std::to_string(std::random_device()()) + ".json");
    std::ofstream(file) << cases_for_python();
    int code = 77;
    // The first python3 need not be the one that Debian's packages belong to.
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        const std::string command = std::string(python) +
                                    " '" ATTENTION_LAB_SOURCE_DIR "/tests/lesson/run_listings.py' '" +
                                    file.string() + "' " + language;
        const int status = std::system(command.c_str());
        REQUIRE(WIFEXITED(status));
        code = WEXITSTATUS(status);
        if (code != 77 && code != 127) break;
    }
    std::filesystem::remove(file);
    if (code == 77 || code == 127)
        MESSAGE("skipped: python3 with ", language, " is not installed");
    else
        CHECK(code == 0);
}

bool contains(const std::string& text, const std::string& piece) {
    return text.find(piece) != std::string::npos;
}

} // namespace

TEST_CASE("the NumPy listings run and give the numbers of the trace") {
    run_in_python("NumPy");
}

TEST_CASE("the PyTorch listings run and give the numbers of the trace") {
    run_in_python("PyTorch");
}

TEST_CASE("the cat sentence is a listing of ten lines") {
    const lesson::Listing numpy = listing(cat(""), "NumPy");
    CHECK(code_of(numpy) == "import numpy as np\n"
                            "# given: X, W_Q, W_K, W_V\n"
                            "Q, K, V = X @ W_Q, X @ W_K, X @ W_V\n"
                            "S = Q @ K.T  # (10, 10)\n"
                            "S = S / np.sqrt(K.shape[-1])\n"
                            "E = np.exp(S - S.max(-1, keepdims=True))\n"
                            "A = E / E.sum(-1, keepdims=True)\n"
                            "Z = A @ V  # (10, 4)\n");
}

TEST_CASE("there is a listing in each of the three languages") {
    std::vector<std::string> languages;
    for (const lesson::Listing& l : texts().listings(cat("").trace))
        languages.push_back(l.language);
    CHECK(languages == std::vector<std::string>{"NumPy", "PyTorch", "C++ / Eigen"});
}

TEST_CASE("every stage that does something lights a line in every language") {
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        for (const lesson::Listing& l : texts().listings(c.trace)) {
            for (const Stage* s : stages_of(c.trace)) {
                if (s->id == StageId::mask && c.trace.options.mask.empty()) continue;
                if (s->id == StageId::scale && c.trace.options.scale.kind == ScaleKind::none) continue;
                CAPTURE(s->key);
                CHECK(std::ranges::any_of(l.lines, [&](const lesson::CodeLine& line) {
                    return std::ranges::find(line.stages, s->id) != line.stages.end();
                }));
            }
        }
    }
}

TEST_CASE("lines fit the panel and hold no unfilled name") {
    for (const Case& c : all_cases())
        for (const lesson::Listing& l : texts().listings(c.trace))
            for (const lesson::CodeLine& line : l.lines) {
                CAPTURE(line.text);
                CHECK_FALSE(contains(line.text, "$"));
                // Lists are as long as there is much to be given, or as many masks are at work.
                const bool list = contains(line.text, "given: ") || contains(line.text, "mask");
                if (!list) CHECK(line.text.size() <= 60);
            }
}

TEST_CASE("a pass with cells set by hand says that the code does not know of them") {
    const Case c = cat("", {}, {{{Quantity::q, 0, 7, 0}, 5}});
    for (const lesson::Listing& l : texts().listings(c.trace))
        CHECK(contains(code_of(l), "set by hand"));
}
