#include "learning/learning.h"

#include <algorithm>
#include <set>

using namespace learned;

namespace {

constexpr int count = 4000;

} // namespace

TEST_CASE("“love” in “Hello I love you” has I for its subject and you for its object") {
    const Task& it = task("svo");
    const Example example = ask(it, "Hello I love you");
    CHECK(answers(it, example) == Words{"I", "you"});
    for (const auto& wanted : example.wanted)
        CHECK(wanted.from == 2);
    CHECK(example.wanted[0].to == 1);
    CHECK(example.wanted[1].to == 3);
}

TEST_CASE("subject and object are different words, and each stands once in its sentence") {
    const Task& it = task("svo");
    Draw draw(1);
    for (int i = 0; i < count; ++i) {
        const Example example = it.sample(draw, i % 2 == 0 ? Split::train : Split::test);
        CAPTURE(text(it, example));
        REQUIRE(example.asked.size() == 2);
        CHECK(example.asked[0].answer != example.asked[1].answer);
        for (const auto& asked : example.asked)
            CHECK(std::ranges::count(example.source, asked.answer) == 1);
        CHECK(example.asked[0].stands_at < example.asked[0].position);
        CHECK(example.asked[1].stands_at > example.asked[1].position);
    }
}

TEST_CASE("verb and object suit the person of the subject") {
    const Task& it = task("svo");
    Draw draw(2);
    for (int i = 0; i < count; ++i) {
        const Example example = it.sample(draw, Split::train);
        CAPTURE(text(it, example));
        const std::string subject = source_word(it, example, example.asked[0].stands_at);
        const std::string object = source_word(it, example, example.asked[1].stands_at);
        const std::string verb = source_word(it, example, example.asked[0].position);
        const bool third = subject == "he" || subject == "she" || subject == "Anna" || subject == "teacher";
        const bool other = subject == "I" || subject == "we" || subject == "you" || subject == "they";
        const bool with_s = verb.ends_with("s") && verb != "miss";
        if (other) CHECK_FALSE(with_s);
        if (third) CHECK((with_s || verb.ends_with("d") || verb == "saw" || verb == "knew"));
        if (subject == "I" || subject == "we") CHECK((object != "me" && object != "us"));
    }
}

TEST_CASE("training and test share no pair of subject and object") {
    const Task& it = task("svo");
    std::set<std::pair<Index, Index>> trained;
    Draw draw(3);
    for (int i = 0; i < count; ++i) {
        const auto asked = it.sample(draw, Split::train).asked;
        trained.emplace(asked[0].answer, asked[1].answer);
    }
    for (int i = 0; i < count; ++i) {
        const auto asked = it.sample(draw, Split::test).asked;
        CHECK_FALSE(trained.contains({asked[0].answer, asked[1].answer}));
    }
}

TEST_CASE("places alone do not tell subject and object") {
    const Task& it = task("svo");
    int before_verb = 0, after_verb = 0, last = 0;
    Draw draw(4);
    for (int i = 0; i < count; ++i) {
        const Example example = it.sample(draw, Split::train);
        before_verb += example.asked[0].stands_at == example.asked[0].position - 1;
        after_verb += example.asked[1].stands_at == example.asked[1].position + 1;
        last += example.asked[1].stands_at == static_cast<Index>(example.source.size()) - 1;
    }
    CHECK(before_verb < count * 2 / 3);
    CHECK(after_verb < count * 2 / 3);
    CHECK(last < count * 2 / 3);
}

TEST_CASE("a sentence beyond the grammar is asked at its verbs; one without is refused") {
    const Task& it = task("svo");
    const Example example = ask(it, "I know she loves him");
    CHECK(answers(it, example) == Words{"?", "?", "?", "?"});
    CHECK(example.asked[2].position == 3);
    CHECK(refusal([&] { ask(it, "Hello Anna"); }).starts_with("sentence: there is no verb in it"));
}

TEST_CASE("who loves whom must be two words, each of which stands once") {
    const Task& it = task("svo");
    CHECK(ask(it, "Tom loves Anna").is_of_the_kind_learned());
    CHECK_FALSE(ask(it, "Tom loves Tom").is_of_the_kind_learned());
    CHECK_FALSE(ask(it, "Hello Anna, Tom loves Anna").is_of_the_kind_learned());
    CHECK_FALSE(ask(it, "I loves Anna").is_of_the_kind_learned());
}
