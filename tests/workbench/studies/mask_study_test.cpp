#include "attention/mask.h"
#include "close.h"
#include "workbench/lab.h"
#include "workbench/studies/mask_study.h"

#include <cmath>
#include <limits>

using namespace lab;
using namespace workbench;
using attention::Trace;
using base::BoolMatrix;
using base::Index;
using base::Matrix;
using base::RowVector;

namespace {

Trace traced(const Document& document) {
    return compute(prepare(document, library()))->trace;
}

Document causal(const char* id) {
    Document d = preset(id);
    d.mask.causal = 1;
    return d;
}

const RowVector scores{{1, 2, 3, 4}};
const BoolMatrix first_three{{true, true, true, false}};

} // namespace

TEST_CASE("a mask takes weights away, and multiplies the rest until the row sums to 1 again") {
    const Trace t = traced(causal("cat-tired"));
    const auto study = mask_study(t, 0);
    CHECK(make::is_close(study->after, t.heads[0].weights, make::of_largest(1e-6F)));
    for (Index i = 0; i < t.n(); ++i) {
        CHECK(study->before.row(i).sum() == make::about(1));
        for (Index j = 0; j < t.m(); ++j)
            CHECK(study->after(i, j) ==
                  make::about(t.allowed(i, j) ? study->before(i, j) * study->growth[i] : 0));
    }
    CHECK(study->removed[9] == 0); // the last word has nothing after it
    CHECK(study->growth[9] == make::about(1));
    CHECK(study->removed[0] > 0.5F); // the first one may read itself alone
}

TEST_CASE("the weights are the pass's own, whatever it adds to attention, and so is the row under −∞") {
    for (Document d : with_additions()) {
        d.mask.causal = 1;
        const Trace t = traced(d);
        const auto study = mask_study(t, 0);
        CHECK(make::is_close(study->after, t.heads[0].weights, make::of_largest(1e-6F)));
        for (Index i = 0; i < t.n(); ++i) {
            CHECK(make::is_close(hidden_row(t, 0, i).columns[0].weights, t.heads[0].weights.row(i),
                                 make::of_largest(1e-6F)));
            for (Index j = 0; j <= i; ++j)
                CHECK(study->after(i, j) == make::about(study->before(i, j) * study->growth[i]));
        }
    }
}

TEST_CASE("without a mask nothing is removed") {
    const auto study = mask_study(traced(preset("cat-tired")), 0);
    CHECK(study->before == study->after);
    CHECK(make::is_zero(study->removed));
    CHECK(make::is_constant(study->growth, 1, 0));
}

TEST_CASE("the leak is what lies on later words: some without a causal mask, none with it") {
    for (const Document& d : {preset("cat-tired"), causal("cat-tired")}) { // whichever is on
        const auto study = mask_study(traced(d), 0);
        REQUIRE(study->leak_without.size() == 10);
        for (Index i = 0; i < 10; ++i) {
            CHECK(study->leak_without[i] == make::about(study->before.row(i).tail(9 - i).sum()));
            CHECK((study->leak_without[i] > 0) == (i < 9));
        }
        CHECK(make::is_zero(study->leak_with));
        CHECK(study->mean_leak == make::about(study->leak_without.mean()));
        CHECK(study->leak_without[study->worst_leak] == make::largest(study->leak_without));
    }
}

TEST_CASE("what padding and window forbid does not count as leaked") {
    Document d = preset("cat-tired");
    d.mask.before = d.mask.after = 1;
    const auto study = mask_study(traced(d), 0);
    for (Index i = 0; i < 9; ++i)
        CHECK(study->leak_without[i] == make::about(study->after(i, i + 1)));
}

TEST_CASE("the leak is that of the pass's own mask, also of a drawn one") {
    Document d = preset("cat-tired");
    d.mask.drawn = attention::causal_mask(10, 10);
    d.mask.drawn(3, 5) = true;
    const auto study = mask_study(traced(d), 0);
    CHECK(study->mask == LeakMask::drawn);
    CHECK(study->leak()[3] == make::about(study->after(3, 5)));
    CHECK(study->leak()[3] > 0);
    CHECK(study->leak().sum() == study->leak()[3]);
}

TEST_CASE("the study says which mask it was computed with") {
    Document d = preset("cat-tired");
    const auto mask = [&] { return mask_study(traced(d), 0)->mask; };
    CHECK(mask() == LeakMask::none);
    d.mask.before = d.mask.after = 4;
    CHECK(mask() == LeakMask::other);
    d.mask.causal = 1;
    CHECK(mask() == LeakMask::causal);
    CHECK(make::is_zero(mask_study(traced(d), 0)->leak()));
}

