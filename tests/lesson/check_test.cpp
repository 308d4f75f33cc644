#include "lesson/check.h"

#include "lesson/lesson.h"
#include "lesson/lesson_scene.h"

namespace {

/// A lesson of one step that shows the weights, with these entries besides.
std::string with(const std::string& entries) {
    return "title = \"A\"\n[[step]]\ntitle = \"B\"\ntext = \"C\"\npreset = \"cat-tired\"\n" + entries + "\n";
}

std::string asking(const std::string& question) {
    return with("stage = \"softmax\"\n[step.question]\nask = \"?\"\nbecause = \"!\"\n" + question);
}

/// Of those that keep it from being read there is one.
std::vector<base::InputError> mistakes_of(const std::string& text) {
    try {
        return lesson::mistakes_in(lesson::lesson_in(text, "a.toml"), shipped_library(), some_offer());
    } catch (const base::InputError& mistake) {
        return {mistake};
    }
}

/// What is wrong with the lesson; empty: nothing.
std::string mistake_in(const std::string& text) {
    const auto mistakes = mistakes_of(text);
    if (mistakes.empty()) return "";
    CHECK(mistakes.front().where.starts_with("a.toml, line "));
    CHECK_FALSE(mistakes.front().hint.empty());
    return mistakes.front().what();
}

struct Case {
    std::string text, part; ///< the lesson, and what is said about it
};

void check(const std::vector<Case>& cases) {
    for (const auto& [text, part] : cases) {
        CAPTURE(text);
        const std::string mistake = mistake_in(text);
        CAPTURE(mistake);
        CHECK(mistake.empty() == part.empty());
        CHECK(mistake.find(part) != std::string::npos);
    }
}

} // namespace

TEST_CASE("whatever the window could not show is refused") {
    check({{with("view = \"walkthru\""), "walkthru"},
           {with("view = \"Walkthrough\""), "Walkthrough"},
           {with("sides = [\"a\", \"b\"]"), "one side"},
           {with("view = \"compare\"\nsides = [\"a\", \"b\"]"), ""},
           {with("head = 17"), "there is 1 head, and none is number 17"},
           {with("head = 1"), ""},
           {with("stage = \"project\"\nresult = 4"), "there are 3 results of this stage"},
           {with("stage = \"project\"\nresult = 3"), ""},
           {with("stage = \"scores\"\nresult = 2"), "result"},
           {with("stage = \"input\"\nfeature = 99"), "feature"},
           {with("stage = \"input\"\nfeature = 2"), ""},
           {with("stage = \"dropout\""), "this pass has no stage “dropout”"},
           {with("choices = {lasb = {page = \"scale\"}}"), "lasb"},
           {with("label = \"{\""), "brace is not closed"},
           {with("caption = \"a }\""), "brace closes nothing"},
           {with("note = \"{q:it {k:cat}\""), "brace is not closed"}});
}

TEST_CASE("a step points only at what its screen shows") {
    const std::string softmax = "stage = \"softmax\"\n";
    check(
        {{with("point = [\"nowhere\"]"), "nothing of that name"},
         {with("point = [\"token/7\"]"), "nothing of that name"},
         {with("point = [\"word it\"]"), ""},
         {with("point = [\"word dog\"]"), "no such word"},
         {with(softmax + "point = [\"weights[it]\", \"matrix/weights\", \"scaled[it, cat]\"]"), ""},
         {with(softmax + "point = [\"masked[it]\"]"), ""}, // nothing is hidden: the scaled scores
         {with(softmax + "point = [\"weights[dog]\"]"), "dog"},
         {with(softmax + "point = [\"head_output[it]\"]"), "not on screen in this step"},
         {with(softmax + "point = [\"matrix/wieghts\"]"), "no such matrix"},
         {with("stage = \"scores\"\npoint = [\"weights[it]\"]"), "not on screen in this step"},
         {with("stage = \"scores\"\npoint = [\"q[it]\", \"k[cat]\"]"), ""},
         {with(softmax + "view = \"compare\"\npoint = [\"left/card\", \"compare/table\"]"), ""},
         {with(softmax + "view = \"compare\"\npoint = [\"weights[it]\"]"), ""},
         {with(softmax + "view = \"compare\"\npoint = [\"scaled[it]\"]"), "not on screen"}, // without factors
         {with(softmax + "view = \"compare\"\npoint = [\"word it\"]"), "not on screen"},
         {with(softmax + "point = [\"compare/table\"]"), "write view = \"compare\""},
         {with(softmax + "point = [\"mask_lab/leak\"]"), "choices = {labs = {page = \"mask\"}}"}});
}

