#include "base/input_error.h"

#include "base/text.h"

#include <exception>
#include <new>

namespace base {

InputError::InputError(const std::string& place, const std::string& found, const std::string& advice)
    : std::runtime_error(printable(place) + ": " + printable(found) + " (" + printable(advice) + ")"),
      where(printable(place)), problem(printable(found)), hint(printable(advice)) {}

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

} // namespace base
