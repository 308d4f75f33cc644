// Two windows of one person are two processes, which work in the same folders.

#include "base/system.h"
#include "temporary_folder.h"
#include "workbench/document/trained_models.h"
#include "workbench/lab.h"
#include "workbench/session/autosave.h"
#include "workbench/session/settings.h"

#include <algorithm>
#include <functional>

#include <sys/wait.h>
#include <unistd.h>

using namespace lab;
using workbench::Settings;

namespace {

/// Runs both at once, the first in another process. True if that came to its end.
bool run_both(const std::function<void()>& other, const std::function<void()>& here) {
    const pid_t process = fork();
    if (process == 0) {
        other();
        _exit(0);
    }
    here();
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

workbench::Session session_of(const std::string& text) {
    return {.first = {std::make_shared<const Document>(sentence(text))}};
}

} // namespace

TEST_CASE("what two windows change in the settings is all there") {
    const TemporaryFolder folder;
    const auto file = folder.path / "config" / "settings.json";
    const auto fold = [&](const std::string& window) {
        for (const int panel : {0, 1, 2, 3})
            for (int i = 0; i < 25; ++i)
                workbench::change_settings(file, [&](Settings& settings) {
                    const std::string name = window + std::to_string(panel);
                    workbench::set_folded(settings, name, !workbench::is_folded(settings, name) || i == 24);
                });
    };
    CHECK(run_both([&] { fold("one"); }, [&] { fold("other"); }));
    const auto folded = workbench::read_settings(file).folded;
    CHECK(folded.size() == 8);
    CHECK(std::distance(std::filesystem::directory_iterator(file.parent_path()), {}) == 1);
}

TEST_CASE("a model is offered from a folder that is gone, and the models can still be asked") {
    const TemporaryFolder folder;
    const auto here = std::filesystem::current_path();
    std::filesystem::copy_file(assets / "models" / "sense.safetensors", folder.path / "mine.safetensors");
    workbench::TrainedModels models;
    std::filesystem::create_directory(folder.path / "gone");
    std::filesystem::current_path(folder.path / "gone");
    std::filesystem::remove(folder.path / "gone");
    const std::string id = models.add("../mine.safetensors");
    std::filesystem::current_path(here);
    CHECK(id == "mine");
    CHECK(models.ids() == std::vector<std::string>{"mine"});
    CHECK(models.file_added("mine") == "../mine.safetensors");
}

TEST_CASE("of two windows that keep a model under one name one is told of the other") {
    const TemporaryFolder folder;
    const auto keep = [&](const char* id, const char* outcome) {
        workbench::TrainedModels models(assets / "models", folder.path / "models");
        std::string told = "kept";
        try {
            models.keep(*models.get(id), "Mine"); // neither has seen the other's
        } catch (const base::InputError& error) {
            told = error.problem;
        }
        std::ofstream(folder.path / outcome) << told;
    };
    CHECK(run_both([&] { keep("sense", "one"); }, [&] { keep("svo", "other"); }));
    std::vector<std::string> told{content(folder.path / "one"), content(folder.path / "other")};
    const bool first_kept = told[0] == "kept";
    CHECK(std::ranges::count(told, "kept") == 1);
    CHECK(std::ranges::count(told, "there is now another model with this name") == 1);
    const workbench::TrainedModels models(assets / "models", folder.path / "models");
    CHECK(models.get("own-mine")->card.title == models.get(first_kept ? "sense" : "svo")->card.title);
}

TEST_CASE("what two windows leave off at once is all kept") {
    const TemporaryFolder folder;
    const auto work = [&](const std::string& window) {
        for (int i = 0; i < 5; ++i) {
            workbench::Autosave autosave(folder.path);
            autosave.begin(session_of("a"));
            autosave.finish(session_of(window + std::to_string(i)));
        }
    };
    CHECK(run_both([&] { work("one"); }, [&] { work("other"); }));
    CHECK(workbench::left_off(folder.path, {}, 100).size() == 10);
    CHECK(folder.files() == 10);
}
