#include "workbench/session.h"

#include "lab.h"
#include "language/temporary_file.h"
#include "temporary_folder.h"
#include "workbench/document_json.h"
#include "workbench/edit.h"
#include "workbench/session_code.h"

#include <sys/stat.h>

using namespace lab;
using workbench::Session;
using workbench::Shown;

namespace {

Session session_of(const Document& document) {
    return {.first = {std::make_shared<const Document>(document)}};
}

bool same(const Shown& a, const Shown& b) {
    return *a.document == *b.document && a.selection == b.selection;
}

std::string refused(const std::filesystem::path& file) {
    return refusal([&] { (void)workbench::read_session(file); });
}

} // namespace

TEST_CASE("a session that was saved is opened again, with all that was on the screen") {
    const TemporaryFile file("session.json", "an older one");
    Session session = session_of(preset("french-cat"));
    session.first.selection = {attention::StageId::softmax, 1, 4, 3, 2, 5};
    session.second = {std::make_shared<const Document>(preset("love")),
                      {attention::StageId::softmax, 0, 1, 2, 0, 1}};
    session.view = "compare";
    session.choices = R"({"labs":{"page":"scale"}})";
    workbench::write_session(file.path(), session);
    const Session read = workbench::read_session(file.path());
    CHECK(same(read.first, session.first));
    REQUIRE(read.second);
    CHECK(same(*read.second, *session.second));
    CHECK(read.view == "compare");
    CHECK(read.choices == session.choices);
    CHECK_FALSE(std::filesystem::exists(file.path().string() + ".part"));
}

TEST_CASE("a session of the first version, a document alone, is still read") {
    const TemporaryFile file("session.json", R"({"attention_lab_session": 1, "text": "the cat",
                                                 "weights": {"hand_set": "by-hand"}, "scale": 2})");
    const Session read = workbench::read_session(file.path());
    CHECK(read.first.document->text == "the cat");
    CHECK(read.first.document->scale.number == 2);
    CHECK_FALSE(read.second);
    CHECK(read.view.empty());
}

TEST_CASE("the page that a session of the second version names is a choice of its view") {
    const TemporaryFile file("session.json", R"({"attention_lab_session": 2, "view": "labs", "page": "scale",
        "document": {"text": "the cat", "weights": {"hand_set": "by-hand"}}})");
    CHECK(workbench::read_session(file.path()).choices == R"({"labs":{"page":"scale"}})");
}

TEST_CASE("what is pointed at is checked like the document") {
    const std::string start = R"({"attention_lab_session": 2, "document": {"text": "a", "weights":
                                 {"hand_set": "by-hand"}}, )";
    const auto message = [&](const char* rest) {
        return refusal([&] { (void)workbench::session_from_json(start + rest, "session.json"); });
    };
    CHECK(contains(message(R"("selection": {"stage": "nowhere"}})"), "selection.stage: “nowhere” is not"));
    CHECK(contains(message(R"("selection": {"query": -1}})"), "selection.query: -1 is not a whole number"));
    CHECK(contains(message(R"("selection": []})"), "selection: [] is not an object"));
    CHECK(contains(message(R"("second": {}})"), "second.document: it is missing"));
    CHECK(contains(message(R"("second": {"document": {}}})"), "second.document.weights: it is missing"));
    CHECK(contains(message(R"("view": 3})"), "view: 3 is not a text"));
    CHECK(contains(message(R"("choices": {}})"), "choices: there is no such field")); // of version 3
    CHECK(contains(message(R"("colour": 3})"), "colour: there is no such field"));
}

TEST_CASE("a session that cannot be read is refused with its file, at once") {
    const TemporaryFolder folder;
    std::ofstream(folder.path / "broken.json") << "{";
    CHECK(contains(refused(folder.path / "broken.json"), "broken.json, line 1"));
    CHECK(contains(refused(folder.path), "this is a folder"));
    CHECK(contains(refused("/nowhere/session.json"), "no such file"));
    CHECK(contains(refused("/dev/zero"), "not a file"));
    REQUIRE(mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
    CHECK(contains(refused(folder.path / "pipe"), "not a file"));
    std::filesystem::create_symlink("loop", folder.path / "loop");
    CHECK(contains(refused(folder.path / "loop"), "cannot be read"));
    std::ofstream(folder.path / "large.json") << "{";
    std::filesystem::resize_file(folder.path / "large.json", 100'000'000);
    CHECK(contains(refused(folder.path / "large.json"), "at most 64 MB"));
}

TEST_CASE("a session that cannot be written is refused, and leaves nothing behind") {
    const Session session = session_of(preset("love"));
    CHECK(contains(refusal([&] { workbench::write_session("/nowhere/session.json", session); }),
                   "cannot be written"));
    const TemporaryFile file("inside", "x");
    const auto folder = file.folder() / "session.json";
    std::filesystem::create_directories(folder / "full");
    CHECK(contains(refusal([&] { workbench::write_session(folder, session); }), "cannot be written"));
    CHECK_FALSE(std::filesystem::exists(folder.string() + ".part"));
}

TEST_CASE(
    "the largest session that can be made is saved, sent and opened again; one number more is refused") {
    Document full = numbers(9);
    for (std::size_t i = 0; i < workbench::most_overrides; ++i)
        full.overrides.push_back(
            {{Quantity::x, 3, static_cast<Index>(i / 1000), static_cast<Index>(i % 1000), 2}, 0.5F});
    const auto document = std::make_shared<const Document>(full);
    Session session{.first = {document}, .second = {{document}}};
    CHECK(*workbench::session_from_json(to_json(session), "a file").second->document == full);
    CHECK(*workbench::session_from_code(workbench::to_code(session), "a code").second->document == full);

    const workbench::SetCell another{{Quantity::x, 0, 1, 1}, 1.F}, again{{Quantity::x, 3, 1, 1}, 1.F, 2};
    CHECK(contains(refusal([&] { (void)workbench::apply(full, another, library()); }), "no more are kept"));
    CHECK(workbench::apply(full, again, library()).overrides.size() == workbench::most_overrides);
    full.overrides.push_back({{Quantity::x, 0, 1, 1}, 1.F});
    session.first.document = std::make_shared<const Document>(full);
    CHECK(contains(refusal([&] { (void)workbench::session_from_json(to_json(session), "a file"); }),
                   "there are more than " + std::to_string(workbench::most_overrides)));
}
