#include "worksheet/sums.h"

#include "base/input_error.h"
#include "base/text.h"
#include "worksheet/make.h"
#include "worksheet/sheet.h"

#include <doctest/doctest.h>

#include <set>
#include <sstream>

using namespace worksheet;

namespace {

/// The weighted sum of a row as printed digits lead to it, worked out once more with nothing but strings of
/// digits read back.
double read_back(double number, int decimals) {
    return std::stod(base::fixed(number, decimals));
}

} // namespace

TEST_CASE("whoever calculates with the printed numbers gets the printed numbers, at every step") {
    for (std::uint32_t sheet = 0; sheet < 30; ++sheet) {
        CAPTURE(sheet);
        const Sums sums = draw_sums(make::sentence("The dog wants its ball"), 7, sheet);
        const attention::HeadTrace& head = sums.head();
        const Index row = sums.sentence.row, m = sums.sentence.m();
        double total = 0, weights = 0;
        std::vector<double> powers, scaled;
        double largest = -1e9;
        for (Index j = 0; j < m; ++j) {
            double score = 0;
            for (Index c = 0; c < head.k.cols(); ++c)
                score += read_back(head.q(row, c), 0) * read_back(head.k(j, c), 0);
            CHECK(score == make::about(head.scores(row, j)));
            scaled.push_back(read_back(score / 2, 1));
            largest = std::max(largest, scaled.back());
        }
        for (const double s : scaled)
            powers.push_back(read_back(std::exp(s - largest), 3)), total += powers.back();
        std::vector<double> output(3);
        for (Index j = 0; j < m; ++j) {
            const double weight = read_back(powers[static_cast<std::size_t>(j)] / total, 2);
            CHECK(base::fixed(weight, 2) == base::fixed(head.weights(row, j), 2));
            weights += weight;
            for (Index c = 0; c < 3; ++c)
                output[static_cast<std::size_t>(c)] += weight * read_back(head.v(j, c), 0);
        }
        CHECK(weights == make::about(1).within(1e-9));
        for (Index c = 0; c < 3; ++c)
            CHECK(read_back(output[static_cast<std::size_t>(c)], 1) ==
                  make::about(read_back(head.output(row, c), 1)).within(1e-9));
    }
}

TEST_CASE("the numbers are small and whole, and the weights tell something") {
    for (std::uint32_t sheet = 0; sheet < 20; ++sheet) {
        const Sums sums = draw_sums(make::sentence("The dog wants its ball"), 3, sheet);
        const attention::HeadTrace& head = sums.head();
        for (const base::Matrix* matrix : {&head.q, &head.k, &head.v}) {
            CHECK(make::largest(matrix->cwiseAbs().eval()) <= 5);
            CHECK((matrix->array() == matrix->array().round()).all());
        }
        const auto weights = head.weights.row(sums.sentence.row);
        CHECK(make::largest(weights.eval()) >= 0.35F);
        CHECK(make::largest(weights.eval()) <= 0.92F);
    }
}

TEST_CASE("a seed gives the same numbers again, every sheet others, and the same word the same row") {
    const Sentence sentence = make::sentence("the cat saw the dog");
    const Sums first = draw_sums(sentence, 1, 0), again = draw_sums(sentence, 1, 0);
    CHECK(first.trace.x == again.trace.x);
    CHECK(first.trace.x.row(0) == first.trace.x.row(3));
    std::set<std::string> seen;
    for (std::uint32_t seed = 1; seed <= 3; ++seed)
        for (std::uint32_t sheet = 0; sheet < 30; ++sheet) {
            const Sums sums = draw_sums(sentence, seed, sheet);
            std::ostringstream numbers;
            numbers << sums.head().q << sums.head().k << sums.head().v;
            seen.insert(numbers.str());
        }
    CHECK(seen.size() == 90);
}

TEST_CASE("of a long sentence six words are kept, around the one that asks, and it is said") {
    const std::string text = "One two three four five six seven eight, nine.";
    const Sentence start = make::sentence(text);
    CHECK(start.queries == std::vector<std::string>{"One", "two", "three", "four", "five", "six"});
    CHECK(start.words == 11);
    const Sentence end = sentence_of(make::prepared(make::document(text)), 7);
    CHECK(end.queries.back() == "eight");
    CHECK(end.queries[static_cast<std::size_t>(end.row)] == "eight");
    CHECK(make::sentence("The dog sees it.").words == 0);
    CHECK(make::sentence("The dog sees it.").n() == 4);
}

