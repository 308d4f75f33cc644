// The C++ listings as compiled code. eigen_listings_*.h are copies of what the program shows; a test holds
// them to that. To renew them after a change of assets/texts/listings.toml: RENEW_LISTINGS=1
// build/test/tests/lesson_test

#include "cases.h"

#include <Eigen/Dense>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace {

/// What a listing may be given, as members, so that the listing can be the body of a function.
struct Given {
    Eigen::MatrixXf X, M, P, P_M, W_Q, W_K, W_V, W_O, W, W_1, W_2;
    Eigen::RowVectorXf b_Q, b_K, b_V, b_O;
    Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic> mask;
    Eigen::Matrix<bool, Eigen::Dynamic, 1> key_padding;
};

struct OneHead : Given {
    Eigen::RowVectorXf v;
    Eigen::MatrixXf keep;
};

struct Heads : Given {
    Eigen::MatrixXf v;
    std::vector<Eigen::MatrixXf> keep;
};

#include "eigen_listings_heads.h"
#include "eigen_listings_one_head.h"

} // namespace

using namespace lesson_test;

namespace {

const std::string copies = ATTENTION_LAB_SOURCE_DIR "/tests/lesson/eigen_listings_";

/// Few passes that together use every line: each takes the compiler two seconds.
const std::vector<std::pair<std::string, std::string>>& compiled_cases() {
    static const std::vector<std::pair<std::string, std::string>> names{
        {"CatSentence", "the cat sentence"},        {"CatDropout", "with dropout"},
        {"AllMasks", "all conditions at once"},     {"OneHeadBiases", "one head with W_O and biases"},
        {"HeadsDropout", "heads with dropout"},     {"Cross", "cross of rows, one key"},
        {"CrossPositions", "cross with positions"}, {"General", "score 1"},
        {"GeneralHeads", "score 1, heads, cross"},  {"Additive", "score 2"},
        {"AdditiveHeads", "score 2, heads, cross"}, {"CosineHeads", "score 3, heads, cross"},
        {"HeadsOff", "heads switched off, no W_O"}, {"OneHeadOff", "the only head switched off"},
    };
    return names;
}

const Case& case_named(const std::string& name) {
    for (const Case& c : all_cases())
        if (c.name == name) return c;
    FAIL("no case is called ", name);
    return all_cases().front();
}

std::vector<lesson::CodeLine> eigen_lines(const Case& c) {
    return texts().listings(c.trace).at(2).lines;
}

std::string base_of(const Case& c) {
    return c.trace.layer.heads > 1 ? "Heads" : "OneHead";
}

std::string struct_of(const std::string& type, const Case& c) {
    std::string code = "struct " + type + " : " + base_of(c) + " {\n" + "Eigen::MatrixXf operator()() {\n";
    for (const lesson::CodeLine& line : eigen_lines(c))
        code += line.text + "\n";
    return code + "return Z;\n}\n};\n";
}

std::string structs_on(const std::string& base) {
    std::string code = "// Generated from assets/texts/listings.toml; see eigen_listing_test.cpp.\n"
                       "// clang-format off\n";
    for (const auto& [type, name] : compiled_cases())
        if (base_of(case_named(name)) == base) code += "\n" + struct_of(type, case_named(name));
    return code;
}

void give(Given& g, const Trace& t) {
    const Layer& l = t.layer;
    g.X = t.input.x, g.M = t.input.memory;
    g.P = t.input.x_positions, g.P_M = t.input.memory_positions;
    g.W_Q = l.w_q, g.W_K = l.w_k, g.W_V = l.w_v, g.W_O = l.w_o;
    g.W = l.w_general, g.W_1 = l.w_add_q, g.W_2 = l.w_add_k;
    g.b_Q = l.b_q, g.b_K = l.b_k, g.b_V = l.b_v, g.b_O = l.b_o;
    g.mask = t.options.mask.given;
    const auto& padding = t.options.mask.key_padding;
    g.key_padding.resize(static_cast<Index>(padding.size()));
    for (std::size_t j = 0; j < padding.size(); ++j)
        g.key_padding(static_cast<Index>(j)) = padding[j] != 0;
}

Eigen::MatrixXf kept(const Trace& t, Index head) {
    return (t.matrix(Quantity::dropped, head).array() != 0).cast<float>();
}

void give_heads(OneHead& g, const Trace& t) {
    if (t.layer.v_add.size() > 0) g.v = t.layer.v_add.row(0);
    g.keep = kept(t, 0);
}

void give_heads(Heads& g, const Trace& t) {
    g.v = t.layer.v_add;
    for (Index h = 0; h < t.layer.heads; ++h)
        g.keep.push_back(kept(t, h));
}

/// The line without its indentation and its remark.
std::string command_of(const lesson::CodeLine& line) {
    const std::string text = line.text.substr(0, line.text.find("//"));
    const std::size_t start = text.find_first_not_of(' ');
    return start == std::string::npos ? "" : text.substr(start);
}

template <typename Program>
void check(const std::string& type) {
    for (const auto& [listed, name] : compiled_cases()) {
        if (listed != type) continue;
        INFO(type);
        const Trace& t = case_named(name).trace;
        Program program;
        give(program, t);
        give_heads(program, t);
        const Matrix z = program();
        REQUIRE(z.rows() == t.output.rows());
        REQUIRE(z.cols() == t.output.cols());
        CHECK((z - t.output).cwiseAbs().maxCoeff() <= 1e-4F * (1 + t.output.cwiseAbs().maxCoeff()));
        return;
    }
    FAIL(type, " is not listed");
}

} // namespace

