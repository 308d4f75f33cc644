#include "app/machine.h"

#include "base/printable.h"

#include <windows.h>

namespace app {

std::string processor_name() {
    char name[256] = {};
    DWORD size = sizeof name - 1; // the name may lack its final 0
    const LSTATUS status =
        RegGetValueA(HKEY_LOCAL_MACHINE, "HARDWARE\\DESCRIPTION\\System\\CentralProcessor\\0",
                     "ProcessorNameString", RRF_RT_REG_SZ, nullptr, name, &size);
    return status == ERROR_SUCCESS && *name ? base::printable(name) : "unknown processor";
}

} // namespace app
