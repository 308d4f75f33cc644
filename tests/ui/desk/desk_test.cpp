#include "ui/desk/desk.h"

#include "source_folder.h"
#include "ui/views.h"
#include "workbench/session/all_choices.h"

#include <doctest/doctest.h>

namespace {

using base::InputError;
using ui::Desk;

std::shared_ptr<const workbench::Library> library() {
    static const auto shipped =
        std::make_shared<const workbench::Library>(workbench::load_library(source_folder() / "assets"));
    return shipped;
}

workbench::Choices choices(const std::string& text) {
    return workbench::Choices::read(text, "test");
}

struct OnDesk {
    workbench::Workbench bench{library()};
    Desk desk{bench, ui::running(ui::view_kinds()), {}};
    ui::FrameStats stats = {};

    ui::Side::Outcome type(const std::string& words) {
        const auto outcome = desk.first().perform({workbench::SetText{words, ""}, ui::typing_gesture}, stats);
        desk.first().follow(stats);
        return outcome;
    }
};

} // namespace

TEST_CASE("work is never left off on the Start page") {
    OnDesk on;
    CHECK(on.desk.kind().entrance);
    CHECK(on.desk.session().view == "walkthrough");
    on.desk.open("labs");
    on.desk.open("start");
    CHECK(on.desk.session().view == "labs");
    on.desk.open_work();
    CHECK(on.desk.kind().key == "labs");
}

TEST_CASE("a view opens at a stage, and both documents of Compare show it") {
    OnDesk on;
    CHECK(on.desk.second() == nullptr);
    on.desk.open("walkthrough", "softmax");
    on.desk.open("compare");
    REQUIRE(on.desk.second() != nullptr);
    CHECK(on.desk.first().selection.stage == attention::StageId::softmax);
    CHECK(on.desk.second()->selection.stage == attention::StageId::softmax);
    const bool crosses = on.desk.first().bench().document().is_cross();
    CHECK(on.desk.second()->bench().document().is_cross() != crosses); // the other kind of attention
    on.desk.open("heads");
    CHECK(on.desk.second() == nullptr);
    CHECK(on.desk.kept_second() != nullptr);
    CHECK_THROWS_AS(on.desk.open("nowhere"), InputError);
}

TEST_CASE("a session that cannot be shown changes nothing") {
    OnDesk on;
    on.desk.open("race");
    const std::string before = workbench::to_code(on.desk.session());
    workbench::Session wrong = on.desk.session();
    wrong.view = "labs";
    wrong.choices = choices(R"({"race": {"plot": "colour"}})");
    CHECK_THROWS_AS(on.desk.show(wrong, "wrong.json"), InputError);
    CHECK(workbench::to_code(on.desk.session()) == before);
    workbench::Document unknown = on.bench.document();
    unknown.weights = workbench::TrainedWeights{"of nobody", 0};
    wrong.choices = choices(R"({"race": {"plot": "memory"}})");
    wrong.first.document = std::make_shared<const workbench::Document>(unknown);
    CHECK_THROWS_AS(on.desk.show(wrong, "wrong.json"), InputError);
    CHECK(workbench::to_code(on.desk.session()) == before);
}

TEST_CASE("what is shown again looks like what was kept") {
    OnDesk on;
    on.type("the dog sat");
    on.desk.open("compare", "scores");
    on.desk.choose(choices(R"({"compare": {"more": true}})"), "test");
    const workbench::Session kept = on.desk.session();
    on.type("another sentence of six words");
    on.desk.open("heads");
    on.desk.choose(choices(R"({"compare": {"more": false}})"), "test");
    on.desk.show(kept, "test");
    const workbench::Session shown = on.desk.session();
    CHECK(on.desk.kind().key == "compare");
    CHECK(shown.choices == kept.choices);
    CHECK(*shown.first.document == *kept.first.document);
    CHECK(shown.first.selection == kept.first.selection);
    REQUIRE(shown.second.has_value());
    CHECK(*shown.second->document == *kept.second->document);
    CHECK(shown.second->selection == kept.second->selection);
}

TEST_CASE("choices are refused for a view that does not exist, and for what nobody could choose") {
    OnDesk on;
    CHECK_THROWS_AS(on.desk.choose(choices(R"({"garden": {}})"), "test"), InputError);
    CHECK_THROWS_AS(on.desk.choose(choices(R"({"race": {"tempo": 3}})"), "test"), InputError);
    on.desk.choose(choices(R"({"race": {"plot": "memory"}})"), "test");
    CHECK(on.desk.choices().text().find(R"("plot":"memory")") != std::string::npos);
}

