#include "exercise/code.h"

#include "exercise/starting_file.h"

#include <doctest/doctest.h>

using namespace exercise;

namespace {

std::vector<std::string> stages_in(const std::vector<CodeLine>& lines) {
    std::vector<std::string> stages;
    for (const CodeLine& line : lines)
        if (stages.empty() || stages.back() != line.stage) stages.push_back(line.stage);
    return stages;
}

const Level& one_head() {
    return *level_named("one_head");
}

} // namespace

TEST_CASE("the starting file of every level and language has a line for each of its stages") {
    const std::string title = "T", task = "t";
    for (const Level& level : levels())
        for (const Language& language : languages()) {
            CAPTURE(level.id);
            CAPTURE(language.key);
            const Question question = make_question(level, 1);
            for (const StartingFile& file : starting_files({question, language, title, task}))
                if (file.name == language.file)
                    CHECK(stages_in(sections_of(file.text, level)) == level.stages);
        }
}

TEST_CASE("a line belongs to the comment above it, and keeps its own indentation alone") {
    const auto lines = sections_of("import numpy as np\n\ndef one_head(x):\n    # scores, shape (5, 5)\n"
                                   "    scores = np.zeros((5, 5))\n    for i in range(5):\n"
                                   "        scores[i] = 1  # a row\n\n    # my own remark\n"
                                   "    # weights\n    weights = scores\n    return {}\n\nprint(scores)\n",
                                   one_head());
    REQUIRE(lines.size() == 4);
    CHECK(lines[0].text == "scores = np.zeros((5, 5))");
    CHECK(lines[2].text == "    scores[i] = 1  # a row");
    CHECK(lines[2].stage == "scores");
    CHECK(lines[3].stage == "weights");
}

TEST_CASE("without the comments nobody knows which line is which") {
    CHECK(sections_of("def one_head(x):\n    scores = x\n    return scores\n", one_head()).empty());
    CHECK(sections_of("", one_head()).empty());
}
