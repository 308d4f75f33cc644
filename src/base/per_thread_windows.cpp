#include "base/per_thread.h"

#include <new>

#include <windows.h>

namespace base {

PerThread::PerThread(void (*end)(void*)) : place_(FlsAlloc(end)) {
    if (place_ == FLS_OUT_OF_INDEXES) throw std::bad_alloc();
}

void* PerThread::get() const {
    return FlsGetValue(place_);
}

void PerThread::set(void* value) const {
    FlsSetValue(place_, value);
}

} // namespace base
