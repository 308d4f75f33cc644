#include "close.h"
#include "source_folder.h"
#include "workbench/document/edit.h"
#include "workbench/document/pass.h"
#include "workbench/document/trained_reading.h"

#include <doctest/doctest.h>

using namespace workbench;
using attention::Quantity;

namespace {

const Library& library() {
    static const Library shipped = load_library(source_folder() / "assets");
    return shipped;
}

std::shared_ptr<const Pass> pass_of(const Document& document) {
    return compute(prepare(document, library()));
}

const Document& tired() {
    return library().preset("trained-tired").document;
}

Document in_layer(base::Index layer) {
    return apply(tired(), SetWeights{TrainedWeights{"coreference", layer}}, library());
}

float weight(const Pass& pass, base::Index head, base::Index i, base::Index j) {
    return pass.trace.heads[static_cast<std::size_t>(head)].weights(i, j);
}

} // namespace

TEST_CASE("in layer 2 “it” reads the noun that the last word fits, with nothing set by hand") {
    struct Case {
        std::string text;
        base::Index it, noun;
    };
    const std::vector<Case> cases{
        {"The cat sat on the mat because it was tired", 7, 1},
        {"The cat sat on the mat because it was comfortable", 7, 5},
        {"The animal didn't cross the street because it was too tired", 7, 1},
        {"The animal didn't cross the street because it was too wide", 7, 5},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const auto pass = pass_of(apply(tired(), SetText{c.text, ""}, library()));
        CHECK(weight(*pass, 0, c.it, c.noun) > 0.9F);
    }
}

TEST_CASE("in layer 1 “it” reads the last word") {
    CHECK(weight(*pass_of(in_layer(0)), 0, 7, 9) > 0.9F);
}

TEST_CASE("the attention that is shown is the one that the model computes, positions and all") {
    for (const char* id : {"trained-tired", "trained-story", "trained-french"}) {
        CAPTURE(id);
        const Document& document = library().preset(id).document;
        const auto places = static_cast<base::Index>(pass_of(document)->reading->places.size());
        for (base::Index layer = 0; layer < places; ++layer) {
            CAPTURE(layer);
            const auto pass =
                pass_of(apply(document, SetWeights{with_layer(document.weights, layer)}, library()));
            const auto& own = pass->reading->run.at(pass->reading->places[pass->reading->shown]).trace;
            CHECK(make::is_close(pass->trace.output, own.output, make::of_largest(1e-5)));
        }
    }
}

TEST_CASE("what a layer is given is what the layers before it made") {
    const auto first = pass_of(in_layer(0)), second = pass_of(in_layer(1));
    CHECK(first->trace.x != second->trace.x);
    CHECK(second->trace.x == second->reading->run.at({model::Part::encoder, 1}).trace.x);
}

TEST_CASE("a number set in layer 1 flows on into layer 2, and is listed where it was set") {
    Document edited = in_layer(0);
    for (base::Index head : {0, 1})
        for (base::Index key : {8, 9})
            edited = apply(edited, SetCell{{Quantity::weights, head, 7, key}, 0}, library());
    CHECK(edited.overrides.front().cell.layer == 0);
    const Document above = apply(edited, SetWeights{TrainedWeights{"coreference", 1}}, library());
    REQUIRE(above.overrides.size() == edited.overrides.size());
    const auto changed = pass_of(above), usual = pass_of(in_layer(1));
    CHECK(changed->overrides.empty()); // none of this layer
    CHECK(changed->trace.x.row(7) != usual->trace.x.row(7));
    CHECK(changed->trace.x.row(0) == usual->trace.x.row(0));
    const Document there = apply(above, SetCell{{Quantity::scores, 0, 7, 1}, 0}, library());
    CHECK(there.overrides.back().cell.layer == 1);
    CHECK(pass_of(there)->trace.heads[0].scores(7, 1) == 0);
    CHECK(apply(there, ClearCell{{Quantity::scores, 0, 7, 1}}, library()) == above);
}

TEST_CASE("a translation is read row by row, each named by the word that goes in") {
    const auto pass = pass_of(library().preset("trained-french").document);
    CHECK(pass->trace.n() == 5);
    CHECK(pass->trace.m() == 5);
    CHECK(pass->names.queries == std::vector<std::string>{"<start>", "Le", "chat", "noir", "dort"});
    CHECK(weight(*pass, 0, 2, 1) > 0.9F); // black
    CHECK(make::largest(pass->reading->run.probabilities.front().row(2)) > 0.9F);
    const Document encoder = apply(pass->document, SetWeights{TrainedWeights{"translation", 0}}, library());
    CHECK(pass_of(encoder)->names.queries ==
          std::vector<std::string>{"The", "black", "cat", "sleeps", "here"});
    const Document decoder = apply(pass->document, SetWeights{TrainedWeights{"translation", 1}}, library());
    CHECK(pass_of(decoder)->trace.options.mask.causal);
}

TEST_CASE("choosing a model that does not know the words brings a sentence that it does") {
    const Document& hand_set = library().opening().document;
    const Document chosen = apply(hand_set, ChooseTrained{"sense"}, library());
    CHECK(chosen.text != hand_set.text);
    CHECK_NOTHROW(pass_of(chosen));
    CHECK(apply(hand_set, ChooseTrained{"coreference"}, library()).text == hand_set.text);
    CHECK(apply(hand_set, ChooseTrained{"translation"}, library()).is_cross());
}

TEST_CASE("what a model cannot read is refused, with what it could") {
    struct Case {
        Document document;
        std::string where, what;
    };
    Document kat = tired(), two = tired(), no_source = library().preset("trained-french").document,
             deep = in_layer(7), rnn = tired(), unknown = tired();
    kat.text = "The kat sat on the mat because it was tired";
    two.memory_text = "Hello you";
    no_source.memory_text.clear();
    rnn.weights = TrainedWeights{"memory_rnn"};
    unknown.weights = TrainedWeights{"nothing"};
    const std::vector<Case> cases{{kat, "sentence", "kat"},
                                  {two, "sentence", "two"},
                                  {no_source, "sentence", "no source"},
                                  {deep, "layer", "8"},
                                  {rnn, "trained model", "no attention"},
                                  {unknown, "trained model", "nothing"}};
    for (const Case& c : cases) {
        CAPTURE(c.what);
        try {
            pass_of(c.document);
            FAIL("it was not refused");
        } catch (const base::InputError& error) {
            CHECK(error.where == c.where);
            CHECK(error.problem.find(c.what) != std::string::npos);
            CHECK(!error.hint.empty());
        }
    }
}

TEST_CASE("a translator writes what belongs to another source by itself") {
    const Document& french = library().preset("trained-french").document;
    struct Case {
        std::string english, french;
    };
    const std::vector<Case> cases{
        {"The black cat sleeps here", "le chat noir dort ici"},
        {"The old bear does not wait", "le vieil ours n' attend pas"},
        {"This small bee likes my red flower", "cette petite abeille aime ma fleur rouge"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.english);
        Document other = french;
        other.memory_text = "something else";
        const Document translated = apply(other, SetText{other.text, c.english}, library());
        CHECK(translated.text == c.french);
        CHECK_NOTHROW((void)pass_of(translated));
    }
}

TEST_CASE("what a person types as a translation stays as it was typed") {
    const Document& french = library().preset("trained-french").document;
    CHECK(apply(french, SetText{"le chat dort", french.memory_text}, library()).text == "le chat dort");
}
