#include "base/files.h"
#include "base/system.h"
#include "environment.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <string>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

TEST_CASE("without the variables of the XDG specification, or with relative paths in them, own folders are "
          "in the home") {
    const TemporaryFolder folder;
    const Variable home("HOME", folder.path.string());
    const Variable settings("XDG_CONFIG_HOME", "relative"), state("XDG_STATE_HOME", "");
    CHECK(base::own_folder(base::Kept::settings) == folder.path / ".config/attention-lab");
    CHECK(base::own_folder(base::Kept::state) == folder.path / ".local/state/attention-lab");
}

// Two processes that read, change and write the same file.

namespace {

constexpr int times = 200;

/// Adds to the number in the file.
void count(const TemporaryFolder& folder) {
    for (int i = 0; i < times; ++i) {
        const base::FolderLock lock(folder.path);
        const int before = std::stoi(base::read_whole_file(folder.path / "number", 20));
        base::write_whole_file(folder.path / "number", std::to_string(before + 1));
    }
}

} // namespace

TEST_CASE("of two processes that count in one file none loses what the other has counted") {
    const TemporaryFolder folder;
    base::write_whole_file(folder.path / "number", "0");
    const pid_t other = fork();
    if (other == 0) {
        count(folder);
        _exit(0);
    }
    count(folder);
    waitpid(other, nullptr, 0);
    CHECK(content(folder.path / "number") == std::to_string(2 * times));
    CHECK(folder.files() == 1);
}

TEST_CASE("a process that is killed releases the folder") {
    const TemporaryFolder folder;
    const int here = open(folder.path.c_str(), O_RDONLY | O_CLOEXEC);
    int ready[2];
    REQUIRE(pipe(ready) == 0);
    const pid_t other = fork();
    if (other == 0) {
        const base::FolderLock lock(folder.path);
        (void)!write(ready[1], "x", 1);
        for (;;)
            pause();
    }
    char letter = 0;
    REQUIRE(read(ready[0], &letter, 1) == 1);
    CHECK(flock(here, LOCK_EX | LOCK_NB) != 0);
    kill(other, SIGKILL);
    waitpid(other, nullptr, 0);
    CHECK(flock(here, LOCK_EX | LOCK_NB) == 0);
    for (const int end : {here, ready[0], ready[1]})
        close(end);
}

TEST_CASE("a missing folder stops nobody") {
    CHECK_NOTHROW(base::FolderLock("/nowhere"));
}
