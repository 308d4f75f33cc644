#include "narration/prediction.h"

#include "cases.h"
#include "close.h"

#include <algorithm>
#include <set>

using namespace narration_test;

namespace {

std::optional<narration::Prediction> asked(const Case& c, StageId stage, Quantity quantity, Index row,
                                           Index column = 0) {
    return narration::predict(texts(), {c.trace, c.names, stage, {quantity, 0, row, column}, c.hand_set},
                              row);
}

const std::string& right(const narration::Prediction& p) {
    return p.choices.at(p.answer);
}

constexpr Index it = 7;

} // namespace

TEST_CASE("every question has two to four different choices and one answer among them") {
    int asked_any = 0;
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        for_each_subject(c, [&](const narration::Subject& s) {
            const auto p = narration::predict(texts(), s, std::min(s.cell.row, c.trace.n() - 1));
            if (!p) return;
            ++asked_any;
            CAPTURE(words_of(p->question));
            REQUIRE(words_of(p->question).ends_with("?"));
            REQUIRE(words_of(p->because).ends_with("."));
            REQUIRE(words_of(p->question).find('{') == std::string::npos);
            REQUIRE(p->choices.size() >= 2);
            REQUIRE(p->choices.size() <= 4);
            REQUIRE(std::set<std::string>(p->choices.begin(), p->choices.end()).size() == p->choices.size());
            REQUIRE(p->answer < p->choices.size());
        });
    }
    CHECK(asked_any > 1000);
}

TEST_CASE("which word gets the second largest weight: tired, not mat") {
    const auto p = asked(cat(""), StageId::scores, Quantity::scores, it);
    REQUIRE(p);
    CHECK(words_of(p->question) == "Which word will get the second largest weight from “it”?");
    CHECK(right(*p) == "tired");
    CHECK(std::set<std::string>(p->choices.begin(), p->choices.end()) ==
          std::set<std::string>{"mat", "tired"});
    CHECK(words_of(p->because).find("In the order of their scores: cat (7.98), tired (") == 0);
}

TEST_CASE("the answers are those of the trace") {
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        const HeadTrace& head = c.trace.heads[0];
        for (Index i = 0; i < c.trace.n(); ++i) {
            Index best = 0;
            if (const auto p = asked(c, StageId::project, Quantity::q, i); p && c.names.keys[0] == "The") {
                head.scores.row(i).maxCoeff(&best);
                const std::string& key = c.names.keys[static_cast<std::size_t>(best)];
                CHECK(right(*p).find(key) != std::string::npos);
            }
            if (const auto p = asked(c, StageId::scale, Quantity::scaled, i)) {
                if (c.trace.options.mask.empty())
                    CHECK((right(*p) == "yes") == (head.weights.row(i).array() > 0.5F).any());
                else
                    CHECK(right(*p) == std::to_string(c.trace.allowed.row(i).count()));
            }
            if (const auto p = asked(c, StageId::mask, Quantity::masked, i)) {
                CHECK(right(*p) == "1");
                CHECK(head.weights.row(i).sum() == make::about(1));
            }
        }
    }
}

TEST_CASE("the choices stand in an order that gives nothing away, and always in the same") {
    std::set<std::size_t> places;
    for (Index row = 0; row < 10; ++row) {
        const auto once = asked(cat(""), StageId::project, Quantity::q, row);
        const auto again = asked(cat(""), StageId::project, Quantity::q, row);
        if (!once) continue;
        CHECK(once->choices == again->choices);
        places.insert(once->answer);
    }
    CHECK(places.size() > 1);
}

TEST_CASE("nothing is asked where there is nothing to guess") {
    const Case one = words(rows("", wave_layer(4, 1, 2, 2, false, false), {}, 1));
    for (const StageId stage : {StageId::project, StageId::scores, StageId::scale, StageId::mask,
                                StageId::softmax, StageId::weighted_sum})
        CHECK_FALSE(asked(one, stage, Quantity::scores, 0));
    const Case equal = cat("", {}, {}, [](Layer& l) { l.w_k.setConstant(0.5F); });
    CHECK_FALSE(asked(equal, StageId::scores, Quantity::scores, it));
    CHECK_FALSE(asked(equal, StageId::softmax, Quantity::weights, it));
    const Case hidden = cat("", masked([](Mask& m) { m.key_padding.assign(10, 0); }));
    CHECK_FALSE(asked(hidden, StageId::scale, Quantity::scaled, it));
    CHECK_FALSE(asked(hidden, StageId::mask, Quantity::masked, it));
    CHECK_FALSE(asked(hidden, StageId::softmax, Quantity::weights, it));
}

TEST_CASE("the question is about the query, even where the marked cell lies in the row of a key") {
    const Case c = cat("");
    for (const Quantity quantity : {Quantity::q, Quantity::k, Quantity::v}) {
        const narration::Subject subject{c.trace, c.names, StageId::project, {quantity, 0, 1, 0}, c.hand_set};
        const auto p = narration::predict(texts(), subject, it);
        REQUIRE(p);
        CHECK(words_of(p->question) == "Which word’s key will score highest with the query of “it”?");
        CHECK(right(*p) == "cat");
    }
    const Case cross = words(rows("", wave_layer(6, 1, 4, 3, false, false), {}, 4, 5));
    const narration::Subject key{cross.trace, cross.names, StageId::project, {Quantity::k, 0, 4, 0}, false};
    CHECK(words_of(narration::predict(texts(), key, 3)->question).ends_with("the query of “dort”?"));
}

TEST_CASE("cross-attention asks what is read") {
    const Case cross = words(rows("", wave_layer(6, 1, 4, 3, false, false), {}, 4, 5));
    CHECK(right(*asked(cross, StageId::input, Quantity::x, 0)) == "from the memory M");
}

TEST_CASE("dropout asks what becomes of a weight that is kept") {
    const Case c = cat("", dropped(0.3F));
    const auto p = asked(c, StageId::softmax, Quantity::weights, it);
    REQUIRE(p);
    CHECK(right(*p) == "0.85");
}
