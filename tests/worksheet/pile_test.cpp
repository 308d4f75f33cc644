#include "worksheet/pile.h"

#include "base/archive.h"
#include "base/input_error.h"
#include "drawing/paper/figure_file.h"
#include "temporary_folder.h"
#include "worksheet/make.h"
#include "worksheet/spreadsheet.h"

#include <doctest/doctest.h>
#include <fstream>

using namespace worksheet;

TEST_CASE("a pile is one PDF for the copier and one with the answers, and a spreadsheet each") {
    if (!drawing::can_write_pages()) return;
    const auto files = pile_of({.sentence = make::sentence("The dog wants its ball"), .count = 2},
                               papers().front(), true, make::texts());
    REQUIRE(files.size() == 4);
    CHECK(files[0].name == "worksheets.pdf");
    CHECK(files[0].bytes.starts_with("%PDF-1.4"));
    CHECK(files[0].bytes.find("/Count 4") != std::string::npos);
    CHECK(files[1].name == "answers.pdf");
    CHECK(files[2].name == "worksheet-1.xlsx");
}

TEST_CASE("names come one a line, from any editor") {
    CHECK(names_in("\xEF\xBB\xBF"
                   "Ada\r\n\n  Grace \nŁukasz",
                   "names") == std::vector<std::string>{"Ada", "Grace", "Łukasz"});
    CHECK_THROWS_AS(names_in("\n \n", "names"), base::InputError);
    CHECK_THROWS_AS(names_in("Am\xE9lie", "names"), base::InputError);
}

TEST_CASE("neither no sheet nor ten thousand are made, nor any on paper that does not exist") {
    CHECK_THROWS_AS(expect_count(0), base::InputError);
    CHECK_THROWS_AS(expect_count(10'000), base::InputError);
    CHECK_NOTHROW(expect_count(30));
    CHECK_THROWS_AS(expect_paper("a5"), base::InputError);
}

TEST_CASE("spreadsheets of a larger class that stand in the folder are named, and stay") {
    const TemporaryFolder folder;
    for (const char* name : {"worksheet-1.xlsx", "worksheet-2.xlsx", "worksheet-03.xlsx", "worksheet.xlsx",
                             "worksheets.pdf", "worksheet-old.xlsx", "marks.xlsx"})
        std::ofstream(folder.path / name) << "old";
    const std::vector<NewFile> files{{"worksheets.pdf", "new"}, {"worksheet-1.xlsx", "new"}};
    const std::vector<std::string> earlier = earlier_files(folder.path, files);
    CHECK(earlier == std::vector<std::string>{"worksheet-03.xlsx", "worksheet-2.xlsx", "worksheet.xlsx"});
    CHECK(note_on_earlier(earlier, make::texts()).find("worksheet-2.xlsx") != std::string::npos);
    CHECK(note_on_earlier({}, make::texts()).empty());
    CHECK(content(folder.path / "worksheet-2.xlsx") == "old");
}
