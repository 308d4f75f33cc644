#include "workbench/differences.h"

#include "lab.h"

using namespace lab;
using namespace workbench;

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
