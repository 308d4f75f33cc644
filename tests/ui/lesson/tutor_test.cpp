// A learner and a lecturer go through a lesson, without a window.

#include "ui/lesson/tutor.h"

#include "base/files.h"
#include "lesson/progress.h"
#include "source_folder.h"
#include "temporary_folder.h"
#include "ui/views.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

std::shared_ptr<const workbench::Library> library() {
    static const auto shipped =
        std::make_shared<const workbench::Library>(workbench::load_library(source_folder() / "assets"));
    return shipped;
}

const narration::Texts& texts() {
    static const auto shipped = narration::Texts::load(source_folder() / "assets" / "texts");
    return shipped;
}

constexpr const char* of_five_steps = R"(title = "Mine"

[[step]]
title = "Scores"
text = "Words."
preset = "cat-sat"
view = "walkthrough"
stage = "scores"

[[step]]
title = "Softmax"
text = "Words."
stage = "softmax"
[step.question]
number = "weights[sat, cat]"
ask = "How large?"
because = "So."

[[step]]
title = "Race"
text = "Words."
view = "race"

[[step]]
title = "Arrows"
text = "{scores[it, cat]}"
view = "stage"
plane = {query = "it", at = [-1, 1], words = ["cat", "mat"], keys = [[2, 1], [-1, 2]]}
[step.question]
drag = "largest(scores[it]) = cat"
solution = [1, 0]
ask = "Drag."
because = "So."

[[step]]
title = "Dog"
text = "“{largest(weights[sat])}” is read."
[step.question]
goal = "weights[dog, dog] > 0"
solution = {document = {text = "a dog sat"}}
ask = "Let there be a dog."
because = "So."
)";

std::filesystem::path with_lesson(const TemporaryFolder& folder) {
    base::write_whole_file(folder.path / "mine.toml", of_five_steps);
    return folder.path;
}

struct School {
    /// A frame passes.
    void go(const ui::LessonWish& wish) {
        tutor.ask(wish);
        tutor.carry_out();
        tutor.follow(std::nullopt);
    }
    void open(const std::string& id) {
        tutor.open(id);
        tutor.follow(std::nullopt);
    }
    void type(const std::string& words) {
        desk.first().perform({workbench::SetText{words, ""}, ui::typing_gesture}, stats);
        desk.first().follow(stats);
    }
    std::size_t recorded() const {
        const auto learners = lesson::read_progress(folder.path / "progress.json");
        const auto found = learners.all.find("");
        return found == learners.all.end() ? 0 : found->second.lessons.at("mine").step;
    }

    TemporaryFolder folder = {};
    workbench::Workbench bench{library()};
    ui::Desk desk{bench, ui::running(ui::view_kinds()), {}};
    workbench::SessionFiles files{folder.path / "settings.json", folder.path / "state"};
    ui::MessageState message = {};
    ui::Motion motion = {};
    ui::FrameStats stats = {};
    ui::Tutor tutor{{desk, files, message, motion, texts()},
                    {folder.path / "shipped", with_lesson(folder)},
                    folder.path / "progress.json",
                    ui::lesson_offer()};
};

} // namespace

TEST_CASE("a lesson's steps are put on screen, one after the other") {
    School school;
    school.open("mine");
    CHECK(school.desk.kind().key == "walkthrough");
    CHECK(school.desk.first().selection.stage == attention::StageId::scores);
    CHECK(school.bench.document().preset == "cat-sat");
    CHECK(school.tutor.can_be_told());
    CHECK_FALSE(school.tutor.left_path());
    school.go({.go_to = 1});
    CHECK(school.desk.first().selection.stage == attention::StageId::softmax);
    school.go({.go_to = 2});
    CHECK(school.desk.kind().key == "race");
    CHECK(school.recorded() == 2);
}

TEST_CASE("an answer is recorded at once: the window may be closed on any step") {
    School school;
    school.open("mine");
    school.go({.go_to = 1});
    const auto answered = [&] {
        const auto learners = lesson::read_progress(school.folder.path / "progress.json");
        return learners.all.at("").lessons.at("mine").answered;
    };
    school.tutor.running()->judge({.right = false});
    school.tutor.follow(std::nullopt);
    CHECK(answered().empty());
    school.tutor.running()->judge({.right = true});
    school.tutor.follow(std::nullopt);
    CHECK(answered() == std::set<std::size_t>{1});
    school.go({.close = true});
    school.open("mine"); // the step asks again, and counts as answered
    CHECK(school.tutor.running()->is_asking());
    CHECK(school.tutor.running()->answered() == std::set<std::size_t>{1});
}

TEST_CASE(
    "who leaves the path is told nothing of words that are gone, and comes back to the step as it was") {
    School school;
    school.open("mine");
    school.go({.go_to = 1});
    school.type("dogs bark");
    CHECK(school.tutor.left_path());
    CHECK_FALSE(school.tutor.can_be_told());
    CHECK_FALSE(school.message.open()); // it is no mistake of the lesson
    school.go({.come_back = true});
    CHECK_FALSE(school.tutor.left_path());
    CHECK(school.tutor.can_be_told());
    CHECK(school.bench.document().preset == "cat-sat");
}

