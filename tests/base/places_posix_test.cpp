#include "base/places.h"

#include "environment.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

TEST_CASE("without the variables of the XDG specification, or with relative paths in them, own folders are "
          "in the home") {
    const TemporaryFolder folder;
    const Variable home("HOME", folder.path.string());
    const Variable settings("XDG_CONFIG_HOME", "relative"), state("XDG_STATE_HOME", "");
    CHECK(base::own_folder(base::Kept::settings) == folder.path / ".config/attention-lab");
    CHECK(base::own_folder(base::Kept::state) == folder.path / ".local/state/attention-lab");
}
