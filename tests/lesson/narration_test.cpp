#include "cases.h"

#include "lesson/facts.h"
#include "lesson/wording.h"
#include "workbench/pass.h"

#include <regex>
#include <set>

using namespace lesson_test;

namespace {

/// What language must not slip into: a count of one with a plural, a wrong article, a doubled space or stop,
/// a brace, NaN.
const std::regex slip("[{}]|  | [.,;:]|\\.\\.|,,|\\b1 (words|keys|rows|places|values|columns)\\b|"
                      "\\ba [aeio]|\\ban [^aeiou]|nan|\\binf\\b|\\(\\)|−0\\.00\\b");

lesson::Subject subject(const Case& c, StageId stage, Quantity quantity, Index row, Index column,
                        Index head = 0) {
    return {c.trace, c.names, stage, {quantity, head, row, column}, c.hand_set};
}

std::string told(const Case& c, StageId stage, Quantity quantity, Index row, Index column, Index head = 0) {
    return words_of(texts().narrate(subject(c, stage, quantity, row, column, head)));
}

bool has(const std::string& text, const std::string& piece) {
    return text.find(piece) != std::string::npos;
}

std::string score_told(const Case& c, Index row, Index column) {
    return told(c, StageId::scores, Quantity::scores, row, column);
}

std::string softmax_told(const Case& c, Index row, Index column) {
    return told(c, StageId::softmax, Quantity::weights, row, column);
}

std::string sum_told(const Case& c, Index row, Index column) {
    return told(c, StageId::weighted_sum, Quantity::head_output, row, column);
}

constexpr Index it = 7, cat_word = 1, was = 8, tired = 9, the = 4;

} // namespace

// ---------------------------------------------------------------- language

TEST_CASE("every narration is whole sentences without a trace of markup") {
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        for_each_subject(c, [&](const lesson::Subject& s) {
            const lesson::Narration narration = texts().narrate(s);
            REQUIRE(narration.question.ends_with("?"));
            REQUIRE_FALSE(narration.paragraphs.empty());
            for (const lesson::Paragraph& p : narration.paragraphs) {
                const std::string text = words_of(p);
                CAPTURE(text);
                REQUIRE_FALSE(std::regex_search(text, slip));
                REQUIRE(text.ends_with("."));
                const bool capital = std::isupper(static_cast<unsigned char>(text.front())) != 0;
                REQUIRE(capital);
            }
            // Short enough to be read at the board.
            REQUIRE(words_of(narration).size() < 480);
        });
    }
}

TEST_CASE("the sentences that the program opens with are told without a slip") {
    const workbench::Library library = workbench::load_library(ATTENTION_LAB_SOURCE_DIR "/assets");
    for (const workbench::Preset& preset : library.presets) {
        if (preset.document.text.empty()) continue; // rows without words are like those of the cases
        CAPTURE(preset.id);
        const auto pass = workbench::compute(workbench::prepare(preset.document, library));
        for_each_subject({preset.id, pass->trace, pass->names, true}, [&](const lesson::Subject& s) {
            const std::string text = words_of(texts().narrate(s));
            CAPTURE(text);
            REQUIRE_FALSE(std::regex_search(text, slip));
        });
    }
}

TEST_CASE("queries and keys have their tones") {
    const lesson::Narration n =
        texts().narrate(subject(all_cases().front(), StageId::scores, Quantity::scores, it, cat_word));
    std::set<std::pair<std::string, lesson::Tone>> toned;
    for (const lesson::Span& span : n.paragraphs.at(0))
        toned.insert({span.text, span.tone});
    CHECK(toned.contains({"it", lesson::Tone::query}));
    CHECK(toned.contains({"cat", lesson::Tone::key}));
    CHECK(toned.contains({"7.98", lesson::Tone::number}));
}

TEST_CASE("rows without a word are called by their number, repeated words by their place, marks in quotes") {
    const Case numeric = rows("", wave_layer(4, 1, 2, 2, false, false));
    CHECK(has(score_told(numeric, 1, 2), "The query of row 2 and the key of row 3"));
    Case repeated = cat("");
    repeated.names.keys[0] = "the";
    CHECK(has(score_told(repeated, it, the), "The key of the (word 5)"));
    const Case marked = words(rows("", wave_layer(4, 1, 2, 2, false, false)));
    CHECK(has(score_told(marked, 1, 4), "the key of “.”"));
}

