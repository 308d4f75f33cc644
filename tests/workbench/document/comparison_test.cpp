#include "close.h"
#include "workbench/document/comparison.h"
#include "workbench/lab.h"

#include <fstream>
#include <limits>
#include <map>
#include <set>

using namespace lab;
using namespace workbench;
using base::Matrix;

// ---------------------------------------------------------------- what differs

namespace {

std::vector<Difference> between(const Document& left, const Document& right, Index left_head = 0,
                                Index right_head = 0) {
    const Prepared a = prepare(left, library()), b = prepare(right, library());
    return differences({a, left_head}, {b, right_head}, library());
}

std::vector<std::string> what(const std::vector<Difference>& found) {
    std::vector<std::string> names;
    for (const Difference& difference : found)
        names.push_back(difference.what);
    return names;
}

using Names = std::vector<std::string>;

Document first() {
    return preset("cat-tired");
}

} // namespace

TEST_CASE("a document does not differ from itself, nor from itself under another name") {
    Document renamed = first();
    renamed.preset.clear();
    renamed.note.clear();
    CHECK(between(first(), renamed).empty());
    CHECK(between(preset("cat-four-heads"), preset("cat-four-heads"), 2, 2).empty());
}

TEST_CASE("each edit differs in what it changes") {
    const std::pair<Edit, Names> cases[] = {
        {SetText{"The cat sat on the mat because it was hungry", ""}, {"words"}},
        {SetText{"The cat sat", ""}, {"words"}},
        {SetText{first().text, "a dog"}, {"words"}},
        {SetWeights{HandSetWeights{"one-head"}}, {"weights"}},
        {SetPosition{PositionKind::sinusoidal}, {"position"}},
        {SetScore{attention::ScoreFunction::additive}, {"score"}},
        {SetScale{{attention::ScaleKind::none}}, {"scale"}},
        {SetMask{{{.causal = 1}}}, {"mask"}},
        {SetDropout{{0.2F, 1}}, {"dropout"}},
        {SetCell{{Quantity::scores, 0, 7, 1}, 2}, {"numbers"}},
        {SetCell{{Quantity::x, 0, 7, 1}, 2}, {"rows"}},
    };
    for (const auto& [edit, names] : cases) {
        const auto found = what(between(first(), apply(first(), edit, library())));
        const auto& expected = names; // lambdas of clang 14 take no structured bindings
        CAPTURE(expected.front());
        REQUIRE_FALSE(found.empty());
        CHECK(found.front() == names.front());
        if (names.front() != "weights") CHECK(found == names);
    }
    const Document heads = preset("cat-two-heads");
    CHECK(what(between(heads, apply(heads, SwitchHeads{{{0, 1}}}, library()))) == Names{"heads_off"});
    CHECK(what(between(heads, heads, 0, 1)) == Names{"head"});
}

TEST_CASE("a replaced word is named on both sides") {
    const auto found = between(preset("animal-tired"), preset("animal-wide"));
    REQUIRE(what(found) == Names{"words", "rows"});
    CHECK(found[0].left == std::vector<Fact>{{"word", {{"word", "tired"}}}});
    CHECK(found[0].right == std::vector<Fact>{{"word", {{"word", "wide"}}}});
    CHECK(found[1].left.empty());
    CHECK(found[1].right.at(0).values.at("holds") == "thing 0.75, pronoun 0.25");
}

TEST_CASE("sentences of other lengths are told by their lengths") {
    const auto found = between(first(), preset("french-sleeping"));
    CHECK(found[0].left == std::vector<Fact>{{"words", {{"n", "10"}}}});
    CHECK(found[0].right == std::vector<Fact>{{"words_and_source", {{"n", "4"}, {"m", "5"}}}});
}

TEST_CASE("a divisor that is not used, and a seed of no dropout, make no difference") {
    Document other = first();
    other.scale.number = 3;
    other.dropout.seed = 9;
    CHECK(between(first(), other).empty());
}

TEST_CASE("the same facts of other cells are a difference still") {
    Document left = first(), right = first();
    left.overrides = {{{Quantity::scores, 0, 1, 1}, 1}};
    right.overrides = {{{Quantity::scores, 0, 2, 2}, 1}};
    CHECK(what(between(left, right)) == Names{"numbers"});
}

TEST_CASE("everything that differs has a name among the keys that have texts") {
    const auto known = difference_keys();
    for (const auto& a : library().presets)
        for (const std::string& name : what(between(first(), a.document)))
            CHECK(std::ranges::find(known, name) != known.end());
}

// ---------------------------------------------------------------- two matrices, and the comparisons on offer

namespace {

constexpr float forbidden = -std::numeric_limits<float>::infinity();

std::string mistake_in(const std::string& toml) {
    const auto file = std::filesystem::temp_directory_path() / "attention-lab-comparisons.toml";
    std::ofstream(file) << toml;
    try {
        (void)read_comparisons(file, library());
    } catch (const base::InputError& error) {
        return error.problem;
    }
    return "none";
}

} // namespace

TEST_CASE("the difference of two matrices is what has to be added to Right to get Left") {
    const Matrix a = Matrix::Random(4, 7), b = Matrix::Random(4, 7);
    CHECK(make::is_close((workbench::difference(a, b).numbers + b), a, make::of_largest()));
    CHECK(make::is_zero(workbench::difference(a, a).numbers));
}

