#include "timing/cost.h"

#include "attention/fused.h"
#include "attention/trace.h"
#include "base/parallel.h"
#include "base/product.h"
#include "close.h"
#include "recurrent/step_kernel.h"
#include "timing/runner.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <thread>
#include <vector>

using namespace timing;

// Bytes in use, counted by AddressSanitizer's hooks; unknown in other builds.

#ifdef __SANITIZE_ADDRESS__

// From sanitizer/allocator_interface.h, which not every compiler's package brings along.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void*);

#endif

namespace live_bytes {
namespace {

#ifdef __SANITIZE_ADDRESS__

std::atomic<bool> counting{false};
std::atomic<long> live{0}, highest{0};

void allocated(const volatile void* place, std::size_t size) {
    if (!counting || !place) return;
    const long now = live += static_cast<long>(size);
    for (long seen = highest; now > seen && !highest.compare_exchange_weak(seen, now);)
        ;
}

void freed(const volatile void* place) {
    if (!counting || !place) return;
    live -= static_cast<long>(__sanitizer_get_allocated_size(place));
}

bool known() {
    return true;
}

/// The most bytes in use at once while it runs, beyond those in use before.
double highest_during(const std::function<void()>& run) {
    static const bool installed = __sanitizer_install_malloc_and_free_hooks(allocated, freed) != 0;
    REQUIRE(installed);
    live = highest = 0;
    counting = true;
    run();
    counting = false;
    return static_cast<double>(highest);
}

#else

bool known() {
    return false;
}

double highest_during(const std::function<void()>& run) {
    run();
    return 0;
}

#endif

} // namespace
} // namespace live_bytes

TEST_CASE("the highest of two vectors one after another is the larger one" *
          doctest::skip(!live_bytes::known())) {
    const double peak = live_bytes::highest_during([] {
        CHECK(std::vector<char>(3000, 'a').back() == 'a');
        std::vector<char> larger(5000, 'b');
        CHECK(larger.back() == 'b');
    });
    CHECK(peak >= 5000);
    CHECK(peak < 6000);
}

// The costs.

namespace {

constexpr std::array modes{Mode::all_words, Mode::generation};

attention::Input words(Index n, Index d) {
    attention::Input input;
    input.x = random_rows(n, d, 1);
    return input;
}

double counted(const std::function<void()>& run) {
    const std::uint64_t before = base::multiply_adds_done();
    run();
    return static_cast<double>(base::multiply_adds_done() - before);
}

double counted_pass(Runner runner, Index n, const LayerSizes& sizes) {
    const RandomLayer layer(runner, sizes);
    const attention::Input x = words(n, sizes.d);
    return counted([&] { layer.run(x); });
}

/// The most memory that `run` has at once. A thread keeps its working memory from pass to pass; a new one has
/// none yet.
double highest_in_a_new_thread(const std::function<void()>& run) {
    return live_bytes::highest_during([&] { std::thread(run).join(); });
}

/// The weights that a trace holds: the layer's, and once more those that take part.
double bytes_of(Index numbers) {
    return static_cast<double>(numbers) * sizeof(float);
}

double bytes_of_weights(const attention::Layer& layer) {
    const Index used = layer.w_q.size() + layer.w_k.size() + layer.w_v.size() + layer.w_o.size();
    const Index other = layer.w_general.size() + layer.w_add_q.size() + layer.w_add_k.size();
    return static_cast<double>(2 * used + other) * sizeof(float);
}

/// The widest block of units: sizes that it divides are not padded with units of 0.
Index widest_block() {
    return std::max(recurrent::unit_width(recurrent::Cell::rnn),
                    recurrent::unit_width(recurrent::Cell::lstm));
}

} // namespace

TEST_CASE("the formulas count the multiply-adds of the running code, exactly") {
    const Index width = widest_block();
    for (const Index n : {1, 7, 300})
        for (const LayerSizes& sizes : {LayerSizes{.d = width}, LayerSizes{.d = 2 * width, .heads = 2},
                                        LayerSizes{.d = 3 * width, .heads = 3 * width}})
            for (const Runner runner : runners) {
                CAPTURE(n);
                CAPTURE(sizes.d);
                CAPTURE(sizes.heads);
                CAPTURE(static_cast<int>(runner));
                CHECK(counted_pass(runner, n, sizes) == cost(runner, n, sizes).multiply_adds);
            }
}

TEST_CASE("widths that fill no whole block cost a block more at most") {
    const LayerSizes sizes{.d = widest_block() + 3};
    for (const Runner runner : {Runner::rnn, Runner::lstm}) {
        const double useful = cost(runner, 5, sizes).multiply_adds, done = counted_pass(runner, 5, sizes);
        const LayerSizes filled{.d = 2 * widest_block()};
        CHECK(done >= useful);
        CHECK(done <= cost(runner, 5, filled).multiply_adds);
    }
    CHECK(counted_pass(Runner::attention, 5, sizes) == cost(Runner::attention, 5, sizes).multiply_adds);
}

