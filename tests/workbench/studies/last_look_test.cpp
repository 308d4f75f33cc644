#include "close.h"
#include "workbench/lab.h"
#include "workbench/studies/last_look.h"

using namespace lab;
using namespace workbench;

TEST_CASE("one word at the end of the sentence changes what “it” is") {
    const Comparison& start = library().on_start();
    const LastLook tired = last_look(start.left, library()), other = last_look(start.right, library());
    CHECK(tired.words[static_cast<std::size_t>(tired.query)] == "it");
    CHECK(tired.answer == "cat");
    CHECK(other.answer == "mat");
    for (const LastLook& look : {tired, other})
        CHECK(look.words[static_cast<std::size_t>(look.strongest_key(look.query))] == look.answer);
    CHECK(exchanged_word(tired, other) == 9);
    CHECK(exchanged_word(tired, tired) == 10);
}

TEST_CASE("all heads together: the mean of their weights, whose rows still sum to 1") {
    const Compared& tired = library().on_start().left;
    const LastLook look = last_look(tired, library());
    const auto pass = compute(prepare(tired.document, library())); // shows the last layer
    const auto& t = pass->trace;
    REQUIRE(t.layer->heads == 2);
    for (base::Index word = 0; word < t.n(); ++word) {
        CHECK(look.weights->row(word).sum() == make::about(1));
        const float mean = (t.matrix(attention::Quantity::weights, 0)(7, word) +
                            t.matrix(attention::Quantity::weights, 1)(7, word)) /
                           2;
        CHECK((*look.weights)(7, word) == make::about(mean));
    }
}