TEST_CASE("a difference knows where it is largest, and how far its colours have to reach") {
    const MatrixDifference d = workbench::difference(Matrix{{1, 2}, {3, 4}}, Matrix{{1, 5}, {2.5F, 4}});
    CHECK(d.row == 0);
    CHECK(d.column == 1);
    CHECK(d.reach == 3);
}

TEST_CASE("where there is no number, the difference is largest") {
    constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
    const MatrixDifference d =
        workbench::difference(Matrix{{1, 2}, {no_number, 4}}, Matrix{{1, 5}, {2.5F, 4}});
    CHECK(d.row == 1);
    CHECK(d.column == 0);
}

TEST_CASE("what is forbidden in both is the same in both") {
    Matrix a = Matrix::Constant(1, 3, 2), b = a;
    a(0, 0) = b(0, 0) = forbidden;
    b(0, 2) = forbidden;
    const auto [difference, reach, row, column] = workbench::difference(a, b);
    CHECK(difference(0, 0) == 0);
    CHECK(difference(0, 1) == 0);
    CHECK(difference(0, 2) == -forbidden);
    CHECK(reach == 0);
    CHECK(row == 0);
    CHECK(column == 2);
}

TEST_CASE("every comparison on offer can be computed, and what is said to differ does") {
    std::set<std::string> ids;
    for (const auto& comparison : library().comparisons) {
        CAPTURE(comparison.id);
        CHECK(ids.insert(comparison.id).second);
        CHECK_FALSE(comparison.differs.empty());
        const auto left = compute(prepare(comparison.left.document, library()));
        const auto right = compute(prepare(comparison.right.document, library()));
        if (left->trace.input.is_cross() != right->trace.input.is_cross()) continue; // of another shape
        const Matrix difference =
            workbench::difference(left->trace.heads[static_cast<std::size_t>(comparison.left.head)].weights,
                                  right->trace.heads[static_cast<std::size_t>(comparison.right.head)].weights)
                .numbers;
        CHECK(make::largest(difference.cwiseAbs()) > 0.05F);
        CHECK(make::is_zero(difference.rowwise().sum(), 1e-5)); // both rows add up to 1
    }
    CHECK(ids.size() >= 7);
}

TEST_CASE("the comparisons of one thing differ in that thing, and the others say all that differs") {
    using Names = std::vector<std::string>;
    const std::map<std::string, Names> differs{
        {"self-cross", {"words", "weights", "d_model", "d_k", "d_v"}},
        {"word", {"words"}},
        {"row", {"rows"}},
        {"trained-word", {"words"}},
        {"hint", {"weights"}},
        {"masks", {"mask"}},
        {"scales", {"scale"}},
        {"heads", {"head"}},
        {"weight-sets", {"weights", "d_model", "d_k", "d_v"}},
    };
    for (const auto& comparison : library().comparisons) {
        CAPTURE(comparison.id);
        REQUIRE(differs.contains(comparison.id));
        CHECK(comparison.differs == differs.at(comparison.id));
    }
}

TEST_CASE("another last word alone leaves “it” at the cat; its own changed row takes it to the mat") {
    const auto weights_of_it = [](const Compared& side) {
        const auto pass = compute(prepare(side.document, library()));
        return base::RowVector(pass->trace.heads[0].weights.row(7));
    };
    const auto comparison = [](const std::string& id) {
        const auto& all = library().comparisons;
        return *std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.id == id; });
    };
    constexpr int cat = 1, mat = 5;
    const auto tired = weights_of_it(comparison("word").left),
               comfortable = weights_of_it(comparison("word").right);
    CHECK(tired(cat) == make::about(0.628).share(0.002));
    CHECK(comfortable(cat) == make::about(0.705).share(0.002));
    CHECK(make::is_close(weights_of_it(comparison("row").left), comfortable, make::of_largest()));
    Index largest = 0;
    weights_of_it(comparison("row").right).maxCoeff(&largest);
    CHECK(largest == mat);
}

TEST_CASE("a comparison that cannot be read says why") {
    const std::string start = "[[comparison]]\nid = \"x\"\ntitle = \"x\"\nquestion = \"x\"\n";
    CHECK(mistake_in("") == "there are no comparisons");
    CHECK(mistake_in("comparison = [1]") == "this is not a table");
    CHECK(mistake_in("comparison = 1") == "comparison is not a list of tables");
    CHECK(mistake_in("comparisons = 1") == "there is no entry called \"comparisons\"");
    CHECK(mistake_in(start) == "\"stage\" is missing");
    CHECK(mistake_in(start + "stage = \"nowhere\"") == "there is no stage \"nowhere\"");
    CHECK(mistake_in(start + "stage = \"softmax\"") == "\"left\" is missing");
    const std::string with_left = start + "stage = \"softmax\"\nleft = {preset = \"cat-sat\"}\n";
    CHECK(mistake_in(with_left + "right = {preset = \"none\"}") == "nothing is called “none”");
    CHECK(mistake_in(with_left + "right = {preset = \"cat-sat\", scale = \"log\"}") ==
          "scale \"log\" is not known");
    CHECK(mistake_in(with_left + "right = {preset = \"cat-sat\", query = 3}") ==
          "query, key or head is outside the pass");
    CHECK(mistake_in(with_left + "right = {preset = \"cat-sat\", colour = 1}") ==
          "there is no entry called \"colour\"");
    const std::string whole = with_left + "right = {preset = \"cat-sat\"}\n";
    CHECK(mistake_in(whole) == "0 comparisons have start = true, expected one");
    CHECK(mistake_in(whole + "start = true") == "none");
}
