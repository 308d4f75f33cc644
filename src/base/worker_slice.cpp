#include "base/worker.h"

#include <exception>
#include <new>
#include <string>

namespace base {

InputError caught() {
    const auto unexpected = [](const std::string& what) {
        return InputError("Attention Lab", "something unexpected went wrong: " + what,
                          "save your work under another name, and please report this");
    };
    try {
        throw;
    } catch (const InputError& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return {"memory", "there is not enough for this",
                "shorten the text, choose smaller sizes, or close other programs"};
    } catch (const std::exception& error) {
        return unexpected(error.what());
    } catch (...) {
        return unexpected("unknown");
    }
}

Worker::Result run_slice(const Worker::Job& job, const StopToken& stop) {
    try {
        Slice<void> slice = job(stop);
        return {std::move(slice.made), std::nullopt, slice.finished, slice.rest};
    } catch (...) {
        return {nullptr, caught()};
    }
}

} // namespace base