// ---------------------------------------------------------------- input and projections

TEST_CASE("a word's row is told by its features") {
    CHECK(has(told(cat(""), StageId::input, Quantity::x, was, 0),
              "The row of was says: an action (0.50) and a link word (0.50)."));
}

TEST_CASE("a word without features is said to have none") {
    const Case c = cat("", {}, {{{Quantity::x, 0, it, 4}, 0}});
    CHECK(has(told(c, StageId::input, Quantity::x, it, 0), "No feature is known for it"));
    CHECK(has(told(c, StageId::project, Quantity::q, it, 0), "The query of it is all zeros"));
}

TEST_CASE("positions are mentioned where they are added, and missed where they are not") {
    const Case with = rows("", wave_layer(4, 1, 2, 2, false, false), {}, 3, 0, true);
    CHECK(has(told(with, StageId::input, Quantity::x, 0, 0), "A position has been added"));
    CHECK(has(told(cat(""), StageId::input, Quantity::x, 0, 0), "without positions"));
}

TEST_CASE("a query asks for the dimensions that stand out in it, and a key offers its own") {
    const Case c = cat("");
    CHECK(has(told(c, StageId::project, Quantity::q, it, 0),
              "The query of it asks for a living thing and a feeling."));
    CHECK(has(told(c, StageId::project, Quantity::k, tired, 0), "The key of tired offers a feeling."));
    CHECK(has(told(c, StageId::project, Quantity::k, the, 0), "The key of the offers little"));
    CHECK(has(told(c, StageId::project, Quantity::v, the, 0), "The value of the is all zeros"));
}

TEST_CASE("numbers drawn at random are given no meaning") {
    const Case c = words(rows("", wave_layer(4, 1, 2, 2, false, false)));
    for (const Stage* s : stages_of(c.trace))
        for (const Product& p : s->products(c.trace)) {
            const std::string text = told(c, s->id, p.result, 1, 1);
            CAPTURE(text);
            for (const char* claim : {" asks for ", " offers ", " carries ", "feature"})
                CHECK_FALSE(has(text, claim));
        }
}

TEST_CASE("self-attention and cross-attention say where queries, keys and values come from") {
    CHECK(has(told(cat(""), StageId::project, Quantity::q, 0, 0), "self-attention"));
    const Case cross = words(rows("", wave_layer(6, 1, 4, 3, false, false), {}, 4, 5));
    CHECK(has(told(cross, StageId::project, Quantity::q, 0, 0), "keys and values from the memory M"));
    CHECK(has(told(cross, StageId::project, Quantity::k, 0, 0), "made from the memory M"));
    CHECK(has(told(cross, StageId::input, Quantity::memory, 0, 0), "the memory (5 words)"));
}

// ---------------------------------------------------------------- scores

TEST_CASE("keys that share the largest weight are named when they are few") {
    const Case two = cat("", {}, {}, [](Layer& l) { l.w_k.row(1) = l.w_k.row(0); });
    CHECK(has(softmax_told(two, it, cat_word), "go to cat and mat."));
}

TEST_CASE("the sentence of the cat: what it asks for, what the cat offers, and that it listens") {
    CHECK(score_told(cat(""), it, cat_word) ==
          "The query of it asks for a living thing and a feeling. The key of cat offers a living thing. "
          "Their dot product, 7.98, is the largest of this row: no key answers it better. "
          "So it will listen most to cat: its weight will be 0.59.");
}

