#include "close.h"
#include "workbench/lab.h"
#include "workbench/studies/shuffle_study.h"

#include <algorithm>

using namespace lab;
using namespace workbench;

namespace {

std::shared_ptr<const ShuffleStudy> studied(const Document& document, const ShuffleOptions& options = {}) {
    return shuffle_study(*compute(prepare(document, library())), options);
}

/// How far the output of the word that moved most has moved.
float farthest(const ShuffledOutputs& outputs) {
    return (outputs.after - outputs.before).rowwise().norm().maxCoeff<Eigen::PropagateNaN>();
}

/// Every word has kept its output, and the study says so. Up to rounding: the outputs are sums of the same
/// numbers in another order.
void check_kept(const ShuffledOutputs& outputs, double tolerance = 1e-5) {
    CHECK(make::is_close(outputs.after, outputs.before, {tolerance, tolerance}));
    CHECK(outputs.largest == make::about(farthest(outputs)));
}

/// Some word has another output.
void check_changed(const ShuffledOutputs& outputs, double by = 0.01) {
    CHECK(make::differs(outputs.after, outputs.before, by));
    CHECK(outputs.largest == make::about(farthest(outputs)));
}

} // namespace

TEST_CASE("without positions every word keeps its output, whatever the order; with positions it does not") {
    for (const char* id : {"cat-sat", "cat-tired", "cat-two-heads", "animal-tired", "love", "heads-8"})
        for (std::uint32_t seed = 1; seed <= 3; ++seed) {
            CAPTURE(id);
            CAPTURE(seed);
            const auto study = studied(preset(id), {.seed = seed});
            check_kept(study->without_positions);
            check_changed(study->with_positions);
            CHECK_FALSE(study->mask_changes);
        }
}

TEST_CASE("rotary positions and ALiBi count as positions: without them every word keeps its output") {
    for (const Document& d : with_additions()) {
        const auto study = studied(d);
        check_kept(study->without_positions);
        check_changed(study->with_positions, 1e-3); // one head of ALiBi takes 1/256 a place
        CHECK(study->own_places == (d.additions.rotary.has_value() || d.additions.alibi));
    }
}

TEST_CASE("“Hello I love you” and “you love I Hello” are the same to attention without positions") {
    const auto study = studied(preset("love"), {.order = {3, 2, 1, 0}});
    CHECK(study->words == std::vector<std::string>{"Hello", "I", "love", "you"});
    CHECK(study->words_after == std::vector<std::string>{"you", "love", "I", "Hello"});
    CHECK(study->new_place == Order{3, 2, 1, 0});
    check_kept(study->without_positions);
    CHECK(study->with_positions.largest == study->with_positions.distance[study->with_positions.farthest]);
    CHECK(study->positions.rows() == 4);
    CHECK(study->positions(0, 1) == 1);
}

TEST_CASE("word i is found again at its new place, in an order that is not its own inverse") {
    const auto study = studied(preset("cat-sat"), {.order = {2, 0, 1}});
    CHECK(study->words_after == std::vector<std::string>{"sat", "The", "cat"});
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(study->words_after[static_cast<std::size_t>(study->new_place[i])] == study->words[i]);
    CHECK(make::is_close(study->without_positions.after, study->without_positions.before,
                         make::of_largest(1e-5F)));
    CHECK(make::is_close(study->without_positions.before,
                         compute(prepare(preset("cat-sat"), library()))->trace.output,
                         make::of_largest(1e-6F)));
}

TEST_CASE("hand-set weights with a clock are shuffled with the places that their clock shows") {
    const auto pass = compute(prepare(preset("cat-four-heads"), library()));
    const auto study = shuffle_study(*pass, {});
    CHECK(study->positions == pass->input.x_positions);
    CHECK(study->with_positions.before == pass->trace.output);
}

TEST_CASE("in the old order nothing differs, positions or not") {
    const auto study = studied(preset("cat-sat"), {.order = {0, 1, 2}});
    CHECK(study->with_positions.largest == 0);
    CHECK(study->words_after == study->words);
}

TEST_CASE(
    "a causal mask knows the order: what a word may read changes with its place, and the study says so") {
    Document d = preset("cat-tired");
    d.mask.causal = 1;
    const auto study = studied(d);
    CHECK(study->mask_changes);
    check_changed(study->without_positions);
}

TEST_CASE("padding stays at the end: the words before it are shuffled, and keep their outputs") {
    Document d = preset("cat-tired");
    d.mask.padding = 3;
    const auto study = studied(d, {.seed = 4});
    CHECK(std::equal(study->order.begin() + 7, study->order.end(), Order{7, 8, 9}.begin()));
    CHECK_FALSE(study->mask_changes);
    check_kept(study->without_positions);
}

TEST_CASE("in cross-attention the words asked are a set: shuffled, they give every query the same output") {
    const auto memory = studied(preset("french-cat"), {.order = {4, 3, 2, 1, 0}, .of_memory = true});
    CHECK(memory->words_after.front() == "here");
    check_kept(memory->without_positions);
    check_changed(memory->with_positions);
    const auto queries = studied(preset("french-cat"));
    CHECK(queries->words.front() == "Le");
    check_kept(queries->without_positions);
    CHECK(
        contains(refusal([] { (void)studied(preset("cat-sat"), {.of_memory = true}); }), "second sequence"));
}

TEST_CASE("cells set by hand move with their words, and dropout is left out") {
    Document d = preset("cat-tired");
    d.overrides = {{{Quantity::x, 0, 1, 0}, 3},
                   {{Quantity::k, 0, 2, 0}, -2},
                   {{Quantity::scores, 0, 7, 5}, 20},
                   {{Quantity::weights, 0, 3, 1}, 0.5F},
                   {{Quantity::w_v, 0, 0, 0}, 2}};
    d.dropout = {0.5F, 1};
    check_kept(studied(d)->without_positions, 1e-4);
}

TEST_CASE("a random order has every word once, differs from the old one, and belongs to its seed") {
    for (const Index count : {0, 1, 2, 3, 50})
        for (std::uint32_t seed = 1; seed <= 5; ++seed) {
            Order order = shuffled_order(count, seed);
            CHECK(order == shuffled_order(count, seed));
            CHECK(std::ranges::is_sorted(order) == (count < 2));
            std::ranges::sort(order);
            for (std::size_t i = 0; i < order.size(); ++i)
                CHECK(order[i] == static_cast<Index>(i));
        }
    CHECK(shuffled_order(50, 1) != shuffled_order(50, 2));
}

TEST_CASE("an order that loses a word is refused") {
    for (const Order& order :
         {Order{0, 1}, Order{0, 1, 1}, Order{0, 1, 3}, Order{0, 1, -1}, Order{0, 1, 2, 3}})
        CHECK(contains(refusal([&] { (void)studied(preset("cat-sat"), {.order = order}); }), "order: "));
}

TEST_CASE("a shuffle that is stopped gives nothing") {
    base::StopSource source;
    source.request_stop();
    CHECK(shuffle_study(*compute(prepare(preset("cat-sat"), library())), {}, source.token()) == nullptr);
}

TEST_CASE("in a batch of sentences the words are shuffled and the padding stays at the end") {
    const auto study = studied(preset("batch-padded"));
    for (std::size_t i = 3; i < study->words_after.size(); ++i)
        CHECK(study->words_after[i] == "[pad]");
    CHECK_FALSE(study->mask_changes);
    check_kept(study->without_positions);
}
