// Functions that the linker puts in place of those of the C library on Windows (src/CMakeLists.txt).

#include <cerrno>
#include <cstddef>
#include <cwchar>

#include <windows.h>

// File names are UTF-8 here. GCC's library converts those given as std::string by the C library's mbrtowc(),
// which does not know UTF-8 on Windows.

namespace {

/// The bytes of a character that begins with this one; 0 if none does.
int bytes_from(unsigned char first) {
    if (first < 0x80) return 1;
    if (first < 0xC2) return 0;
    if (first < 0xE0) return 2;
    if (first < 0xF0) return 3;
    return first < 0xF5 ? 4 : 0;
}

std::size_t refuse() {
    errno = EILSEQ;
    return static_cast<std::size_t>(-1);
}

} // namespace

extern "C" std::size_t __wrap_mbrtowc(wchar_t* unit, const char* text, std::size_t size,
                                      std::mbstate_t* state);

/// As in the C standard, in UTF-16. A character of 4 bytes is a pair of units: its first three bytes give the
/// first unit, its last byte the second, kept in `state` until then.
extern "C" std::size_t __wrap_mbrtowc(wchar_t* unit, const char* text, std::size_t size,
                                      std::mbstate_t* state) {
    if (!text || size == 0) return 0;
    if (state && *state) {
        if (unit) *unit = static_cast<wchar_t>(*state);
        *state = 0;
        return 1;
    }
    const int bytes = bytes_from(static_cast<unsigned char>(*text));
    if (bytes == 0) return refuse();
    if (size < static_cast<std::size_t>(bytes)) return static_cast<std::size_t>(-2);
    wchar_t units[2] = {};
    const int count = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, bytes, units, 2);
    if (count == 0 || (count == 2 && !state)) return refuse();
    if (unit) *unit = units[0];
    if (count == 2) {
        *state = units[1];
        return 3;
    }
    return units[0] == 0 ? 0 : static_cast<std::size_t>(bytes);
}
