#include "learning/songs.h"

#include "learning/learning.h"
#include "learning/trainer.h"

#include <set>

using namespace learned;

TEST_CASE("a song of any length is sung twice, and its repetition is asked for word by word") {
    const Task& it = task("stories");
    for (const Index words : {2, 5, 8}) {
        Draw draw(1);
        const Example song = learning::song(it, words, draw);
        CAPTURE(text(it, song));
        REQUIRE(std::ssize(song.asked) == words);
        std::set<std::string> sung;
        for (const learning::Asked& asked : song.asked) {
            CHECK(source_word(it, song, asked.position + 1) == it.source.word(asked.answer));
            CHECK(source_word(it, song, asked.stands_at + 1) == it.source.word(asked.answer));
            sung.insert(it.source.word(asked.answer));
        }
        CHECK(std::ssize(sung) == words);
        const Index first = std::ssize(song.source) - 2 * words - 1;
        CHECK(source_word(it, song, first - 1) == "\"");
        CHECK(source_word(it, song, first + words) == ",");
    }
}

TEST_CASE("ordinary words are sung among the nonsense") {
    const Task& it = task("stories");
    Draw draw(2);
    std::set<std::string> sung;
    for (int i = 0; i < 40; ++i)
        for (const learning::Asked& asked : learning::song(it, 4, draw).asked)
            sung.insert(it.source.word(asked.answer));
    CHECK(sung.contains("zop"));
    CHECK(sung.contains("kite"));
}

TEST_CASE("a model that knows nothing gets hardly a word of a song right") {
    learning::Trainer trainer(task("stories"), {.steps = 1, .width = 16});
    const learning::Share right = learning::songs_right(trainer.network(), trainer.task(), 5, 20);
    CHECK(right.all == 100);
    CHECK(right.value() < 0.2);
}
