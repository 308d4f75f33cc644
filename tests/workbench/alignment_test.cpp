#include "workbench/alignment.h"

#include <doctest/doctest.h>

#include <sstream>

using workbench::align;

namespace {

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> result;
    for (std::string word; stream >> word;)
        result.push_back(word);
    return result;
}

/// "0 1 - 2": the new place of each old word, "-" for one that is gone.
std::string aligned(const std::string& before, const std::string& after) {
    std::string result;
    for (const auto& place : align(words(before), words(after)))
        result += (result.empty() ? "" : " ") + (place ? std::to_string(*place) : std::string("-"));
    return result;
}

} // namespace

TEST_CASE("the words of an unchanged sentence stay where they are") {
    CHECK(aligned("the cat sat", "the cat sat") == "0 1 2");
}

TEST_CASE("words move aside for one that is put in between") {
    CHECK(aligned("the cat sat", "the black cat sat") == "0 2 3");
}

TEST_CASE("a word in front moves all the others") {
    CHECK(aligned("cat sat", "the cat sat") == "1 2");
}

TEST_CASE("a word at the end moves none") {
    CHECK(aligned("the cat", "the cat sat") == "0 1");
}

TEST_CASE("a word that is taken out is gone, the others close up") {
    CHECK(aligned("the black cat sat", "the cat sat") == "0 - 1 2");
}

TEST_CASE("a word in place of another is not that other word") {
    CHECK(aligned("the cat sat", "the dog sat") == "0 - 2");
}

TEST_CASE("changes in several places are followed between them") {
    CHECK(aligned("a b c d e f", "x a c d y f z") == "1 - 2 3 - 5");
}

TEST_CASE("one of two equal words goes, and the other stays") {
    CHECK(aligned("the cat and the dog", "the dog") == "0 - - - 1");
    CHECK(aligned("the the the", "the") == "0 - -");
}

TEST_CASE("nothing is shared between different sentences") {
    CHECK(aligned("the cat sat", "on a mat") == "- - -");
}

TEST_CASE("the longest common order of words is kept, and no two words come to one place") {
    const auto before = words("a b a c b a d a b"), after = words("b a a b d c a");
    base::Index last = -1, kept = 0;
    const auto alignment = align(before, after);
    for (std::size_t i = 0; i < alignment.size(); ++i) {
        if (!alignment[i]) continue;
        CHECK(*alignment[i] > last);
        CHECK(after[static_cast<std::size_t>(*alignment[i])] == before[i]);
        last = *alignment[i];
        ++kept;
    }
    CHECK(kept == 5); // b a b d a
}

TEST_CASE("a long rest without anything in common is not searched, but its ends are matched") {
    std::vector<std::string> before(4000, "x"), after(4000, "y");
    for (auto* sentence : {&before, &after}) {
        sentence->front() = "first";
        sentence->back() = "last";
    }
    after.insert(after.begin() + 2, "x");
    const auto alignment = align(before, after);
    CHECK(alignment.front() == 0);
    CHECK(alignment.back() == 4000);
    CHECK_FALSE(alignment[1]);
}
