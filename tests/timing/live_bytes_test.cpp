#include "timing/live_bytes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#ifdef __SANITIZE_ADDRESS__

// From sanitizer/allocator_interface.h, which not every compiler's package brings along.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*));
extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void*);

namespace {

std::atomic<bool> counting{false};
std::atomic<long> live{0}, highest{0};

void allocated(const volatile void* place, std::size_t size) {
    if (!counting || !place) return;
    const long now = live += static_cast<long>(size);
    for (long seen = highest; now > seen && !highest.compare_exchange_weak(seen, now);)
        ;
}

void freed(const volatile void* place) {
    if (!counting || !place) return;
    live -= static_cast<long>(__sanitizer_get_allocated_size(place));
}

} // namespace

bool live_bytes::known() {
    return true;
}

double live_bytes::highest_during(const std::function<void()>& run) {
    static const bool installed = __sanitizer_install_malloc_and_free_hooks(allocated, freed) != 0;
    REQUIRE(installed);
    live = highest = 0;
    counting = true;
    run();
    counting = false;
    return static_cast<double>(highest);
}

#else

bool live_bytes::known() {
    return false;
}

double live_bytes::highest_during(const std::function<void()>& run) {
    run();
    return 0;
}

#endif

TEST_CASE("the highest of two vectors one after another is the larger one" *
          doctest::skip(!live_bytes::known())) {
    const double peak = live_bytes::highest_during([] {
        CHECK(std::vector<char>(3000, 'a').back() == 'a');
        std::vector<char> larger(5000, 'b');
        CHECK(larger.back() == 'b');
    });
    CHECK(peak >= 5000);
    CHECK(peak < 6000);
}
