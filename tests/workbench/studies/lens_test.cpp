#include "close.h"
#include "workbench/document/edit.h"
#include "workbench/document/pass.h"
#include "workbench/lab.h"
#include "workbench/studies/golden.h"
#include "workbench/studies/lens.h"

#include <algorithm>

using namespace lab;
using namespace workbench;
using Point = LensPoint::Kind;

namespace {

constexpr Index it = 7, last = 9;

std::shared_ptr<const Pass> computed(const Document& document) {
    return compute(prepare(document, library()));
}

TaskPtr task_of(const Pass& pass) {
    return library().tasks->get(pass.reading->model->card.task);
}

Lens lens_of(const Document& document, Index row) {
    const auto pass = computed(document);
    return workbench::lens_of(*pass, task_of(*pass).get(), row);
}

const LensAnswer& after_attention(const Lens& lens, std::size_t layer) {
    const LensPoint* point = lens.after_attention(layer);
    REQUIRE(point);
    return point->outputs.front();
}

const KindShare& kind(const LensAnswer& answer, const std::string& name) {
    const auto found = std::ranges::find(answer.kinds, name, &KindShare::name);
    REQUIRE(found != answer.kinds.end());
    return *found;
}

float sum(const std::vector<Named>& words) {
    float all = 0;
    for (const Named& word : words)
        all += word.probability;
    return all;
}

} // namespace

TEST_CASE("“it” is itself at first, then some animal, then the cat") {
    const Lens lens = lens_of(preset("trained-tired"), it);
    const LensAnswer& begins = lens.points.front().outputs.front();
    CHECK(begins.guesses.front().name == "it");
    CHECK(begins.guesses.front().probability == make::about(0.99).within(0.005));

    const LensAnswer& read_tired = after_attention(lens, 0);
    REQUIRE(read_tired.guesses.size() == 3);
    CHECK(read_tired.guesses[0].name == "an animal");
    CHECK(read_tired.guesses[0].probability == make::about(0.49).within(0.005));
    CHECK(read_tired.guesses[1].name == "it");
    CHECK(read_tired.guesses[1].probability == make::about(0.46).within(0.005));

    const LensAnswer& after_mlp = lens.points[2].outputs.front();
    CHECK(after_mlp.words.front().word == "it");
    CHECK(after_mlp.words.front().probability == make::about(0.83).within(0.005));

    const LensAnswer& read_cat = after_attention(lens, 1);
    CHECK(read_cat.guesses.front().name == "cat"); // and not “an animal”: one word is nearly all of it
    CHECK(read_cat.guesses.front().probability > 0.99F);
}

TEST_CASE("a kind is all of its words together, each with its share") {
    const Lens lens = lens_of(preset("trained-tired"), it);
    const LensAnswer& answer = after_attention(lens, 0);
    const KindShare& animal = kind(answer, "an animal");
    CHECK(animal.members.size() == 12);
    CHECK(animal.members[0].word == "donkey");
    CHECK(animal.members[1].word == "goat");
    CHECK(animal.members[2].word == "cow");
    for (const LensPoint& point : lens.points) {
        const LensAnswer& each = point.outputs.front();
        CHECK(std::ranges::is_sorted(each.kinds, std::greater<>(), &KindShare::probability));
        for (const KindShare& share : each.kinds) {
            CHECK(std::ranges::is_sorted(share.members, std::greater<>(), &Named::probability));
            CHECK(share.probability == make::about(sum(share.members)));
        }
    }
    const Guess& guess = answer.guesses.front();
    REQUIRE(guess.kind);
    CHECK(answer.kinds[*guess.kind].name == guess.name);
    CHECK_FALSE(answer.guesses[1].kind); // a word
}

TEST_CASE("a word that outweighs the rest of its kind speaks for itself") {
    for (const LensPoint& point : lens_of(preset("trained-tired"), it).points) {
        const LensAnswer& answer = point.outputs.front();
        for (const Guess& guess : answer.guesses)
            if (guess.kind) {
                const KindShare& share = answer.kinds[*guess.kind];
                CHECK(share.members.front().probability <= share.probability / 2);
                // and none of its words is told beside it
                for (const Named& word : share.members)
                    CHECK(std::ranges::find(answer.guesses, word.word, &Guess::name) == answer.guesses.end());
            }
    }
}

TEST_CASE(
    "a layer is asked after its attention and after its MLP, a decoder's after both of its attentions") {
    const auto points = [](const char* id, Index row) {
        std::vector<std::pair<Point, std::size_t>> all;
        for (const LensPoint& point : lens_of(preset(id), row).points)
            all.emplace_back(point.kind, point.layer);
        return all;
    };
    using Points = std::vector<std::pair<Point, std::size_t>>;
    CHECK(points("trained-tired", it) == Points{{Point::begins, 0},
                                                {Point::attention, 0},
                                                {Point::mlp, 0},
                                                {Point::attention, 1},
                                                {Point::mlp, 1}});
    CHECK(points("trained-french", 2) == // the encoder's layer is the first of the three
          Points{{Point::begins, 0}, {Point::attention, 1}, {Point::attention, 2}, {Point::mlp, 2}});
}

