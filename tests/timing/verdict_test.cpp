#include "timing/verdict.h"

#include "close.h"
#include "timing/cost.h"

#include <doctest/doctest.h>

using namespace timing;

namespace {

/// Seconds of a lane; of a recurrent one also what share of it the products with the inputs take, and how
/// many times as long a multiply-add of its steps takes as in a narrow layer.
struct Run {
    double seconds = 1;
    double inputs_share = 0.2;
    double slowdown = 1;
    double spread = 0.01;
};

Lane lane_of(const Run& run, Index n) {
    const double step = run.seconds * (1 - run.inputs_share) / static_cast<double>(n);
    Lane lane;
    for (Index t = 1; t <= n; ++t)
        lane.ready.push_back(run.seconds * run.inputs_share + static_cast<double>(t) * step);
    lane.time = {.lower = run.seconds * (1 - run.spread / 2),
                 .median = run.seconds,
                 .upper = run.seconds * (1 + run.spread / 2),
                 .runs = 9,
                 .settled = true};
    lane.pace = {
        .seconds = run.slowdown * 1e-11, .bytes = 4e6, .narrow_seconds = 1e-11, .narrow_bytes = 262'144};
    return lane;
}

Replay race(const Run& rnn, const Run& lstm, const Run& attention, Index n = 256, Index d = 1024,
            Mode mode = Mode::all_words) {
    Replay replay{.mode = mode, .sizes = {.d = d}, .words = {}, .lanes = {}};
    replay.words.assign(static_cast<std::size_t>(n), "word");
    replay.lanes[Runner::rnn] = lane_of(rnn, n);
    replay.lanes[Runner::lstm] = lane_of(lstm, n);
    replay.lanes[Runner::attention] = lane_of(attention, n);
    return replay;
}

using Reasons = std::vector<Reason>;
using Runners = std::vector<Runner>;

} // namespace

TEST_CASE("the ranking is that of the medians, with how many times as long the others took") {
    const auto places = ranking(race({.seconds = 0.067}, {.seconds = 0.168}, {.seconds = 0.032}));
    REQUIRE(places.size() == 3);
    CHECK(places[0].runners == Runners{Runner::attention});
    CHECK(places[1].runners == Runners{Runner::rnn});
    CHECK(places[2].runners == Runners{Runner::lstm});
    CHECK(places[0].times_first == 1);
    CHECK(places[2].times_first == make::about(5.25));
}

TEST_CASE("who cannot be told apart shares a place") {
    SUBCASE("middle halves that overlap") {
        const auto places = ranking(race({.seconds = 1, .spread = 0.4}, {.seconds = 5}, {.seconds = 1.15}));
        REQUIRE(places.size() == 2);
        CHECK(places[0].runners == Runners{Runner::rnn, Runner::attention});
    }
    SUBCASE("medians within 5 %, however narrow the spread") {
        const auto places = ranking(race({.seconds = 1}, {.seconds = 5}, {.seconds = 5.2, .spread = 0.0001}));
        REQUIRE(places.size() == 2);
        CHECK(places[1].runners == Runners{Runner::lstm, Runner::attention});
        CHECK(places[1].times_first == make::about(5));
    }
    SUBCASE("but not medians that are far apart, only because the runs vary") {
        const auto places =
            ranking(race({.seconds = 1, .spread = 1.9}, {.seconds = 5}, {.seconds = 8, .spread = 1.9}));
        CHECK(places.size() == 3);
    }
    SUBCASE("all three") {
        CHECK(ranking(race({.seconds = 1.02}, {.seconds = 1.01}, {.seconds = 1})).size() == 1);
    }
}

TEST_CASE("attention first, although it multiplies more: the other waits") {
    const auto c = compared(race({.seconds = 0.067}, {.seconds = 0.168}, {.seconds = 0.032}), Runner::rnn);
    CHECK(c.attention == Order::faster);
    CHECK(c.time_ratio == make::about(0.067 / 0.032));
    CHECK(c.work_ratio == make::about(2.25)); // (4·d² + 2·n·d) / 2·d²
    CHECK(c.inputs_seconds == make::about(0.2 * 0.067));
    CHECK(c.steps_seconds == make::about(0.8 * 0.067));
    CHECK(c.reasons == Reasons{Reason::although, Reason::waiting});
}

TEST_CASE("the cache is named only where a multiply-add was measured to take longer with the wider weights") {
    const auto reasons = [](double slowdown) {
        return compared(race({.seconds = 0.067, .slowdown = slowdown}, {}, {.seconds = 0.032}), Runner::rnn)
            .reasons;
    };
    CHECK(reasons(1.2) == Reasons{Reason::although, Reason::waiting});
    CHECK(reasons(1.4) == Reasons{Reason::although, Reason::waiting, Reason::cache});
    Replay narrow = race({.seconds = 0.067, .slowdown = 1.4}, {}, {.seconds = 0.032});
    narrow.lanes[Runner::rnn].pace.bytes = 262'144; // as narrow as the narrow one: chance
    CHECK(compared(narrow, Runner::rnn).reasons == Reasons{Reason::although, Reason::waiting});
    Replay busy = race({.seconds = 0.067, .slowdown = 40}, {}, {.seconds = 0.032});
    busy.lanes[Runner::rnn].time.settled = false;
    CHECK(compared(busy, Runner::rnn).reasons == Reasons{Reason::although, Reason::waiting});
}

TEST_CASE("waiting is named only where the steps were measured to take longer than the inputs") {
    const auto reasons = [](double share) {
        return compared(race({.seconds = 0.067, .inputs_share = share}, {}, {.seconds = 0.032}), Runner::rnn)
            .reasons;
    };
    CHECK(reasons(0.40) == Reasons{Reason::although, Reason::waiting});
    CHECK(reasons(0.46) == Reasons{Reason::although, Reason::not_explained});
}

TEST_CASE("against an LSTM attention multiplies less, as long as n is below 2·d") {
    const Replay shorter = race({}, {.seconds = 2}, {.seconds = 1});
    const auto c = compared(shorter, Runner::lstm);
    CHECK(c.work_ratio < 1);
    CHECK(c.reasons == Reasons{Reason::other_more, Reason::waiting});
    const Replay longer = race({}, {.seconds = 2}, {.seconds = 1}, 4096, 1024);
    CHECK(compared(longer, Runner::lstm).work_ratio == make::about(1.5));
    CHECK(compared(longer, Runner::lstm).reasons == Reasons{Reason::although, Reason::waiting});
}

TEST_CASE("an LSTM that is slower only as far as it multiplies more does not lose by waiting") {
    const Replay replay = race({}, {.seconds = 1.7}, {.seconds = 1}, 64, 1024); // 8·d² against 4·d² + 2·n·d
    CHECK(compared(replay, Runner::lstm).reasons == Reasons{Reason::other_more});
}

TEST_CASE("a few words: attention loses by its projections, not by n²") {
    const auto c =
        compared(race({.seconds = 1, .inputs_share = 0.5}, {}, {.seconds = 2}, 10, 256), Runner::rnn);
    CHECK(c.attention == Order::slower);
    CHECK(c.pairs_share == make::about(0.0192).share(0.01)); // 2·n·d / (4·d² + 2·n·d)
    CHECK(c.reasons == Reasons{Reason::projections});
}

TEST_CASE("many words: attention loses by n²") {
    const auto c =
        compared(race({.seconds = 1, .inputs_share = 0.5}, {}, {.seconds = 10}, 4096, 256), Runner::rnn);
    CHECK(c.pairs_share > 0.88);
    CHECK(c.work_ratio == make::about(18));
    CHECK(c.reasons == Reasons{Reason::pairs});
}

TEST_CASE("that times lie closer together than multiplications is said where they do, and the other waits") {
    const auto reasons = [](double attention, double share) {
        return compared(race({.seconds = 1, .inputs_share = share}, {}, {.seconds = attention}, 4096, 256),
                        Runner::rnn)
            .reasons;
    };
    CHECK(reasons(9, 0.2) == Reasons{Reason::pairs, Reason::closer, Reason::waiting});
    CHECK(reasons(16, 0.2) == Reasons{Reason::pairs});
    CHECK(reasons(9, 0.5) == Reasons{Reason::pairs});
}

TEST_CASE("attention last on one thread, slower than its multiplications say") {
    const auto c = compared(race({.seconds = 1}, {.seconds = 2}, {.seconds = 5}, 10, 256), Runner::rnn);
    CHECK(c.reasons == Reasons{Reason::projections, Reason::slower_pace});
    CHECK(c.rate < c.other_rate);
    const auto against_lstm = compared(race({}, {.seconds = 1}, {.seconds = 2}, 10, 256), Runner::lstm);
    CHECK(against_lstm.reasons == Reasons{Reason::slower_pace}); // it multiplies half as much
}

TEST_CASE("about as fast: why attention is not slower, or not faster") {
    const auto c = compared(race({.seconds = 1}, {.seconds = 1}, {.seconds = 1.02}), Runner::rnn);
    CHECK(c.attention == Order::about_equal);
    CHECK(c.reasons == Reasons{Reason::although, Reason::waiting});
    const auto lstm = compared(race({.seconds = 1}, {.seconds = 1}, {.seconds = 1.02}), Runner::lstm);
    CHECK(lstm.reasons == Reasons{Reason::slower_pace});
}

TEST_CASE("in generation everybody waits: only multiplications tell them apart") {
    const Replay replay = race({.seconds = 1}, {.seconds = 4}, {.seconds = 2}, 64, 1024, Mode::generation);
    CHECK(compared(replay, Runner::rnn).reasons == Reasons{Reason::projections});
    CHECK(compared(replay, Runner::lstm).reasons == Reasons{Reason::other_more});
    const Replay odd = race({.seconds = 4}, {.seconds = 4}, {.seconds = 2}, 64, 1024, Mode::generation);
    CHECK(compared(odd, Runner::rnn).reasons == Reasons{Reason::although, Reason::not_explained});
}

TEST_CASE("one word has no steps to wait for") {
    const auto c = compared(race({.seconds = 1}, {.seconds = 4}, {.seconds = 0.5}, 1, 64), Runner::rnn);
    CHECK(c.inputs_seconds == 0);
    CHECK(c.reasons == Reasons{Reason::although, Reason::not_explained});
}
