#pragma once
// Which of many texts does this text begin with? A tree with a byte on each branch answers in one walk,
// however many there are.

#include "tokens/vocabulary.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tokens {

/// The longest piece, in bytes, that may be searched for: each place of a text costs a walk of at most that
/// many steps.
inline constexpr std::size_t longest_piece = 1000;

/// All pieces together, each byte of which may be a node.
inline constexpr std::size_t most_piece_bytes = 50'000'000;

class Trie {
public:
    Trie() : nodes_(1) {}
    /// Of two equal texts the one with the larger value is found; empty texts never are. Throws
    /// InputError{where, …} for a text longer than longest_piece, and for more than most_piece_bytes.
    Trie(std::vector<std::pair<std::string_view, Id>> texts, const std::string& where);

    /// Calls found(length, value) for each that `text` begins with, the shortest first.
    template <class Found>
    void each_prefix(std::string_view text, const Found& found) const;
    /// Length and value of the longest that `text` begins with; {0, −1} if there is none.
    std::pair<std::size_t, Id> longest_prefix(std::string_view text) const;

private:
    struct Node {
        std::uint32_t first_child = 0;
        std::uint16_t children = 0; ///< one beside the other, in the order of their bytes
        unsigned char byte = 0;     ///< on the branch to this node
        Id value = -1;              ///< of the text that ends here; −1: none does
    };

    const Node* child(const Node& node, char byte) const;

    std::vector<Node> nodes_; ///< the root first
};

template <class Found>
void Trie::each_prefix(std::string_view text, const Found& found) const {
    const Node* node = &nodes_.front();
    for (std::size_t length = 1; length <= text.size(); ++length) {
        node = child(*node, text[length - 1]);
        if (node == nullptr) return;
        if (node->value >= 0) found(length, node->value);
    }
}

inline const Trie::Node* Trie::child(const Node& node, char byte) const {
    const Node* begin = nodes_.data() + node.first_child;
    const Node* end = begin + node.children;
    const auto wanted = static_cast<unsigned char>(byte);
    const Node* found =
        std::partition_point(begin, end, [wanted](const Node& each) { return each.byte < wanted; });
    return found != end && found->byte == wanted ? found : nullptr;
}

} // namespace tokens