TEST_CASE("a mask is kept: no word reads what it may not, and the one that asks reads at least two") {
    workbench::Document document = make::document("The dog wants its ball");
    document.mask.causal = 1;
    const Sentence sentence = sentence_of(make::prepared(document), 0);
    CHECK_FALSE(sentence.may_read(1, 2));
    CHECK(sentence.row == 3); // “The” reads itself alone, and from “ball” nothing is hidden
    const Sums sums = draw_sums(sentence_of(make::prepared(document), 2), 1, 0);
    CHECK(make::is_zero(sums.head().weights.row(2).tail(2).eval()));
}

TEST_CASE("the words that are read may be others than those that ask") {
    const Sentence sentence = make::sentence("le chat dort", "the cat is asleep");
    CHECK(sentence.cross);
    CHECK(sentence.n() == 3);
    CHECK(sentence.m() == 4);
    const Sums sums = draw_sums(sentence, 1, 0);
    CHECK(sums.head().weights.cols() == 4);
    CHECK(comes_out(sums));
}

TEST_CASE("without a scale the scores go into the softmax as they are") {
    workbench::Document document = make::document("The dog wants its ball");
    document.scale.kind = attention::ScaleKind::none;
    const Sums sums = draw_sums(sentence_of(make::prepared(document)), 1, 0);
    CHECK(by_hand(sums).scaled == by_hand(sums).scores);
}

TEST_CASE("a word that the mask leaves nothing to choose is passed over, and refused if it is named") {
    workbench::Document document = make::document("The dog wants its ball");
    document.mask.causal = 1;
    const workbench::Prepared prepared = make::prepared(document);
    CHECK(sentence_of(prepared, 0).passed_over == "The");
    CHECK(sentence_of(prepared, 2).passed_over.empty());
    CHECK(sentence_asking("dog", prepared, "--word").row == 1);
    CHECK_THROWS_WITH_AS(sentence_asking("The", prepared, "--word"),
                         doctest::Contains("“dog”, “wants”, “its”, “ball”"), base::InputError);
    CHECK_THROWS_AS(sentence_asking("cat", prepared, "--word"), base::InputError);
    // Of two of one spelling the one that has something to choose is asked.
    workbench::Document twice = make::document("dogs see dogs");
    twice.mask.causal = 1;
    CHECK(sentence_asking("dogs", make::prepared(twice), "--word").row == 2);
}

TEST_CASE("a word that occurs twice may be read equally: then none is read most") {
    const Sums sums = draw_sums(make::sentence("a a"), 1, 0);
    CHECK(most_read(sums).size() == 2);
    CHECK(most_read(draw_sums(make::sentence("the cat saw the dog"), 1, 0)).size() == 1);
}

namespace {

Sentence own(const workbench::Document& document, std::optional<Sums>& sums) {
    const auto pass = make::pass(document);
    Sentence sentence = sentence_of(*pass, 2);
    sums = own_sums(sentence, *pass);
    return sentence;
}

workbench::Document by_hand_document() {
    workbench::Document document = make::document("The cat sat");
    document.weights = workbench::HandSetWeights{"by-hand"};
    return document;
}

} // namespace

TEST_CASE("a document's own numbers are kept where a hand that writes them down gets the same digits") {
    const workbench::Document document = by_hand_document();
    std::optional<Sums> sums;
    CHECK(own(document, sums).numbers == Numbers::own);
    REQUIRE(sums);
    const auto pass = make::pass(document);
    CHECK(make::is_close(sums->head().weights, pass->trace.heads.front().weights));
    CHECK(comes_out(*sums));
    CHECK_FALSE(has_table(*sums));
}

TEST_CASE("why a document's own numbers are not on the sheet is known") {
    std::optional<Sums> sums;
    workbench::Document document = by_hand_document();
    document.overrides = {{{.quantity = attention::Quantity::scores, .head = 0, .row = 2, .column = 0}, 3}};
    CHECK(own(document, sums).numbers == Numbers::other_steps);
    document = by_hand_document();
    document.weights = model::RandomSizes{};
    CHECK(own(document, sums).numbers == Numbers::too_many);
    document = make::document("The cat sat."); // whose point is no word of the sheet
    document.weights = workbench::HandSetWeights{"by-hand"};
    CHECK(own(document, sums).numbers == Numbers::fewer_words);
    CHECK_FALSE(sums);
    Job job{.sentence = make::sentence("The cat sat"), .count = 2};
    take_own_numbers(job, *make::pass(by_hand_document()));
    CHECK(job.sentence.numbers == Numbers::several_sheets);
    CHECK_FALSE(job.own);
}

TEST_CASE("one word is refused") {
    CHECK_THROWS_AS(make::sentence("Hello"), base::InputError);
}
