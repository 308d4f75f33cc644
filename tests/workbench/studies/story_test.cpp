#include "close.h"
#include "workbench/document/edit.h"
#include "workbench/document/in_force.h"
#include "workbench/document/pass.h"
#include "workbench/lab.h"
#include "workbench/studies/story.h"

#include <algorithm>
#include <cmath>

using namespace lab;
using namespace workbench;
using Part = StreamPart::Kind;
using Remark = HeadRemark::Kind;

namespace {

ResidualStream stream_in(const char* id, Index row) {
    return residual_stream(*compute(prepare(preset(id), library()))->reading, row);
}

std::vector<Part> kinds(const ResidualStream& stream) {
    std::vector<Part> all;
    for (const StreamPart& part : stream.parts)
        all.push_back(part.kind);
    return all;
}

} // namespace

TEST_CASE("each block adds what its attention read and what its MLP made of that") {
    const std::vector<Part> encoder{Part::begins,    Part::attention, Part::mlp,  Part::after,
                                    Part::attention, Part::mlp,       Part::after};
    const ResidualStream stream = stream_in("trained-tired", 7);
    CHECK(kinds(stream) == encoder);
    CHECK(stream.parts[1].layer == 0);
    CHECK(stream.parts[4].layer == 1);
}

TEST_CASE("a decoder's line also reads the source") {
    const std::vector<Part> decoder{Part::begins, Part::attention, Part::attention, Part::mlp, Part::after};
    CHECK(kinds(stream_in("trained-french", 2)) == decoder);
}

TEST_CASE("the stream is what began it and everything that was added") {
    for (const char* id : {"trained-tired", "trained-french"}) {
        CAPTURE(id);
        const ResidualStream stream = stream_in(id, 2);
        REQUIRE(stream.numbers->rows() == std::ssize(stream.parts));
        base::RowVector sum = base::RowVector::Zero(stream.numbers->cols());
        for (std::size_t i = 0; i < stream.parts.size(); ++i) {
            const auto row = stream.numbers->row(static_cast<Index>(i));
            CHECK(stream.parts[i].size == make::about(row.norm()));
            if (stream.parts[i].kind != Part::after)
                sum += row;
            else
                CHECK(make::is_close(row, sum, make::of_largest(1e-4)));
        }
    }
}

namespace {

const std::string comfortable = "The cat sat on the mat because it was comfortable";

Document changed(const Document& document, const Edit& edit) {
    return apply(document, edit, library());
}

Document tired() {
    return preset("trained-tired");
}

Document unhinted(const Document& document) {
    return changed(document, SetWeights{TrainedWeights{"coreference_unhinted", 1}});
}

/// A document read, and the story of one of its words.
struct Told {
    std::shared_ptr<const Pass> pass;
    std::shared_ptr<const Story> story;

    const TrainedReading& reading() const { return *pass->reading; }
    std::string answer(std::size_t i = 0) const { return story->answers.at(i).now.front().word; }
    /// What the marked word mostly reads in a layer; empty: nothing.
    std::string read_in(std::size_t layer) const {
        for (const StoryStep& step : story->steps)
            if (step.read().layer == layer) {
                const auto& words =
                    reading().places[layer].part == model::Part::cross ? story->source : story->words;
                return words.at(static_cast<std::size_t>(step.read().to));
            }
        return {};
    }
};

Told read(const Document& document, Index row) {
    Told made{compute(prepare(document, library())), nullptr};
    const TaskPtr task = library().tasks->get(made.reading().model->card.task);
    made.story = story_of(*made.pass, task.get(), row);
    return made;
}

Document without_read(const Document& document, Index layer, Index head, Index from, Index to) {
    return changed(document, SetCell{{Quantity::weights, head, from, to}, 0, layer});
}

constexpr Index it = 7, last = 9;

} // namespace