TEST_CASE("the rank that is told is the rank in the row") {
    const std::regex higher("; (\\d+) of the \\d+ keys score higher");
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        const Matrix& scores = c.trace.heads[0].scores;
        for (Index i = 0; i < scores.rows(); ++i)
            for (Index j = 0; j < scores.cols(); ++j) {
                const std::string text = score_told(c, i, j);
                CAPTURE(text);
                const float tolerance = 1e-6F * scores.row(i).cwiseAbs().maxCoeff();
                const Index larger = (scores.row(i).array() > scores(i, j) + tolerance).count();
                if (has(text, "no key")) REQUIRE(larger == 0);
                if (has(text, "the second largest")) REQUIRE(larger == 1);
                if (has(text, "the smallest")) REQUIRE(larger == scores.cols() - 1);
                std::smatch found;
                if (std::regex_search(text, found, higher)) REQUIRE(std::to_string(larger) == found[1]);
            }
    }
}

TEST_CASE("what is said to be listened to most has the largest weight, what is hidden has none") {
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        const Matrix& weights = c.trace.heads[0].weights;
        for (Index i = 0; i < weights.rows(); ++i)
            for (Index j = 0; j < weights.cols(); ++j) {
                const std::string text = score_told(c, i, j);
                if (has(text, "listen most")) REQUIRE(weights(i, j) == weights.row(i).maxCoeff());
                if (has(text, "hardly listen")) REQUIRE(weights(i, j) < 0.05F);
                if (has(text, "the mask will hide")) REQUIRE(weights(i, j) == 0);
            }
    }
}

TEST_CASE("a score set by hand is no dot product, and the computed one is told") {
    const Case c = cat("", {}, {{{Quantity::scores, 0, it, cat_word}, -2}});
    const std::string text = score_told(c, it, cat_word);
    CHECK(has(text, "set by hand to −2.00; computed, it would be 7.98"));
    CHECK_FALSE(has(text, "dot product"));
}

TEST_CASE("each way to score is explained as what it is") {
    const Layer layer = wave_layer(6, 1, 4, 3, true, true);
    CHECK(has(score_told(rows("", layer, scored(ScoreFunction::general)), 0, 0), "q·W·k"));
    CHECK(has(score_told(rows("", layer, scored(ScoreFunction::additive)), 0, 0), "tanh"));
    CHECK(has(score_told(rows("", layer, scored(ScoreFunction::cosine)), 0, 0), "Their cosine"));
}

// ---------------------------------------------------------------- scale

TEST_CASE("the divisor is told with its reason, and never as the number of words") {
    const std::string text = told(cat(""), StageId::scale, Quantity::scaled, it, cat_word);
    CHECK(has(text, "√dₖ = √4 = 2"));
    CHECK(has(text, "not the number of words"));
    CHECK(has(text, "7.98 ÷ 2 = 3.99"));
}

TEST_CASE("other divisors are compared with √d_k") {
    const auto scale = [](ScaleKind kind, float number = 1) {
        return told(cat("", scaled(kind, number)), StageId::scale, Quantity::scaled, it, cat_word);
    };
    CHECK(has(scale(ScaleKind::none), "nothing is divided"));
    CHECK(has(scale(ScaleKind::none), "Dividing by less"));
    CHECK(has(scale(ScaleKind::sqrt_dmodel), "√d_model = √6 = 2.45"));
    CHECK(has(scale(ScaleKind::sqrt_dmodel), "more even"));
    CHECK(has(scale(ScaleKind::number, 1.5F), "divided by 1.5"));
    CHECK(has(scale(ScaleKind::number, 2), "no difference"));
    CHECK(has(scale(ScaleKind::number, -2), "turns the order around"));
    CHECK_FALSE(has(scale(ScaleKind::number, -2), "stays the same"));
}

TEST_CASE("the larger the divisor, the more even the weights, as is said") {
    const auto largest = [](ScaleKind kind) {
        return cat("", scaled(kind)).trace.heads[0].weights.row(it).maxCoeff();
    };
    CHECK(largest(ScaleKind::none) > largest(ScaleKind::sqrt_dk));
    CHECK(largest(ScaleKind::sqrt_dk) > largest(ScaleKind::sqrt_dmodel));
}

// ---------------------------------------------------------------- mask

