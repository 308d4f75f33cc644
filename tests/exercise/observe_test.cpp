#include "exercise/observe.h"

#include <doctest/doctest.h>
#include <limits>

using namespace exercise;

namespace {

/// Scores of three queries and three keys.
const Numbers ours{{1, 2, 3}, {-4, 5, 0.5}, {0.25, -1, 7}};

std::vector<std::string> seen(const Numbers& theirs, const std::string& stage = "scores") {
    std::vector<std::string> texts;
    for (const Observation& one : observe(stage, {theirs}, {ours}, 2e-5))
        texts.push_back(one.text);
    return texts;
}
std::map<std::string, std::string> first_values(const Numbers& theirs, const std::string& stage = "scores") {
    const std::vector<Observation> all = observe(stage, {theirs}, {ours}, 2e-5);
    return all.empty() ? std::map<std::string, std::string>{{"nothing", "seen"}} : all.front().values;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("one factor or one number added everywhere is seen, with its value") {
    CHECK(seen(4 * ours) == Texts{"factor"});
    CHECK(first_values(4 * ours).at("factor") == "4");
    CHECK(seen(-ours) == Texts{"opposite"});
    const Numbers more = ours.array() + 0.5;
    CHECK(seen(more) == Texts{"plus"});
    CHECK(first_values(more).at("offset") == "0.5");
    const Numbers less = ours.array() - 1.5;
    CHECK(seen(less) == Texts{"minus"});
    CHECK(seen(Numbers::Zero(3, 3)) == Texts{"constant"});
}

TEST_CASE("a factor of its own for each row or column is seen, with the range") {
    const Numbers rows = Eigen::Vector3d(2, 3, 5).asDiagonal() * ours;
    CHECK(seen(rows) == Texts{"row_factors"});
    CHECK(first_values(rows) == std::map<std::string, std::string>{{"least", "2"}, {"most", "5"}});
    CHECK(seen(ours * Eigen::Vector3d(2, 3, 5).asDiagonal()) == Texts{"column_factors"});
    Numbers biased = ours;
    biased.rowwise() += Eigen::RowVector3d(1, -1, 2);
    CHECK(seen(biased) == Texts{"column_offsets"});
}

TEST_CASE("numbers in other places are seen: the transpose, rows in another order") {
    CHECK(seen(ours.transpose()) == Texts{"transposed"});
    Numbers turned(3, 3);
    turned << ours.row(2), ours.row(0), ours.row(1);
    CHECK(seen(turned) == Texts{"rows_moved"});
    CHECK(first_values(turned) == std::map<std::string, std::string>{{"row", "0"}, {"from", "2"}});
}

TEST_CASE("where the numbers differ is said when it is not everywhere") {
    Numbers theirs = ours;
    theirs.row(1) << 8, 9, -3;
    CHECK(seen(theirs) == Texts{"only_row"});
    theirs = ours;
    theirs(0, 1) = 7, theirs(0, 2) = -7, theirs(1, 2) = 3;
    CHECK(seen(theirs) == Texts{"only_above"});
    theirs = ours;
    theirs(2, 2) = 6;
    CHECK(seen(theirs).empty()); // the place of a single number is said anyway
}

TEST_CASE("rows with right ones in between are not told as one stretch") {
    Numbers theirs = ours;
    theirs.row(0) << 8, 9, -3;
    theirs.row(2) << 5, 4, 4;
    CHECK(seen(theirs).empty());
}

TEST_CASE("what is only just outside the tolerance, or near 0 everywhere, has no factor to speak of") {
    CHECK(seen(1.00003 * ours).empty());
    CHECK(seen(1e-7 * Numbers{{3, -1, 2}, {0.3, 7, 1}, {-2, 2, 0.1}}).empty());
}

TEST_CASE("rows of weights that do not add up to 1 are seen, of scores not") {
    const Numbers right{{0.5, 0.25, 0.25}, {0.25, 0.5, 0.25}, {0.125, 0.125, 0.75}};
    const Numbers theirs{{0.5, 0.25, 0.125}, {0.1, 0.2, 0.4}, {0.3, 0.3, 0.3}};
    const std::vector<Observation> all = observe("weights", {theirs}, {right}, 2e-5);
    REQUIRE(all.size() == 1);
    CHECK(all[0].text == "sums");
    CHECK(all[0].values == std::map<std::string, std::string>{{"least", "0.7"}, {"most", "0.9"}});
    CHECK(observe("scores", {theirs}, {right}, 2e-5).empty());
}

TEST_CASE("a row that reads nothing need not add up to 1, and what is no weight is not added up") {
    const Numbers right{{0, 0, 0}, {0.25, 0.25, 0.5}, {0.5, 0.25, 0.25}};
    Numbers theirs = right;
    theirs.row(1) << 0.5, 0.25, 0.25;
    for (const Observation& one : observe("weights", {theirs}, {right}, 2e-5))
        CHECK(one.text == "only_row");
    theirs(2, 0) = -std::numeric_limits<double>::infinity();
    for (const Observation& one : observe("weights", {theirs}, {right}, 2e-5))
        CHECK(one.text != "sums");
    theirs.setConstant(-std::numeric_limits<double>::infinity());
    CHECK(observe("masked", {theirs}, {right}, 2e-5).front().values.at("value") == "−∞");
}

TEST_CASE("nothing is said of numbers that have nothing to do with ours, or that overflowed") {
    CHECK(seen(Numbers{{3, -1, 2}, {0.3, 7, 1}, {-2, 2, 0.1}}).empty());
    Numbers theirs = 4 * ours;
    theirs(1, 1) = std::numeric_limits<double>::quiet_NaN();
    CHECK(seen(theirs).empty());
}
