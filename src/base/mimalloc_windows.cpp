// Memory of matrices comes from mimalloc. The C library on Windows returns blocks of more than a few
// kilobytes to the system each time, and gets new pages for each: that takes longer than the arithmetic of a
// short sentence. The linker puts these functions in the place of malloc, realloc and free
// (src/CMakeLists.txt).

#include <cstddef>
#include <cstring>

#include <mimalloc.h>

extern "C" {
void* __real_malloc(std::size_t bytes);
void* __real_realloc(void* block, std::size_t bytes);
void __real_free(void* block);
void* __wrap_malloc(std::size_t bytes);
void* __wrap_realloc(void* block, std::size_t bytes);
void __wrap_free(void* block);
}

/// Whether a block comes from mimalloc. Small blocks come from the C library: mimalloc finds a thread's heap
/// by a thread-local variable, and GCC's library asks for a small block to keep those in. Large ones do, too:
/// mimalloc would get new pages for each as well.
static bool suits_mimalloc(std::size_t bytes) {
    return bytes > std::size_t{1} << 11 && bytes <= std::size_t{1} << 24;
}

/// A block that mimalloc would not know for its own is not used: its addresses end at 20 TB.
void* __wrap_malloc(std::size_t bytes) {
    if (suits_mimalloc(bytes)) {
        void* const block = mi_malloc(bytes);
        if (mi_is_in_heap_region(block)) return block;
        mi_free(block);
    }
    return __real_malloc(bytes);
}

void* __wrap_realloc(void* block, std::size_t bytes) {
    if (!mi_is_in_heap_region(block)) return __real_realloc(block, bytes);
    const std::size_t before = mi_usable_size(block);
    if (bytes <= before) return block;
    void* const other = __wrap_malloc(bytes);
    if (!other) return nullptr;
    std::memcpy(other, block, before);
    mi_free(block);
    return other;
}

void __wrap_free(void* block) {
    if (mi_is_in_heap_region(block))
        mi_free(block);
    else
        __real_free(block);
}
