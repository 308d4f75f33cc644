#include "app/kept_memory.h"

#include <cstdlib> // defines __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace app {

void keep_freed_memory() {
#ifdef __GLIBC__
    constexpr int mebibyte = 1 << 20;
    mallopt(M_MMAP_THRESHOLD, 32 * mebibyte); // the most that glibc accepts; what is larger goes back at once
    mallopt(M_TRIM_THRESHOLD, 256 * mebibyte);
#endif
}

} // namespace app
