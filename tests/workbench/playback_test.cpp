#include "attention/score.h"
#include "close.h"
#include "workbench/lab.h"
#include "workbench/playback.h"

#include <cmath>
#include <doctest/doctest.h>
#include <initializer_list>
#include <set>

using namespace lab;
using attention::StageId;
using attention::Trace;
using workbench::Moment;
using workbench::Pace;
using workbench::Playback;
using workbench::Player;
using workbench::PlayUnit;
using workbench::Selection;

// ---------------------------------------------------------------- the pace

TEST_CASE("a few steps go at an even pace") {
    const Pace pace(4, 1.5, 8);
    CHECK(pace.seconds() == make::about(6));
    CHECK(pace.start(0) == 0);
    CHECK(pace.start(1) == make::about(1.5));
    CHECK(pace.start(4) == make::about(6));
    CHECK(pace.step_at(1.4) == 0);
    CHECK(pace.step_at(1.6) == 1);
}

TEST_CASE("many steps begin slowly enough to follow and end in time") {
    for (const long steps : {9L, 40L, 400L, 100'000L}) {
        CAPTURE(steps);
        const Pace pace(steps, 1, 8);
        CHECK(pace.seconds() == 8);
        CHECK(pace.start(1) == make::about(1).share(1e-4));
        CHECK(pace.start(steps) == make::about(8));
        CHECK(pace.start(steps) - pace.start(steps - 1) < pace.start(1)); // faster and faster
    }
}

TEST_CASE("time rises with every step, and leads back to it") {
    for (const Pace& pace : {Pace(1, 1, 1), Pace(7, 0.3, 9), Pace(400, 0.5, 6)})
        for (long step = 0; step < pace.steps(); ++step) {
            CAPTURE(step);
            CHECK(pace.start(step) < pace.start(step + 1));
            CHECK(pace.step_at(pace.start(step)) == step);
            CHECK(pace.step_at((pace.start(step) + pace.start(step + 1)) / 2) == step);
        }
}

TEST_CASE("before the beginning is the first step, after the end the last") {
    const Pace pace(5, 1, 3);
    CHECK(pace.step_at(-1) == 0);
    CHECK(pace.step_at(3) == 4);
    CHECK(pace.step_at(1000) == 4);
}

// ---------------------------------------------------------------- a stage

namespace {

Trace traced(Document document) {
    return workbench::compute(workbench::prepare(document, library()))->trace;
}

Selection cat_of_it(StageId stage) {
    return {.stage = stage, .query = 7, .key = 1};
}

const base::Matrix& result_of(const Trace& t, const Moment& m) {
    return t.matrix(m.cell.quantity, m.cell.head);
}

Index cells_there(const Trace& t, const Moment& m) {
    const auto& matrix = result_of(t, m);
    Index count = 0;
    for (Index r = 0; r < matrix.rows(); ++r)
        for (Index c = 0; c < matrix.cols(); ++c)
            count += m.has(r, c);
    return count;
}

/// Every preset that is small enough to look at each of its cells, and the ways of scoring, masking and
/// dropping that no preset has.
std::vector<std::pair<std::string, Document>> documents() {
    std::vector<std::pair<std::string, Document>> all;
    for (const auto& entry : library().presets)
        if (entry.document.length <= 12) all.emplace_back(entry.id, entry.document);
    Document d = preset("cat-tired");
    for (const auto score : {attention::ScoreFunction::general, attention::ScoreFunction::additive,
                             attention::ScoreFunction::cosine}) {
        d.score = score;
        all.emplace_back(attention::key(score), d);
    }
    d.dropout = {0.3F, 5};
    d.mask.causal = 1;
    all.emplace_back("causal dropout", d);
    all.emplace_back("one word", sentence("cat"));
    return all;
}

/// Every stage of every document.
template <typename Check>
void for_each_stage(Check&& check) {
    for (const auto& [name, document] : documents()) {
        const Trace t = traced(document);
        for (const auto* stage : attention::stages_of(t)) {
            const auto& case_name = name; // lambdas of clang 14 take no structured bindings
            CAPTURE(case_name);
            CAPTURE(stage->key);
            const auto selection = workbench::clamped(cat_of_it(stage->id), t);
            check(t, *stage, Playback(t, selection));
        }
    }
}

std::vector<std::string> phases(const Trace& t, StageId stage) {
    const Playback p(t, cat_of_it(stage));
    std::vector<std::string> keys;
    for (const auto& phase : p.phases())
        keys.emplace_back(phase.key);
    return keys;
}

using Keys = std::vector<std::string>;

} // namespace

TEST_CASE("scores are made from one cell to its row to all rows") {
    const Trace t = traced(preset("cat-tired"));
    CHECK(phases(t, StageId::scores) == Keys{"one_cell", "one_row", "all_rows"});
    const Playback p(t, cat_of_it(StageId::scores));
    const Moment first = p.at(0);
    CHECK(first.cell == Cell{Quantity::scores, 0, 7, 1});
    CHECK(first.done == 1); // of four products
    CHECK_FALSE(first.finished);
    CHECK(cells_there(t, first) == 1);
    CHECK(p.at(3).finished);
    CHECK(p.at(4).cell == Cell{Quantity::scores, 0, 7, 0});
    CHECK(p.at(5).cell == Cell{Quantity::scores, 0, 7, 2}); // the first cell is there already
    CHECK(cells_there(t, p.at(p.last_step_of(1))) == 10);
    CHECK(p.at(p.last_step_of(1) + 1).cell == Cell{Quantity::scores, 0, 0, 0});
}

TEST_CASE("Q comes first, then K, then V, each from its first cell on, the later ones faster") {
    const Trace t = traced(preset("cat-tired"));
    const Playback p(t, cat_of_it(StageId::project));
    std::vector<std::size_t> products;
    for (const auto& phase : p.phases())
        products.push_back(phase.product);
    CHECK(products == std::vector<std::size_t>{0, 0, 0, 1, 1, 1, 2, 2, 2});
    CHECK(p.at(p.phases()[3].first_step).cell.quantity == Quantity::k);
    CHECK(p.at(p.phases()[6].first_step).cell.quantity == Quantity::v);
    CHECK(p.phases()[3].pace.seconds() < 0.5 * p.phases()[0].pace.seconds());
}

TEST_CASE("softmax takes exponentials, adds them up, and divides each by the sum") {
    const Trace t = traced(preset("cat-tired"));
    CHECK(phases(t, StageId::softmax) == Keys{"exponentials", "additions", "quotients", "all_rows"});
    const Playback p(t, cat_of_it(StageId::softmax));
    const auto& exponentials = t.heads[0].numerators;
    const Moment third = p.at(2);
    CHECK(cells_there(t, third) == 3);
    CHECK(workbench::unfinished(t, third, 7, 1) == exponentials(7, 1));
    const Moment divided = p.at(p.phases()[2].first_step + 1); // two cells are divided
    CHECK_FALSE(workbench::unfinished(t, divided, 7, 1).has_value());
    CHECK(workbench::unfinished(t, divided, 7, 2) == exponentials(7, 2));
}

TEST_CASE("the weighted sum adds up rows of V in one row of the result") {
    const Trace t = traced(preset("cat-tired"));
    CHECK(phases(t, StageId::weighted_sum) == Keys{"values", "all_rows"});
    const Playback p(t, cat_of_it(StageId::weighted_sum));
    const Moment second = p.at(1);
    const auto& a = t.heads[0].weights;
    const auto& v = t.heads[0].v;
    for (Index c = 0; c < v.cols(); ++c) {
        const auto sum = workbench::unfinished(t, second, 7, c);
        REQUIRE(sum.has_value());
        CHECK(*sum == make::about(a(7, 0) * v(0, c) + a(7, 1) * v(1, c)));
    }
}

TEST_CASE("the input appears word by word, positions are added where there are any") {
    CHECK(phases(traced(preset("cat-tired")), StageId::input) == Keys{"one_word", "all_words"});
    Document d = preset("cat-tired");
    d.position = workbench::PositionKind::sinusoidal;
    const Trace t = traced(d);
    CHECK(phases(t, StageId::input) == Keys{"one_cell", "one_word", "all_words"});
    CHECK(Playback(t, cat_of_it(StageId::input)).at(0).cell == Cell{Quantity::x, 0, 0, 0});
}

TEST_CASE("every stage ends with its whole result and nothing unfinished in it") {
    for_each_stage([](const Trace& t, const attention::Stage& stage, const Playback& p) {
        REQUIRE(p.steps() > 0);
        std::set<std::size_t> products;
        for (long step = 0; step < p.steps(); ++step) {
            const Moment m = p.at(step);
            const bool product_ends = step + 1 == p.steps() || p.at(step + 1).product != m.product;
            if (!product_ends) continue;
            products.insert(m.product);
            CHECK(m.cell.quantity == stage.products(t)[m.product].result);
            CHECK(cells_there(t, m) == result_of(t, m).size());
            CHECK(m.finished);
            for (Index c = 0; c < result_of(t, m).cols(); ++c)
                CHECK_FALSE(workbench::unfinished(t, m, m.cell.row, c).has_value());
        }
        CHECK(products.size() == stage.products(t).size());
    });
}

TEST_CASE("cells are never taken back while a product is made") {
    for_each_stage([](const Trace& t, const attention::Stage&, const Playback& p) {
        Index there = 0;
        for (long step = 0; step < p.steps(); ++step) {
            const Moment m = p.at(step);
            if (step > 0 && p.at(step - 1).product != m.product) there = 0;
            CHECK(cells_there(t, m) >= there);
            there = cells_there(t, m);
            CHECK(m.cell.row < result_of(t, m).rows());
            CHECK(m.cell.column < result_of(t, m).cols());
            CHECK((m.has(m.cell.row, m.cell.column) || !m.finished));
        }
    });
}

TEST_CASE("the terms of the first cell add up to the number that the trace holds") {
    for_each_stage([](const Trace& t, const attention::Stage&, const Playback& p) {
        for (const auto& phase : p.phases()) {
            if (phase.unit != PlayUnit::terms && phase.unit != PlayUnit::values) continue;
            const Moment last = p.at(phase.first_step + phase.pace.steps() - 1);
            const auto e = attention::explain(t, last.cell);
            CHECK(last.finished);
            CHECK(last.done == workbench::terms_of(e));
            if (std::isfinite(e.value)) CHECK(e.computed == make::about(e.value).share(1e-4));
            if (e.terms.empty()) continue;
            for (long step = phase.first_step; !p.at(step).finished; ++step) {
                const Moment m = p.at(step);
                const auto added = std::min<Index>(m.done, static_cast<Index>(e.terms.size()));
                CHECK(workbench::unfinished(t, m, m.cell.row, m.cell.column) ==
                      e.terms[static_cast<std::size_t>(added - 1)].running);
            }
        }
    });
}

TEST_CASE("time and step lead to one another, through all phases") {
    for_each_stage([](const Trace&, const attention::Stage&, const Playback& p) {
        for (long step = 0; step < p.steps(); ++step) {
            CHECK(p.step_at(p.start(step)) == step);
            if (step > 0) CHECK(p.start(step) > p.start(step - 1));
            const auto phase = p.phase_at(step);
            CHECK(step >= p.phases()[phase].first_step);
            CHECK(step <= p.last_step_of(phase));
        }
        CHECK(p.step_at(-1) == 0);
        CHECK(p.step_at(p.seconds() + 1) == p.steps() - 1);
    });
}

TEST_CASE("a stage of a short sentence can be read along, that of a long text ends as soon") {
    const Trace t = traced(preset("cat-tired"));
    for (const auto* stage : attention::stages_of(t)) {
        CAPTURE(stage->key);
        const Playback p(t, cat_of_it(stage->id));
        CHECK(p.seconds() >= 8);
        CHECK(p.seconds() <= 28);
    }
    CHECK(Playback(t, cat_of_it(StageId::scores)).start(1) == make::about(1.4));

    const Trace large = traced(numbers(500));
    for (const auto* stage : attention::stages_of(large)) {
        CAPTURE(stage->key);
        const Playback p(large, cat_of_it(stage->id));
        CHECK(p.seconds() <= 45);
        CHECK(p.steps() <= 4000);
        const Moment last = p.at(p.steps() - 1);
        CHECK(cells_there(large, last) == result_of(large, last).size());
    }
}

// ---------------------------------------------------------------- the player

namespace {

const attention::Trace& trace_of_cat() {
    static const auto pass = workbench::compute(workbench::prepare(preset("cat-tired"), library()));
    return pass->trace;
}

Playback scores() {
    return {trace_of_cat(), {.stage = StageId::scores, .query = 7, .key = 1}};
}

} // namespace

TEST_CASE("it plays a stage, rests, and says once that the stage is over") {
    const Playback p = scores();
    Player player;
    CHECK_FALSE(player.open());
    player.begin(StageId::scores);
    CHECK_FALSE(player.advance(1, p.seconds())); // paused
    CHECK(player.at() == 0);
    player.play();
    CHECK_FALSE(player.advance(p.seconds(), p.seconds()));
    CHECK_FALSE(player.advance(Player::rest_seconds / 2, p.seconds()));
    CHECK(player.advance(Player::rest_seconds, p.seconds()));
}

TEST_CASE("twice the speed takes half the time") {
    const Playback p = scores();
    Player player;
    player.begin(StageId::scores);
    player.play();
    player.set_speed(2);
    (void)player.advance(3, p.seconds());
    CHECK(player.at() == make::about(6));
}

TEST_CASE("the speeds go round, and any number gives the nearest") {
    Player player;
    CHECK(player.speed() == 1);
    for (const double speed : {2.0, 4.0, 0.25, 0.5, 1.0}) {
        player.next_speed();
        CHECK(player.speed() == speed);
    }
    player.set_speed(3.5);
    CHECK(player.speed() == 4);
    player.set_speed(0.01);
    CHECK(player.speed() == 0.25);
}

TEST_CASE("a step goes one product on or back, and pauses") {
    const Playback p = scores();
    Player player;
    player.step(1, StageId::scores, p);
    CHECK(player.open());
    CHECK(p.step_at(player.at()) == 0);
    player.play();
    player.step(1, StageId::scores, p);
    CHECK_FALSE(player.playing());
    CHECK(p.step_at(player.at()) == 1);
    player.step(-1, StageId::scores, p);
    player.step(-1, StageId::scores, p);
    CHECK(p.step_at(player.at()) == 0);
}

TEST_CASE("a step back from the whole stage takes its last cell away") {
    const Playback p = scores();
    Player player;
    player.step(-1, StageId::scores, p);
    CHECK(p.step_at(player.at()) == p.steps() - 1);
    player.step(1, StageId::scores, p);
    CHECK(p.step_at(player.at()) == p.steps() - 1);
}

TEST_CASE("another stage on the screen ends the play of this one") {
    Player player;
    player.begin(StageId::scores);
    player.play();
    player.follow(StageId::scores);
    CHECK(player.open());
    player.follow(StageId::mask);
    CHECK_FALSE(player.open());
    CHECK_FALSE(player.playing());
}

TEST_CASE("without motion it shows the end of each phase, as long as the phase takes") {
    const Playback p = scores();
    Player player;
    player.begin(StageId::scores);
    player.play();
    for (std::size_t phase = 0; phase < p.phases().size(); ++phase) {
        CAPTURE(phase);
        CHECK(player.advance_stills(0.001, p) == false);
        CHECK(p.step_at(player.at()) == p.last_step_of(phase));
        const bool last = phase + 1 == p.phases().size();
        CHECK(player.advance_stills(p.phases()[phase].pace.seconds(), p) == last);
    }
}
