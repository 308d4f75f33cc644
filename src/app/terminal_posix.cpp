#include "app/terminal.h"

#include <algorithm>
#include <iostream>

namespace app {

std::vector<std::string> arguments_in_utf8(int argc, char** argv) {
    return {argv + std::min(argc, 1), argv + argc};
}

void leave_own_terminal() {} // none is opened unasked

void tell_on_terminal(const std::string& what) {
    std::cerr << what << '\n';
}

} // namespace app