TEST_CASE("in the hinted model “it” reads “tired” first, then “cat”, and needs both") {
    const Told made = read(tired(), it);
    CHECK(made.answer() == "cat");
    CHECK(made.story->answers.front().is_right());
    REQUIRE(made.story->steps.size() == 2);
    CHECK(made.read_in(0) == "tired");
    CHECK(made.read_in(1) == "cat");
    CHECK(made.story->steps[0].read().relation == 0);
    CHECK(made.story->steps[1].read().relation == 1);
    CHECK(made.story->stands_in_sentence);
    CHECK(made.story->is_read);
    CHECK(made.story->steps_needed(made.reading()) == 2);
}

TEST_CASE("a read that the answer does without is no step that was needed") {
    const Told made = read(changed(tired(), SetText{comfortable, ""}), it);
    CHECK(made.answer() == "mat");
    CHECK(made.read_in(0) == "comfortable");
    CHECK(made.read_in(1) == "mat");
    CHECK_FALSE(made.story->steps[0].needed);
    CHECK(made.story->steps_needed(made.reading()) == 0);
}

TEST_CASE("what is said to happen without a read happens when it is knocked out") {
    const Told whole = read(tired(), it);
    for (const StoryStep& step : whole.story->steps) {
        Document out = tired();
        for (const workbench::Read& each : step.reads)
            out = without_read(out, static_cast<Index>(each.layer), each.head, each.from, each.to);
        const Told made = read(out, it);
        CHECK(made.answer() == step.without.front().word);
        CHECK(made.story->answers.front().now.front().probability ==
              make::about(step.without.front().probability));
        CHECK(made.story->answers.front().usual.front().word == "cat");
        CHECK(made.story->knocked_out.size() == step.reads.size());
        CHECK(made.story->knocked_out.front().weight == make::about(step.read().weight));
    }
}

namespace {

Document at_home() {
    return changed(
        preset("trained-story"),
        SetText{"once there was a kind girl named Mei who lived near the river . one sunny day , "
                "Mei went to the park . there she met Tom and saw a duck near a pond . the duck "
                "near the pond was small . they fed it some bread . at last , Mei went home to the",
                ""});
}

bool is_same(const workbench::Read& a, const workbench::Read& b) {
    return a.layer == b.layer && a.head == b.head && a.to == b.to;
}

} // namespace

TEST_CASE("a strong read without which the word stays is spare, and no other is") {
    const Document document = at_home();
    const Index last_word = std::ssize(words_of(document, library()).queries) - 1;
    const Told whole = read(document, last_word);
    const Named& said = whole.story->answers.front().now.front();
    CHECK(said.word == "river");
    std::size_t strong = 0;
    for (std::size_t layer = 0; layer < 2; ++layer) {
        const attention::Trace& t = whole.reading().run.at(whole.reading().places[layer]).trace;
        for (Index head = 0; head < std::ssize(t.heads); ++head) {
            workbench::Read each{layer, head, last_word};
            each.weight = t.heads[static_cast<std::size_t>(head)].weights.row(last_word).maxCoeff(&each.to);
            if (each.weight < 0.5F || each.to == last_word) continue;
            ++strong;
            const auto cut =
                read(without_read(document, static_cast<Index>(layer), head, last_word, each.to), last_word);
            const Named& without = cut.story->answers.front().now.front();
            const bool stays = without.word == said.word &&
                               without.probability == make::about(said.probability).within(0.01);
            const auto& spare = whole.story->spare;
            const auto found =
                std::ranges::find_if(spare, [&](const SpareRead& one) { return is_same(one.read, each); });
            CAPTURE(layer);
            CAPTURE(head);
            CHECK((found != spare.end()) == stays);
            if (found != spare.end())
                CHECK(found->without.probability == make::about(without.probability).within(1e-5));
        }
    }
    CHECK(strong > 0);
}

TEST_CASE("the head of places reads the place that is then said, and can be cut at no cost") {
    const Document document = at_home();
    const auto words = words_of(document, library()).queries;
    const Told whole = read(document, std::ssize(words) - 1);
    const auto reads_answer = [&](const SpareRead& one) {
        return one.read.layer == 1 && words[static_cast<std::size_t>(one.read.to)] == "river";
    };
    const auto found = std::ranges::find_if(whole.story->spare, reads_answer);
    REQUIRE(found != whole.story->spare.end());
    CHECK(found->read.weight > 0.8F);
    CHECK(found->without.word == "river");
}

