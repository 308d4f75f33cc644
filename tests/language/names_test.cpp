#include "language/names.h"

#include <doctest/doctest.h>

using attention::Axis;
using attention::Quantity;
using language::Names;

namespace {

/// "chat dort" asks "cat sleeps here"; d_model 2, d_k 2, d_v 2, two heads.
Names french() {
    Names names;
    names.queries = {"chat", "dort"};
    names.keys = {"cat", "sleeps", "here"};
    names.model = {"living", "action"};
    names.key_width = {"who", "what"};
    names.value_width = {"being", "deed"};
    names.heads = 2;
    return names;
}

} // namespace

TEST_CASE("each axis has its own names, counted from 1 where they end") {
    const Names names = french();
    CHECK(names.along(Axis::model, 1) == "action");
    CHECK(names.along(Axis::key_width, 0) == "who");
    CHECK(names.along(Axis::value_width, 1) == "deed");
    CHECK(names.along(Axis::keys, 2) == "here");
    CHECK(names.along(Axis::model, 2) == "3");
    CHECK(names.along(Axis::additive_width, 0) == "1");
    CHECK(names.along(Axis::none, 4) == "5");
}

TEST_CASE("scores have queries as rows and keys as columns") {
    for (const auto quantity :
         {Quantity::scores, Quantity::scaled, Quantity::masked, Quantity::weights, Quantity::dropped}) {
        CHECK(french().row(quantity, 1) == "dort");
        CHECK(french().column(quantity, 1) == "sleeps");
    }
}

TEST_CASE("in cross-attention Q and the output belong to the queries, K, V and memory to the keys") {
    const Names names = french();
    for (const auto quantity :
         {Quantity::x, Quantity::q, Quantity::head_output, Quantity::concat, Quantity::output})
        CHECK(names.row(quantity, 0) == "chat");
    for (const auto quantity : {Quantity::memory, Quantity::k, Quantity::v})
        CHECK(names.row(quantity, 0) == "cat");
    CHECK(names.column(Quantity::x, 0) == "living");
    CHECK(names.column(Quantity::memory, 1) == "action");
    CHECK(names.column(Quantity::q, 0) == "who");
    CHECK(names.column(Quantity::v, 1) == "deed");
}

TEST_CASE("weight matrices lead from the model's features to the width of the head") {
    CHECK(french().row(Quantity::w_q, 0) == "living");
    CHECK(french().column(Quantity::w_q, 1) == "what");
    CHECK(french().row(Quantity::w_v, 1) == "action");
    CHECK(french().column(Quantity::w_v, 0) == "being");
}

TEST_CASE("concatenated heads repeat the value names, each after its head") {
    const Names names = french();
    CHECK(names.column(Quantity::concat, 0) == "1·being");
    CHECK(names.column(Quantity::concat, 3) == "2·deed");
    CHECK(names.row(Quantity::w_o, 2) == "head 2: being");
    Names without_meaning;
    without_meaning.value_width = language::numbered(8);
    CHECK(without_meaning.column(Quantity::concat, 7) == "8");
    CHECK(without_meaning.column(Quantity::concat, 8) == "9");
}

TEST_CASE("the output is named like the concatenated heads until W_O gives it names") {
    Names names = french();
    CHECK(names.column(Quantity::output, 1) == "1·deed");
    names.output = {"living", "action"};
    CHECK(names.column(Quantity::output, 1) == "action");
    CHECK(names.column(Quantity::w_o, 0) == "living");
}

TEST_CASE("a word that nothing could show whole has a short name, cut between characters") {
    const std::string longest(200, 'a');
    CHECK(language::word_names({"cat", longest}) == std::vector<std::string>{"cat", longest});
    CHECK(language::word_names({longest + "a"}).front() == longest + "…");
    std::string chinese;
    for (int i = 0; i < 1000; ++i)
        chinese += "猫";
    CHECK(language::word_names({chinese}).front() == chinese.substr(0, 600) + "…");
    CHECK(language::word_names({chinese.substr(0, 600)}).front() == chinese.substr(0, 600));
}
