#include "language/running_text.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using language::follows_closely;
using language::running_text;

TEST_CASE("marks stand close to the word before them, and what is said to its quotation marks") {
    const std::vector<std::string> words{"Mei", "said", ":",  "\"",  "thank", "you", ",",
                                         "Tom", ".",    "\"", "now", "he",    "went"};
    CHECK(running_text(words) == "Mei said: \"thank you, Tom.\" now he went");
    CHECK_FALSE(follows_closely(words, 0));
    CHECK(follows_closely(words, 4));
    CHECK_FALSE(follows_closely(words, 3));
}

TEST_CASE("a second speech opens again") {
    const std::vector<std::string> words{"\"", "a", "\"", "\"", "b", "\""};
    CHECK(running_text(words) == "\"a\" \"b\"");
    CHECK(running_text({}).empty());
}