TEST_CASE("with one weight out the others of its row stay what they were, and putting it back is as before") {
    const Document out = without_read(tired(), 0, 0, it, last);
    CHECK(out.overrides.front().cell.layer == 0);
    const Told before = read(tired(), it), made = read(out, it);
    CHECK(made.answer() == "mat");
    const auto row = [](const Told& of) {
        return of.reading().run.at({model::Part::encoder, 0}).trace.heads[0].weights.row(it);
    };
    CHECK(row(made)(last) == 0);
    CHECK(row(made).head(last) == row(before).head(last));
    CHECK(changed(out, ClearCell{{Quantity::weights, 0, it, last}, 0}).overrides.empty());
}

TEST_CASE("the unhinted model answers as well, and does without what the hint would have had it read") {
    const Told made = read(unhinted(tired()), it);
    CHECK(made.answer() == "cat");
    const auto quality =
        std::ranges::find(made.story->relations, std::optional<Index>(0), &workbench::Read::relation);
    REQUIRE(quality != made.story->relations.end());
    CHECK(quality->weight < 0.9F); // 0.68 here, 0.3 over many sentences: it reads it, and does not need it
    CHECK(read(tired(), it).story->relations.front().weight > 0.9F);
    Document without = unhinted(tired()); // the quality, in both heads of layer 1
    for (const Index head : {0, 1})
        without = without_read(without, 0, head, it, last);
    CHECK(read(without, it).answer() == "cat");
}

TEST_CASE("switching a head off is known in its own layer, and the story knows what was before") {
    const Document off = changed(tired(), SwitchHeads{{{0, 0}}});
    const Told made = read(off, it);
    CHECK(made.pass->options.switched_off.empty()); // layer 2 is shown
    CHECK(made.story->remarks[0][0].kind == Remark::off);
    CHECK(made.story->remarks[1][0].kind != Remark::off);
    CHECK(made.answer() == "mat");
    CHECK(made.story->answers.front().usual.front().word == "cat");
    const auto first = read(changed(off, SetWeights{TrainedWeights{"coreference", 0}}), it);
    CHECK(first.pass->options.switched_off == std::vector<Index>{0});
    CHECK(first.answer() == "mat");
}

TEST_CASE("at a word that is not asked the answer is still that of the one which is") {
    const Told made = read(tired(), 3);
    CHECK(made.story->row == 3);
    CHECK_FALSE(made.story->is_asked());
    CHECK(made.story->answers.front().row == it);
    CHECK_FALSE(made.story->is_read);
    const Told unasked = read(changed(tired(), SetText{"The cat sat on the mat", ""}), 1);
    CHECK(unasked.story->answers.empty());
    CHECK(contains(unasked.story->unasked, "it"));
}

TEST_CASE("weights that were not trained are one layer, which reads and answers nothing") {
    const auto told = [](const Document& document, Index row) {
        return story_of(*compute(prepare(document, library())), nullptr, row);
    };
    const auto story = told(preset("cat-tired"), it);
    CHECK(story->words.at(7) == "it");
    CHECK(story->answers.empty());
    CHECK(story->remarks.size() == 1);
    REQUIRE(story->steps.size() == 1);
    CHECK(story->steps[0].read().to == 1); // “it” reads “cat”
    CHECK_FALSE(story->steps[0].needed);
    CHECK(story->usual.empty());
    const float weight = story->steps[0].read().weight;
    const auto cut =
        told(changed(preset("cat-tired"), SetCell{{Quantity::weights, 0, it, 1}, 0, Index{0}}), it);
    CHECK(cut->steps.empty());
    REQUIRE(cut->knocked_out.size() == 1);
    CHECK(cut->knocked_out[0].weight == make::about(weight)); // what it would have been
    CHECK(cut->usual.size() == 1);
    CHECK(told(numbers(1), 0)->words.size() == 1);
}

