#pragma once
// A matrix that ends where a page ends, with an unreadable page after it: reading past it ends the program.

#include "base/product.h"

#include <algorithm>
#include <new>

#ifdef _WIN32
#include <windows.h>
#undef near // words of 16 bits that it leaves behind, and that tests use as names
#undef far
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

/// Memory of whole pages, the last of which cannot be read.
class GuardedPages {
public:
    /// At least `bytes` that can be read.
    explicit GuardedPages(std::size_t bytes) {
        const std::size_t page = page_size(), readable = (bytes / page + 1) * page;
        size_ = readable + page;
#ifdef _WIN32
        memory_ = static_cast<char*>(VirtualAlloc(nullptr, size_, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE));
        DWORD before = 0;
        if (!memory_ || !VirtualProtect(memory_ + readable, page, PAGE_NOACCESS, &before))
            throw std::bad_alloc();
#else
        void* const got = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memory_ = static_cast<char*>(got);
        if (got == MAP_FAILED || mprotect(memory_ + readable, page, PROT_NONE) != 0) throw std::bad_alloc();
#endif
        end_ = memory_ + readable;
    }
    ~GuardedPages() {
#ifdef _WIN32
        VirtualFree(memory_, 0, MEM_RELEASE);
#else
        munmap(memory_, size_);
#endif
    }
    GuardedPages(const GuardedPages&) = delete;
    GuardedPages& operator=(const GuardedPages&) = delete;

    /// Of what can be read.
    char* end() const {
        return end_;
    }

private:
    static std::size_t page_size() {
#ifdef _WIN32
        SYSTEM_INFO system;
        GetSystemInfo(&system);
        return system.dwPageSize;
#else
        return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#endif
    }

    std::size_t size_;
    char *memory_, *end_;
};

class Guarded {
public:
    /// A copy of m.
    explicit Guarded(const base::Matrix& m)
        : rows_(m.rows()), cols_(m.cols()), pages_(static_cast<std::size_t>(m.size()) * sizeof(float)),
          data_(reinterpret_cast<float*>(pages_.end()) - m.size()) {
        std::copy_n(m.data(), m.size(), data_);
    }
    Guarded(const Guarded&) = delete;
    Guarded& operator=(const Guarded&) = delete;

    base::MutableBlock block() const { return {data_, rows_, cols_, cols_}; }
    base::Matrix matrix() const { return Eigen::Map<const base::Matrix>(data_, rows_, cols_); }

private:
    base::Index rows_, cols_;
    GuardedPages pages_;
    float* data_;
};
