#include "workbench/history.h"

#include <doctest/doctest.h>

using workbench::Document;
using workbench::History;

namespace {

History::Step step(const std::string& text) {
    Document d;
    d.text = text;
    return std::make_shared<const Document>(d);
}

} // namespace

TEST_CASE("a new history can neither undo nor redo") {
    const History history(*step("a"));
    CHECK_FALSE(history.can_undo());
    CHECK_FALSE(history.can_redo());
    CHECK(history.current()->text == "a");
}

TEST_CASE("undo goes back and redo goes forward, step by step") {
    History history(*step("a"));
    history.push(step("b"));
    history.push(step("c"));
    history.undo();
    CHECK(history.current()->text == "b");
    history.undo();
    CHECK(history.current()->text == "a");
    CHECK_FALSE(history.can_undo());
    history.redo();
    history.redo();
    CHECK(history.current()->text == "c");
    CHECK_FALSE(history.can_redo());
}

TEST_CASE("a new step after undo forgets what had been undone") {
    History history(*step("a"));
    history.push(step("b"));
    history.undo();
    history.push(step("c"));
    CHECK_FALSE(history.can_redo());
    history.undo();
    CHECK(history.current()->text == "a");
}

TEST_CASE("steps of one gesture become one step") {
    History history(*step("a"));
    history.push(step("b"), "drag");
    history.push(step("c"), "drag");
    CHECK(history.before("drag")->text == "a");
    history.push(step("d"), "another drag");
    history.undo();
    CHECK(history.current()->text == "c");
    history.undo();
    CHECK(history.current()->text == "a");
}

TEST_CASE("a gesture that has ended is not continued by another of its name") {
    History history(*step("a"));
    history.push(step("b"), "drag");
    history.end_gesture();
    history.push(step("c"), "drag");
    history.undo();
    CHECK(history.current()->text == "b");
}

TEST_CASE("a dropped step is forgotten: it can neither be undone nor redone") {
    History history(*step("a"));
    history.push(step("b"));
    history.push(step("c"), "typing");
    history.drop("typing");
    CHECK(history.current()->text == "b");
    CHECK_FALSE(history.can_redo());
    history.undo();
    CHECK(history.current()->text == "a");
}

TEST_CASE("steps without a gesture stay apart") {
    History history(*step("a"));
    history.push(step("b"));
    history.push(step("c"));
    history.undo();
    CHECK(history.current()->text == "b");
}

TEST_CASE("undo ends a gesture") {
    History history(*step("a"));
    history.push(step("b"), "drag");
    history.push(step("c"), "other");
    history.undo();
    CHECK_FALSE(history.continues("drag"));
    history.push(step("d"), "drag");
    history.undo();
    CHECK(history.current()->text == "b");
}

TEST_CASE("returning to a step that is there keeps the later ones for redo") {
    History history(*step("a"));
    const auto shown = history.current();
    history.push(step("b"));
    history.return_to(shown);
    CHECK(history.current() == shown);
    CHECK(history.can_redo());
}

TEST_CASE("returning to a step that is gone puts it in place of the current one") {
    History history(*step("a"));
    history.push(step("b"), "drag");
    const auto shown = history.current();
    history.push(step("c"), "drag");
    history.return_to(shown);
    CHECK(history.current() == shown);
    CHECK_FALSE(history.can_redo());
    history.undo();
    CHECK(history.current()->text == "a");
}

TEST_CASE("the oldest steps go when the documents grow large, the last step never") {
    Document large;
    large.mask.drawn = base::BoolMatrix::Constant(4096, 4096, true);
    History history(*step("first"));
    for (int i = 0; i < 30; ++i)
        history.push(std::make_shared<const Document>(large));
    int undone = 0;
    for (; history.can_undo(); history.undo())
        ++undone;
    CHECK(undone >= 1);
    CHECK(undone <= 16); // 256 MB at 16 MB a document
    CHECK(history.current()->text != "first");
}