TEST_CASE("without an MLP the last point is after the attention") {
    Document memory = preset("trained-tired");
    memory.text =
        "b a d g e f a c e c a b b a g e f e e d b e a d h e a d d e a f a c e d b e e f 7"; // 40 letters
    memory.weights = TrainedWeights{"memory_attention", 0};
    const Lens lens = lens_of(memory, 40);
    REQUIRE(lens.points.size() == 2);
    CHECK(lens.points.back().kind == Point::attention);
    CHECK(lens.points.back().outputs.front().words.front().word == "c");
    CHECK(lens.points.back().outputs.front().kinds.empty());
}

TEST_CASE("at the last point the lens is the answer itself") {
    for (const char* id :
         {"trained-tired", "trained-wide", "trained-bank", "trained-love", "trained-french"}) {
        CAPTURE(id);
        const auto pass = computed(preset(id));
        const TrainedReading& reading = *pass->reading;
        const auto rows = std::ssize(reading.target.empty() ? reading.source : reading.target);
        for (Index row = 0; row < rows; ++row) {
            const Lens lens = workbench::lens_of(*pass, task_of(*pass).get(), row);
            CHECK(lens.points.back().outputs.size() == reading.run.probabilities.size());
            for (Index output = 0; output < std::ssize(reading.run.probabilities); ++output) {
                const auto answer = most_probable(reading.run, {output, row}, reading.model->answers(), 3);
                const LensAnswer& found = lens.points.back().outputs[static_cast<std::size_t>(output)];
                CHECK(found.words.front().word == answer.front().word);
                CHECK(found.words.front().probability == make::about(answer.front().probability));
            }
        }
    }
}

TEST_CASE("each output has a lens of its own") {
    const Lens lens = lens_of(preset("trained-love"), 2);
    REQUIRE(lens.points.back().outputs.size() == 2);
    CHECK(lens.points.back().outputs[0].words.front().word == "I");
    CHECK(lens.points.back().outputs[1].words.front().word == "you");
}

TEST_CASE("padding is never what a word is") {
    for (const LensPoint& point : lens_of(preset("trained-bank"), 4).points)
        for (const Named& word : point.outputs.front().words)
            CHECK_FALSE(word.word.empty());
}

TEST_CASE("what is set by hand is seen through the lens from there on") {
    const Document cut =
        apply(preset("trained-tired"), SetCell{{Quantity::weights, 0, it, last}, 0, 0}, library());
    const Lens whole = lens_of(preset("trained-tired"), it), lens = lens_of(cut, it);
    CHECK(lens.points.front().outputs.front().words.front().probability ==
          whole.points.front().outputs.front().words.front().probability);
    CHECK(kind(after_attention(lens, 0), "an animal").probability <
          kind(after_attention(whole, 0), "an animal").probability - 0.3F);
    CHECK(lens.points.back().outputs.front().words.front().word == "mat");

    const Document off = apply(preset("trained-tired"), SwitchHeads{{{0, 0}}}, library());
    CHECK(after_attention(lens_of(off, it), 0).guesses.front().name == "it");
}

TEST_CASE("without a trained model there is nothing to ask, and without a task there are no kinds") {
    const auto by_hand = computed(preset("cat-tired"));
    CHECK(workbench::lens_of(*by_hand, nullptr, 0).points.empty());
    const Lens lens = workbench::lens_of(*computed(preset("trained-tired")), nullptr, it);
    CHECK(lens.points[1].outputs.front().kinds.empty());
    CHECK(lens.points[1].outputs.front().guesses.front().name == "it");
}

TEST_CASE("every number agrees with the formulas in double precision") {
    struct Golden {
        const char *name, *preset;
        Index row;
        bool cut = false;
    };
    for (const Golden& expected : {Golden{"lens_it", "trained-tired", it},
                                   {"lens_it_cut", "trained-tired", it, true},
                                   {"lens_love", "trained-love", 2},
                                   {"lens_bank", "trained-bank", 4},
                                   {"lens_french", "trained-french", 2}}) {
        CAPTURE(expected.name);
        Document document = preset(expected.preset);
        if (expected.cut)
            document = apply(document, SetCell{{Quantity::weights, 0, it, last}, 0, 0}, library());
        const auto pass = computed(document);
        const language::Vocabulary& words = pass->reading->model->answers();
        const Lens lens = workbench::lens_of(*pass, task_of(*pass).get(), expected.row);
        for (std::size_t output = 0; output < lens.points.front().outputs.size(); ++output) {
            const base::Matrix p = golden(expected.name, "output_" + std::to_string(output));
            REQUIRE(p.rows() == std::ssize(lens.points));
            for (Index i = 0; i < p.rows(); ++i) {
                CAPTURE(i);
                const LensAnswer& answer = lens.points[static_cast<std::size_t>(i)].outputs[output];
                Index likeliest = 0;
                p.row(i).maxCoeff(&likeliest);
                CHECK(answer.words.front().word == words.word(likeliest));
                std::vector<Named> named = answer.words;
                for (const KindShare& share : answer.kinds)
                    named.insert(named.end(), share.members.begin(), share.members.end());
                base::RowVector found(std::ssize(named)), right(std::ssize(named));
                for (std::size_t k = 0; k < named.size(); ++k) {
                    found(static_cast<Index>(k)) = named[k].probability;
                    right(static_cast<Index>(k)) = p(i, words.id(named[k].word));
                }
                CHECK(make::is_close(found, right, 2e-5));
            }
        }
    }
}