TEST_CASE("a sense is told by one read, and is no word of the sentence") {
    const Told made = read(preset("trained-bank"), 4);
    CHECK(made.answer() == "bank (river)");
    CHECK_FALSE(made.story->stands_in_sentence);
    CHECK(made.read_in(0) == "river");
    CHECK(made.story->steps.front().needed);
}

TEST_CASE("who loves and whom are two answers at one verb, each read by a head of its own") {
    const Told made = read(preset("trained-love"), 2);
    REQUIRE(made.story->answers.size() == 2);
    CHECK(made.answer(0) == "I");
    CHECK(made.answer(1) == "you");
    CHECK(std::ranges::count_if(made.story->steps, [](const StoryStep& s) { return s.read().layer == 1; }) ==
          2);
}

TEST_CASE("a decoder's rows are the words that it had read, and each names the next") {
    const Told made = read(preset("trained-french"), 2);
    CHECK(made.story->words == std::vector<std::string>{"<start>", "Le", "chat", "noir", "dort"});
    CHECK(made.answer() == "noir");
    CHECK(made.story->source.at(static_cast<std::size_t>(made.story->source_row)) == "black");
    CHECK(made.story->asked_rows.size() == 5);
    CHECK(made.read_in(2) == "black");
}

TEST_CASE("over unseen sentences each relation is needed in its own layer, and in no other") {
    const TrainedPtr model = library().trained->get("coreference");
    const TaskPtr task = library().tasks->get("coreference");
    KnockOutRun run(model, task, workbench::relations_out(*task, model->transformer->sizes), 120);
    std::shared_ptr<const KnockOuts> found;
    do
        found = run.next({});
    while (!found->finished());
    const auto right = [&](Index layer, std::optional<Index> head, Index relation) {
        const learning::KnockOut out{{model::Part::encoder, layer}, head, relation};
        const auto row =
            std::ranges::find_if(found->rows, [&](const KnockedOut& r) { return r.out == std::vector{out}; });
        REQUIRE(row != found->rows.end());
        return row->answers->share_right().value();
    };
    CHECK(found->rows.front().out.empty());
    CHECK(found->rows.front().answers->share_right().value() > 0.98);
    CHECK(found->chance == make::about(0.5)); // one of two nouns
    CHECK(right(1, {}, 1) < 0.35);
    CHECK(right(1, 0, 1) > 0.9); // the second head reads the noun, too
    CHECK(right(0, {}, 0) == make::about(0.5).within(0.15));
    CHECK(right(0, {}, 1) > 0.95);
    CHECK(right(1, {}, 0) > 0.95);
    const std::vector<learning::KnockOut> noun{{{model::Part::encoder, 1}, {}, 1}};
    CHECK(right(1, {}, 1) ==
          make::about(learning::answers_with(*model->transformer, *task, noun, 120).share_right().value()));
}

TEST_CASE("what is measured is measured in the way that was chosen") {
    const TrainedPtr model = library().trained->get("coreference");
    const TaskPtr task = library().tasks->get("coreference");
    const std::vector<learning::KnockOut> noun{{{model::Part::encoder, 1}, {}, 1}};
    for (const auto instead :
         {learning::Instead::zero, learning::Instead::renormalised, learning::Instead::mean}) {
        KnockOutRun run(model, task, {{noun}}, 60, instead);
        std::shared_ptr<const KnockOuts> found;
        do
            found = run.next({});
        while (!found->finished());
        CHECK(found->instead == instead);
        CHECK(*found->rows.front().answers ==
              learning::answers_with(*model->transformer, *task, noun, 60, instead));
    }
}

TEST_CASE("a word that reads mostly itself is said to, and not to read nothing") {
    const Told alone = read(changed(tired(), SetText{"tired", ""}), 0);
    CHECK(alone.story->steps.empty()); // every head gives it 1.00, and there is nothing else to read
    CHECK(alone.story->reads_itself);
    CHECK_FALSE(read(tired(), it).story->reads_itself);
}

