#include "workbench/studies/place_study.h"

#include "attention/bias.h"
#include "attention/rotary.h"
#include "attention/score.h"
#include "close.h"
#include "workbench/document/trained_reading.h"
#include "workbench/lab.h"

#include <cmath>

using namespace lab;
using namespace workbench;
using base::Matrix;

namespace {

std::shared_ptr<const Pass> passed(const Document& document) {
    return compute(prepare(document, library()));
}

std::shared_ptr<const PlaceStudy> studied(const Document& document, const PlaceStudyOptions& options = {}) {
    return place_study(*passed(document), options, library());
}

Document by_model(const std::string& id, const std::string& text, Index layer = 0) {
    Document document;
    document.text = text;
    document.weights = TrainedWeights{.id = id, .layer = layer};
    return document;
}

/// "it" asks "mat" in the first sentence.
constexpr PlaceStudyOptions it_and_mat{.query = 7, .key = 5, .head = 0, .rotary = {.interleaved = true}};

} // namespace

TEST_CASE("under rotary positions the distance alone counts; under rows that are added it does not") {
    for (const char* id : {"cat-tired", "cat-two-heads", "heads-8", "love"}) {
        CAPTURE(id);
        for (const float base : {10.0F, 10'000.0F}) {
            const auto study = studied(preset(id), {.query = 1, .key = 2, .rotary = {.base = base}});
            CHECK(study->of(PlaceScheme::rotary).by_distance_alone());
            CHECK(study->of(PlaceScheme::alibi).by_distance_alone());
            CHECK(study->of(PlaceScheme::none).by_distance_alone());
            CHECK_FALSE(study->of(PlaceScheme::added).by_distance_alone());
        }
    }
}

TEST_CASE("rotary positions change a score with the distance, and leave it alone at distance 0") {
    const auto study = studied(preset("cat-tired"), it_and_mat);
    const PlaceScores &none = study->of(PlaceScheme::none), &rotary = study->of(PlaceScheme::rotary);
    CHECK(rotary.at(0).mean == make::about(none.at(0).mean));
    CHECK(rotary.largest() - rotary.smallest() > 1);
}

TEST_CASE("the scores of rotary positions are those of the core's rotated queries and keys") {
    const auto pass = passed(preset("cat-tired"));
    const auto study = place_study(*pass, it_and_mat, library());
    const auto& head = pass->trace.heads.front();
    for (const auto& [i, j] : {std::pair<Index, Index>{0, 0}, {7, 5}, {3, 9}}) {
        const Matrix q = attention::rotated(head.q.row(7), study->rotary, i),
                     k = attention::rotated(head.k.row(5), study->rotary, j);
        CHECK(study->of(PlaceScheme::rotary).scores(i, j) ==
              make::about(attention::dot_scores(q, k)(0, 0) / pass->trace.divisor));
        CHECK(study->of(PlaceScheme::rotary).at(j - i).mean ==
              make::about(study->of(PlaceScheme::rotary).scores(i, j)));
    }
}

TEST_CASE("a pass with rotary positions has the score that the study gives its two words at their places") {
    const auto pass = passed(preset("cat-tired"));
    attention::Options options = pass->options;
    options.rotary = it_and_mat.rotary;
    const auto turned = attention::trace(pass->input, pass->layer, options);
    const auto study = place_study(*pass, it_and_mat, library());
    CHECK(study->of(PlaceScheme::rotary).scores(7, 5) == make::about(turned.heads.front().scaled(7, 5)));
}

TEST_CASE("between two places the curve goes on, through every score") {
    const auto study = studied(preset("heads-8"), {.query = 0, .key = 3, .rotary = {.base = 100}});
    const PlaceScores& rotary = study->of(PlaceScheme::rotary);
    for (Index distance = -9; distance <= 9; ++distance)
        CHECK(turned_score(rotary.q_alone, rotary.k_alone, study->rotary, static_cast<double>(distance)) /
                  rotary.divisor ==
              make::about(rotary.at(distance).mean));
}

TEST_CASE("columns that are not turned, and an odd one at the end, keep their part of the score") {
    const Matrix q = Matrix::Ones(1, 5), k = Matrix::Ones(1, 5);
    const attention::Rotary rotary{.dims = 2, .interleaved = true};
    CHECK(turned_score(q, k, rotary, 0) == make::about(5.0F));
    CHECK(turned_score(q, k, rotary, 1) == make::about(3 + 2 * std::cos(1.0F)));
}

TEST_CASE("all schemes are scores after the division; ALiBi takes its slope for each place from them") {
    PlaceStudyOptions options = it_and_mat;
    options.alibi_head = 1;
    const auto study = studied(preset("cat-tired"), options);
    const PlaceScores &alibi = study->of(PlaceScheme::alibi), &none = study->of(PlaceScheme::none);
    CHECK(study->slope == attention::alibi_slope(1, 8));
    CHECK(none.at(0).mean == make::about((none.q_alone * none.k_alone.transpose())(0, 0) / 2));
    for (const Index distance : {-4, 0, 3})
        CHECK(alibi.at(distance).mean ==
              make::about(none.at(0).mean - study->slope * std::abs(static_cast<float>(distance))));
}

TEST_CASE("rows added for places give the scores of a pass with positions") {
    Document document = preset("cat-tired");
    document.position = PositionKind::sinusoidal;
    const auto with = passed(document);
    // The words can be had alone again, with positions or without.
    for (const auto& pass : {with, passed(preset("cat-tired"))}) {
        const auto study = place_study(*pass, it_and_mat, library());
        CHECK(study->of(PlaceScheme::added).scores(7, 5) ==
              make::about(with->trace.heads.front().scaled(7, 5)).share(1e-4));
        CHECK(study->of(PlaceScheme::none).at(0).mean ==
              make::about(passed(preset("cat-tired"))->trace.heads.front().scaled(7, 5)).share(1e-4));
    }
}

TEST_CASE("the mean, the least and the highest score at a distance are over all places so far apart") {
    const auto study = studied(preset("cat-tired"), it_and_mat);
    const PlaceScores& added = study->of(PlaceScheme::added);
    float sum = 0, least = added.scores(8, 0), most = least;
    for (Index i = 8; i < 10; ++i) {
        sum += added.scores(i, i - 8);
        least = std::min(least, added.scores(i, i - 8));
        most = std::max(most, added.scores(i, i - 8));
    }
    CHECK(added.at(-8).mean == make::about(sum / 2));
    CHECK(added.at(-8).least == least);
    CHECK(added.at(-8).most == most);
    CHECK(added.by_distance.size() == 19);
    CHECK(added.spread >= most - least);
}

TEST_CASE("in the first layer of a trained model its own positions give the scores that it has") {
    const auto pass = passed(by_model("coreference", "The cat sat on the mat because it was tired"));
    const auto study = place_study(*pass, it_and_mat, library());
    CHECK_FALSE(study->as_read);
    CHECK(study->of(PlaceScheme::added).scores(7, 5) ==
          make::about(pass->trace.heads.front().scaled(7, 5)).share(1e-3));
    CHECK(study->of(PlaceScheme::rotary).by_distance_alone());
}

TEST_CASE("in a later layer places cannot be taken out: the words are those that were read there") {
    const auto pass = passed(by_model("coreference", "The cat sat on the mat because it was tired", 1));
    const auto study = place_study(*pass, it_and_mat, library());
    CHECK(study->as_read);
    CHECK_FALSE(study->of(PlaceScheme::added).known());
    CHECK(study->of(PlaceScheme::none).at(0).mean == make::about(pass->trace.heads.front().scaled(7, 5)));
}

TEST_CASE("learned positions are those of a model that has them, with its own words") {
    const auto study = studied(preset("cat-tired"), it_and_mat);
    const PlaceScores& learned = study->of(PlaceScheme::learned);
    REQUIRE(learned.known());
    CHECK(study->learned_by == "Memory against distance: attention");
    CHECK(learned.places() == 41);
    CHECK(learned.words.sentence.size() == 41);
    CHECK_FALSE(learned.by_distance_alone());

    const auto pass = passed(by_model(
        "memory_attention", [] { return library().trained->get("memory_attention")->card.example; }()));
    const auto own =
        place_study(*pass, {.query = learned.words.query_place, .key = learned.words.key_place}, library());
    CHECK(own->learned_by.empty());
    CHECK(own->of(PlaceScheme::learned).scores == learned.scores);
    const Index i = learned.words.query_place, j = learned.words.key_place;
    CHECK(learned.scores(i, j) == make::about(pass->trace.heads.front().scaled(i, j)).share(1e-3));
    Index most = 0;
    pass->trace.heads.front().weights.row(i).maxCoeff(&most);
    CHECK(j == most);
}

TEST_CASE("one word has one place, few words have places to spare, and of very many the first are measured") {
    const auto one = studied(sentence("Cat"));
    CHECK(one->of(PlaceScheme::rotary).words.same);
    CHECK(one->of(PlaceScheme::rotary).places() == least_places);
    const auto many = studied(numbers(700), {.query = 600, .key = 3});
    CHECK(many->of(PlaceScheme::rotary).places() == most_places);
    CHECK(many->of(PlaceScheme::rotary).by_distance_alone());
}

TEST_CASE("the pair to begin with is the fastest with long hands at an angle that can be seen") {
    PlaceScores turned;
    turned.q = turned.k = Matrix::Zero(2, 6);
    turned.q.row(0) << 3, 0.05F, 1, 0, 0, 1;
    turned.k.row(1) << 3, 0, 0, 0, 0, 1;
    turned.scores = Matrix::Zero(2, 2);
    turned.words.key_place = 1;
    const auto pairs = turned_pairs({.interleaved = true}, 6);
    REQUIRE(pairs.size() == 3);
    CHECK(pairs[1].first == 2);
    CHECK(pairs[1].second == 3);
    CHECK(clearest_pair(turned, pairs) == 0); // both long, at 2°; everywhere else a hand is 0
    turned.k.row(1) << 3, 0, 0.6F, 0.8F, 0, 1;
    CHECK(clearest_pair(turned, pairs) == 1);
    turned.q(0, 1) = 0.1F; // a quarter is enough for the fastest
    CHECK(clearest_pair(turned, pairs) == 0);
    turned.q.setZero();
    CHECK(clearest_pair(turned, pairs) == 0);
}

TEST_CASE("the key to begin with is another word than the query") {
    const auto pass = passed(preset("cat-tired"));
    CHECK(other_word(pass->trace, 0, 7, 5) == 5);
    const Index other = other_word(pass->trace, 0, 7, 7);
    CHECK(other != 7);
    for (Index key = 0; key < 10; ++key)
        if (key != 7)
            CHECK(pass->trace.heads.front().weights(7, key) <= pass->trace.heads.front().weights(7, other));
    CHECK(other_word(passed(sentence("Cat"))->trace, 0, 0, 0) == 0);
    CHECK(other_word(passed(preset("french-cat"))->trace, 0, 1, 1) == 1);
}

TEST_CASE("a head one column wide has no pair to turn") {
    const auto study = studied(numbers(4, {.d_model = 4, .heads = 4, .d_k = 1, .d_v = 1}));
    CHECK_FALSE(study->of(PlaceScheme::rotary).known());
    CHECK(study->of(PlaceScheme::none).known());
}

TEST_CASE("between two sentences the words have no common order") {
    const auto study = studied(preset("french-cat"), {.query = 1, .key = 2});
    CHECK(study->of(PlaceScheme::rotary).words.sentence.empty());
    CHECK_FALSE(study->of(PlaceScheme::rotary).words.same);
}

TEST_CASE("a study that is no longer wanted ends") {
    base::StopSource stop;
    stop.request_stop();
    CHECK(place_study(*passed(preset("cat-tired")), it_and_mat, library(), stop.token()) == nullptr);
}
