#include "tokens/trie.h"

#include "base/input_error.h"

namespace tokens {

Trie::Trie(std::vector<std::pair<std::string_view, Id>> texts, const std::string& where) {
    for (const auto& text : texts)
        if (text.first.size() > longest_piece)
            throw base::InputError(where,
                                   "the piece \"" + std::string(text.first) + "\" is " +
                                       std::to_string(text.first.size()) + " bytes long",
                                   "pieces have at most " + std::to_string(longest_piece) +
                                       " bytes: get the file again");
    std::size_t bytes = 0;
    for (const auto& text : texts)
        bytes += text.first.size();
    if (bytes > most_piece_bytes)
        throw base::InputError(where, "its pieces have " + std::to_string(bytes) + " bytes together",
                               "at most " + std::to_string(most_piece_bytes) +
                                   " are read, ten times those of any model: get the file again");
    std::sort(texts.begin(), texts.end());
    /// The texts [begin, end) begin with what the branches to a node spell, `depth` bytes.
    struct Below {
        std::size_t node, begin, end, depth;
    };
    nodes_.emplace_back();
    std::vector<Below> open = {{0, 0, texts.size(), 0}};
    for (std::size_t next = 0; next < open.size(); ++next) { // breadth first: children are side by side
        auto [node, begin, end, depth] = open[next];
        for (; begin < end && texts[begin].first.size() == depth; ++begin) // they end here
            if (depth > 0) nodes_[node].value = texts[begin].second;
        nodes_[node].first_child = static_cast<std::uint32_t>(nodes_.size());
        while (begin < end) {
            const char byte = texts[begin].first[depth];
            std::size_t other = begin + 1;
            while (other < end && texts[other].first[depth] == byte)
                ++other;
            open.push_back({nodes_.size(), begin, other, depth + 1});
            nodes_.emplace_back();
            nodes_.back().byte = static_cast<unsigned char>(byte);
            ++nodes_[node].children;
            begin = other;
        }
    }
}

std::pair<std::size_t, Id> Trie::longest_prefix(std::string_view text) const {
    std::pair<std::size_t, Id> longest{0, -1};
    each_prefix(text, [&](std::size_t length, Id value) { longest = {length, value}; });
    return longest;
}

} // namespace tokens
