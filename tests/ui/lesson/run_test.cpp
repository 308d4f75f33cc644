#include "ui/lesson/run.h"

#include "source_folder.h"
#include "workbench/document/library.h"

#include <doctest/doctest.h>

namespace {

std::shared_ptr<lesson::Lesson> three_steps() {
    auto lesson = std::make_shared<lesson::Lesson>();
    lesson->steps.resize(3);
    for (std::size_t i = 0; i < 3; ++i)
        lesson->steps[i].place = "a.toml, line " + std::to_string(i);
    lesson->steps[0].state.preset = "bank-river";
    lesson->steps[1].state.stage = "softmax";
    lesson->steps[1].question = lesson::Question{.ask = "?", .hint = {}, .because = "!", .formula = "1"};
    return lesson;
}

const workbench::Library& library() {
    static const auto shipped = workbench::load_library(source_folder() / "assets");
    return shipped;
}

} // namespace

TEST_CASE("a step is what all steps up to it have set") {
    ui::LessonRun run(three_steps(), {}, 1);
    const workbench::Session session = run.session(library());
    CHECK(session.first.document->preset == "bank-river");
    CHECK(session.first.selection.stage == attention::StageId::softmax);
    run.go_to(0);
    CHECK(run.session(library()).first.selection.stage == attention::StageId::input);
    run.go_to(99);
    CHECK(run.at() == 2);
    CHECK(run.is_last());
}

TEST_CASE("a step asks until it is answered rightly or the answer is shown") {
    ui::LessonRun run(three_steps(), {}, 1);
    CHECK(run.is_asking());
    CHECK_FALSE(run.judge({.right = false, .slip = "sign"}));
    CHECK(run.is_asking());
    CHECK(run.judge({.right = true}));
    CHECK_FALSE(run.is_asking());
    CHECK(run.answered() == std::set<std::size_t>{1});
    CHECK(run.right_at_once().empty()); // it took two
    run.go_to(0);
    CHECK_FALSE(run.is_asking());
    run.go_to(1);
    CHECK_FALSE(run.is_asking()); // the answer is kept
}

TEST_CASE("a newer text keeps the answers to questions that stayed the same, and a step that still exists") {
    ui::LessonRun run(three_steps(), {}, 1);
    run.judge({.right = true});
    run.replace(three_steps());
    CHECK(run.question().right);
    auto other = three_steps();
    other->steps[1].question->ask = "Something else?";
    run.replace(other);
    CHECK(run.is_asking());
    for (const auto& change : {+[](lesson::Lesson& l) { l.steps[0].state.preset = "cat-tired"; },
                               +[](lesson::Lesson& l) { l.steps[1].question->because = "Otherwise."; },
                               +[](lesson::Lesson& l) {
                                   l.steps[1].question->slips = {{"2", "Not two."}};
                               }}) {
        run.replace(three_steps());
        run.judge({.because = "of the old words"});
        auto changed = three_steps();
        change(*changed);
        run.replace(changed);
        CHECK(run.question().attempts == 0); // and what was said about the answer is gone
    }
    run.go_to(2);
    auto shorter = three_steps();
    shorter->steps.resize(1);
    run.replace(shorter);
    CHECK(run.at() == 0);
}
