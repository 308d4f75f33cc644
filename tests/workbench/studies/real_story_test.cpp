#include "workbench/studies/real_story.h"

#include "../lab.h"
#include "../real.h"
#include "attention/softmax.h"
#include "close.h"
#include "temporary_folder.h"
#include "workbench/document/edit.h"
#include "workbench/studies/lens.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace workbench;
using lab::library;

namespace {

Document gpt2() {
    return real::document(library(), "gpt2", "the cat sat on the mat");
}

std::shared_ptr<const Story> told(const Document& document, base::Index row) {
    return story_of(*real::pass(library(), document), nullptr, row);
}

} // namespace

TEST_CASE("a causal model is asked at every piece, and says what its logits say") {
    const auto pass = real::pass(library(), gpt2());
    const auto story = story_of(*pass, nullptr, 3);
    CHECK(story->asked_rows.size() == story->words.size());
    REQUIRE(story->is_asked());
    const auto logits = pretrained::logits(*pass->real->model, pass->real->run->last());
    const base::Matrix probabilities = attention::softmax(logits).weights;
    base::Index best = 0;
    const float most = probabilities.row(3).maxCoeff(&best);
    CHECK(story->answers[0].now[0].word == piece_name(*pass->real->model, static_cast<tokens::Id>(best)));
    CHECK(story->answers[0].now[0].probability == make::about(most).within(1e-5));
}

TEST_CASE("a model that fills gaps is asked at its masks, and says where none is") {
    const auto gap = told(real::document(library(), "bert", "the [MASK] sat"), 2);
    CHECK(gap->asked_rows == std::vector<base::Index>{2});
    CHECK(gap->is_asked());
    const auto none = told(real::document(library(), "bert", "the cat sat"), 2);
    CHECK(none->answers.empty());
    CHECK(lab::contains(none->unasked, "[MASK]"));
}

TEST_CASE("the lens of a real model ends in its answer") {
    const auto pass = real::pass(library(), gpt2());
    const auto story = story_of(*pass, nullptr, 5);
    const Lens lens = lens_of(*pass, nullptr, 5);
    REQUIRE(lens.points.size() == 5); // how it begins, and both parts of two layers
    const Named &end = lens.points.back().outputs[0].words[0], &said = story->answers[0].now[0];
    CHECK(end.word == said.word);
    CHECK(end.probability == make::about(said.probability).within(1e-5));
}

TEST_CASE("a cut arc is told with its former weight, and the answer with what it was") {
    const auto usual = told(gpt2(), 5);
    const attention::Cell cell{attention::Quantity::weights, 1, 5, 2};
    const auto cut = told(apply(gpt2(), SetCell{cell, 0}, library()), 5);
    REQUIRE(cut->knocked_out.size() == 1);
    CHECK(cut->knocked_out[0].weight == make::about(usual->traces[0]->heads[1].weights(5, 2)).within(1e-5));
    CHECK(cut->answers[0].usual[0].probability ==
          make::about(usual->answers[0].now[0].probability).within(1e-5));
    CHECK(cut->named != cut->named_usually);
    CHECK(usual->usual.empty());
}

TEST_CASE("steps are the strongest reads of other words, and what is said without them is measured") {
    const auto story = told(gpt2(), 5);
    for (const StoryStep& step : story->steps) {
        CHECK(step.read().weight >= 0.5F);
        CHECK(step.read().to != step.read().from);
        const auto cuts = [&] {
            Document document = gpt2();
            for (const Read& read : step.reads)
                document = apply(document,
                                 SetCell{{attention::Quantity::weights, read.head, read.from, read.to},
                                         0,
                                         static_cast<base::Index>(read.layer)},
                                 library());
            return told(document, 5);
        }();
        REQUIRE(step.without.size() == 1);
        CHECK(step.without[0].word == cuts->answers[0].now[0].word);
        CHECK(make::is_close(step.given, cuts->named));
        CHECK(step.without[0].probability == make::about(cuts->answers[0].now[0].probability).within(1e-5));
        const bool stays =
            step.without[0].word == story->answers[0].now[0].word &&
            step.without[0].probability == make::about(story->answers[0].now[0].probability).within(0.01);
        const auto spare = std::ranges::count_if(story->spare, [&](const SpareRead& one) {
            return one.read.layer == step.read().layer && one.read.to == step.read().to;
        });
        CHECK(spare == (step.reads.size() == 1 && stays ? 1 : 0));
        CHECK(step.needed == (step.without[0].word != story->answers[0].now[0].word));
    }
}

