// What each preset sentence claims, checked on the trace that a reader will see.
#include "model/presets.h"

#include "close.h"

using namespace presets_test;

namespace {

bool between(float value, float low, float high) {
    return low <= value && value <= high;
}

} // namespace

TEST_CASE("The cat sat on the mat because it was tired: “it” is the cat, and tired") {
    const Sentence s = sentence("cat-tired");
    CHECK(s.trace.x.rows() == 10);
    CHECK(s.trace.x.cols() == 6);
    CHECK(s.trace.heads[0].q.cols() == 4);
    CHECK(s.trace.heads[0].scores(7, 1) == make::about(7.98));
    CHECK(s.trace.divisor == 2);
    CHECK(between(s.weight("it", "cat"), 0.6F, 0.7F));
    CHECK(between(s.weight("it", "tired"), 0.17F, 0.25F));
    for (const char* word : {"The", "sat", "on", "the", "mat", "because", "it", "was"})
        CHECK(s.weight("it", word) <= 0.05F);
    CHECK(s.most_attended("sat") == "cat");
    CHECK(s.most_attended("tired") == "cat");
    // no other pair scores as high in the whole sentence
    CHECK(make::largest(s.trace.heads[0].scores) == s.trace.heads[0].scores(7, 1));
    // Z of "it": mostly living, with some feeling
    CHECK(between(s.found("it", "living"), 0.6F, 0.7F));
    CHECK(between(s.found("it", "feeling"), 0.17F, 0.23F));
    CHECK(s.found("it", "thing") < 0.1F);
}

TEST_CASE("The cat sat on the mat because it was comfortable: “it” is the mat") {
    const Sentence s = sentence("cat-comfortable");
    CHECK(s.most_attended("it") == "mat");
    CHECK(s.weight("it", "mat") > 0.45F);
    CHECK(s.lead("it", "mat") > 2);
    CHECK(s.weight("it", "comfortable") > 0.1F);
    CHECK(s.weight("it", "cat") < 0.1F);
    CHECK(s.found("it", "thing") > 0.6F);
}

TEST_CASE("The animal didn't cross the street because it was too tired, too wide") {
    const Sentence tired = sentence("animal-tired");
    CHECK(tired.most_attended("it") == "animal");
    CHECK(tired.weight("it", "animal") > 0.55F);
    CHECK(tired.weight("it", "tired") > 0.15F);
    CHECK(tired.most_attended("cross") == "animal");
    const Sentence wide = sentence("animal-wide");
    CHECK(wide.most_attended("it") == "street");
    CHECK(wide.weight("it", "street") > 0.45F);
    CHECK(wide.lead("it", "street") > 2);
    CHECK(wide.weight("it", "animal") < 0.1F);
}

TEST_CASE("Hello I love you: “love” attends to “I” and “you”, little to “Hello”") {
    const Sentence s = sentence("love");
    CHECK(s.weight("love", "I") > 0.4F);
    CHECK(s.weight("love", "you") > 0.4F);
    CHECK(s.weight("love", "Hello") < 0.05F);
    CHECK(s.weight("love", "I") == make::about(s.weight("love", "you"))); // no positions: no first and last
}

TEST_CASE("one row for “bank” becomes two meanings: by the river water, with money money") {
    const Sentence river = sentence("bank-river"), money = sentence("bank-money");
    CHECK(river.trace.x.row(river.query("bank")) == money.trace.x.row(money.query("bank")));
    CHECK(river.most_attended("bank") == "river");
    CHECK(river.weight("bank", "river") > 0.6F);
    CHECK(river.found("bank", "water") > 0.6F);
    CHECK(river.found("bank", "money") < 0.1F);
    CHECK(money.most_attended("bank") == "money");
    CHECK(money.weight("bank", "money") > 0.6F);
    CHECK(money.found("bank", "money") > 0.6F);
    CHECK(money.found("bank", "water") < 0.1F);
    CHECK(river.most_attended("sat") == "She");
    CHECK(money.most_attended("put") == "He");
}

TEST_CASE("Le chat noir dort: four queries find their meaning among five keys") {
    const Sentence s = sentence("french-sleeping");
    CHECK(s.trace.heads[0].weights.rows() == 4);
    CHECK(s.trace.heads[0].weights.cols() == 5);
    const std::pair<const char*, const char*> aligned[] = {
        {"Le", "The"}, {"chat", "cat"}, {"noir", "black"}, {"dort", "sleeping"}};
    for (const auto& pair : aligned) {
        const std::string french = pair.first, english = pair.second;
        CAPTURE(french);
        CHECK(s.most_attended(french) == english);
        CHECK(s.weight(french, english) > 0.6F);
    }
    CHECK(s.query("noir") != s.key("black")); // the adjective changes places
    CHECK(s.weight("dort", "is") > 0.05F);    // and one word stands for two
}

TEST_CASE("Le chat noir dort ici: every word finds its meaning, across the swapped adjective") {
    const Sentence s = sentence("french-cat");
    CHECK(s.trace.heads[0].weights.rows() == 5);
    CHECK(s.trace.heads[0].weights.cols() == 5);
    const std::pair<const char*, const char*> aligned[] = {
        {"Le", "The"}, {"chat", "cat"}, {"noir", "black"}, {"dort", "sleeps"}, {"ici", "here"}};
    for (const auto& pair : aligned) {
        const std::string french = pair.first, english = pair.second;
        CAPTURE(french);
        CHECK(s.most_attended(french) == english);
        CHECK(s.weight(french, english) > 0.6F);
    }
    CHECK(s.query("noir") != s.key("black"));
}

TEST_CASE("The cat sat: every score can be computed in the head") {
    const Sentence s = sentence("cat-sat");
    Matrix scores(3, 3);
    scores << 0, 2, 0.5F, //
        1, 0, 3,          //
        0, 4, 1;
    CHECK(s.trace.heads[0].scores == scores);
    CHECK(s.most_attended("sat") == "cat");
    CHECK(s.most_attended("cat") == "sat");
    CHECK(s.most_attended("The") == "cat");
    for (const auto* matrix : {&s.trace.x, &s.trace.heads[0].q, &s.trace.heads[0].k, &s.trace.heads[0].v}) {
        const Matrix halves = *matrix * 2;
        CHECK(halves == Matrix(halves.array().round()));
    }
}
