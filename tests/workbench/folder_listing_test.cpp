#include "workbench/folder_listing.h"

#include "temporary_folder.h"

#include <doctest/doctest.h>

using workbench::completed;
using workbench::FolderEntry;
using Entries = std::vector<FolderEntry>;

TEST_CASE("a typed path is a folder and the beginning of a name") {
    const auto split = [](const char* typed) {
        const auto path = workbench::split_path(typed);
        return path.folder + "|" + path.name;
    };
    CHECK(split("/home/me/le") == "/home/me/|le");
    CHECK(split("/home/me/") == "/home/me/|");
    CHECK(split("le") == "|le");
    CHECK(split("") == "|");
    CHECK(workbench::meant_path("a/~/b") == "a/~/b");
    CHECK(workbench::meant_path("~").is_absolute());
}

TEST_CASE("folders come first, then the files with the ending that is wanted") {
    const TemporaryFolder folder;
    for (const char* name : {"b.json", "a.json", "notes.txt", ".hidden.json"})
        std::ofstream(folder.path / name) << "x";
    std::filesystem::create_directory(folder.path / "z");
    const auto listed = workbench::list_folder(folder.path.string() + "/", ".json");
    CHECK(listed == Entries{{"z", true}, {".hidden.json"}, {"a.json"}, {"b.json"}});
    CHECK(workbench::beginning_with(listed, "") == Entries{{"z", true}, {"a.json"}, {"b.json"}});
    CHECK(workbench::beginning_with(listed, ".h") == Entries{{".hidden.json"}});
    CHECK(workbench::beginning_with(listed, "q").empty());
    CHECK(workbench::list_folder("/nowhere/at/all/", "").empty());
    CHECK(workbench::list_folder(folder.path.string() + "/", "").size() == 5);
}

TEST_CASE("a path is completed as far as its names agree") {
    const Entries entries{{"lessons", true}, {"lecture-1.json"}, {"lecture-2.json"}, {"Ü1"}, {"Ö1"}};
    CHECK(completed("/home/le", entries) == "/home/le");
    CHECK(completed("/home/lec", entries) == "/home/lecture-");
    CHECK(completed("/home/lecture-2", entries) == "/home/lecture-2.json");
    CHECK(completed("les", entries) == "lessons/");
    CHECK(completed("lessons/", {}) == "lessons/");
    CHECK(completed("nothing", entries) == "nothing");
    CHECK(completed("/", Entries{{"Ü1"}, {"Ö1"}}) == "/"); // no half letter
}