TEST_CASE("threads share the multiply-adds and do no others") {
    const LayerSizes alone{.d = 2 * widest_block(), .heads = 2};
    LayerSizes together = alone;
    together.threads = std::min(2, base::most_threads());
    for (const Runner runner : runners)
        CHECK(counted_pass(runner, 40, together) == counted_pass(runner, 40, alone));
}

TEST_CASE("in generation the formulas count what the running code has done and kept after every word") {
    const LayerSizes sizes{.d = widest_block(), .heads = 2};
    const Matrix x = random_rows(9, sizes.d, 1);
    const auto check = [&](Runner runner, Index n, double done, double bytes) {
        CAPTURE(n);
        CAPTURE(static_cast<int>(runner));
        const Cost so_far = cost_of_generation(runner, n, sizes);
        CHECK(done == so_far.multiply_adds);
        CHECK(bytes == so_far.bytes);
        CHECK(so_far.waiting_steps == static_cast<double>(n));
    };
    for (const Runner runner : {Runner::rnn, Runner::lstm}) {
        const recurrent::Network network(random_recurrent(cell_of(runner), sizes.d, 1));
        recurrent::State state = network.start();
        double done = 0;
        for (Index n = 1; n <= 9; ++n) {
            done += counted([&] { network.step(x.row(n - 1), state); });
            check(runner, n, done, static_cast<double>((state.hidden.size() + state.cell.size()) * 4));
        }
    }
    attention::KeyValueCache cache(random_attention(sizes), {}, 9);
    double done = 0;
    for (Index n = 1; n <= 9; ++n) {
        done += counted([&] { cache.next(x.row(n - 1)); });
        check(Runner::attention, n, done, static_cast<double>(cache.bytes()));
    }
}

TEST_CASE("steps that wait are the steps that the running code makes one after another") {
    const LayerSizes sizes{.d = 8};
    for (const Runner runner : {Runner::rnn, Runner::lstm}) {
        Index steps = 0;
        const recurrent::Network network(random_recurrent(cell_of(runner), sizes.d, 1));
        network.run(random_rows(13, sizes.d, 1), {.on_step = [&](Index t) { CHECK(t == steps++); }});
        CHECK(static_cast<double>(steps) == cost(runner, 13, sizes).waiting_steps);
    }
    CHECK(cost(Runner::attention, 13, sizes).waiting_steps == 1);
}

TEST_CASE("the path from the first word to the last is as long as the sentence, or one step") {
    for (const Mode mode : modes) {
        for (const Runner runner : {Runner::rnn, Runner::lstm})
            CHECK(cost(runner, mode, 13, {}).longest_path == 13);
        CHECK(cost(Runner::attention, mode, 13, {}).longest_path == 1);
    }
}

TEST_CASE("attention's parts add up to its multiply-adds") {
    for (const Mode mode : modes)
        for (const Index n : {1, 10, 4096}) {
            const LayerSizes sizes{.d = 256, .heads = 4};
            const AttentionParts parts = attention_parts(mode, n, sizes);
            CHECK(parts.total() == cost(Runner::attention, mode, n, sizes).multiply_adds);
            CHECK(parts.projections == 3 * parts.output);
        }
    const AttentionParts few = attention_parts(Mode::all_words, 10, {.d = 256});
    CHECK(few.pairs / few.total() == make::about(0.0192).share(0.005));
}

TEST_CASE("a race is as long as its runners can read in a moment") {
    CHECK(longest_race({.d = 64}) == 4096);
    CHECK(longest_race({.d = 1024}) == 1024);
    CHECK(longest_race({.d = 2048}) == 256);
    for (const Index d : {64, 512, 1024, 2048})
        for (const Runner runner : runners)
            CHECK(cost(runner, longest_race({.d = d}), {.d = d}).multiply_adds <= 1e10);
}

TEST_CASE(
    "with all matrices attention keeps no less than without, but for few words, where it is about the same") {
    for (const Index d : {64, 256, 2048})
        for (const Index heads : {1, 8, 64})
            for (const int threads : {1, 2, 64})
                for (const Index n : {1, 8, 10, 15, 16, 64, 255, 256, 257, 300, 512, 1024, 65536}) {
                    CAPTURE(d);
                    CAPTURE(heads);
                    CAPTURE(threads);
                    CAPTURE(n);
                    const Cost c = cost(Runner::attention, n, {.d = d, .heads = heads, .threads = threads});
                    CHECK(c.traced_bytes >= (n < 1024 ? 0.75 : 1) * c.bytes);
                }
    const auto many = cost(Runner::attention, 1024, {.d = 256, .heads = 4, .threads = 2});
    CHECK(many.traced_bytes > 2 * many.bytes);
}

