#include "lesson/telling.h"

#include "lesson_scene.h"

using lesson::plain_text;
using lesson::Telling;

TEST_CASE("a text is worked out once for as long as the same passes are shown") {
    const auto tired = pass_of_preset("cat-tired");
    Telling telling;
    telling.about(tired, nullptr);
    const lesson::StoryText& text = telling.told("{n + 0:0} words");
    telling.about(tired, nullptr);
    CHECK(&telling.told("{n + 0:0} words") == &text);
    CHECK(plain_text(text) == "10 words");
}

TEST_CASE("another pass is told of anew, on either side") {
    Telling telling;
    telling.about(pass_of_preset("cat-tired"), nullptr);
    CHECK(plain_text(telling.told("{n + 0:0}")) == "10");
    telling.about(pass_of_preset("cat-sat"), nullptr);
    CHECK(plain_text(telling.told("{n + 0:0}")) == "3");
    CHECK_THROWS_AS(telling.told("{right.weights[cat, cat]}"), base::InputError);
    telling.about(telling.pass(), pass_of_preset("cat-tired"));
    CHECK_NOTHROW(telling.told("{right.weights[cat, cat]}"));
}