TEST_CASE("a lesson gives the desk back as it was, and what could be undone there") {
    School school;
    school.type("the dog sat");
    school.desk.open("heads");
    school.open("mine");
    school.go({.go_to = 2});
    school.go({.close = true});
    CHECK(school.tutor.running() == nullptr);
    CHECK(school.desk.kind().key == "heads");
    CHECK(school.bench.document().text == "the dog sat");
    school.bench.undo();
    CHECK(school.bench.document().text != "the dog sat");
    CHECK_FALSE(school.message.open()); // nothing was tried that would have to be kept
}

TEST_CASE("what was tried in a lesson is kept, and who leaves is told where") {
    School school;
    school.open("mine");
    school.type("dogs bark");
    school.go({.close = true});
    CHECK(school.message.problem == texts().text("lesson.left"));
}

TEST_CASE("another session ends the lesson and stays on the desk") {
    School school;
    school.open("mine");
    school.tutor.drop();
    CHECK(school.tutor.running() == nullptr);
    CHECK(school.bench.document().preset == "cat-sat");
}

TEST_CASE("a lesson's end stays, and the lesson is done once its questions are answered or done without") {
    School school;
    const auto finished = [&] { return school.tutor.course().lessons.front().finished; };
    school.open("mine");
    school.go({.go_to = 2});
    school.go({.finish = true});
    CHECK(school.tutor.at_end());
    CHECK_FALSE(finished());
    school.go({.go_to = 1}); // to the open question
    CHECK_FALSE(school.tutor.at_end());
    school.go({.go_to = 2});
    school.go({.finish = true});
    school.go({.without = true});
    CHECK(finished());
    school.go({.start_page = true});
    CHECK(school.desk.kind().entrance);
    CHECK(school.tutor.running() == nullptr);
}

TEST_CASE("an arrow that is moved answers, and what the step says follows it") {
    School school;
    school.open("mine");
    school.go({.go_to = 3});
    CHECK(school.tutor.telling().scope().pass.trace.heads.front().q(0, 0) == -1);
    CHECK(school.tutor.staged()->asks);
    CHECK(school.tutor.staged()->moves);
    school.tutor.move_arrow({1, 0});
    school.tutor.follow(std::nullopt);
    CHECK(school.tutor.running()->question().right);
    CHECK(school.tutor.telling().scope().pass.trace.heads.front().q(0, 0) == 1);
    school.tutor.move_arrow({-1, 0});
    school.tutor.follow(std::nullopt);
    CHECK(school.tutor.telling().scope().pass.trace.heads.front().q(0, 0) == 1); // the answer stays true
}

TEST_CASE("a question about an arrow's numbers stays about them: the arrow moves only once it is answered") {
    School school;
    base::write_whole_file(school.folder.path / "asked.toml", R"(title = "Asked"
[[step]]
title = "Scores"
text = "Words."
view = "stage"
plane = {query = "it", at = [-1, 1], words = ["cat", "mat"], keys = [[2, 1], [-1, 2]]}
[step.question]
choose = [{text = "cat", if = "largest(scores[it]) = cat"}, {text = "mat", if = "largest(scores[it]) = mat"}]
ask = "Which?"
because = "So."
)");
    ui::Tutor tutor{{school.desk, school.files, school.message, school.motion, texts()},
                    {school.folder.path},
                    {},
                    ui::lesson_offer()};
    tutor.open("asked");
    tutor.follow(std::nullopt);
    CHECK_FALSE(tutor.staged()->moves);
    tutor.running()->judge({.right = true});
    tutor.follow(std::nullopt);
    CHECK(tutor.staged()->moves);
    tutor.move_arrow({1, 0});
    CHECK(tutor.staged()->arrows->trace.heads.front().q(0, 0) == 1);
    CHECK(tutor.telling().scope().pass.trace.heads.front().q(0, 0) == -1);
}

TEST_CASE(
    "a goal is reached by changing the words, which does not leave the path; or its solution is shown") {
    School school;
    school.open("mine");
    school.go({.go_to = 4});
    CHECK(school.tutor.running()->is_asking());
    school.type("the zebra ran");
    school.tutor.follow(std::nullopt);
    CHECK_FALSE(school.tutor.left_path());
    CHECK(school.tutor.can_be_told());
    CHECK(school.tutor.running()->is_asking());
    CHECK(school.tutor.tried()); // which is said not to do it yet
    school.type("the dog sat");
    school.tutor.follow(std::nullopt);
    CHECK(school.tutor.running()->question().right);
    school.type("the cat sat");
    school.tutor.follow(std::nullopt);
    const auto& words = school.tutor.telling().scope().pass.names.queries;
    CHECK(std::ranges::find(words, "dog") != words.end()); // the answer speaks of what made it true

    school.go({.close = true});
    school.open("mine");
    school.go({.go_to = 4});
    school.tutor.running()->question().revealed = true;
    school.tutor.follow(std::nullopt);
    CHECK(school.bench.document().text == "a dog sat");
    school.go({.go_to = 3});
    school.go({.go_to = 4}); // it begins as it did, and shows its answer again
    school.tutor.follow(std::nullopt);
    CHECK(school.bench.document().text == "a dog sat");
}

