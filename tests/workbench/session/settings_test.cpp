#include "language/temporary_file.h"
#include "temporary_folder.h"
#include "workbench/lab.h"
#include "workbench/session/settings.h"

using workbench::Settings;

TEST_CASE("settings that were written are read again, in a folder that was not there") {
    const TemporaryFolder folder;
    const auto file = folder.path / "attention-lab" / "settings.json";
    const Settings settings{2.5, {"one.json", "two.json"}, {"explanation"}, 1.25, true, {"rail"}};
    workbench::write_settings(file, settings);
    CHECK(workbench::read_settings(file) == settings);
    workbench::change_settings(file, [](Settings& s) { s.play_speed = 0.5; });
    CHECK(workbench::read_settings(file) ==
          Settings{0.5, settings.recent, settings.folded, 1.25, true, settings.opened});
}

TEST_CASE("settings that make no sense are the usual ones, each by itself") {
    CHECK(workbench::read_settings("") == Settings{});
    CHECK(workbench::read_settings("/nowhere/settings.json") == Settings{});
    for (const char* content :
         {"", "{", "[]", "\xff\xfe", R"({"play_speed": "fast", "recent": 7})", R"({"play_speed": 0})",
          R"({"zoom": 99, "theme": 3})", R"({"play_speed": 1e300, "recent": [7, null]})"})
        CHECK(workbench::read_settings(TemporaryFile("settings.json", content).path()) == Settings{});
    const TemporaryFile half("settings.json",
                             R"({"play_speed": -1, "recent": ["a"], "folded": [1], "colour": "blue"})");
    CHECK(workbench::read_settings(half.path()) == Settings{1, {"a"}});
}

TEST_CASE("settings that cannot be written are refused; without a path nothing is written") {
    CHECK(lab::contains(refusal([] { workbench::write_settings("/dev/null/settings.json", {}); }),
                        "cannot be written"));
    workbench::write_settings("", {});
}

TEST_CASE("the file used last stands first among the recent ones, and each stands there once") {
    Settings settings;
    for (const char* file : {"/a", "/b", "/a", "/c/../a"})
        workbench::remember(settings, file);
    CHECK(settings.recent == std::vector<std::string>{"/a", "/b"});
    for (int i = 0; i < 20; ++i)
        workbench::remember(settings, "/" + std::to_string(i));
    CHECK(settings.recent.size() == 8);
    CHECK(settings.recent.front() == "/19");
}

TEST_CASE("a panel is noted as folded away once, and no longer when it is opened") {
    Settings settings;
    for (const bool folded : {true, true})
        workbench::set_folded(settings, "explanation", folded);
    CHECK(settings.folded == std::vector<std::string>{"explanation"});
    workbench::set_folded(settings, "explanation", false);
    CHECK(settings.folded.empty());
}

TEST_CASE("a panel that is usually folded away is noted while it is open") {
    Settings settings;
    CHECK(workbench::is_folded(settings, "rail", true));
    workbench::set_folded(settings, "rail", false, true);
    CHECK(settings.opened == std::vector<std::string>{"rail"});
    CHECK_FALSE(workbench::is_folded(settings, "rail", true));
    workbench::set_folded(settings, "rail", true, true);
    CHECK(settings == Settings{});
}