TEST_CASE("the C++ listings that were compiled are those that the program shows") {
    for (const auto& [base, name] : {std::pair{"OneHead", "one_head.h"}, {"Heads", "heads.h"}}) {
        const std::string shown = structs_on(base);
        if (std::getenv("RENEW_LISTINGS")) std::ofstream(copies + name) << shown;
        std::stringstream compiled;
        compiled << std::ifstream(copies + name).rdbuf();
        const bool same = compiled.str() == shown; // not CHECK(… == …): it would print both
        CHECK_MESSAGE(same, "renew the copies: see the top of this file");
    }
}

TEST_CASE("the C++ listings compute the trace") {
    check<CatSentence>("CatSentence");
    check<CatDropout>("CatDropout");
    check<AllMasks>("AllMasks");
    check<OneHeadBiases>("OneHeadBiases");
    check<HeadsDropout>("HeadsDropout");
    check<Cross>("Cross");
    check<CrossPositions>("CrossPositions");
    check<General>("General");
    check<GeneralHeads>("GeneralHeads");
    check<Additive>("Additive");
    check<AdditiveHeads>("AdditiveHeads");
    check<CosineHeads>("CosineHeads");
    check<HeadsOff>("HeadsOff");
    check<OneHeadOff>("OneHeadOff");
}

TEST_CASE("every line that a C++ listing can have was compiled") {
    std::set<std::string> compiled;
    for (const auto& [type, name] : compiled_cases())
        for (const lesson::CodeLine& line : eigen_lines(case_named(name)))
            compiled.insert(command_of(line));
    for (const Case& c : all_cases()) {
        if (!c.trace.overrides.empty()) continue;
        for (const lesson::CodeLine& line : eigen_lines(c)) {
            const std::string command = command_of(line);
            // Conditions, divisors and sizes differ from pass to pass; the commands do not.
            if (command.find("if (") != std::string::npos || command.starts_with("for (int g : {") ||
                command.find("const int h") != std::string::npos ||
                command.find("S /= ") != std::string::npos)
                continue;
            CAPTURE(line.text);
            CHECK(compiled.contains(command));
        }
    }
}