TEST_CASE("a step with a goal speaks of how it began, also for those who come back to it answered") {
    School school;
    school.open("mine");
    school.go({.go_to = 4});
    const std::string begun = school.tutor.spoken().at(1);
    CHECK(begun == "“cat” is read.");
    school.type("the dog sat");
    school.tutor.follow(std::nullopt);
    CHECK(school.tutor.running()->question().right);
    CHECK(school.tutor.spoken().at(1) == begun);
    school.go({.go_to = 3});
    school.go({.go_to = 4});
    school.tutor.follow(std::nullopt); // the solution is on screen
    CHECK(school.bench.document().text == "a dog sat");
    CHECK(school.tutor.spoken().at(1) == begun);
}

TEST_CASE(
    "the answer's picture is looked at once the learner has given the answer, or the lecturer shows it") {
    School school;
    school.open("mine");
    school.go({.go_to = 1});
    school.tutor.follow(std::nullopt);
    CHECK_FALSE(school.tutor.answer_is_shown());
    school.tutor.running()->judge({.right = true});
    school.tutor.follow(std::nullopt);
    CHECK(school.tutor.answer_is_shown());
    REQUIRE(school.tutor.answer().size() == 1);
    CHECK(school.tutor.answer().front().place->quantity == attention::Quantity::weights);
    school.tutor.follow(false); // in a lecture it is hidden until it is asked for
    CHECK_FALSE(school.tutor.answer_is_shown());
    school.tutor.follow(false); // the step arrives again
    school.tutor.follow(true);
    CHECK(school.tutor.answer_is_shown());
}

TEST_CASE("what an answer has changed is known, and nothing else is") {
    School school;
    school.open("mine");
    school.go({.go_to = 4});
    CHECK(school.tutor.changed().empty());
    school.tutor.follow(true); // the lecturer shows the answer
    school.tutor.follow(true);
    const std::vector<lesson::Tie> changed = school.tutor.changed();
    REQUIRE(changed.size() == 2); // "The cat sat" → "a dog sat"
    CHECK(changed.front().anchor == "token/0");
    CHECK(changed.back().anchor == "token/1");
    school.tutor.follow(false);
    CHECK(school.tutor.changed().empty());
}

TEST_CASE("what a lecturer shows is nobody's progress") {
    School school;
    school.tutor.records = false;
    school.open("mine");
    school.go({.go_to = 2});
    school.go({.close = true});
    CHECK(school.recorded() == 0);
}

TEST_CASE("a goal that the hall reaches is answered by what it did, and asked again at the next visit") {
    School school;
    school.tutor.records = false;
    school.open("mine");
    const auto visit = [&] {
        school.tutor.ask({.go_to = 4});
        school.tutor.carry_out();
        school.desk.first().follow(school.stats);
        school.tutor.follow(false);
    };
    visit();
    CHECK_FALSE(school.tutor.reached());
    school.type("the dog ran");
    school.tutor.follow(false);
    CHECK(school.tutor.reached());
    CHECK(school.tutor.running()->question().open()); // nobody's progress
    school.tutor.follow(true);
    CHECK(school.tutor.answer_is_shown());
    CHECK(school.bench.document().text == "the dog ran"); // and no solution in its place

    school.go({.go_to = 3});
    visit();
    CHECK_FALSE(school.tutor.reached());
    CHECK(school.bench.document().text != "the dog ran");
    school.tutor.follow(true); // the lecturer shows the answer: over what solves it
    CHECK(school.bench.document().text == "a dog sat");
    CHECK_FALSE(school.tutor.reached());
}

TEST_CASE("in a lecture an answer counts for the visit: an arrow that was dragged starts where it did") {
    School school;
    school.tutor.records = false;
    school.open("mine");
    school.go({.go_to = 3});
    school.tutor.follow(false);
    school.tutor.move_arrow({1, 0});
    school.tutor.follow(false);
    CHECK(school.tutor.reached());
    school.tutor.ask({.come_back = true});
    school.tutor.carry_out();
    school.tutor.follow(false);
    CHECK_FALSE(school.tutor.reached());
    CHECK(school.tutor.telling().scope().pass.trace.heads.front().q(0, 0) == -1);
}

TEST_CASE("a lesson that does not exist changes nothing") {
    School school;
    const std::string before = workbench::to_code(school.desk.session());
    CHECK_THROWS_AS(school.tutor.open("nothing"), base::InputError);
    CHECK_THROWS_AS(school.tutor.open_at("mine:x", "--lesson"), base::InputError);
    CHECK(workbench::to_code(school.desk.session()) == before);
    school.tutor.open_at("mine:2", "--lesson");
    CHECK(school.tutor.running()->at() == 1);
    CHECK(school.tutor.next() == nullptr);
}
