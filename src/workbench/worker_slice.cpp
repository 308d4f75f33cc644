#include "base/input_error.h"
#include "workbench/worker.h"

#include <new>

namespace workbench {

Worker::Result run_slice(const Worker::Job& job, const base::StopToken& stop) {
    try {
        Slice<void> slice = job(stop);
        return {std::move(slice.made), nullptr, slice.finished, slice.rest};
    } catch (const std::bad_alloc&) {
        const base::InputError error("memory", "there is not enough for this",
                                     "shorten the text, choose smaller sizes, or close other programs");
        return {nullptr, std::make_exception_ptr(error)};
    } catch (...) {
        return {nullptr, std::current_exception()};
    }
}

} // namespace workbench
