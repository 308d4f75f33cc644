#pragma once
// Sequential steps, each split into blocks that several threads share.

#include "recurrent/cell.h"

#include <atomic>
#include <cstdint>
#include <thread>

namespace recurrent {

/// Blocks are claimed one by one, so the others take over the blocks of a thread that the system has
/// suspended. One thread of a team calls lead(), the others help(), on the same object.
class SharedSteps {
public:
    SharedSteps(Index steps, Index blocks) : steps_(steps), blocks_(blocks), next_(pack(0, blocks)) {}

    /// On one thread: runs step after step, calls block(t, b) for the blocks of step t that it claims, and
    /// after(t) when all blocks of the step are done. Ends early if after(t) returns false. Neither may
    /// throw.
    template <class Block, class After>
    void lead(const Block& block, const After& after) {
        for (Index t = 0; t < steps_; ++t) {
            done_.store(0, std::memory_order_relaxed);
            next_.store(pack(t, 0), std::memory_order_release);
            work(t, block);
            for (unsigned spins = 0; done_.load(std::memory_order_acquire) < blocks_; ++spins)
                rest(spins);
            if (!after(t)) break;
        }
        next_.store(over, std::memory_order_release);
    }

    /// On the other threads: takes part in every step until lead() is done.
    template <class Block>
    void help(const Block& block) {
        for (unsigned spins = 0;; ++spins) {
            const std::uint64_t next = next_.load(std::memory_order_acquire);
            if (next == over) return;
            if (block_of(next) >= blocks_) {
                rest(spins);
                continue;
            }
            work(step_of(next), block);
            spins = 0;
        }
    }

private:
    static constexpr std::uint64_t over = ~std::uint64_t{0};
    static constexpr int bits = 24; ///< of next_ that hold the block

    static std::uint64_t pack(Index t, Index b) {
        return static_cast<std::uint64_t>(t) << bits | static_cast<std::uint64_t>(b);
    }
    static Index step_of(std::uint64_t next) { return static_cast<Index>(next >> bits); }
    static Index block_of(std::uint64_t next) {
        return static_cast<Index>(next & ((std::uint64_t{1} << bits) - 1));
    }

    // Claims blocks of step t until none is left.
    template <class Block>
    void work(Index t, const Block& block) {
        std::uint64_t next = next_.load(std::memory_order_acquire);
        while (next != over && step_of(next) == t && block_of(next) < blocks_) {
            if (!next_.compare_exchange_weak(next, next + 1, std::memory_order_acq_rel)) continue;
            block(t, block_of(next));
            done_.fetch_add(1, std::memory_order_release);
            next = next_.load(std::memory_order_acquire);
        }
    }

    // A step takes microseconds, less than sleeping and waking up, so this spins. It yields now and then in
    // case another thread needs the processor.
    static void rest(unsigned spins) {
        if (spins % 2048 == 2047) std::this_thread::yield();
    }

    Index steps_, blocks_;
    std::atomic<std::uint64_t> next_; ///< step and block to be claimed next
    std::atomic<Index> done_{0};      ///< blocks of the step that are finished
};

} // namespace recurrent
