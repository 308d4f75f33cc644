#include "ui/canvas/letter_search.h"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

using drawing::FaceFile;
using ui::LetterSearch;

namespace {

/// A system on which one font has 猫 and nothing else; it counts what it is asked.
struct FakeSystem {
    std::atomic<int> asked = 0;

    LetterSearch::Finder finder() {
        return [this](const std::u32string& letters) {
            LetterSearch::Answers answers;
            for (const char32_t letter : letters) {
                ++asked;
                answers[letter] = letter == U'猫' ? std::optional(FaceFile{"cats.ttc", 2}) : std::nullopt;
            }
            return answers;
        };
    }
};

/// Asks as the window does, frame by frame, until there is an answer.
void wait(LetterSearch& search) {
    search.send();
    while (!search.take())
        std::this_thread::yield();
}

} // namespace

TEST_CASE("the first question begins the search, and the window does not wait for it") {
    FakeSystem system;
    LetterSearch search(system.finder());
    CHECK_FALSE(search.waits());
    CHECK(search.find(U'猫') == nullptr);
    CHECK(search.waits());
    CHECK_FALSE(search.take());
    wait(search);
    REQUIRE(search.find(U'猫'));
    CHECK(*search.find(U'猫') == FaceFile{"cats.ttc", 2});
    CHECK_FALSE(search.waits());
}

TEST_CASE("a letter that no font has is known to be missing, and asked for once") {
    FakeSystem system;
    LetterSearch search(system.finder());
    search.find(U'犬');
    search.find(U'犬');
    wait(search);
    REQUIRE(search.find(U'犬'));
    CHECK_FALSE(*search.find(U'犬'));
    search.send();
    CHECK(system.asked == 1);
}

TEST_CASE("letters that are asked for during a search are found by the next one") {
    FakeSystem system;
    LetterSearch search(system.finder());
    search.find(U'犬');
    wait(search);
    search.find(U'猫');
    CHECK(search.waits());
    wait(search);
    CHECK(search.find(U'猫')->has_value());
}

TEST_CASE("when the search itself fails no font has the letter") {
    LetterSearch search(
        [](const std::u32string&) -> LetterSearch::Answers { throw std::runtime_error("no list"); });
    search.find(U'猫');
    wait(search);
    REQUIRE(search.find(U'猫'));
    CHECK_FALSE(*search.find(U'猫'));
}
