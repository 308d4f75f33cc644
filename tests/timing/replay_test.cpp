#include "timing/replay.h"

#include "attention/trace.h"
#include "base/input_error.h"
#include "close.h"
#include "timing/runner.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace timing;

namespace {

const std::vector<std::string> words{"the", "cat", "sat", "on", "the", "mat"};
const LayerSizes sizes{.d = 20, .heads = 2};

/// The whole replay; null when stopped.
std::shared_ptr<const Replay> replay(const std::vector<std::string>& all_words, Mode mode,
                                     const LayerSizes& of, const base::StopToken& stop = {}) {
    ReplayRun run(all_words, mode, of);
    auto part = run.next(stop);
    while (!run.finished() && !stop.stop_requested())
        part = run.next(stop);
    return part;
}

Lane lane(Runner runner, Mode mode) {
    return replay(words, mode, sizes)->lanes[runner];
}

make::Agreement is_close(const Matrix& a, const Matrix& b) {
    return make::is_close(a, b, 1e-4);
}

} // namespace

TEST_CASE("every word of every lane has its time, one after another") {
    for (const Mode mode : {Mode::all_words, Mode::generation}) {
        const auto r = replay(words, mode, sizes);
        CHECK(r->words == words);
        CHECK(r->sizes == sizes);
        CHECK(r->mode == mode);
        for (const Runner runner : runners) {
            const Lane& l = r->lanes[runner];
            CHECK(l.ready.size() == words.size());
            CHECK(l.ready.front() > 0);
            CHECK(std::ranges::is_sorted(l.ready));
            CHECK(l.seconds() == l.ready.back());
            CHECK(l.time.lower <= l.time.upper);
            CHECK(l.states.rows() == 6);
            CHECK(l.states.cols() == sizes.d);
            CHECK(l.time.runs >= 3);
        }
    }
}

TEST_CASE("with all words there, attention has them ready at once, and a recurrent lane one by one") {
    const auto r = replay(words, Mode::all_words, sizes);
    const auto& at_once = r->lanes[Runner::attention].ready;
    CHECK(at_once.front() == at_once.back());
    for (const Runner runner : {Runner::rnn, Runner::lstm}) {
        const auto& ready = r->lanes[runner].ready;
        CHECK(std::ranges::adjacent_find(ready) == ready.end());
    }
}

TEST_CASE("in generation every lane goes word by word") {
    const auto r = replay(words, Mode::generation, sizes);
    for (const Runner runner : runners) {
        const auto& ready = r->lanes[runner].ready;
        CHECK(std::ranges::adjacent_find(ready) == ready.end());
    }
}

TEST_CASE("recurrent lanes hand on the same states in both modes") {
    for (const Runner runner : {Runner::rnn, Runner::lstm}) {
        const Lane all = lane(runner, Mode::all_words), one = lane(runner, Mode::generation);
        CHECK(is_close(all.states, one.states));
        if (runner == Runner::lstm) CHECK(is_close(all.cells, one.cells));
        CHECK(all.cells.rows() == (runner == Runner::lstm ? 6 : 0));
    }
}

TEST_CASE("attention's outputs are those of the trace; generated ones, of the causal trace") {
    const attention::Layer layer = random_attention(sizes);
    attention::Input input;
    input.x = rows_of(words, sizes);
    CHECK(is_close(lane(Runner::attention, Mode::all_words).states, trace(input, layer).output));
    const attention::Options causal{.mask = {.causal = true}};
    CHECK(is_close(lane(Runner::attention, Mode::generation).states, trace(input, layer, causal).output));
}

TEST_CASE("the same word has the same row, another word another") {
    const Matrix x = rows_of(words, sizes);
    CHECK(x.row(0) == x.row(4));
    CHECK(x.row(0) != x.row(1));
}

TEST_CASE("a state stays as large as it is, a cache grows by a key and a value a word") {
    const auto r = replay(words, Mode::generation, sizes);
    const std::vector<double> rnn(6, 20 * 4), lstm(6, 2 * 20 * 4);
    CHECK(r->lanes[Runner::rnn].kept_bytes == rnn);
    CHECK(r->lanes[Runner::lstm].kept_bytes == lstm);
    const auto& cache = r->lanes[Runner::attention].kept_bytes;
    for (std::size_t t = 0; t < 6; ++t)
        CHECK(cache[t] == static_cast<double>(t + 1) * 2 * 20 * 4);
    CHECK(lane(Runner::attention, Mode::all_words).kept_bytes == std::vector<double>(6, 6 * 2 * 20 * 4));
}

