#pragma once
// Working memory aligned to a cache line, so that vector loads never straddle two lines.

#include "base/matrix.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

namespace base {

class AlignedFloats {
public:
    AlignedFloats() = default;
    /// `count` uninitialised numbers. Throws std::bad_alloc.
    explicit AlignedFloats(Index count) : size_(count) {
        constexpr std::size_t line = 64;
        const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(float) / line + 1) * line;
        data_.reset(static_cast<float*>(std::aligned_alloc(line, bytes)));
        if (!data_) throw std::bad_alloc();
    }
    static AlignedFloats zeros(Index count) {
        AlignedFloats floats(count);
        std::fill_n(floats.data(), count, 0.0F);
        return floats;
    }

    /// Makes room for at least `count` numbers; the contents are lost when it has to grow.
    void need(Index count) {
        if (count > size_) *this = AlignedFloats(count);
    }

    float* data() { return data_.get(); }
    const float* data() const { return data_.get(); }
    Index size() const { return size_; }

private:
    struct Free {
        void operator()(float* p) const { std::free(p); }
    };
    std::unique_ptr<float, Free> data_;
    Index size_ = 0;
};

} // namespace base
