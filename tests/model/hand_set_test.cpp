#include "model/hand_set.h"

#include "attention/layer.h"
#include "base/input_error.h"
#include "close.h"
#include "language/lexicon.h"
#include "language/temporary_file.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <algorithm>

using base::InputError;
using model::HandSet;

namespace {

const std::filesystem::path assets = source_folder() / "assets";

const std::vector<HandSet>& shipped() {
    static const std::vector<HandSet> sets = model::load_hand_sets(assets / "weights");
    return sets;
}

/// A correct table of weights: d_model 2, d_k 1, d_v 2, one head.
const std::string good = R"(
id = "small"
title = "Small"
about = "For tests."
features = ["living", "action"]
key_width = ["who"]
value_width = ["being", "deed"]
[[head]]
about = "who does it"
w_q = {living = [0], action = [2]}
w_k = {living = [3], action = [0.5]}
w_v = {living = [1, 0], action = [0, 1]}
)";

std::string with(std::string text, const std::string& part, const std::string& replacement) {
    const auto at = text.find(part);
    REQUIRE(at != std::string::npos);
    return text.replace(at, part.size(), replacement);
}

HandSet load(const std::string& text) {
    const TemporaryFile file("small.toml", text);
    return model::load_hand_set(file.path());
}

} // namespace

TEST_CASE("the rows of the tables stand in the order of the features") {
    const HandSet set = load(good);
    CHECK(set.layer->heads == 1);
    CHECK(set.layer->w_q(1, 0) == 2);
    CHECK(set.layer->w_k(0, 0) == 3);
    CHECK(set.layer->w_k(1, 0) == 0.5F);
    CHECK(set.layer->w_v == base::Matrix::Identity(2, 2));
    CHECK(set.layer->w_o.size() == 0);
    CHECK(set.output.empty());
    CHECK(set.heads == std::vector<std::string>{"who does it"});
}

TEST_CASE("heads lie side by side in W_Q, W_K and W_V, and one below the other in W_O") {
    const std::string output = "w_o = {being = [1, 2], deed = [3, 4]}\nb_v = [5, 6]\n";
    const std::string second = R"([[head]]
about = "what is done"
w_q = {living = [7], action = [8]}
w_k = {living = [0], action = [0]}
w_v = {living = [0, 0], action = [9, 0]}
w_o = {being = [5, 6], deed = [7, 8]}
b_v = [7, 8]
)";
    const HandSet set =
        load(with(good, "about = \"For tests.\"", "about = \"For tests.\"\nb_o = [1, 1]") + output + second);
    CHECK(set.layer->heads == 2);
    CHECK(set.layer->d_k() == 1);
    CHECK(set.layer->d_v() == 2);
    CHECK(set.layer->w_q(1, 1) == 8);
    CHECK(set.layer->w_v(1, 2) == 9);
    CHECK(set.layer->w_o.rows() == 4);
    CHECK(set.layer->w_o(2, 1) == 6);
    CHECK(set.layer->b_v(3) == 8);
    CHECK(set.layer->b_o.size() == 2);
    CHECK(set.output == set.features);
}

TEST_CASE("the general and the additive score are made the plainest of their kind") {
    const HandSet set = load(good);
    CHECK(set.layer->w_general == base::Matrix::Identity(1, 1));
    CHECK(set.layer->w_add_q == base::Matrix::Identity(1, 1));
    CHECK(set.layer->v_add == base::Matrix::Ones(1, 1));
}

TEST_CASE("every shipped table reads features of the lexicon and names every dimension") {
    const auto lexicon = language::load_lexicon(assets / "lexicon.toml");
    CHECK(shipped().size() >= 5);
    for (const HandSet& set : shipped()) {
        CAPTURE(set.id);
        for (const auto& feature : set.words)
            CHECK(lexicon.feature(feature));
        CHECK(set.layer->d_model() == static_cast<base::Index>(set.features.size()));
        CHECK(set.layer->d_k() == static_cast<base::Index>(set.key_width.size()));
        CHECK(set.layer->d_v() == static_cast<base::Index>(set.value_width.size()));
        CHECK_FALSE(set.about.empty());
    }
}

TEST_CASE("shipped numbers have one decimal, so that they can be said") {
    for (const HandSet& set : shipped()) {
        CAPTURE(set.id);
        for (const auto* matrix : {&set.layer->w_q, &set.layer->w_k, &set.layer->w_v, &set.layer->w_o}) {
            if (matrix->size() == 0) continue; // no W_O
            const base::Matrix tenths = *matrix * 10;
            CHECK(make::is_close(tenths, tenths.array().round().matrix(), 1e-5));
        }
    }
}

