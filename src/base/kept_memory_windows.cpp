// Memory of matrices, kept for the next ones. The C library on Windows returns blocks of more than a few
// kilobytes to the system each time, and gets new pages for each: that takes longer than the arithmetic of a
// short sentence. The linker puts these functions in the place of malloc, realloc and free
// (src/CMakeLists.txt).

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include <windows.h>

extern "C" {
void* __real_malloc(std::size_t bytes);
void* __real_realloc(void* block, std::size_t bytes);
void __real_free(void* block);
void* __wrap_malloc(std::size_t bytes);
void* __wrap_realloc(void* block, std::size_t bytes);
void __wrap_free(void* block);
}

namespace {

constexpr std::size_t smallest = std::size_t{1} << 12,
                      largest = std::size_t{1} << 22; // what is kept, in bytes
constexpr std::size_t room = std::size_t{1} << 36;    // of addresses; memory is taken when it is needed
constexpr int sizes = 2 * (22 - 12) + 1;              // powers of two, and 1.5 times that between them
constexpr std::size_t line = 64;                      // before each block: how large it is

/// The number of the smallest kept size with room for so many bytes.
int size_for(std::size_t bytes) {
    const int power = std::bit_width(bytes - 1); // bytes <= 2^power
    const bool between = bytes <= (std::size_t{3} << (power - 2));
    return 2 * (power - 12) - (between ? 1 : 0);
}

std::size_t bytes_of(int size) {
    return size % 2 == 0 ? smallest << (size / 2) : (std::size_t{3} << 11) << (size / 2);
}

/// Constant at the start, for memory is asked for before any constructor runs.
struct Kept {
    SRWLOCK lock = SRWLOCK_INIT;
    char *begin = nullptr, *next = nullptr; ///< of the room, and of what was not used yet
    void* free[sizes] = {}; ///< the first free block of each size; each holds the next one's address
};
constinit Kept kept;

/// A block that was never used; null if there is no room or no memory. The lock is held.
char* new_block(int size) {
    if (!kept.begin) {
        kept.begin = static_cast<char*>(VirtualAlloc(nullptr, room, MEM_RESERVE, PAGE_READWRITE));
        kept.next = kept.begin;
    }
    const std::size_t bytes = bytes_of(size) + line;
    if (!kept.begin || bytes > room - static_cast<std::size_t>(kept.next - kept.begin)) return nullptr;
    if (!VirtualAlloc(kept.next, bytes, MEM_COMMIT, PAGE_READWRITE)) return nullptr;
    char* const block = kept.next + line;
    *reinterpret_cast<int*>(kept.next) = size;
    kept.next += bytes;
    return block;
}

void* take(int size) {
    AcquireSRWLockExclusive(&kept.lock);
    void* block = kept.free[size];
    if (block)
        std::memcpy(&kept.free[size], block, sizeof(void*));
    else
        block = new_block(size);
    ReleaseSRWLockExclusive(&kept.lock);
    return block;
}

int size_of(const void* block) {
    return *reinterpret_cast<const int*>(static_cast<const char*>(block) - line);
}

void give_back(void* block) {
    const int size = size_of(block);
    AcquireSRWLockExclusive(&kept.lock);
    std::memcpy(block, &kept.free[size], sizeof(void*));
    kept.free[size] = block;
    ReleaseSRWLockExclusive(&kept.lock);
}

bool is_ours(const void* block) {
    const auto at = reinterpret_cast<std::uintptr_t>(block),
               begin = reinterpret_cast<std::uintptr_t>(kept.begin);
    return begin != 0 && at - begin < room;
}

} // namespace

void* __wrap_malloc(std::size_t bytes) {
    if (bytes > smallest / 2 && bytes <= largest)
        if (void* block = take(size_for(std::max(bytes, smallest)))) return block;
    return __real_malloc(bytes);
}

void __wrap_free(void* block) {
    if (is_ours(block))
        give_back(block);
    else
        __real_free(block);
}

void* __wrap_realloc(void* block, std::size_t bytes) {
    if (!is_ours(block)) return __real_realloc(block, bytes);
    const std::size_t before = bytes_of(size_of(block));
    if (bytes > 0 && bytes <= before) return block;
    void* const other = bytes > 0 ? __wrap_malloc(bytes) : nullptr;
    if (other) std::memcpy(other, block, before);
    if (other || bytes == 0) give_back(block);
    return other;
}
