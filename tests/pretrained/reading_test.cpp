#include "pretrained/reading.h"

#include "base/input_error.h"
#include "base/refusal.h"
#include "close.h"
#include "opened.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace pretrained;
using attention::Quantity;
using model::Part;

namespace {

constexpr double close_enough = 1e-4;

/// A weight set to 0: layer, head, from which word to which.
Intervention without(Index layer, Index head, Index row, Index column) {
    return {.place = {Part::encoder, layer}, .overrides = {{{Quantity::weights, head, row, column}, 0}}};
}

Matrix answer(const Model& model, const std::vector<Intervention>& cuts = {},
              const std::vector<Patch>& patches = {}) {
    return logits(model, read(model, opened::sentence, cuts, patches).last());
}

} // namespace

TEST_CASE("the stages of a layer end in what its attention adds to the stream") {
    const ModelPtr model = opened::model("gpt2"); // norms stand before its parts alone
    const Reading reading = read(*model, opened::sentence);
    for (Index layer = 0; layer < model->layers(); ++layer) {
        const auto trace = trace_of(*model, reading, layer);
        const Matrix added =
            reading.layers[static_cast<std::size_t>(layer)].after_attention - reading.stream(layer);
        CHECK(make::is_close(added, trace->output, make::of_largest(close_enough)));
    }
}

TEST_CASE("an arc that is cut changes what comes after it, and nothing that came before") {
    for (const char* name : {"gpt2", "gemma2", "bert"}) {
        CAPTURE(name);
        const ModelPtr model = opened::model(name);
        const std::vector<Intervention> cut{without(1, 2, 5, 1)};
        const Reading whole = read(*model, opened::sentence), changed = read(*model, opened::sentence, cut);
        CHECK(changed.stream(1) == whole.stream(1));
        CHECK(make::differs(changed.stream(2).row(5), whole.stream(2).row(5), 1e-3));
        CHECK(
            make::is_close(changed.stream(2).row(4), whole.stream(2).row(4), make::of_largest(close_enough)));
        CHECK(trace_of(*model, changed, 1)->heads[2].weights(5, 1) == 0);
        CHECK(make::is_close(logits(*model, changed.last()), answer(*model, cut)));
    }
}

TEST_CASE("a text that is read again with other cuts is read as a new one would be") {
    for (const char* name : {"gpt2", "gemma2", "bert"}) {
        CAPTURE(name);
        const ModelPtr model = opened::model(name);
        const std::vector<Intervention> first{without(0, 1, 4, 2)}, second{without(1, 2, 5, 1)};
        for (const auto& before : {std::vector<Intervention>{}, first, second})
            for (const auto& now : {std::vector<Intervention>{}, first, second}) {
                const Reading whole = read(*model, opened::sentence, now);
                const Reading again = read_again(*model, read(*model, opened::sentence, before), now);
                CHECK(again.interventions == now);
                CHECK(again.layers.size() == whole.layers.size());
                CHECK(again.last() == whole.last());
            }
    }
    CHECK_THROWS_AS(read_again(*opened::model("gpt2"), read(*opened::model("gpt2"), opened::sentence),
                               {without(9, 0, 0, 0)}),
                    base::InputError);
}

TEST_CASE("a text that is read again is read from the first layer on that differs") {
    for (const char* name : {"gpt2", "gemma2", "bert"}) {
        CAPTURE(name);
        const ModelPtr model = opened::model(name);
        Reading before = read(*model, opened::sentence);
        before.layers[0].after *= 2; // so that one sees who goes on from there
        const std::vector<Intervention> first{without(0, 1, 4, 2)}, second{without(1, 2, 5, 1)};
        const Reading from_second = read_again(*model, before, second);
        CHECK(from_second.stream(1) == before.stream(1));
        CHECK(make::differs(from_second.last(), read(*model, opened::sentence, second).last(), 1e-3));
        CHECK(read_again(*model, before, {}).last() == before.last()); // nothing differs
        CHECK(read_again(*model, before, first).last() == read(*model, opened::sentence, first).last());
    }
}

TEST_CASE("a weight set to what it is changes nothing") {
    const ModelPtr model = opened::model("llama");
    const Reading whole = read(*model, opened::sentence);
    Intervention same = without(0, 1, 4, 2);
    same.overrides[0].value = trace_of(*model, whole, 0)->heads[1].weights(4, 2);
    CHECK(make::is_close(answer(*model, {same}), answer(*model), make::of_largest(close_enough)));
}

TEST_CASE("a head that is switched off adds nothing, whichever way the pass goes") {
    const ModelPtr model = opened::model("qwen3"); // its heads share their keys
    Intervention off{.place = {Part::encoder, 0}, .overrides = {}, .heads_off = {3}};
    const Matrix quick = answer(*model, {off});
    CHECK(make::differs(quick, answer(*model), 1e-3));
    // With all stages: a cell set to what it is, besides.
    const auto trace = trace_of(*model, read(*model, opened::sentence), 0);
    off.overrides = {{{Quantity::weights, 0, 6, 6}, trace->heads[0].weights(6, 6)}};
    CHECK(make::is_close(answer(*model, {off}), quick, make::of_largest(close_enough)));
}

