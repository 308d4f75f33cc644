#include "base/stop.h"
#include "close.h"
#include "workbench/document/edit.h"
#include "workbench/document/pass.h"
#include "workbench/lab.h"
#include "workbench/studies/golden.h"
#include "workbench/studies/patching.h"

#include <algorithm>

using namespace lab;
using namespace workbench;

namespace {

constexpr Index it = 7, last = 9;
const std::string comfortable = "The cat sat on the mat because it was comfortable";

using ReadingPtr = PatchRun::ReadingPtr;

ReadingPtr reading(const Document& document) {
    return compute(prepare(document, library()))->reading;
}

Document changed(const Document& document, const Edit& edit) {
    return apply(document, edit, library());
}

ReadingPtr reading(const std::string& text) {
    return reading(changed(preset("trained-tired"), SetText{text, ""}));
}

ReadingPtr french(const std::string& text, const std::string& source) {
    return reading(changed(preset("trained-french"), SetText{text, source}));
}

PatchMap patched(const ReadingPtr& receiver, const ReadingPtr& giver, Index row = it) {
    PatchRun run(receiver, giver, {0, row});
    std::shared_ptr<const PatchMap> map = run.next({});
    while (!map->finished())
        map = run.next({});
    return *map;
}

const PatchedAnswer& at(const PatchMap& map, Index place, Index point) {
    const PatchedAnswer* found = map.at(static_cast<std::size_t>(place), point);
    REQUIRE(found);
    return *found;
}

ReadingPtr tired() {
    return reading(preset("trained-tired"));
}

} // namespace

TEST_CASE("the change comes in with “tired”, and layer 1 brings it to “it”") {
    const PatchMap map = patched(tired(), reading(comfortable));
    CHECK(map.own_answer == "cat");
    CHECK(map.given_answer == "mat");
    REQUIRE(map.points == 3); // the input, after layer 1, after layer 2
    REQUIRE(map.places.size() == 10);
    CHECK(map.places[last].word == "tired");
    CHECK(map.places[last].other == "comfortable");
    CHECK(map.places[last].changed());
    CHECK_FALSE(map.places[it].changed());

    CHECK(at(map, last, 0).carried == make::about(1).share(1e-3));
    CHECK(at(map, last, 0).named.word == "mat");
    CHECK(at(map, it, 0).carried == make::about(0).within(1e-6));
    for (const Index after : {1, 2}) {
        CHECK(at(map, last, after).carried == make::about(0).within(0.01));
        CHECK(at(map, it, after).carried > 0.99F);
        CHECK(at(map, it, after).named.word == "mat");
    }
}

TEST_CASE("a patch that puts back what was there changes nothing") {
    const PatchMap map = patched(tired(), reading(comfortable));
    CHECK(map.before.carried == 0);
    CHECK(map.before.named.word == "cat");
    for (Index place = 0; place < last; ++place) { // the same words in the same places
        CHECK(at(map, place, 0).own == map.before.own);
        CHECK(at(map, place, 0).given == map.before.given);
    }
}

TEST_CASE("the row that is asked brings the whole answer after the last layer, and no other row brings any") {
    const PatchMap map = patched(tired(), reading(comfortable));
    CHECK(map.whole.carried == 1);
    for (Index place = 0; place <= last; ++place) {
        CHECK(at(map, place, 2).carried == make::about(place == it ? 1 : 0).within(1e-6));
        const PatchedAnswer& found = at(map, place, 2); // its likelier one of the two answers
        CHECK((place == it ? found.given : found.own) ==
              make::about(place == it ? map.whole.given : map.before.own));
    }
}

TEST_CASE("giver and receiver change sides, and so do their answers") {
    const PatchMap map = patched(tired(), reading(comfortable)),
                   back = patched(reading(comfortable), tired());
    CHECK(back.own_answer == map.given_answer);
    CHECK(back.before.own == map.whole.given);
    CHECK(at(back, last, 0).named.word == "cat");
    CHECK(at(back, it, 1).carried > 0.99F);
}

TEST_CASE("what was set by hand in the receiver is still set when a row is exchanged") {
    const PatchMap whole = patched(reading(comfortable), tired());
    Document cut = changed(preset("trained-tired"), SetText{comfortable, ""});
    for (const Index head : {0, 1})
        cut = changed(cut, SetCell{{Quantity::weights, head, it, last}, 0, 0});
    const PatchMap map = patched(reading(cut), tired());
    CHECK(at(whole, last, 0).carried == make::about(1).share(1e-3));
    CHECK(at(map, last, 0).carried < 0.2F); // “it” does not read the last word
    CHECK(at(map, it, 1).carried > 0.9F);   // which “it” has read there
}

