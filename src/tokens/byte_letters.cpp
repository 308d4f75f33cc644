#include "tokens/byte_letters.h"

#include <array>

namespace tokens {

namespace {

constexpr char32_t letters_beyond_latin_1 = 0x100;

/// Spaces, controls and the soft hyphen are the bytes that cannot be seen in Latin-1.
constexpr bool can_be_seen(unsigned byte) {
    return (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
}

struct Alphabet {
    std::array<char32_t, 256> letters{};
    std::array<unsigned char, 68> unseen{}; ///< in the order of their letters
};

constexpr Alphabet make_alphabet() {
    Alphabet alphabet;
    std::size_t unseen = 0;
    for (unsigned byte = 0; byte < 256; ++byte)
        if (can_be_seen(byte)) {
            alphabet.letters[byte] = byte;
        } else {
            alphabet.letters[byte] = letters_beyond_latin_1 + static_cast<char32_t>(unseen);
            alphabet.unseen[unseen++] = static_cast<unsigned char>(byte);
        }
    return alphabet;
}

constexpr Alphabet alphabet = make_alphabet();

} // namespace

char32_t letter_of(unsigned char byte) {
    return alphabet.letters[byte];
}

std::optional<unsigned char> byte_of(char32_t letter) {
    if (letter < 256 && can_be_seen(letter)) return static_cast<unsigned char>(letter);
    const char32_t index = letter - letters_beyond_latin_1; // huge for smaller ones
    if (index < alphabet.unseen.size()) return alphabet.unseen[index];
    return std::nullopt;
}

} // namespace tokens