TEST_CASE("the right-hand document is there in Compare alone") {
    const std::string second = "second = {preset = \"cat-comfortable\"}\nstage = \"softmax\"\n";
    check({{with(second + "view = \"compare\"\ncaption = \"{right.weights[it, cat]}\""), ""},
           {with(second + "caption = \"{right.weights[it, cat]}\""), "no right-hand document"}});
}

TEST_CASE("a question asks for finite numbers, bars that have a height, and words that can be clicked") {
    // Its second word may not look at the first: the weight is 0 and the score −∞.
    const auto masked = [](const std::string& question) {
        return with("document = {mask = {causal = true}}\nstage = \"softmax\"\n[step.question]\nask = "
                    "\"?\"\nbecause = \"!\"\n" +
                    question);
    };
    check(
        {{masked("bar = \"weights[it, cat]\"\nbeside = \"weights[it, cat] / weights[it, tired]\""),
          "divides by 0"},
         {masked("bar = \"weights[it, cat]\"\nbeside = \"exp(1000)\""), "it is ∞"},
         {masked("bar = \"weights[it, cat]\"\nbeside = \"0 - 1\""), "negative"},
         {masked("bar = \"weights[it, cat]\"\nslips = [{value = \"ln(0)\", because = \"!\"}]"), "it is −∞"},
         {masked("bar = \"masked[it, tired]\""), "it is −∞"},
         {masked("number = \"masked[it, tired]\""), "it is −∞"},
         {masked("number = \"masked[it, tired] - masked[it, tired]\""), "no value"},
         {masked("choose = [{text = \"a\", if = \"masked[it, tired] < 0\"}, {text = \"b\", if = "
                 "\"masked[it, tired] - masked[it, tired] < 0\"}]"),
          "not a number"},
         {masked("choose = [{text = \"a\", if = \"masked[it, tired] < 0\"}, {text = \"b\", if = \"1 = 2\"}]"),
          ""},
         {masked("bar = \"weights[it, cat]\"\nbeside = \"weights[it, it]\""), ""},
         {asking("click = \"largest(weights[it])\""), ""},
         {asking("click = \"largest([1, 2])\""), "are nowhere on screen"},
         {with("stage = \"scores\"\n[step.question]\nask = \"?\"\nbecause = \"!\"\nclick = "
               "\"largest(head_output[it])\""),
          "can be clicked"}});
}

TEST_CASE("what shows the answer is on screen once the question is answered") {
    const auto revealing = [](const std::string& name) {
        return with("stage = \"scores\"\n[step.question]\nask = \"?\"\nbecause = \"!\"\nreveal = [\"" + name +
                    "\"]\nnumber = \"n\"");
    };
    check({{revealing("weights[it]"), ""}, // its stage is opened
           {revealing("word it"), ""},
           {revealing("weights[dog]"), "dog"},
           {revealing("nowhere"), "nothing of that name"},
           {revealing("race/plots"), "not on screen in this step"}});
}

TEST_CASE("a mistake names the entry that makes it, once") {
    const auto where = [](const std::string& entry) {
        const auto mistakes = mistakes_of(with(entry));
        return mistakes.empty() ? "" : mistakes[0].where;
    };
    CHECK(where("point = [\"nowhere\"]") == "a.toml, line 6: point: nowhere");
    CHECK(where("[step.question]\nask = \"?\"\nbecause = \"!\"\nnumber = \"n\"\nreveal = [\"race/lanes\"]") ==
          "a.toml, line 10: reveal: race/lanes");
    CHECK(where("choices = {lasb = {}}") == "a.toml, line 6, lasb");
}