TEST_CASE("an arc that was cut shows in the row that read it, from there on") {
    const Document cut = changed(preset("trained-tired"), SetCell{{Quantity::weights, 0, it, last}, 0, 0});
    const PatchMap map = patched(reading(cut), tired());
    CHECK(map.own_answer == "mat");
    CHECK(map.given_answer == "cat");
    for (Index place = 0; place <= last; ++place) {
        CHECK(at(map, place, 0).carried == make::about(0).within(1e-6)); // the same words
        CHECK(at(map, place, 1).carried == make::about(place == it ? 1 : 0).within(1e-5));
    }
}

TEST_CASE("a translator's words change in the source, and arrive at the French word that reads them") {
    const PatchMap map = patched(french("Le chat", "The black cat sleeps here"),
                                 french("Le chat", "The black dog sleeps here"), 1);
    CHECK(map.own_answer == "chat");
    CHECK(map.given_answer == "chien");
    REQUIRE(map.places.size() == 7);
    CHECK(map.places[2].stack == model::Part::encoder);
    CHECK(map.places[2].word == "cat");
    CHECK(map.places[2].other == "dog");
    CHECK(map.places[6].stack == model::Part::decoder);
    CHECK(map.places[6].word == "le");
    CHECK(at(map, 2, 0).named.word == "chien");
    CHECK(at(map, 6, 0).carried == make::about(0).within(1e-6));
    CHECK(at(map, 6, 1).carried == make::about(1).within(1e-6));
}

TEST_CASE("of sentences of two lengths the words before and after the changed ones go together") {
    const auto longer = reading("The cat sat on the mat because it was so soft");
    const PatchMap map = patched(tired(), longer);
    REQUIRE(map.places.size() == 10); // “so” has no partner
    CHECK(map.places[8].from == 8);
    CHECK(map.places[last].from == 10);
    CHECK(map.places[last].other == "soft");
    CHECK(at(map, it, 2).named.word == "mat");

    const PatchMap verb = patched(reading("The dog frightened the fox because it was so fierce"),
                                  reading("The dog fled from the fox because it was so fierce"), 6);
    CHECK(verb.own_answer == "dog");
    CHECK(verb.given_answer == "fox");
    REQUIRE(verb.places.size() == 10);
    CHECK(verb.places[1].from == 1);
    CHECK(verb.places[2].word == "frightened");
    CHECK(verb.places[2].other == "from");
    CHECK(verb.places[6].word == "it");
    CHECK(verb.places[6].from == 7);
    CHECK(at(verb, 6, 2).named.word == "fox");
}

TEST_CASE("what cannot be compared is refused, and why is said") {
    const auto refused = [](const ReadingPtr& receiver, const ReadingPtr& giver, Index row) {
        return refusal([&] { PatchRun(receiver, giver, {0, row}); });
    };
    CHECK(contains(refused(tired(), reading("The dog sat on the mat because it was so tired"), it),
                   "they have 10 and 11 words and differ in several places"));
    CHECK(contains(refused(tired(), reading("The cat sat on the mat because it was sleepy"), it),
                   "the answer to both is “cat”"));
    CHECK(contains(refused(reading("Because it was so tired the cat sat on the mat"), tired(), 3),
                   "several places"));
    const Document unhinted = changed(changed(preset("trained-tired"), SetText{comfortable, ""}),
                                      SetWeights{TrainedWeights{"coreference_unhinted", 1}});
    CHECK(contains(refused(tired(), reading(unhinted), it), "two models read them"));
    CHECK(contains(refused(reading("The cat sat on the mat because it was so soft"), tired(), last),
                   "no word in the place of the one that is asked"));
}

TEST_CASE("the map fills cell by cell, and stops when it is told to") {
    PatchRun run(tired(), reading(comfortable), {0, it});
    const auto part = run.next({});
    CHECK_FALSE(part->finished());
    CHECK(part->at(0, 0));
    CHECK_FALSE(part->at(last, 2));
    base::StopSource stop;
    stop.request_stop();
    CHECK(run.next(stop.token())->cells.size() == part->cells.size());
    CHECK(run.next({})->finished());
    CHECK(run.next({})->cells.size() == 30);
}

TEST_CASE("every share agrees with the formulas in double precision") {
    const auto is_golden = [](const std::string& name, const PatchMap& map) {
        CAPTURE(name);
        const auto cells = [&](float PatchedAnswer::*number) {
            base::Matrix all(std::ssize(map.places), map.points);
            for (Index i = 0; i < all.size(); ++i)
                all.data()[i] = map.cells[static_cast<std::size_t>(i)].*number;
            return all;
        };
        CHECK(make::is_close(cells(&PatchedAnswer::own), golden(name, "own"), 2e-5));
        CHECK(make::is_close(cells(&PatchedAnswer::given), golden(name, "given"), 2e-5));
        CHECK(make::is_close(cells(&PatchedAnswer::carried), golden(name, "carried"), 2e-5));
    };
    is_golden("patching_it", patched(tired(), reading(comfortable)));
    is_golden("patching_french", patched(french("Le chat", "The black cat sleeps here"),
                                         french("Le chat", "The black dog sleeps here"), 1));
}
