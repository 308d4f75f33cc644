#include "cases.h"
#include "close.h"
#include "source_folder.h"
#include "workbench/document/pass.h"

using namespace narration_test;

TEST_CASE("a word's row is told by its features") {
    CHECK(has(told(cat(""), StageId::input, Quantity::x, was, 0),
              "The row of was says: an action (0.50) and a linking word (0.50)."));
}

TEST_CASE("a word without features is said to have none") {
    const Case c = cat("", {}, {{{Quantity::x, 0, it, 4}, 0}});
    CHECK(has(told(c, StageId::input, Quantity::x, it, 0), "No feature is known for it"));
    CHECK(has(told(c, StageId::project, Quantity::q, it, 0),
              "The query of it is all zeros: every key scores 0 with it."));
    CHECK(has(told(c, StageId::project, Quantity::k, it, 0),
              "The key of it is all zeros: it scores 0 with every query."));
}

TEST_CASE("zeros are said to score 0 only where they do: a network may score them otherwise") {
    const Case c = cat("", scored(ScoreFunction::additive), {{{Quantity::x, 0, it, 4}, 0}}, [](Layer& l) {
        l.w_add_q = l.w_add_k = wave(4, 3, 8);
        l.v_add = wave(1, 3, 10);
    });
    CHECK(make::is_zero(c.trace.heads[0].k.row(it)));
    CHECK(make::largest(c.trace.heads[0].scores.col(it).cwiseAbs()) > 0);
    CHECK(has(told(c, StageId::project, Quantity::k, it, 0), "The key of it offers little"));
    CHECK(has(told(c, StageId::project, Quantity::v, it, 0), "The value of it is all zeros"));
}

TEST_CASE("positions are mentioned where they are added, and missed where they are not") {
    const Case with = rows("", wave_layer(4, 1, 2, 2, false, false), {}, 3, 0, true);
    CHECK(has(told(with, StageId::input, Quantity::x, 0, 0), "A position has been added"));
    CHECK(has(told(cat(""), StageId::input, Quantity::x, 0, 0), "without positions"));
}

TEST_CASE("a query asks for the dimensions that stand out in it, and a key offers its own") {
    const Case c = cat("");
    CHECK(has(told(c, StageId::project, Quantity::q, it, 0),
              "The query of it asks for something alive (living) and a feeling."));
    CHECK(has(told(c, StageId::project, Quantity::k, tired, 0),
              "The key of tired matches queries for a feeling."));
    CHECK(has(told(c, StageId::project, Quantity::k, the, 0), "The key of the offers little"));
    CHECK(has(told(c, StageId::project, Quantity::v, the, 0), "The value of the is all zeros"));
}

TEST_CASE("numbers drawn at random are given no meaning") {
    const Case c = words(rows("", wave_layer(4, 1, 2, 2, false, false)));
    for (const Stage* s : stages_of(c.trace))
        for (const Product& p : s->products(c.trace)) {
            const std::string text = told(c, s->id, p.result, 1, 1);
            CAPTURE(text);
            for (const char* claim : {" asks for ", " matches queries ", " offers ", " carries ", "feature"})
                CHECK_FALSE(has(text, claim));
        }
}

TEST_CASE("self-attention and cross-attention say where queries, keys and values come from") {
    CHECK(has(told(cat(""), StageId::project, Quantity::q, 0, 0), "self-attention"));
    const Case cross = words(rows("", wave_layer(6, 1, 4, 3, false, false), {}, 4, 5));
    CHECK(has(told(cross, StageId::project, Quantity::q, 0, 0), "keys and values from the memory M"));
    CHECK(
        has(told(cross, StageId::project, Quantity::k, 0, 0), "made from the memory M, the queries from X"));
    CHECK(has(told(cross, StageId::input, Quantity::memory, 0, 0), "the memory M (5 words)"));
}

TEST_CASE("the far side of a clock is named, though its numbers are negative") {
    const workbench::Library library = workbench::load_library(source_folder() / "assets");
    const workbench::Document& document = library.preset("cat-four-heads").document;
    const auto pass = workbench::compute(workbench::prepare(document, library));
    const Case c{"four heads", pass->trace, pass->names, true};
    const std::string text = told(c, StageId::scores, Quantity::scores, it, it - 1, 2);
    CHECK(has(text, "asks for a place near 6 o’clock")); // an hour before 7, where “it” stands
    CHECK(has(text, "offers a place near 6 o’clock"));
    CHECK(has(told(c, StageId::scores, Quantity::scores, cat_word, 0, 2), "offers a place near 12 o’clock"));
}

TEST_CASE("the columns of a head are its own, or shared with the heads that are named") {
    const Layer own = wave_layer(8, 4, 4, 3, true, true);
    CHECK(has(told(rows("", own), StageId::project, Quantity::k, 0, 0),
              "has its own columns of W_Q, W_K and W_V."));
    const Case shared = rows("", sharing(own, 2));
    CHECK(has(told(shared, StageId::project, Quantity::k, 0, 0),
              "Head 1 of 4 reads key head 1 of 2: heads 1 to 2 share these keys and values."));
    CHECK(has(told(shared, StageId::project, Quantity::q, 0, 0),
              "Head 1 of 4 has its own columns of W_Q. Heads 1 to 2 share their keys and values."));
    CHECK(has(told(rows("", sharing(own, 1)), StageId::project, Quantity::v, 0, 0),
              "reads key head 1 of 1: heads 1 to 4 share"));
}