TEST_CASE("a recurrent lane is its products with the inputs, and then its steps") {
    const auto r = replay(words, Mode::all_words, sizes);
    for (const Runner runner : {Runner::rnn, Runner::lstm}) {
        const Lane& l = r->lanes[runner];
        CHECK(l.inputs_seconds() >= 0);
        CHECK(5 * l.step_seconds() == make::about(l.ready.back() - l.ready.front()));
    }
    CHECK(r->product_rate > 0);
}

TEST_CASE("what a multiply-add of a step takes is measured beside a narrow layer") {
    const auto pace = replay(words, Mode::all_words, {.d = 320, .heads = 2})->lanes[Runner::rnn].pace;
    CHECK(pace.bytes == 4.0 * 320 * 320);
    CHECK(pace.narrow_bytes == 4.0 * 256 * 256);
    CHECK(pace.seconds > 0);
    CHECK(pace.narrow_seconds > 0);
    CHECK(pace.slowdown() == pace.seconds / pace.narrow_seconds);
    CHECK(lane(Runner::lstm, Mode::all_words).pace.narrow_bytes == 4.0 * 4 * 20 * 20); // it is the narrow one
    CHECK(StepPace{}.slowdown() == 1);
}

TEST_CASE("a replay runs lane after lane, and says first what will run") {
    ReplayRun run(words, Mode::all_words, sizes);
    for (const std::size_t done : {0U, 1U, 2U, 3U}) {
        auto part = run.next();
        while (!part) // one run of the lane after another
            part = run.next();
        CHECK(part->words == words);
        CHECK(part->lanes_done == done);
        CHECK(part->finished() == (done == 3));
        CHECK((part->product_rate > 0) == (done == 3));
    }
    CHECK(run.next()->finished()); // and there is nothing more to run
}

TEST_CASE("counted in steps, attention takes one and the others one for each word") {
    const Replay known = counted_in_steps(words, Mode::all_words, sizes);
    CHECK(known.finished());
    for (const Runner runner : {Runner::rnn, Runner::lstm})
        CHECK(known.lanes[runner].ready == std::vector<double>{1, 2, 3, 4, 5, 6});
    CHECK(known.lanes[Runner::attention].ready == std::vector<double>(6, 1));
    CHECK(known.lanes[Runner::attention].seconds() == 1);
}

TEST_CASE("counted in steps, all three wait for each word that they write") {
    const Replay written = counted_in_steps(words, Mode::generation, sizes);
    for (const Runner runner : runners) {
        CHECK(written.lanes[runner].ready == std::vector<double>{1, 2, 3, 4, 5, 6});
        CHECK(written.lanes[runner].kept_bytes == lane(runner, Mode::generation).kept_bytes);
    }
}

TEST_CASE("a replay that is stopped is none") {
    base::StopSource stop;
    stop.request_stop();
    CHECK(replay(words, Mode::all_words, sizes, stop.token()) == nullptr);
    CHECK(replay(words, Mode::generation, sizes, stop.token()) == nullptr);
}

TEST_CASE("no words and sizes out of range are refused by name") {
    const auto where = [](const std::vector<std::string>& given, const LayerSizes& chosen) {
        try {
            replay(given, Mode::all_words, chosen);
        } catch (const base::InputError& error) {
            return error.where;
        }
        return std::string();
    };
    CHECK(where({}, sizes) == "words");
    CHECK(where(words, {.d = 0}) == "d");
    CHECK(where(words, {.d = 4096}) == "d");
    CHECK(where(words, {.d = 10, .heads = 3}) == "heads");
    CHECK(where(words, {.d = 10, .heads = 0}) == "heads");
    CHECK(where(words, {.threads = 0}) == "threads");
    CHECK(where(words, {.threads = 100'000}) == "threads");
    CHECK(where(std::vector<std::string>(70'000, "a"), sizes) == "n");
}