TEST_CASE("each mistake is told once, in the step that makes it") {
    const auto mistakes = mistakes_of(with("view = \"kitchen\"") + "[[step]]\ntitle = \"D\"\ntext = \"E\"\n" +
                                      "[[step]]\ntitle = \"F\"\ntext = \"{\"\n");
    REQUIRE(mistakes.size() == 2);
    CHECK(mistakes[0].where == "a.toml, line 6: view");
    CHECK(mistakes[1].where == "a.toml, line 12: text: {");
}

TEST_CASE("a goal must be false at first, and have a solution that reaches it") {
    const std::string plane = "plane = {query = \"it\", at = [-1, 1], words = [\"cat\", \"mat\"], keys = "
                              "[[2, 1], [-1, 2]]}\nview = \"stage\"\n[step.question]\nask = \"?\"\nbecause = "
                              "\"{scores[it, cat]}\"\n";
    const std::string comfortable =
        "\nsolution = {document = {text = \"The cat sat on the mat because it was comfortable\", weights = "
        "{trained = {id = \"coreference\", layer = 1}}}}";
    check({{asking("goal = \"largest(weights[it]) = mat\""), "nothing shows that the goal can be reached"},
           {asking("goal = \"largest(weights[it]) = mat\"" + comfortable), ""},
           {asking("goal = \"largest(weights[it]) = cat\"" + comfortable), "true at once"},
           {asking("goal = \"largest(weights[it]) = mat\"\nslips = [{value = \"n > 9\", because = \"!\"}]" +
                   comfortable),
            "before anything was done"},
           {asking("goal = \"largest(weights[it]) = on\"" + comfortable), "is not true with it"},
           {asking("goal = \"weights[it, cat]\"" + comfortable), "neither true nor false"},
           {asking("goal = \"weights[it, comfortable] > 0.5\"" + comfortable), "is not true with it"},
           {asking("goal = \"weights[it, uncomfortable] > 0.5\"" + comfortable), "no column"},
           {asking("drag = \"largest(scores[it]) = mat\"\nsolution = [1, 1]"), "no arrow"},
           {asking("drag = \"largest(scores[it]) = mat\""), "not an arrow"},
           {with(plane + "drag = \"largest(scores[it]) = cat\"\nsolution = [1, 0]"), ""},
           {with(plane + "drag = \"largest(scores[it]) = mat\"\nsolution = [1, 0]"), "true at once"},
           {with(plane + "drag = \"largest(scores[it]) = cat\"\nsolution = [-1, 0]"), "is not true there"},
           {with("plane = {query = \"it\", at = [1, 1], words = [\"cat\"], keys = []}"), "needs a key"},
           {with(plane + "drag = \"largest(scores[it]) = cat\"\nsolution = [40, 0]"), "out of the plane"},
           {with("plane = {query = \"it\", at = [1], words = [\"cat\"], keys = [[1, 1]]}"), "not an arrow"}});
}

TEST_CASE("abilities and the picture to keep name steps that there are") {
    const std::string can = "[[can]]\nwhat = \"read\"\nsteps = [1]\n";
    const auto lesson = lesson::lesson_in("keep = 1\n" + with(can), "a.toml");
    REQUIRE(lesson.can.size() == 1);
    CHECK(lesson.can.front().steps == std::vector<std::size_t>{0});
    CHECK(lesson.keep == std::size_t{0});
    CHECK_THROWS_AS(lesson::lesson_in("keep = 2\n" + with(""), "a.toml"), base::InputError);
    CHECK_THROWS_AS(lesson::lesson_in(with("[[can]]\nwhat = \"read\"\nsteps = [2]"), "a.toml"),
                    base::InputError);
}
