#include "workbench/player.h"

#include "close.h"
#include "lab.h"

using namespace lab;
using attention::StageId;
using workbench::Playback;
using workbench::Player;

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
