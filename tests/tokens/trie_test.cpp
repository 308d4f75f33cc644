#include "tokens/trie.h"

#include "refusal_text.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace tokens;

TEST_CASE("a text begins with several pieces, which are found from the shortest on") {
    const Trie trie({{"the", 1}, {"th", 2}, {"there", 3}, {"he", 4}, {"t", 5}}, "test");
    std::vector<std::pair<std::size_t, Id>> found;
    trie.each_prefix("therapy", [&](std::size_t length, Id value) { found.emplace_back(length, value); });
    CHECK(found == std::vector<std::pair<std::size_t, Id>>{{1, 5}, {2, 2}, {3, 1}});
    CHECK(trie.longest_prefix("therapy") == std::pair<std::size_t, Id>(3, 1));
    CHECK(trie.longest_prefix("thereby") == std::pair<std::size_t, Id>(5, 3));
    CHECK(trie.longest_prefix("cat") == std::pair<std::size_t, Id>(0, -1));
    CHECK(trie.longest_prefix("") == std::pair<std::size_t, Id>(0, -1));
}

TEST_CASE("bytes above 0x7F and zeros are bytes like any other") {
    const std::string with_zero("a\0b", 3);
    const Trie trie({{"\xF0\x9F", 1}, {"\xFF", 2}, {with_zero, 3}}, "test");
    CHECK(trie.longest_prefix("\xF0\x9F\x98\x80").second == 1);
    CHECK(trie.longest_prefix("\xFFz").second == 2);
    CHECK(trie.longest_prefix(with_zero + "c").second == 3);
}

TEST_CASE("of a text that is there twice the later is found; an empty one is in no text") {
    const Trie trie({{"a", 3}, {"a", 7}, {"a", 5}, {"", 9}}, "test");
    CHECK(trie.longest_prefix("a") == std::pair<std::size_t, Id>(1, 7));
    CHECK(trie.longest_prefix("b") == std::pair<std::size_t, Id>(0, -1));
    CHECK(Trie().longest_prefix("a") == std::pair<std::size_t, Id>(0, -1));
}

TEST_CASE("a piece longer than any real one is refused: each place of a text could cost its length") {
    const std::string longest(longest_piece, 'a'), longer = longest + "a";
    CHECK(Trie({{longest, 1}}, "test").longest_prefix(longer).first == longest_piece);
    CHECK(refusal([&] { Trie({{longer, 1}}, "vocab.json"); }).starts_with("vocab.json: the piece \"aaa"));
}

TEST_CASE("more pieces than any model's are refused before a tree of gigabytes is made of them") {
    const std::string piece(longest_piece, 'a');
    const std::vector<std::pair<std::string_view, Id>> pieces(most_piece_bytes / longest_piece + 1,
                                                              {piece, 1});
    CHECK(refusal([&] {
              Trie(pieces, "vocab.json");
          }).starts_with("vocab.json: its pieces have 50001000 bytes"));
}
