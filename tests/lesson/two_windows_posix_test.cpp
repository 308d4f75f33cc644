// Two windows of one person are two processes, which write the same progress and the same lesson.

#include "base/files.h"
#include "lesson/lesson.h"
#include "lesson/lesson_scene.h"
#include "lesson/progress.h"
#include "lesson/step_state.h"
#include "temporary_folder.h"

#include <functional>
#include <set>

#include <sys/wait.h>
#include <unistd.h>

namespace {

/// Runs it in two processes at once, as window 0 and 1.
void run_both(const std::function<void(int)>& window) {
    const pid_t process = fork();
    if (process == 0) {
        window(1);
        _exit(0);
    }
    window(0);
    int status = 0;
    waitpid(process, &status, 0);
    CHECK(WIFEXITED(status));
}

} // namespace

TEST_CASE("steps that two windows add to a lesson at once are all in it") {
    const TemporaryFolder folder;
    const auto file = lesson::file_for(folder.path / "lessons", "Mine");
    const auto session = lesson::opening_session(shipped_library());
    run_both([&](int window) {
        for (int i = 0; i < 10; ++i)
            lesson::add_step(file, "Mine", {.title = std::to_string(10 * window + i), .text = "Text."},
                             session, shipped_library(), some_offer());
    });
    std::set<std::string> titles;
    for (const lesson::Step& step : lesson::read_lesson(file).steps)
        titles.insert(step.title);
    CHECK(titles.size() == 20);
}

TEST_CASE("what a learner has done in two windows at once is all noted") {
    const TemporaryFolder folder;
    const auto file = folder.path / "data" / "progress.json";
    run_both([&](int window) {
        for (int i = 0; i < 20; ++i)
            lesson::change_progress(file, [&](lesson::Learners& learners) {
                learners.all[""].lessons[std::to_string(20 * window + i)].finished = true;
            });
    });
    CHECK(lesson::read_progress(file).all.at("").lessons.size() == 40);
}