TEST_CASE("a key is told to be hidden exactly where the mask hides it, with the reasons that hold") {
    for (const Case& c : all_cases()) {
        if (c.trace.options.mask.empty()) continue;
        CAPTURE(c.name);
        for (Index i = 0; i < c.trace.n(); ++i)
            for (Index j = 0; j < c.trace.m(); ++j) {
                const std::string text = told(c, StageId::mask, Quantity::masked, i, j);
                CAPTURE(text);
                REQUIRE(has(text, "is hidden from") == !c.trace.allowed(i, j));
                REQUIRE(has(text, "can be seen from") == c.trace.allowed(i, j));
                const lesson::Forbidden f = lesson::forbidden(c.trace, i, j);
                REQUIRE(has(text, "by the causal mask (") == f.causal);
                REQUIRE(has(text, "the window (") == f.window);
                REQUIRE(f.any() == !c.trace.allowed(i, j));
            }
    }
}

TEST_CASE("a row without a key is said to have no distribution") {
    const Case c = cat("", masked([](Mask& m) { m.key_padding.assign(10, 0); }));
    CHECK(has(told(c, StageId::mask, Quantity::masked, 2, 3), "No distribution"));
    CHECK(has(softmax_told(c, 2, 3), "nothing to share out"));
    CHECK(has(sum_told(c, 2, 3), "Nothing is read"));
}

TEST_CASE("without a mask nothing is said to be hidden") {
    CHECK(has(told(cat(""), StageId::mask, Quantity::masked, it, tired), "Nothing is masked"));
}

// ---------------------------------------------------------------- softmax and what follows

TEST_CASE("softmax is told with the row's maximum, its sum and the largest weight") {
    const std::string text = softmax_told(cat(""), it, tired);
    CHECK(has(text, "the row’s largest score, 3.99,"));
    CHECK(has(text, "their sum, 1.68"));
    CHECK(has(text, "The weight of tired is 0.22."));
    CHECK(has(text, "The largest weight, 0.59, goes to cat: more than half"));
}

TEST_CASE("a row is said to add up to 1 only where it does") {
    for (const Case& c : all_cases())
        for (Index i = 0; i < c.trace.n(); ++i) {
            const std::string text = softmax_told(c, i, 0);
            const float sum = c.trace.heads[0].weights.row(i).sum();
            CAPTURE(text);
            if (has(text, "the row adds up to 1.")) REQUIRE(sum == doctest::Approx(1));
            if (has(text, "more than half")) REQUIRE(c.trace.heads[0].weights.row(i).maxCoeff() > 0.5F);
            if (has(text, "nearly all")) REQUIRE(c.trace.heads[0].weights.row(i).maxCoeff() > 0.9F);
        }
    const Case by_hand = cat("", {}, {{{Quantity::weights, 0, it, cat_word}, 0.9F}});
    CHECK(has(softmax_told(by_hand, it, cat_word), "It adds up to 1.31."));
}

TEST_CASE("one key gets everything, equal scores get the same") {
    const Case one = words(rows("", wave_layer(4, 1, 2, 2, false, false), {}, 1));
    CHECK(has(softmax_told(one, 0, 0), "There is only one key"));
    CHECK(has(score_told(one, 0, 0), "There is only one key"));
    CHECK(has(sum_told(one, 0, 0), "is the value of The, unchanged"));
    const Case equal = cat("", {}, {}, [](Layer& l) { l.w_k.setConstant(0.5F); });
    CHECK(has(softmax_told(equal, it, 0), "1 ÷ 10 = 0.10"));
    CHECK(has(sum_told(equal, it, 0), "10 values in equal parts"));
    const Case causal = cat("", masked([](Mask& m) { m.causal = true; }));
    CHECK(has(softmax_told(causal, 0, 0), "Only the key of The may be seen"));
}

TEST_CASE("dropout says what became of the weight") {
    const Case c = cat("", dropped(0.3F));
    for (Index j = 0; j < 10; ++j) {
        const std::string text = told(c, StageId::dropout, Quantity::dropped, it, j);
        CHECK(has(text, "was dropped") == (c.trace.heads[0].dropped(it, j) == 0));
        CHECK(has(text, "÷ 0.7 =") == (c.trace.heads[0].dropped(it, j) != 0));
    }
}

