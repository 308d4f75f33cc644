// Names that are not UTF-8 (Latin-1 on an old stick), from the list of a folder to the next start.

#include "base/files.h"
#include "temporary_folder.h"
#include "workbench/document/edit.h"
#include "workbench/lab.h"
#include "workbench/session/session.h"
#include "workbench/session/session_files.h"

#include <nlohmann/json.hpp>

#include <thread>

using namespace lab;
namespace fs = std::filesystem;
using workbench::Session;

namespace {

const std::string latin = "b\xE9", shown_latin = "b\xEF\xBF\xBD";

Session session_of(const Document& document) {
    return {.first = {std::make_shared<const Document>(document)}};
}

workbench::SessionFiles::Outcome outcome_of(workbench::SessionFiles& files) {
    for (;;) {
        if (auto outcome = files.take()) return *outcome;
        std::this_thread::yield();
    }
}

} // namespace

TEST_CASE("a session of such a name is saved, among the recent ones after a restart, and opened from there") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / (latin + ".json"), settings = folder.path / "settings.json";
    {
        workbench::SessionFiles files(settings, "");
        files.begin(session_of(sentence("the cat")), file);
        files.save(files.current(), session_of(sentence("a dog")));
        CHECK(outcome_of(files).saved);
    }
    CHECK(fs::exists(file));
    CHECK(nlohmann::json::accept(content(settings)));
    workbench::SessionFiles files(settings, "");
    REQUIRE(files.recent().size() == 1);
    CHECK(files.recent().front() == (folder.path / (shown_latin + ".json")).string());
    files.open(base::path_shown_as(files.recent().front()));
    const auto outcome = outcome_of(files);
    REQUIRE(outcome.opened);
    CHECK(outcome.file == file);
    CHECK(outcome.opened->first.document->text == "a dog");
    files.begin(*outcome.opened, outcome, session_of(sentence("the cat")));
    files.save(files.current(), session_of(sentence("a dog slept")));
    CHECK(outcome_of(files).saved);
    CHECK(workbench::read_session(file).first.document->text == "a dog slept");
    CHECK(folder.files() == 2);
}

TEST_CASE("a model of such a name is on offer, and a document with it can be written and read") {
    const TemporaryFolder folder;
    fs::copy_file(assets / "models/sense.safetensors", folder.path / (latin + ".safetensors"));
    workbench::Library with_own = workbench::load_library(assets, folder.path);
    const auto ids = with_own.trained->ids();
    CHECK(std::ranges::find(ids, shown_latin) != ids.end());
    const std::string added = with_own.trained->add(folder.path / (latin + ".safetensors"));
    for (const std::string& id : {shown_latin, added}) {
        const Session session =
            session_of(workbench::apply(sentence("the cat"), workbench::ChooseTrained{id}, with_own));
        const auto read = workbench::session_from_json(workbench::to_json(session), "a file");
        CHECK(*read.first.document == *session.first.document);
        CHECK_NOTHROW(workbench::to_code(session));
    }
    with_own.trained->discard(shown_latin);
    CHECK(folder.files() == 0);
}

TEST_CASE("a path that is typed or completed leads to it") {
    const TemporaryFolder folder;
    fs::create_directory(folder.path / latin);
    std::ofstream(folder.path / latin / (latin + ".json")) << "x";
    const std::string begun = folder.path.string() + "/";
    const auto folders = workbench::list_folder(begun, ".json");
    CHECK(folders == std::vector<workbench::FolderEntry>{{shown_latin, true}});
    const std::string typed = workbench::completed(begun + "b", folders);
    CHECK(typed == begun + shown_latin + "/");
    const auto files = workbench::list_folder(typed, ".json");
    CHECK(files == std::vector<workbench::FolderEntry>{{shown_latin + ".json"}});
    CHECK(workbench::meant_path(workbench::completed(typed, files)) ==
          folder.path / latin / (latin + ".json"));
}
