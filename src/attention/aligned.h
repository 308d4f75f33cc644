#pragma once
// Working memory that begins where a cache line begins: vector loads then never straddle two lines.

#include "attention/matrix.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

namespace attention {

class AlignedFloats {
public:
    AlignedFloats() = default;
    /// `count` zeros. Throws std::bad_alloc.
    explicit AlignedFloats(Index count) : size_(count) {
        constexpr std::size_t line = 64;
        const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(float) / line + 1) * line;
        data_.reset(static_cast<float*>(std::aligned_alloc(line, bytes)));
        if (!data_) throw std::bad_alloc();
        std::fill_n(data_.get(), count, 0.0F);
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

} // namespace attention