TEST_CASE(
    "shipped weights ask and offer: nothing in them is negative, but where the hand of a clock is turned") {
    for (const HandSet& set : shipped()) {
        CAPTURE(set.id);
        const auto words = static_cast<base::Index>(set.words.size());
        CHECK((set.layer->w_q.topRows(words).array() >= 0).all());
        for (const auto* matrix : {&set.layer->w_k, &set.layer->w_v, &set.layer->w_o})
            CHECK((matrix->array() >= 0).all());
    }
}

TEST_CASE("a clock gives two dimensions more, which hold the place of a word") {
    std::string text = with(good, "key_width", "clock = [\"12h\", \"3h\"]\nkey_width");
    for (const char* table : {"w_q = {", "w_k = {"})
        text = with(text, table, std::string(table) + "12h = [1], 3h = [2], ");
    text = with(text, "w_v = {", "w_v = {12h = [0, 0], 3h = [0, 0], ");
    const HandSet set = load(text);
    CHECK(set.words == std::vector<std::string>{"living", "action"});
    CHECK(set.features == std::vector<std::string>{"living", "action", "12h", "3h"});
    CHECK(set.layer->w_q(3, 0) == 2);
    const base::Matrix places = set.positions(5);
    CHECK(places.cols() == 4);
    CHECK(make::is_zero(places.leftCols(2)));
    CHECK(places.rightCols(2) == attention::clock_positions(5));
    CHECK(load(good).positions(5).rows() == 0);
}

TEST_CASE("a broken table is refused, naming file, table and expected size") {
    struct Broken {
        std::string text;
        std::string place; ///< after the file's name
        std::string problem;
    };
    const Broken broken[] = {
        {with(good, "id = \"small\"", ""), ", line 1", "\"id\" is missing"},
        {with(good, "id = \"small\"", "id = \"small\"\nbelow = 1"), ", line 3",
         "there is no entry called \"below\""},
        {with(good, "features = [\"living\", \"action\"]", "features = 3"), ", line 5",
         "features is not a list"},
        {with(good, "[\"who\"]", "[1]"), ", line 6", "this is not a text"},
        {with(good, "key_width", "clock = [\"12h\"]\nkey_width"), ", line 6",
         "\"clock\" has 1 names, expected 2"},
        {good.substr(0, good.find("[[head]]")), ", line 1", "there is no head"},
        {with(good, "about = \"who does it\"", ""), ", line 8", "\"about\" is missing"},
        {with(good, "about = \"who does it\"", "about = \"who does it\"\ntop = 1"), ", line 10",
         "there is no entry called \"top\""},
        {with(good, "w_k =", "w_x ="), ", line 8", "the head has no table w_k"},
        {with(good, "w_q = {living = [0], ", "w_q = {"), ", line 10", "w_q has no row for \"living\""},
        {with(good, "w_q = {living", "w_q = {thing = [1], living"), ", line 10",
         "w_q has a row for \"thing\", which is not a dimension"},
        {with(good, "action = [0, 1]", "action = [0, 1, 2]"), ", line 12",
         "w_v.action has 3 numbers, expected 2"},
        {with(good, "action = [2]", "action = 2"), ", line 10", "w_q.action has 0 numbers, expected 1"},
        {with(good, "action = [2]", "action = [inf]"), ", line 10", "w_q.action is not a finite number"},
        {with(good, "action = [2]", "action = [1e39]"), ", line 10", "w_q.action is not a finite number"},
        {good + "b_q = [1, 2]\n", ", line 13", "b_q has 2 numbers, expected 1"},
        {good + "w_o = {being = [1, 0]}\n", ", line 13", "w_o has no row for \"deed\""},
        {good + "b_k = [1]\n" + good.substr(good.find("[[head]]")), ", line 14",
         "some heads have w_o or a bias and others do not"},
        {with(good, "id = \"small\"", "b_o = [1, 2]\nid = \"small\""), ", line 2",
         "b_o has 2 numbers, expected 0"}};
    for (const Broken& expected : broken) {
        CAPTURE(expected.problem);
        const TemporaryFile file("small.toml", expected.text);
        try {
            model::load_hand_set(file.path());
            FAIL("not refused");
        } catch (const InputError& error) {
            CHECK(error.where == file.path().string() + expected.place);
            CHECK(error.problem == expected.problem);
            CHECK_FALSE(error.hint.empty());
        }
    }
}

TEST_CASE("a folder without tables and an id used twice are refused") {
    const TemporaryFile file("small.toml", good);
    std::filesystem::copy_file(file.path(), file.folder() / "twin.toml");
    CHECK_THROWS_WITH_AS(model::load_hand_sets(file.folder()), doctest::Contains("the id \"small\" is taken"),
                         InputError);
    CHECK_THROWS_WITH_AS(model::load_hand_sets("/nowhere"),
                         doctest::Contains("there are no weights (.toml files) in it"), InputError);
}
