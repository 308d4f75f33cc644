#include "app/commands.h"

#include "base/files.h"
#include "base/input_error.h"
#include "drawing/paper/figure_file.h"
#include "source_folder.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>
#include <fstream>

#include <sstream>

namespace {

namespace fs = std::filesystem;

std::string made(const app::WorksheetArguments& arguments) {
    std::ostringstream out;
    CHECK(app::run_worksheet(arguments, source_folder() / "assets", out) == 0);
    return out.str();
}

} // namespace

TEST_CASE("worksheet writes a pile, its answers and spreadsheets, and names what it leaves out") {
    if (!drawing::can_write_pages()) return;
    const TemporaryFolder folder;
    const fs::path out = folder.path / "class";
    const std::string said = made({.text = "One two three four five six seven",
                                   .out = out,
                                   .count = 2,
                                   .paper = "letter",
                                   .word = "two",
                                   .causal = true,
                                   .spreadsheet = true});
    CHECK(said.find("7 words") != std::string::npos);
    CHECK(said.find("One two three four five six”") != std::string::npos);
    CHECK(content(out / "worksheets.pdf").find("612 792") != std::string::npos);
    CHECK(fs::exists(out / "answers.pdf"));
    CHECK(fs::exists(out / "worksheet-2.xlsx"));
    CHECK(std::distance(fs::directory_iterator(out), {}) == 4);
}

TEST_CASE("worksheet says which files of a larger class are left, and whose numbers a state's sheet has") {
    if (!drawing::can_write_pages()) return;
    const TemporaryFolder folder;
    const fs::path out = folder.path / "class", state = folder.path / "state.json";
    made({.out = out, .count = 3, .spreadsheet = true});
    const std::string said = made({.out = out, .count = 2, .spreadsheet = true});
    CHECK(said.find("Left in the folder: worksheet-3.xlsx") != std::string::npos);
    CHECK(fs::exists(out / "worksheet-3.xlsx"));
    std::ofstream(state) << R"({"attention_lab_session": 3,
        "document": {"text": "The cat sat", "weights": {"hand_set": "by-hand"}}})";
    CHECK(made({.state = state, .out = out}).find("numbers that the program shows") != std::string::npos);
    CHECK(made({.state = state, .out = out, .count = 2}).find("numbers of its own") != std::string::npos);
}

TEST_CASE("worksheet hands a lesson out and makes slides of it") {
    if (!drawing::can_write_pages()) return;
    const TemporaryFolder folder;
    made({.out = folder.path, .lesson = "scale-and-softmax", .slides = "scale-and-softmax"});
    CHECK(content(folder.path / "3-scale-and-softmax-slides.pdf").find("960 540") != std::string::npos);
    CHECK(content(folder.path / "3-scale-and-softmax.pdf").starts_with("%PDF"));
}

TEST_CASE("what worksheet cannot do it refuses, and writes nothing") {
    const TemporaryFolder folder;
    const fs::path out = folder.path / "out", names = folder.path / "names.txt";
    std::ofstream(names) << "Ada\nGrace\n";
    for (const app::WorksheetArguments& wrong : {app::WorksheetArguments{.out = out, .count = 0},
                                                 {.out = out, .count = 10'000},
                                                 {.out = out, .paper = "a5"},
                                                 {.out = out, .blanks = "some"},
                                                 {.out = out, .blanks = "0"},
                                                 {.text = "Hello", .out = out},
                                                 {.text = "", .out = out},
                                                 {.out = out, .word = "giraffe"},
                                                 {.out = out, .word = "The", .causal = true},
                                                 {.out = out, .count = 3, .names = names},
                                                 {.text = "a b", .state = names, .out = out},
                                                 {.state = names, .out = out},
                                                 {.out = out, .lesson = "nothing"},
                                                 {.out = out, .count = 2, .lesson = "softmax"}}) {
        std::ostringstream said;
        CHECK_THROWS_AS(app::run_worksheet(wrong, source_folder() / "assets", said), base::InputError);
        CHECK_FALSE(fs::exists(out));
        CHECK(said.str().empty());
    }
}
