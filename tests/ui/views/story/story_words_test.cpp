#include "ui/views/story/story.h"

#include <doctest/doctest.h>

namespace {

bool goes_on(const std::string& name, const std::string& text) {
    workbench::NextWord::Candidate word;
    word.word = name;
    word.text = text;
    return ui::goes_on_with_word(word);
}

} // namespace

TEST_CASE("a piece goes on with a word where its name has a dash that its text has not") {
    CHECK(goes_on("-ting", "ting"));
    CHECK_FALSE(goes_on("cat", " cat"));
    CHECK_FALSE(goes_on("--", " --"));
    CHECK_FALSE(goes_on("-", "-"));
    CHECK_FALSE(goes_on("-1", "-1"));
    CHECK_FALSE(goes_on("-", "")); // nothing can be written
}