TEST_CASE("a row put into the stream is what all later layers read") {
    const ModelPtr model = opened::model("mistral");
    std::vector<tokens::Id> other = opened::sentence;
    other[1] = 7; // dog
    const Reading cat = read(*model, opened::sentence), dog = read(*model, other);
    std::vector<Patch> patches;
    for (Index row = 0; row < dog.words(); ++row)
        patches.push_back({Part::encoder, 1, row, dog.stream(1).row(row)});
    CHECK(make::differs(answer(*model), logits(*model, dog.last()), 1e-3));
    CHECK(make::is_close(answer(*model, {}, patches), logits(*model, dog.last()),
                         make::of_largest(close_enough)));
    const Patch one{Part::encoder, 2, 3, dog.stream(2).row(3)};
    const Reading patched = read(*model, opened::sentence, {}, {one});
    CHECK(patched.last().row(3) == one.stream);
    CHECK(patched.last().row(6) == cat.last().row(6));
}

TEST_CASE("words of a causal model see none that come later; those of BERT do") {
    const std::vector<tokens::Id> start(opened::sentence.begin(), opened::sentence.begin() + 4);
    for (const char* name : {"gpt2", "llama", "gemma3"}) {
        CAPTURE(name);
        const ModelPtr model = opened::model(name);
        CHECK(make::is_close(logits(*model, read(*model, start).last()), answer(*model).topRows(4),
                             make::of_largest(close_enough)));
    }
    const ModelPtr bert = opened::model("bert");
    CHECK(make::differs(logits(*bert, read(*bert, start).last()), answer(*bert).topRows(4), 1e-2));
}

TEST_CASE("the lens reads any row by itself") {
    const ModelPtr model = opened::model("gemma2");
    const Reading reading = read(*model, opened::sentence);
    for (Index point = 0; point <= model->layers(); ++point) {
        const Matrix all = logits(*model, reading.stream(point));
        CHECK(make::is_close(logits(*model, reading.stream(point).row(3)), all.row(3),
                             make::of_largest(close_enough)));
    }
}

TEST_CASE("guesses are in order, and their probabilities are those of a softmax") {
    RowVector row(4);
    row << 0, std::log(6.0F), std::log(2.0F), std::log(1.0F);
    const std::vector<Guess> guesses = likeliest(row, 3);
    REQUIRE(guesses.size() == 3);
    CHECK(guesses[0].id == 1);
    CHECK(guesses[0].probability == make::about(0.6));
    CHECK(guesses[1].probability == make::about(0.2));
    CHECK(guesses[2].id == 0); // of two that are alike the first
    CHECK(likeliest(row, 9).size() == 4);
}

TEST_CASE("as many threads as there are give the same answer") {
    const ModelPtr model = opened::model("gemma");
    const Reading reading = read(*model, opened::sentence, {}, {}, 4);
    CHECK(make::is_close(logits(*model, reading.last(), 4), answer(*model), make::of_largest(close_enough)));
}

TEST_CASE("what cannot be read is refused") {
    const ModelPtr model = opened::model("gpt2");
    const auto problem = [&](const std::vector<tokens::Id>& ids, const std::vector<Intervention>& cuts = {},
                             const std::vector<Patch>& patches = {}) {
        return refusal_of([&] { (void)read(*model, ids, cuts, patches); }).problem;
    };
    CHECK(problem({}) == "there is no word in it");
    CHECK(problem(std::vector<tokens::Id>(13, 5)) == "13 pieces are more than the model's positions reach");
    CHECK(problem({5, 32}) == "the model has no piece 32");
    CHECK(problem({-1}) == "the model has no piece -1");
    CHECK(problem({5}, {{.place = {Part::encoder, 2}, .overrides = {}, .heads_off = {0}}}) ==
          "there is no layer 3");
    CHECK(problem({5}, {{.place = {Part::encoder, 1}, .overrides = {}, .heads_off = {4}}}) ==
          "there is no head 5");
    CHECK_THROWS_AS((void)read(*model, {5, 6}, {without(0, 0, 2, 0)}), base::InputError);
    CHECK(problem({5}, {}, {{Part::encoder, 0, 1, RowVector::Zero(16)}}) == "there is no row 1 at point 0");
    CHECK(problem({5}, {}, {{Part::encoder, 0, 0, RowVector::Zero(15)}}) == "its row has 15 numbers");
}

TEST_CASE("numbers that grow too large are refused, and never an answer") {
    const ModelPtr model = opened::model("gpt2");
    const float infinity = std::numeric_limits<float>::infinity();
    for (const Index point : {0, 1}) {
        const Patch endless{Part::encoder, point, 2, RowVector::Constant(16, infinity)};
        CHECK_THROWS_AS((void)read(*model, opened::sentence, {}, {endless}), base::InputError);
    }
    CHECK_THROWS_AS((void)logits(*model, Matrix::Constant(1, 16, infinity)), base::InputError);
}