TEST_CASE("in cross-attention no key is later than a query") {
    const auto study = mask_study(traced(preset("french-cat")), 0);
    CHECK(study->leak_without.size() == 0);
    CHECK(study->before.rows() == 5);
}

TEST_CASE("a row without an allowed key has lost everything, and no factor brings it back") {
    Document d = preset("cat-sat");
    d.mask.drawn = BoolMatrix::Constant(3, 3, true);
    d.mask.drawn.row(1).setConstant(false);
    const auto study = mask_study(traced(d), 0);
    CHECK(study->removed[1] == make::about(1));
    CHECK(study->growth[1] == 0);
    CHECK(make::is_zero(study->after.row(1)));
}

TEST_CASE("with ordinary scores −∞, −1e9 and −1e4 hide alike") {
    const HiddenRow row = hidden_row(scores, first_three);
    CHECK(row.columns[0].label == "−∞");
    CHECK(std::isinf(row.columns[0].scores[3]));
    CHECK(row.columns[1].scores[3] == -1e9F);
    CHECK(row.columns[2].scores[3] == -1e4F);
    for (const HiddenBy& by : row.columns) {
        CHECK(by.leaked == 0);
        CHECK(by.weights == row.columns[0].weights);
        CHECK(by.scores.head(3) == scores.head(3));
    }
    CHECK(row.rounding == 0);
}

TEST_CASE("the softmax does not change under a shift with −∞, but a finite number stops hiding") {
    const HiddenRow before = hidden_row(scores, first_three);
    const HiddenRow row = hidden_row(scores, first_three, {.shift = -1e4F - 2});
    CHECK(make::is_close(row.columns[0].weights, before.columns[0].weights,
                         make::of_largest(1e-3F))); // 1e4 leaves 3 decimals
    CHECK(row.columns[0].leaked == 0);
    CHECK(row.columns[1].leaked == 0);
    CHECK(row.columns[2].scores[3] > row.columns[2].scores[0]); // the hidden key outdoes the first word
    CHECK(row.columns[2].leaked == make::about(1 / (std::exp(-1) + 1 + std::exp(1) + 1)));
    CHECK(hidden_row(scores, first_three, {.shift = -2e4F}).columns[2].leaked == 1);
}

TEST_CASE("a shift of −2e9 outdoes −1e9 too; under −∞ only rounding is left, and it is told") {
    const HiddenRow row = hidden_row(scores, first_three, {.shift = -2e9F});
    CHECK(row.columns[1].leaked == 1);
    CHECK(row.columns[0].leaked == 0);
    CHECK(
        make::is_constant(row.columns[0].weights.head(3), 1.0F / 3, 1e-6F)); // 1, 2 and 3 are lost beside 2e9
    CHECK(row.rounding == make::about(0.6652 - 1.0 / 3).share(1e-3));
}

TEST_CASE("when every key is hidden, a finite number shares the weights equally; with −∞ there are none") {
    const HiddenRow row = hidden_row(scores, first_three, {.hide_all = true});
    CHECK_FALSE(row.columns[0].has_distribution);
    CHECK(make::is_zero(row.columns[0].weights));
    for (const std::size_t finite : {1U, 2U}) {
        CHECK(row.columns[finite].has_distribution);
        CHECK(make::is_constant(row.columns[finite].weights, 0.25F));
        CHECK(row.columns[finite].leaked == 1);
    }
}

TEST_CASE("a row of a pass is hidden as its own mask says, and with −∞ has its weights") {
    const Trace t = traced(causal("cat-tired"));
    const HiddenRow row = hidden_row(t, 0, 4);
    CHECK(row.allowed == t.allowed.row(4));
    CHECK(make::is_close(row.columns[0].weights, t.heads[0].weights.row(4), make::of_largest(1e-6F)));
    CHECK(hidden_row(traced(preset("cat-tired")), 0, 4).allowed.all());
}

TEST_CASE("a number that is none is not passed over") {
    constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
    Trace t = traced(preset("cat-tired"));
    t.heads[0].scaled(4, 2) = no_number;
    const auto study = mask_study(t, 0);
    CHECK(study->worst_leak == 4);
    CHECK(std::isnan(study->typical_largest));
    CHECK(std::isnan(hidden_row(RowVector{{1, no_number, 3, 4}}, first_three).rounding));
}