TEST_CASE("the views can still read what their sessions are tested with") {
    OnDesk on;
    CHECK_NOTHROW(on.desk.choose(choices(lab::all_choices), "test"));
    CHECK(on.desk.choices().text().find(R"("open":"predict")") != std::string::npos);
}

TEST_CASE("a stage that was not gone to by a click shows a number, too, not a feature that the word lacks") {
    OnDesk on;
    const auto marks_the_largest = [&] {
        const workbench::Selection& selection = on.desk.first().selection;
        const auto& t = on.desk.first().pass().trace;
        const base::RowVector row = t.matrix(attention::Quantity::x, 0).row(selection.query);
        const float marked = row[workbench::marked_cell(selection, t).column];
        return marked > 0 && marked == row.cwiseAbs().maxCoeff();
    };
    CHECK(on.desk.first().selection.stage == attention::StageId::input);
    CHECK(marks_the_largest()); // from the first moment: "it" is a pronoun
    on.desk.open("walkthrough", "scores");
    on.desk.first().selection.feature = 0;
    on.desk.open("walkthrough", "input");
    CHECK(marks_the_largest());
    on.desk.first().perform({workbench::ChoosePreset{"cat-comfortable"}, ""}, on.stats);
    on.desk.first().follow(on.stats);
    CHECK(marks_the_largest());
}

TEST_CASE("undo applies to the document that was edited last") {
    OnDesk on;
    on.desk.open("compare");
    on.desk.edited_last(*on.desk.second());
    CHECK(&on.desk.edited() == on.desk.second());
    on.desk.edited_last(on.desk.first());
    CHECK(&on.desk.edited() == &on.desk.first());
    on.desk.edited_last(*on.desk.kept_second());
    on.desk.open("walkthrough"); // where the second is out of sight
    CHECK(&on.desk.edited() == &on.desk.first());
}

TEST_CASE("an edit may say what is marked in the edited document, whose words have moved") {
    OnDesk on;
    workbench::Selection marked = on.desk.first().selection;
    marked.query = 0;
    const auto outcome =
        on.desk.first().perform({.edit = workbench::SwapWords{0, 7, false}, .then = marked}, on.stats);
    CHECK(outcome.edited);
    CHECK(on.desk.first().bench().pass()->names.queries[0] == "it");
    CHECK(on.desk.first().selection.query == 0);
}

TEST_CASE("in a text that a model goes on with, a mark at its end stays there while it is typed") {
    OnDesk on;
    ui::Side& side = on.desk.first();
    const auto marks_end = [&] { return side.selection.query == std::ssize(side.pass().names.queries) - 1; };
    const auto perform = [&](const workbench::Edit& edit) {
        CHECK(side.perform({.edit = edit}, on.stats).edited);
        side.follow(on.stats);
    };
    perform(workbench::ChoosePreset{"trained-story"});
    REQUIRE(marks_end());
    const std::string text = side.bench().document().text;
    on.type("once there");
    CHECK(marks_end());
    on.type(text);
    CHECK(marks_end());

    // What was written goes, and comes back.
    perform(workbench::WriteWord{" Tom"});
    perform(workbench::WriteWord{" had"});
    perform(workbench::TakeBack{2});
    CHECK(marks_end());
    side.bench().undo();
    side.follow(on.stats);
    CHECK(marks_end());

    // A word before it is another question, and stays marked.
    workbench::Selection earlier = side.selection;
    earlier.query = 3;
    side.select(earlier);
    on.type(text);
    CHECK(side.selection.query == 3);
}

TEST_CASE("while a sentence is typed, having no word yet is no mistake; afterwards it is") {
    OnDesk on;
    const auto typing = on.type("");
    CHECK_FALSE(typing.edited);
    CHECK_FALSE(typing.mistake.has_value());
    const auto entered = on.desk.first().perform({workbench::SetText{"", ""}, ""}, on.stats);
    CHECK_FALSE(entered.edited);
    CHECK(entered.mistake.has_value());
}

TEST_CASE("a clicked operand belongs to its stage: with another stage it is marked no longer") {
    OnDesk on;
    ui::Side& side = on.desk.first();
    workbench::Selection selection = side.selection;
    selection.pinned = attention::Cell{attention::Quantity::k, 0, 1, 0};
    side.select(selection);
    CHECK(side.selection.pinned.has_value());
    selection = side.selection;
    selection.stage = attention::StageId::softmax;
    side.select(selection);
    CHECK_FALSE(side.selection.pinned.has_value());
}