TEST_CASE("the weighted sum is mostly cat, with a bit of tired, and does not say why") {
    CHECK(sum_told(cat(""), it, 0) ==
          "The new row of it is mostly the value of cat (0.59), with a bit of tired (0.22). "
          "This row carries mainly a living thing. All of the marked 0.59 was read from cat: 0.59 × 1.00. "
          "Weights tell where information was read from, not why.");
}

TEST_CASE("what is said to be most of a number is more than half of it, and no more than all") {
    const std::regex most("(?:Most|All) of the (?:marked )?([−0-9.]+) .*?: ([−0-9.]+) × \\(?([−0-9.]+)");
    const auto number = [](std::string digits) {
        const std::size_t minus = digits.find("−");
        if (minus != std::string::npos) digits.replace(minus, std::string("−").size(), "-");
        return std::stod(digits);
    };
    int found_any = 0;
    for (const Case& c : all_cases())
        for_each_subject(c, [&](const lesson::Subject& s) {
            const std::string text = words_of(texts().narrate(s));
            std::smatch found;
            if (!std::regex_search(text, found, most)) return;
            CAPTURE(text);
            ++found_any;
            const double whole = number(found[1]), part = number(found[2]) * number(found[3]);
            REQUIRE(part > 0.5 * whole - 0.02);
            REQUIRE(part < whole + 0.03 + 0.01 * whole);
        });
    CHECK(found_any > 100);
}

TEST_CASE("heads are put side by side and mixed by W_O") {
    const Case c = rows("", wave_layer(8, 2, 4, 4, true, false));
    CHECK(has(told(c, StageId::concatenate, Quantity::concat, 1, 5), "number 2 of head 2"));
    CHECK(has(told(c, StageId::concatenate, Quantity::concat, 1, 5), "2 × 4 = 8 numbers"));
    CHECK(has(told(c, StageId::output, Quantity::output, 1, 5), "W_O mixes the heads"));
    CHECK(has(told(c, StageId::project, Quantity::q, 1, 0, 1), "Head 2 of 2"));
}

TEST_CASE(
    "a head that is switched off is said to be, where it reads, where it stands and where it is missing") {
    const Case c = rows("", wave_layer(8, 2, 4, 4, true, false), without({1}));
    CHECK(has(told(c, StageId::weighted_sum, Quantity::head_output, 1, 1, 1), "head 2 is switched off"));
    CHECK_FALSE(has(told(c, StageId::weighted_sum, Quantity::head_output, 1, 1, 0), "switched off"));
    CHECK(has(told(c, StageId::concatenate, Quantity::concat, 1, 5), "Head 2 is switched off"));
    CHECK_FALSE(has(told(c, StageId::concatenate, Quantity::concat, 1, 1), "switched off"));
    CHECK(has(told(c, StageId::output, Quantity::output, 1, 5), "Head 2 is switched off"));
    CHECK_FALSE(has(told(c, StageId::output, Quantity::output, 1, 5), " of head 2"));
    const Case none = rows("", wave_layer(8, 3, 4, 4, true, false), without({0, 1, 2}));
    CHECK(has(told(none, StageId::output, Quantity::output, 1, 5), "All heads are switched off"));
    const Case two = rows("", wave_layer(8, 3, 4, 4, true, false), without({0, 2}));
    CHECK(has(told(two, StageId::output, Quantity::output, 1, 5), "Heads 1 and 3 are switched off"));
}

TEST_CASE("the far side of a clock is named, though its numbers are negative") {
    const workbench::Library library = workbench::load_library(ATTENTION_LAB_SOURCE_DIR "/assets");
    const workbench::Document& document = library.preset("cat-four-heads").document;
    const auto pass = workbench::compute(workbench::prepare(document, library));
    const Case c{"four heads", pass->trace, pass->names, true};
    const std::string text = told(c, StageId::scores, Quantity::scores, it, it - 1, 2);
    CHECK(has(text, "asks for a place near 6 o’clock")); // an hour before 7, where “it” stands
    CHECK(has(text, "offers a place near 6 o’clock"));
    CHECK(has(told(c, StageId::scores, Quantity::scores, cat_word, 0, 2), "offers a place near 12 o’clock"));
}