TEST_CASE("a story is told before it is known what its steps are needed for") {
    const auto pass = real::pass(library(), gpt2());
    RealStoryRun run(*pass, 5);
    auto story = run.next({});
    CHECK(story->is_asked());
    for (const StoryStep& step : story->steps)
        CHECK(step.without.empty());
    std::size_t slices = 1;
    for (; !run.finished(); ++slices)
        story = run.next({});
    CHECK(slices == 1 + story->steps.size());
    for (const StoryStep& step : story->steps)
        CHECK(step.without.size() == 1);
}

TEST_CASE("the story of another word, or of a cut, makes again only what has changed") {
    const Document document = gpt2();
    const auto pass = real::pass(library(), document);
    const auto first = RealStoryRun(*pass, 5).next({}), other = RealStoryRun(*pass, 2, first).next({});
    CHECK(other->traces == first->traces); // the same ones
    const attention::Cell cell{attention::Quantity::weights, 1, 5, 2};
    const auto cut_pass = real::pass(library(), apply(document, SetCell{cell, 0}, library()));
    const auto cut = RealStoryRun(*cut_pass, 5, first).next({});
    CHECK(cut->usual == first->traces);
    CHECK(cut->usual_run == first->real->run);
    CHECK(cut->traces[0] != first->traces[0]);
    CHECK(RealStoryRun(*pass, 5, cut).next({})->named == first->named);
}

TEST_CASE("nothing of an earlier story is taken for another text, nor for another model") {
    const auto first = RealStoryRun(*real::pass(library(), gpt2()), 5).next({});
    const attention::Cell cell{attention::Quantity::weights, 1, 5, 2};
    for (const auto& [model, text] :
         {std::pair{"gpt2", "a dog ran on the mat"}, {"llama", "the cat sat on the mat"}}) {
        const Document other = apply(real::document(library(), model, text), SetCell{cell, 0}, library());
        const auto pass = real::pass(library(), other);
        const auto told = RealStoryRun(*pass, 5, first).next({}), alone = RealStoryRun(*pass, 5).next({});
        CHECK(told->named == alone->named);
        CHECK(told->named_usually == alone->named_usually);
        REQUIRE(told->traces.size() == alone->traces.size());
        for (std::size_t layer = 0; layer < told->traces.size(); ++layer) {
            CHECK(told->traces[layer]->heads[0].weights == alone->traces[layer]->heads[0].weights);
            CHECK(told->usual[layer]->heads[0].weights == alone->usual[layer]->heads[0].weights);
        }
    }
}

TEST_CASE("a story that was told before is told on where it stopped") {
    const auto pass = real::pass(library(), gpt2());
    RealStoryRun run(*pass, 5);
    auto told = run.next({});
    REQUIRE_FALSE(told->steps.empty());
    told = run.next({});
    RealStoryRun again(*pass, 5, told);
    const auto begun = again.next({});
    CHECK(begun->steps.front().without.size() == 1);
    CHECK(begun->traces == told->traces);
}

TEST_CASE("a story has the words of its own text, though another one is read alike") {
    const Document typed = real::document(library(), "bert", "The Cat sat");
    const auto before = real::pass(library(), typed);
    const auto now =
        compute(prepare(apply(typed, SetText{"the cat sat", ""}, library()), library(), before.get()));
    REQUIRE(now->real->run == before->real->run); // in small letters it was the same text already
    const auto told = RealStoryRun(*before, 2).next({}), again = RealStoryRun(*now, 2, told).next({});
    CHECK(told->words[2] == "Cat");
    CHECK(again->words[2] == "cat");
    CHECK(again->traces == told->traces); // what is read alike is not made again
}

