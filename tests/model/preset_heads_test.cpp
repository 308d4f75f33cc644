// What the presets with several heads claim about each head.
#include "attention/measure.h"
#include "close.h"
#include "model/presets.h"
#include "model/random.h"

using namespace presets_test;

TEST_CASE("two heads ask two questions: who is it, and how is it") {
    const Sentence s = sentence("cat-two-heads");
    REQUIRE(s.trace.heads.size() == 2);
    CHECK(s.most_attended("it", 0) == "cat");
    CHECK(s.weight("it", "cat", 0) > 0.7F);
    CHECK(s.most_attended("it", 1) == "tired");
    CHECK(s.weight("it", "tired", 1) > 0.5F);
    // W_O writes both answers into the features: “it” is now living and feels
    CHECK(s.trace.output(s.query("it"), Sentence::index(s.set.features, "living")) > 0.7F);
    CHECK(s.trace.output(s.query("it"), Sentence::index(s.set.features, "feeling")) > 0.6F);
}

TEST_CASE("one head with both questions must share its row between the answers that two heads give in full") {
    const Sentence one = sentence("cat-one-head"), two = sentence("cat-two-heads");
    REQUIRE(one.trace.heads.size() == 1);
    const Matrix both = two.trace.heads[0].w_q + two.trace.heads[1].w_q; // the same questions
    CHECK(make::is_close(one.trace.heads[0].w_q, both, 1e-6));
    for (const attention::HeadTrace& head : two.trace.heads) {
        CHECK(head.k == one.trace.heads[0].k); // to the same keys and values
        CHECK(head.v == one.trace.heads[0].v);
    }
    CHECK(one.weight("it", "cat") < two.weight("it", "cat", 0) - 0.2F);
    CHECK(one.weight("it", "tired") < two.weight("it", "tired", 1) - 0.2F);
    for (const char* answer : {"living", "feeling"}) {
        const Index row = one.query("it"), column = Sentence::index(one.set.features, answer);
        CHECK(one.trace.output(row, column) < two.trace.output(row, column) - 0.2F);
    }
}

TEST_CASE("four heads, four relations: each head looks where it was built to look") {
    const Sentence s = sentence("cat-four-heads");
    CHECK(s.set.heads == std::vector<std::string>{"pronoun → noun", "subject ↔ verb",
                                                  "word → the word before", "article → its noun"});
    CHECK(s.most_attended("it", 0) == "cat");
    CHECK(s.weight("it", "cat", 0) > 0.7F);
    CHECK(s.most_attended("cat", 1) == "sat");
    CHECK(s.most_attended("sat", 1) == "cat");
    CHECK(s.most_attended("was", 1) == "cat");
    CHECK(s.weight("cat", "sat", 1) > 0.7F);
    CHECK(s.weight("sat", "cat", 1) > 0.7F);
    const Matrix& before = s.trace.heads[2].weights;
    for (Index i = 1; i < before.rows(); ++i) {
        CHECK(before(i, i - 1) == make::largest(before.row(i)));
        CHECK(before(i, i - 1) > 0.7F);
    }
    CHECK(s.most_attended("The", 3) == "cat");
    CHECK(s.most_attended("the", 3) == "mat"); // the same word asks the same: only its place differs
    CHECK(s.lead("The", "cat", 3) > 5);
    CHECK(s.lead("the", "mat", 3) > 5);
}

TEST_CASE("each of the four heads is best at its own relation, by measure and not only by name") {
    const Sentence s = sentence("cat-four-heads");
    const std::vector<attention::HeadMeasures> measures = attention::measure_heads(s.trace);
    for (std::size_t head = 0; head < 4; ++head) {
        CHECK((measures[head].previous_share > 0.7F) == (head == 2));
        CHECK((s.weight("it", "cat", head) > 0.5F) == (head == 0));
        CHECK((s.weight("cat", "sat", head) > 0.5F) == (head == 1));
        CHECK((s.weight("the", "mat", head) > 0.5F) == (head == 3));
    }
}

TEST_CASE("a head without a question gives every word the same weight") {
    const Sentence s = sentence("cat-four-heads");
    const Matrix even = Matrix::Constant(1, 10, 0.1F);
    CHECK(make::is_close(s.trace.heads[0].weights.row(s.query("sat")), even, 1e-6));
    CHECK(make::is_close(s.trace.heads[1].weights.row(s.query("on")), even, 1e-6));
}

TEST_CASE("few numbers of the four heads are not 0: a reader can learn them") {
    const attention::Layer& layer = *hand_set("four-relations").layer;
    for (const Matrix* matrix : {&layer.w_q, &layer.w_k, &layer.w_v, &layer.w_o})
        for (Index head = 0; head < layer.heads; ++head) {
            const bool rows = matrix == &layer.w_o;
            const Matrix own =
                rows ? Matrix(matrix->middleRows(4 * head, 4)) : Matrix(matrix->middleCols(4 * head, 4));
            CHECK((own.array() != 0).count() <= 5);
        }
}

TEST_CASE("one to sixteen random heads can be computed, and what they add is the output") {
    attention::Input input;
    input.x = model::Random(3).normal(10, 64, 1);
    for (Index heads = 1; heads <= 16; ++heads) {
        const attention::Layer layer =
            model::random_layer({.d_model = 64, .heads = heads, .d_k = 4, .d_v = 4});
        const Trace t = attention::trace(input, layer);
        CHECK(t.heads.size() == static_cast<std::size_t>(heads));
        CHECK(make::is_close(attention::head_contributions(t).sum(), t.output));
    }
}
