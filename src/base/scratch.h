#pragma once
// Working memory: aligned, and kept by each thread from call to call.

#include "base/matrix.h"

#include <algorithm>
#include <memory>
#include <new>

namespace base {

/// Aligned to a cache line, so that vector loads never straddle two lines.
class AlignedFloats {
public:
    AlignedFloats() = default;
    /// `count` uninitialised numbers. Throws std::bad_alloc.
    explicit AlignedFloats(Index count) : size_(count) {
        const auto whole = static_cast<std::size_t>(line);
        const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(float) / whole + 1) * whole;
        data_.reset(static_cast<float*>(::operator new(bytes, line)));
    }
    static AlignedFloats zeros(Index count) {
        AlignedFloats floats(count);
        std::fill_n(floats.data(), count, 0.0F);
        return floats;
    }

    /// Makes room for at least `count` numbers; the contents are lost when it has to grow.
    void reserve(Index count) {
        if (count > size_) *this = AlignedFloats(count);
    }

    float* data() { return data_.get(); }
    const float* data() const { return data_.get(); }
    Index size() const { return size_; }

private:
    static constexpr std::align_val_t line{64};
    struct Free {
        void operator()(float* p) const { ::operator delete(p, line); }
    };
    std::unique_ptr<float, Free> data_;
    Index size_ = 0;
};

#ifdef _WIN32

/// A place for one pointer in every thread; `end` gets it when the thread ends.
class PerThread {
public:
    explicit PerThread(void (*end)(void*));
    void* get() const; ///< null until set
    void set(void* value) const;

private:
    unsigned long place_;
};

/// The calling thread's own T: one for each type. Not thread_local, whose memory GCC on Windows frees before
/// the destructors run.
template <class T>
T& per_thread() {
    static const PerThread own([](void* value) { delete static_cast<T*>(value); });
    if (!own.get()) own.set(new T);
    return *static_cast<T*>(own.get());
}

#else

/// The calling thread's own T: one for each type.
template <class T>
T& per_thread() {
    thread_local T own;
    return own;
}

#endif

} // namespace base
