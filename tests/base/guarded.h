#pragma once
// A matrix whose last number is the last of a page, with no page after it: reading
// past it ends the program.

#include "base/product.h"

#include <sys/mman.h>
#include <unistd.h>

#include <new>

class Guarded {
public:
    /// A copy of m.
    explicit Guarded(const base::Matrix& m) : rows_(m.rows()), cols_(m.cols()) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        const std::size_t bytes = static_cast<std::size_t>(m.size()) * sizeof(float),
                          pages = bytes / page + 1;
        size_ = (pages + 1) * page;
        memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory_ == MAP_FAILED) throw std::bad_alloc();
        char* const end = static_cast<char*>(memory_) + pages * page;
        if (mprotect(end, page, PROT_NONE) != 0) throw std::bad_alloc();
        data_ = reinterpret_cast<float*>(end - bytes);
        std::copy_n(m.data(), m.size(), data_);
    }
    ~Guarded() { munmap(memory_, size_); }
    Guarded(const Guarded&) = delete;
    Guarded& operator=(const Guarded&) = delete;

    base::MutableBlock block() const { return {data_, rows_, cols_, cols_}; }
    base::Matrix matrix() const { return Eigen::Map<const base::Matrix>(data_, rows_, cols_); }

private:
    base::Index rows_, cols_;
    void* memory_;
    std::size_t size_;
    float* data_;
};
