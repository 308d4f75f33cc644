#pragma once
// Sequential steps, each split into blocks that several threads share.

#include "base/matrix.h"
#include "base/stop.h"

#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

namespace recurrent {

using base::Index;

/// Blocks are claimed one by one. A thread first takes those of its own share, whose weights its core's cache
/// still holds from the previous step, and then whatever others have left, so that nobody waits for a thread
/// that the system has suspended. One thread of a team calls lead(), the others help(), on the same object.
class SharedSteps {
public:
    /// `threads` shares of the blocks; fewer threads may come. Once `stop` is requested, no thread begins
    /// another step.
    SharedSteps(Index steps, Index blocks, int threads, base::StopToken stop = {})
        : steps_(steps), blocks_(static_cast<std::uint64_t>(blocks)),
          shares_(static_cast<std::size_t>(threads)), stop_(std::move(stop)) {
        for (int rank = 0; rank < threads; ++rank) {
            Share& share = shares_[static_cast<std::size_t>(rank)];
            share.first = blocks * rank / threads;
            share.size = blocks * (rank + 1) / threads - share.first;
        }
    }

    /// For the thread of rank 0: runs step after step, calls block(t, b) for the blocks of step t that it
    /// claims, and after(t) when all blocks of the step are done, though others may be ahead by then. Neither
    /// may throw.
    template <class Block, class After>
    void lead(const Block& block, const After& after) {
        for (Index t = 0; t < steps_ && !stop_.stop_requested(); ++t) {
            work(0, t, block);
            await(t);
            after(t);
        }
    }

    /// For every other thread, with its rank: takes part in every step.
    template <class Block>
    void help(int rank, const Block& block) {
        for (Index t = 0; t < steps_ && !stop_.stop_requested(); ++t) {
            work(static_cast<std::size_t>(rank), t, block);
            await(t);
        }
    }

    /// Blocks finished since the first step.
    std::uint64_t done() const {
        std::uint64_t sum = 0;
        for (const Share& share : shares_)
            sum += share.done.load(std::memory_order_acquire);
        return sum;
    }

private:
    /// The blocks [first, first + size) and the thread that begins with them. `done`, which others wait for,
    /// has a cache line of its own.
    struct alignas(64) Share {
        std::atomic<std::uint64_t> claimed{0}; ///< of these blocks, since the first step
        Index first = 0, size = 0;
        alignas(64) std::atomic<std::uint64_t> done{0}; ///< by this thread, since the first step

        /// Every other step goes backwards, and so begins with the weights that the previous one has left in
        /// the cache, however many those are.
        Index block(Index t, Index i) const { return t % 2 == 0 ? first + i : first + size - 1 - i; }
    };

    // Claims blocks of step t until none is left, beginning with the share of this rank.
    template <class Block>
    void work(std::size_t rank, Index t, const Block& block) {
        std::uint64_t made = 0;
        for (std::size_t i = 0; i < shares_.size(); ++i)
            made += claim(shares_[(rank + i) % shares_.size()], t, block);
        std::atomic<std::uint64_t>& done = shares_[rank].done; // which no other thread changes
        done.store(done.load(std::memory_order_relaxed) + made, std::memory_order_release);
    }

    template <class Block>
    std::uint64_t claim(Share& share, Index t, const Block& block) {
        const auto size = static_cast<std::uint64_t>(share.size);
        const std::uint64_t before = static_cast<std::uint64_t>(t) * size; // all of them claimed
        std::uint64_t made = 0, claimed = share.claimed.load(std::memory_order_relaxed);
        while (claimed < before + size) {
            if (!share.claimed.compare_exchange_weak(claimed, claimed + 1, std::memory_order_relaxed))
                continue;
            block(t, share.block(t, static_cast<Index>(claimed - before)));
            ++made;
            claimed = share.claimed.load(std::memory_order_relaxed);
        }
        return made;
    }

    // Waits until all blocks of step t are done. By now each has been claimed by a thread that finishes it
    // even if it is to stop. A step takes microseconds, less than sleeping and waking up, so this spins, and
    // yields now and then in case another thread needs the processor.
    void await(Index t) const {
        const std::uint64_t enough = (static_cast<std::uint64_t>(t) + 1) * blocks_;
        for (unsigned spins = 0; done() < enough; ++spins)
            if (spins % 2048 == 2047) std::this_thread::yield();
    }

    Index steps_;
    std::uint64_t blocks_;
    std::vector<Share> shares_;
    base::StopToken stop_;
};

} // namespace recurrent
