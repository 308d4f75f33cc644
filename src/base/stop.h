#pragma once
// Asking work elsewhere to stop: like <stop_token>, but also for standard libraries without threads.

#include <atomic>
#include <memory>
#include <utility>

namespace base {

/// Checked by the work from time to time. Copies share one request; a token without a source is never asked
/// to stop.
class StopToken {
public:
    StopToken() = default;
    bool stop_requested() const { return requested_ && requested_->load(std::memory_order_acquire); }

private:
    friend class StopSource;
    using Flag = std::shared_ptr<const std::atomic<bool>>;
    explicit StopToken(Flag requested) : requested_(std::move(requested)) {}

    Flag requested_;
};

/// Kept by whoever started the work, to hand out tokens and to request the stop.
class StopSource {
public:
    StopToken token() const { return StopToken(requested_); }
    void request_stop() { requested_->store(true, std::memory_order_release); }
    bool stop_requested() const { return requested_->load(std::memory_order_acquire); }

private:
    std::shared_ptr<std::atomic<bool>> requested_ = std::make_shared<std::atomic<bool>>(false);
};

} // namespace base