TEST_CASE("bytes are those that the running code has at its highest" * doctest::skip(!live_bytes::known())) {
    const LayerSizes sizes{.d = 64, .heads = 4};
    for (const Index n : {256, 1024, 4096}) {
        const attention::Input x = words(n, sizes.d);
        for (const Runner runner : runners) {
            CAPTURE(n);
            CAPTURE(static_cast<int>(runner));
            const RandomLayer layer(runner, sizes);
            const double peak = highest_in_a_new_thread([&] { layer.run(x); });
            const double expected = cost(runner, n, sizes).bytes;
            CHECK(peak >= 0.8 * expected);
            CHECK(peak <= 1.25 * expected);
        }
    }
}

TEST_CASE("for a few words, too, bytes are what attention has at its highest" *
          doctest::skip(!live_bytes::known())) {
    for (const Index n : {10, 40, 100, 512}) {
        CAPTURE(n);
        const LayerSizes sizes{.d = 256, .heads = n < 50 ? 2 : 8};
        const attention::Input x = words(n, sizes.d);
        const Cost expected = cost(Runner::attention, n, sizes);
        const RandomLayer layer(Runner::attention, sizes);
        const Index d_k = sizes.d / sizes.heads,
                    for_projections = base::multiply_numbers(n, sizes.d, sizes.d);
        const Index for_scores = base::multiply_transposed_numbers(n, d_k, n);
        const double fused = expected.bytes + bytes_of(for_projections);
        const double peak = highest_in_a_new_thread([&] { layer.run(x); });
        CHECK(peak >= 0.9 * fused);
        CHECK(peak <= 1.1 * fused);
        const attention::Layer traced_layer = random_attention(sizes);
        const double weights = bytes_of_weights(traced_layer);
        const double with_weights = highest_in_a_new_thread([&] { trace(x, traced_layer); });
        const double traced = expected.traced_bytes + bytes_of(std::max(for_projections, for_scores));
        CHECK(with_weights - weights >= 0.9 * traced);
        CHECK(with_weights - weights <= 1.1 * traced);
    }
}

TEST_CASE("on one processor the computed time is the multiply-adds at its rate") {
    const LayerSizes sizes{.d = 64, .heads = 4};
    for (const Mode mode : modes)
        for (const Runner runner : runners)
            CHECK(computed_seconds(runner, mode, 50, sizes, 1, 1e9) ==
                  make::about(cost(runner, mode, 50, sizes).multiply_adds / 1e9));
}

TEST_CASE("in generation the computed time is that of every word, one after another") {
    const LayerSizes sizes{.d = 48, .heads = 3};
    for (const Index processors : {1, 2, 7, 64, 1000}) {
        CAPTURE(processors);
        const auto rounds = [&](Index shares) { return (shares + processors - 1) / processors; };
        Index multiply_adds = 0;
        for (Index k = 1; k <= 100; ++k) // Q, K, V; scores; weighted sums; W_O
            multiply_adds += rounds(3 * 48) * 48 + rounds(3 * k) * 16 + rounds(48) * k + rounds(48) * 48;
        const auto p = static_cast<double>(processors);
        CHECK(computed_seconds(Runner::attention, Mode::generation, 100, sizes, p, 1) ==
              static_cast<double>(multiply_adds));
    }
}

TEST_CASE("with a processor for everything attention takes four stages, recurrent layers still every step") {
    const LayerSizes sizes{.d = 64, .heads = 4};
    const auto steps = [&](Runner runner) {
        return computed_seconds(runner, Mode::all_words, 50, sizes, 1e12, 1);
    };
    // One number of each: of Q, K or V (d), of the scores (d/h), of a weighted sum (n), of the output (d).
    CHECK(steps(Runner::attention) == 64 + 16 + 50 + 64);
    // One sum: d for the inputs, once, then d in each of 50 steps. The gates of an LSTM are made side by
    // side.
    CHECK(steps(Runner::rnn) == 51 * 64);
    CHECK(steps(Runner::lstm) == 51 * 64);
}

TEST_CASE("in generation processors without end help nobody over the waiting, attention least") {
    const LayerSizes sizes{.d = 64, .heads = 4};
    const auto steps = [&](Runner runner) {
        return computed_seconds(runner, Mode::generation, 50, sizes, 1e12, 1);
    };
    CHECK(steps(Runner::rnn) == 50 * 64);
    CHECK(steps(Runner::lstm) == 50 * 64);
    CHECK(steps(Runner::attention) == 50 * (64 + 16 + 64) + 50 * 51 / 2); // word k sums up k values
}

TEST_CASE("more processors never take longer") {
    const LayerSizes sizes{.d = 48, .heads = 3};
    for (const Mode mode : modes)
        for (const Runner runner : runners) {
            double before = computed_seconds(runner, mode, 20, sizes, 1, 1e9);
            for (double p = 2; p < 5000; p *= 1.5) {
                const double seconds = computed_seconds(runner, mode, 20, sizes, p, 1e9);
                CHECK(seconds <= before);
                before = seconds;
            }
        }
}
