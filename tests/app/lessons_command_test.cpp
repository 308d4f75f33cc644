#include "app/commands.h"

#include "base/files.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <sstream>

TEST_CASE("the documentation lists all that a step can point at, as the program prints it") {
    std::ostringstream out;
    CHECK(app::run_lessons({.parts = true}, source_folder() / "assets", out) == 0);
    CHECK(out.str().find("`labs`, page `mask` | `mask_lab/left`") != std::string::npos);
    const std::string documentation = base::read_whole_file(source_folder() / "docs/lessons.md", 1 << 20);
    CHECK(documentation.find("\n\n" + out.str() + "\n") != std::string::npos);
}
