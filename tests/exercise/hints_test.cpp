#include "base/text.h"
#include "close.h"
#include "exercise/hints.h"
#include "exercise/level.h"
#include "exercise/solve.h"

#include <algorithm>
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
            const Numbers& ours = solver.stage(stage, {})->front();
            const auto row = base::whole_in(worked.values.at("row")).value();
            CHECK(numbers_in(worked.values.at("value")).front() == make::about(ours(row, 0)).within(1e-4));
            const std::vector<double> first = numbers_in(worked.values.at("first")),
                                      second = numbers_in(worked.values.at("second"));
            double made = ours(row, 0);
            if (worked.text.ends_with("product") || worked.text.ends_with("dot")) {
                REQUIRE(first.size() == second.size());
                made = 0;
                for (std::size_t i = 0; i < first.size(); ++i)
                    made += first[i] * second[i];
                if (!worked.values.at("plus").empty())
                    made += numbers_in(worked.values.at("plus").substr(7)).front();
            } else if (worked.text.ends_with("divided")) {
                made = first.front() / second.front();
            } else if (worked.text.ends_with("sum")) {
                made = first.front() + second.front();
            }
            if (worked.text.ends_with("becomes")) {
                REQUIRE(second.size() == static_cast<std::size_t>(ours.cols()));
                for (std::size_t j = 0; j < second.size(); ++j)
                    if (second[j] > -1e8) // not hidden
                        CHECK(second[j] == make::about(ours(row, static_cast<Index>(j))).within(1e-4));
            }
            for (const char* operand : {"from", "by"}) {
                const std::string& name = worked.values.at(operand);
                const bool own = std::ranges::find(level.stages, name) != level.stages.end();
                CHECK((name.empty() || own || question.has(name) || name == "x + positions"));
            }
            CHECK(made == make::about(ours(row, 0)).within(3e-3)); // from numbers with four decimals
        }
}
