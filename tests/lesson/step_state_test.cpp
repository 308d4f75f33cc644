#include "lesson/step_state.h"

#include "base/input_error.h"
#include "lesson/lesson_scene.h"

using lesson::Step;

namespace {

workbench::Session after(const Step& step) {
    return lesson::after(lesson::opening_session(shipped_library()), step, shipped_library());
}

} // namespace

TEST_CASE("a step changes only what it names") {
    const workbench::Session before = lesson::opening_session(shipped_library());
    Step step;
    CHECK(*after(step).first.document == *before.first.document);
    CHECK(after(step).first.selection == before.first.selection);
    step.state.stage = "softmax";
    step.state.query = "cat";
    const workbench::Session next = after(step);
    CHECK(next.first.selection.stage == attention::StageId::softmax);
    CHECK(next.first.selection.query == 1);
    CHECK(next.first.selection.key == before.first.selection.key);
    CHECK(*next.first.document == *before.first.document);
}

TEST_CASE("a preset brings its sentence and its marked words") {
    Step step;
    step.state.preset = "bank-river";
    const workbench::Session next = after(step);
    CHECK(next.first.document->preset == "bank-river");
    CHECK(next.first.selection.query == 4);
}

TEST_CASE("parts of the document are replaced, a new sentence as if it were typed") {
    Step step;
    step.state.document = {{"scale", "none"}, {"mask", {{"causal", true}}}};
    CHECK(after(step).first.document->scale.kind == attention::ScaleKind::none);
    CHECK(after(step).first.document->preset == "cat-tired");
    step.state.document = {{"text", "The dog slept"}};
    step.state.query = "dog";
    const workbench::Session next = after(step);
    CHECK(next.first.document->text == "The dog slept");
    CHECK(next.first.selection.query == 1);
}

TEST_CASE("weights of one kind take the place of another, and parts of the same kind are replaced") {
    Step step;
    step.state.document = {{"weights", {{"trained", {{"id", "coreference"}}}}}};
    const workbench::Session trained = after(step);
    CHECK(std::holds_alternative<workbench::TrainedWeights>(trained.first.document->weights));
    step.state.document = {{"weights", {{"random", {{"seed", 7}}}}}};
    const workbench::Session random = lesson::after(trained, step, shipped_library());
    REQUIRE(std::holds_alternative<model::RandomSizes>(random.first.document->weights));
}

TEST_CASE("choices of views are added to those that are there") {
    Step step;
    step.state.choices = {{"labs", {{"page", "scale"}}}};
    workbench::Session before = lesson::opening_session(shipped_library());
    before.choices = R"({"race":{"plot":"memory"}})";
    const auto choices = nlohmann::json::parse(lesson::after(before, step, shipped_library()).choices);
    CHECK(choices["race"]["plot"] == "memory");
    CHECK(choices["labs"]["page"] == "scale");
}

TEST_CASE("Compare's right-hand document is another one at the same stage") {
    Step step;
    step.state.view = "compare";
    step.state.stage = "softmax";
    lesson::StepState second;
    second.preset = "cat-comfortable";
    second.query = "it";
    step.state.second = {second};
    const workbench::Session next = after(step);
    REQUIRE(next.second);
    CHECK(next.second->document->preset == "cat-comfortable");
    CHECK(next.second->selection.stage == attention::StageId::softmax);
    CHECK(next.view == "compare");
}

TEST_CASE("what does not exist is refused with the step's place") {
    Step step;
    step.place = "a.toml, line 3";
    const auto refused = [&] {
        try {
            after(step);
        } catch (const base::InputError& mistake) {
            return mistake.where.starts_with(step.place);
        }
        return false;
    };
    step.state.stage = "nosuch";
    CHECK(refused());
    step.state = {};
    step.state.preset = "nosuch";
    CHECK(refused());
    step.state = {};
    step.state.query = "nosuch";
    CHECK(refused());
}
