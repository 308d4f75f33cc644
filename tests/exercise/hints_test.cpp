#include "base/text.h"
#include "close.h"
#include "exercise/hints.h"
#include "exercise/level.h"
#include "exercise/solve.h"
#include "exercise/telling.h"
#include "source_folder.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace exercise;

namespace {

/// The numbers in "(0.5, −1)".
std::vector<double> numbers_in(std::string text) {
    std::vector<double> numbers;
    for (std::size_t minus = text.find("−"); minus != std::string::npos; minus = text.find("−"))
        text.replace(minus, std::string("−").size(), "-");
    for (std::size_t hidden = text.find("∞"); hidden != std::string::npos; hidden = text.find("∞"))
        text.replace(hidden, std::string("∞").size(), "1e9");
    for (std::size_t both = text.find(" and "); both != std::string::npos; both = text.find(" and "))
        text.replace(both, 5, ", ");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of("(), ", at);
        if (begin == std::string::npos) break;
        at = std::min(text.find_first_of("(), ", begin), text.size());
        numbers.push_back(base::double_in(text.substr(begin, at - begin)).value());
    }
    return numbers;
}

} // namespace

namespace {

/// Checks that the numbers of a hint make the number of the stage that it is about.
void expect_true(const Hint& worked, const Blocks& ours) {
    const Numbers& block = ours.at(worked.block);
    const auto row = static_cast<Index>(base::whole_in(worked.values.at("row")).value()),
               column = static_cast<Index>(base::whole_in(worked.values.at("column")).value());
    const double wanted = block(row, column);
    const std::vector<double> value = numbers_in(worked.values.at("value"));
    if (std::isfinite(wanted)) CHECK(value.front() == make::about(wanted).within(1e-4));
    const std::vector<double> first = numbers_in(worked.values.at("first")),
                              second = numbers_in(worked.values.at("second"));
    double made = wanted;
    if (worked.text.ends_with("product") || worked.text.ends_with("dot")) {
        REQUIRE(first.size() == second.size());
        made = 0;
        for (std::size_t i = 0; i < first.size(); ++i)
            made += first[i] * second[i];
        if (!worked.values.at("plus").empty()) made += numbers_in(worked.values.at("plus").substr(7)).front();
    } else if (worked.text.ends_with("divided")) {
        made = first.front() / second.front();
    } else if (worked.text.ends_with("sum")) {
        made = first.front() + second.front();
    } else if (worked.text.ends_with("becomes")) {
        REQUIRE(second.size() == static_cast<std::size_t>(block.cols()));
        for (std::size_t j = 0; j < second.size(); ++j)
            if (second[j] > -1e8) // not hidden
                CHECK(second[j] == make::about(block(row, static_cast<Index>(j))).within(1e-4));
    }
    if (std::isfinite(wanted)) CHECK(made == make::about(wanted).within(3e-3)); // from four decimals
}

} // namespace

TEST_CASE("every stage of every level has three hints, the third with numbers of its own") {
    for (const Level& level : levels())
        for (const std::string& stage : level.stages) {
            CAPTURE(level.id);
            CAPTURE(stage);
            const Question question = make_question(level, 6);
            CHECK(hint(question, stage, 1).text.ends_with(stage + ".1"));
            CHECK(hint(question, stage, 2).values.empty());
            const Hint worked = hint(question, stage, 3);
            Solver solver(question);
            expect_true(worked, *solver.stage(stage, {}));
            for (const char* operand : {"from", "by"}) {
                const std::string& name = worked.values.at(operand);
                const bool own = std::ranges::find(level.stages, name) != level.stages.end();
                CHECK((name.empty() || own || question.has(name) || name == "x + positions"));
            }
        }
}

TEST_CASE("the third hint works out the number that differs most, whichever it is") {
    for (const Level& level : levels()) {
        const Question question = make_question(level, 8);
        Solver solver(question);
        for (const std::string& stage : level.stages) {
            const Blocks& ours = *solver.stage(stage, {});
            for (std::size_t block = 0; block < ours.size(); ++block)
                for (Index row = 0; row < ours[block].rows(); ++row)
                    for (Index column = 0; column < ours[block].cols(); ++column) {
                        CAPTURE(level.id);
                        CAPTURE(stage);
                        CAPTURE(block);
                        CAPTURE(row);
                        CAPTURE(column);
                        const Hint worked = hint(question, stage, 3, Cell{block, row, column});
                        CHECK(worked.block == block);
                        CHECK(worked.values.at("row") == std::to_string(row));
                        CHECK(worked.values.at("column") == std::to_string(column));
                        expect_true(worked, ours);
                    }
        }
    }
}

TEST_CASE("what the answer cannot have is not worked out: the hint takes a number of its own") {
    const Question question = make_question(*level_named("one_head"), 8);
    const Hint worked = hint(question, "scores", 3, Cell{7, 70, 70}), usual = hint(question, "scores", 3);
    CHECK(worked.values == usual.values);
    CHECK(worked.block == 0);
}

TEST_CASE("a hint is said with its block where there are several, and without braces") {
    const auto texts = narration::Texts::load(source_folder() / "assets" / "texts");
    for (const Level& level : levels()) {
        const Question question = make_question(level, 6);
        for (const std::string& stage : level.stages)
            for (int step = 1; step <= hint_steps; ++step) {
                CAPTURE(level.id);
                CAPTURE(stage);
                CAPTURE(step);
                CHECK(hint_said(texts, question, stage, step).find('{') == std::string::npos);
            }
    }
    const Question batch = make_question(*level_named("batch"), 6);
    CHECK(hint_said(texts, batch, "scores", 3).starts_with("Item 0, head 0. Row "));
    CHECK(hint_said(texts, batch, "output", 3).starts_with("Item 0. Row "));
}
