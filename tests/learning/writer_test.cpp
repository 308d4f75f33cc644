// The writer that comes with the program, and two traps into which a writer can fall while each of its skills
// seems right: a song counted back instead of looked up, and rules that hold in the examples and in no story.

#include "learning/learning.h"
#include "learning/songs.h"
#include "learning/trained_file.h"
#include "learning/written_story.h"

#include <algorithm>

using namespace learned;
using learning::Trained;

namespace {

const std::filesystem::path file = assets / "models" / "stories.safetensors";

const Trained& writer() {
    static const Trained trained = learning::read_trained(file);
    return trained;
}

/// As many as are read in some seconds; built to find mistakes of memory, the program takes ten times as
/// long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr Index samples = 20;
#else
constexpr Index samples = 100;
#endif

} // namespace

TEST_CASE("songs are looked up, not counted back: every length is right by itself") {
    const auto network = learning::network_of(writer());
    for (const Index words : {2, 3, 4, 5, 6}) {
        CAPTURE(words);
        CHECK(learning::songs_right(*network, task("stories"), words, 200).value() > 0.9);
    }
}

TEST_CASE("what it writes by chance is a story word for word, four times of five") {
    constexpr Index most_words = 100;
    Index stories = 0;
    for (Index seed = 1; seed <= samples; ++seed) {
        model::Random random(static_cast<std::uint32_t>(seed));
        const auto story = learning::write_story(writer(), *task("stories").stories, {},
                                                 {.temperature = 0.7F}, most_words, random);
        stories += story.is_story();
    }
    CHECK(10 * stories >= 8 * samples);
}
