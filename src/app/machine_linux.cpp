#include "app/machine.h"

#include "base/printable.h"

#include <fstream>

namespace app {

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo"); // Linux
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos)
            return base::printable(line.substr(colon + 2));
    }
    return "unknown processor";
}

} // namespace app
