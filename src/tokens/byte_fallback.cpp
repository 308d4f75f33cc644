#include "tokens/model.h"

#include <string>
#include <string_view>

namespace tokens {

ByteFallback::ByteFallback(const Vocabulary& vocabulary) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    for (std::size_t byte = 0; byte < pieces_.size(); ++byte) {
        const std::string piece = {'<', '0', 'x', digits[byte / 16], digits[byte % 16], '>'};
        pieces_[byte] = vocabulary.find(piece).value_or(-1);
    }
}

bool ByteFallback::spell(const Character& character, Parts& parts) const {
    const std::size_t before = parts.size();
    bool is_complete = true;
    each_byte(character, [&](unsigned char byte, std::uint32_t begin, std::uint32_t end) {
        is_complete = is_complete && pieces_[byte] >= 0;
        parts.push_back({pieces_[byte], begin, end});
    });
    if (!is_complete) parts.resize(before);
    return is_complete;
}

} // namespace tokens