TEST_CASE("a text ends with the piece that its model names for that, and with no other sign") {
    const TemporaryFolder folder;
    std::filesystem::copy(real::folder("gpt2"), folder.path);
    auto config = nlohmann::json::parse(content(folder.path / "config.json"));
    config["eos_token_id"] = 3;
    std::ofstream(folder.path / "config.json") << config;
    const pretrained::ModelPtr model = pretrained::open_model(folder.path);
    const auto named = [&](const char* text) {
        return candidate(*model, static_cast<base::Index>(*model->tokenizer.find(text)), 0.5F);
    };
    CHECK(named("[SEP]").ends);
    CHECK(named("[SEP]").text.empty());
    for (const char* sign : {"[PAD]", "[UNK]", "[CLS]", "[MASK]"}) {
        CHECK_FALSE(named(sign).ends);
        CHECK(named(sign).word == sign);
        CHECK(named(sign).text.empty()); // it cannot be written
    }
    CHECK(named("cat").text == " cat");
}

TEST_CASE("the words that may come next are the most probable ones, and the one that stands there") {
    const auto pass = real::pass(library(), gpt2());
    const auto inside = story_of(*pass, nullptr, 1), end = story_of(*pass, nullptr, 5);
    const NextWord next = next_word(*end, *pass->real, 5);
    CHECK(next.best.size() == 5);
    CHECK_FALSE(next.written);
    for (std::size_t i = 1; i < 5; ++i)
        CHECK(next.best[i].probability <= next.best[i - 1].probability);
    const NextWord written = next_word(*inside, *pass->real, 5);
    REQUIRE(written.written);
    CHECK(written.best[*written.written].word == "sat");
}

TEST_CASE(
    "the line of a piece begins with its word and place; what the layers change in it leads to its end") {
    for (const char* model : {"gpt2", "bert"}) {
        const auto pass = real::pass(library(), real::document(library(), model, "the cat sat"));
        const ResidualStream stream = residual_stream(*pass->real, 1);
        const base::Matrix& numbers = *stream.numbers;
        REQUIRE(numbers.rows() == 6); // it begins, two parts of two layers, it ends
        REQUIRE(std::ssize(stream.parts) == numbers.rows());
        CHECK(make::is_close(base::Matrix(numbers.row(0)), base::Matrix(pass->real->run->embedded.row(1)),
                             make::of_largest(1e-6)));
        CHECK(make::is_close(base::Matrix(numbers.topRows(5).colwise().sum()), base::Matrix(numbers.row(5)),
                             make::of_largest(1e-5)));
        CHECK(stream.parts[3].kind == StreamPart::Kind::attention);
        CHECK(stream.parts[3].layer == 1);
        CHECK(stream.parts[5].size == make::about(numbers.row(5).norm()).within(1e-4));
    }
}

TEST_CASE("in a gap stand the words that the model finds most probable there") {
    const auto pass = real::pass(library(), real::document(library(), "bert", "the [MASK] sat"));
    const auto story = story_of(*pass, nullptr, 4); // marked is another one
    const NextWord gap = words_for_gap(*story, *pass->real, 5);
    REQUIRE(gap.best.size() == 5);
    CHECK(gap.best[0].word == story->answers[0].now[0].word);
    CHECK(gap.best[0].probability == make::about(story->answers[0].now[0].probability).within(1e-6));
    for (std::size_t i = 1; i < 5; ++i)
        CHECK(gap.best[i].probability <= gap.best[i - 1].probability);
    CHECK_FALSE(gap.written);
}

TEST_CASE("where a layer makes the stream wider, nothing is told as a sum") {
    RealReading reading = *real::pass(library(), gpt2())->real;
    CHECK(residual_stream(reading, 1).numbers);
    pretrained::Reading run = *reading.run;
    run.layers[1].after = base::Matrix::Zero(run.words(), run.embedded.cols() + 4);
    reading.run = std::make_shared<const pretrained::Reading>(std::move(run));
    CHECK_FALSE(residual_stream(reading, 1).numbers);
}
