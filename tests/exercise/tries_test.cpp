#include "exercise/tries.h"

#include "exercise/answered.h"

#include <doctest/doctest.h>

using namespace exercise;

namespace {

Question one_head() {
    return make_question(*level_named("one_head"), 2);
}

Try tried(const model::Tensors& answer, std::int64_t saved = 100) {
    const Question question = one_head();
    return try_of(*question.level, check(question, answer, "answer"), saved);
}

} // namespace

TEST_CASE("a try says of each stage what the check says, and the mistake") {
    const Try made = tried(answered(one_head(), just(Slip::scale_dk)));
    CHECK(made.verdicts == "aaaaddd");
    CHECK(made.mistakes == std::vector<std::string>{"scale_dk"});
    CHECK(made.of(3) == Verdict::agrees);
    CHECK(made.of(4) == Verdict::differs);
    CHECK(made.of(99) == Verdict::missing);
    CHECK_FALSE(made.agrees());
}

TEST_CASE(
    "stages that are left out are neither right nor wrong; without the last one an exercise is not done") {
    model::Tensors answer = answered(one_head());
    answer.erase("scores");
    CHECK(tried(answer).verdicts == "aaa-aaa");
    CHECK(tried(answer).agrees());
    answer.erase("output");
    CHECK_FALSE(tried(answer).agrees());
}

TEST_CASE("another shape is said as such") {
    model::Tensors answer = answered(one_head());
    answer["q"].shape = {4, 5};
    CHECK(tried(answer).of(0) == Verdict::other_shape);
    CHECK_FALSE(tried(answer).agrees());
}

TEST_CASE("tries count once, an exercise once done stays done, and the latest are kept") {
    LevelDone level;
    CHECK(add_try(level, tried(answered(one_head()), 1)));
    CHECK_FALSE(add_try(level, tried(answered(one_head()), 1)));
    CHECK(add_try(level, tried(answered(one_head(), just(Slip::no_scale)), 2)));
    CHECK(level.done);
    CHECK(level.count == 2);
    for (std::int64_t i = 0; i < 100; ++i)
        add_try(level, {.saved = 10 + i, .verdicts = "ddddddd"});
    CHECK(level.count == 102);
    CHECK(level.tries.size() == most_tries);
    CHECK(level.tries.back().saved == 109);
    CHECK(level.done);
}