TEST_CASE("a study of a mask that is stopped gives nothing") {
    base::StopSource source;
    source.request_stop();
    CHECK(mask_study(traced(preset("cat-sat")), 0, source.token()) == nullptr);
}

namespace {

attention::Mask window_of(Index left, Index right) {
    attention::Mask mask;
    mask.window = {left, right};
    return mask;
}

BoolMatrix spelled(const attention::Mask& mask, Index n) {
    return attention::combined_mask({mask, 0}, n, n);
}

/// How many words word `word` can know of.
Index known(const BoolMatrix& allowed, Index word, Index layers) {
    return reach(allowed, allowed.rows(), word, layers).count();
}

} // namespace

TEST_CASE("a window reaches its width further with every layer, to the left and to the right") {
    constexpr Index n = 20, word = 12;
    for (const Index w : {1, 2, 5})
        for (const Index layers : {0, 1, 2, 3, 8}) {
            CAPTURE(w);
            CAPTURE(layers);
            const Index left = std::min(layers * w, word), right = std::min(layers * w, n - 1 - word);
            CHECK(known(spelled(window_of(w, 0), n), word, layers) == left + 1);
            CHECK(known(spelled(window_of(0, w), n), word, layers) == right + 1);
            CHECK(known(spelled(window_of(w, w), n), word, layers) == left + right + 1);
            attention::Mask both = window_of(w, w);
            both.causal = true;
            CHECK(known(spelled(both, n), word, layers) == left + 1);
            const Reach r = reach(spelled(window_of(w, 0), n), n, word, layers);
            CHECK(r.neighbours());
            CHECK(r.first() == word - left);
            CHECK(r.last() == word);
        }
}

TEST_CASE("a causal word knows of all before it after one layer, and of none after it ever") {
    attention::Mask mask;
    mask.causal = true;
    for (const Index layers : {1, 8})
        for (Index word = 0; word < 6; ++word) {
            const Reach r = reach(spelled(mask, 6), 6, word, layers);
            CHECK(r.count() == word + 1);
            CHECK(r.last() == word);
        }
}

TEST_CASE("without a mask one layer reaches everything; words that read only themselves stay alone") {
    CHECK(reach({}, 7, 3, 1).count() == 7);
    CHECK(reach({}, 7, 3, 0).count() == 1);
    CHECK(known(BoolMatrix(BoolMatrix::Identity(7, 7)), 3, 8) == 1);
    CHECK(known(BoolMatrix::Constant(7, 7, false), 3, 8) == 1); // its own row is carried on
}

TEST_CASE("padding is never known of, and a drawn mask is followed wherever it leads") {
    attention::Mask padded;
    padded.key_padding = {1, 1, 1, 0, 0};
    CHECK(known(spelled(padded, 5), 1, 4) == 3);
    CHECK(known(spelled(padded, 5), 4, 4) == 4);   // itself, and the words
    BoolMatrix drawn = BoolMatrix::Identity(5, 5); // 0 reads 3, 3 reads 4, 4 reads 1
    drawn(0, 3) = drawn(3, 4) = drawn(4, 1) = true;
    for (Index layers = 0; layers < 4; ++layers)
        CHECK(known(drawn, 0, layers) == layers + 1);
    CHECK(known(drawn, 0, 8) == 4);
    const Reach r = reach(drawn, 5, 0, 3);
    CHECK_FALSE(r.neighbours()); // 0, 1, 3, 4
    CHECK(way(r, drawn, 3, 1) == std::vector<Index>{1, 4, 3, 0});
    CHECK(way(r, drawn, 2, 1).empty());
    CHECK(way(r, drawn, 3, 4) == std::vector<Index>{4, 4, 3, 0});
}

TEST_CASE("every step of a way is one that the mask allows, or the word itself") {
    const BoolMatrix allowed = spelled(window_of(2, 1), 12);
    const Reach r = reach(allowed, 12, 5, 4);
    for (Index k = 0; k <= 4; ++k)
        for (Index from = 0; from < 12; ++from) {
            const auto words = way(r, allowed, k, from);
            CHECK(words.empty() == !r.reached(k, from));
            if (words.empty()) continue;
            CHECK(std::ssize(words) == k + 1);
            CHECK(words.front() == from);
            CHECK(words.back() == 5);
            for (std::size_t i = 1; i < words.size(); ++i)
                CHECK((words[i] == words[i - 1] || allowed(words[i], words[i - 1])));
        }
}
