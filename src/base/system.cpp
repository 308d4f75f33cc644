#include "base/system.h"

#include "base/files.h"

#include <cstdlib>

namespace base {

namespace fs = std::filesystem;

fs::path data_folder() {
    const char* chosen = std::getenv("ATTENTION_LAB_DATA");
    const fs::path candidates[] = {chosen ? path_from_utf8(chosen) : fs::path(), program_folder() / "data",
                                   program_folder() / "../share/attention-lab"};
    std::error_code unknown;
    for (const fs::path& folder : candidates)
        if (!folder.empty() && fs::exists(folder / "assets", unknown) &&
            fs::exists(folder / "shaders", unknown))
            return folder;
    return {};
}

} // namespace base