TEST_CASE("a row whose weights no longer sum to 1 has no spread, but a sum") {
    const Told whole = read(tired(), it);
    Document out = tired();
    for (const StoryStep& step : whole.story->steps)
        for (const workbench::Read& each : step.reads)
            out = without_read(out, static_cast<Index>(each.layer), each.head, each.from, each.to);
    const Told made = read(out, it);
    const HeadRemark& remark = made.story->remarks[0][0];
    const auto& row = made.reading().run.at({model::Part::encoder, 0}).trace.heads[0].weights.row(it);
    CHECK(remark.kind == Remark::rest);
    CHECK(remark.number == make::about(row.sum()));
    CHECK(remark.number < 0.1F);
}

TEST_CASE("what was set up to be shown by trained models is of the kind that they have learned") {
    for (const Preset& shown : library().presets) {
        if (!std::holds_alternative<TrainedWeights>(shown.document.weights)) continue;
        CAPTURE(shown.id);
        CHECK_FALSE(prepare(shown.document, library()).not_learned);
    }
    for (const Comparison& pair : library().comparisons)
        for (const Document* document : {&pair.left.document, &pair.right.document}) {
            if (!std::holds_alternative<TrainedWeights>(document->weights)) continue;
            CAPTURE(document->text);
            CHECK_FALSE(prepare(*document, library()).not_learned);
        }
}

TEST_CASE("a sentence outside the grammar is said to be so, wherever its model reads it") {
    for (const char* text : {"The salad stained the mat because it was bitter", "The cat sat on the mat",
                             "It sat on the mat because it was tired", "tired"}) {
        CAPTURE(text);
        const auto pass = prepare(changed(tired(), SetText{text, ""}), library());
        CHECK(pass.not_learned);
        const auto all = in_force(pass, 0);
        CHECK(std::ranges::any_of(all, [](const InForce& one) { return one.fact.key == "not_learned"; }));
    }
    CHECK_FALSE(prepare(tired(), library()).not_learned);
    CHECK_FALSE(prepare(preset("cat-tired"), library()).not_learned); // not a trained model
}

TEST_CASE("what is off in a document can be measured on other sentences, too") {
    Document out = changed(tired(), SwitchHeads{{{1, 0}}});
    out = without_read(out, 0, 0, it, last); // the quality
    out = without_read(out, 0, 0, it, 2);    // no relation: it means nothing elsewhere
    const Told made = read(out, it);
    const KnockedOut found = out_by_hand(out, made.reading(), *made.story);
    REQUIRE(found.out.size() == 2);
    CHECK(found.out[0] == learning::KnockOut{{model::Part::encoder, 1}, 0, {}});
    CHECK(found.out[1] == learning::KnockOut{{model::Part::encoder, 0}, 0, 0});
}

TEST_CASE("the sentence beside this one differs in a word and in its answer") {
    const TaskPtr task = library().tasks->get("coreference");
    const auto found = counterpart_of(tired(), *task);
    REQUIRE(found);
    CHECK(found->word == "tired");
    CHECK(found->other == "comfortable");
    const auto back = counterpart_of(changed(tired(), SetText{comfortable, ""}), *task);
    REQUIRE(back);
    CHECK(back->other == "tired");
    CHECK_FALSE(counterpart_of(changed(tired(), SetText{"The dog saw it", ""}), *task));
}

TEST_CASE("beside a hinted model stands the unhinted one, at the same layer") {
    const auto other = other_model("coreference", library());
    REQUIRE(other);
    CHECK(other->id == "coreference_unhinted");
    CHECK(other->relation == 0);
    CHECK(other_model("coreference_unhinted", library())->id == "coreference");
    CHECK_FALSE(other_model("sense", library()));
    const Comparison pair = beside({tired(), it}, *other, library());
    CHECK(pair.left.document == tired());
    CHECK(std::get<TrainedWeights>(pair.right.document.weights) == TrainedWeights{"coreference_unhinted", 1});
    CHECK(pair.right.query == it);
}
