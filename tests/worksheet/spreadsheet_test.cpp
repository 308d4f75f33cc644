#include "worksheet/spreadsheet.h"

#include "base/archive.h"
#include "worksheet/make.h"

#include <doctest/doctest.h>

using namespace worksheet;

namespace {

std::string part(const std::string& book, const std::string& name) {
    for (const base::ArchiveEntry& entry : base::read_archive(book, "book", 1U << 24U))
        if (entry.name == name) return entry.bytes;
    return {};
}

std::size_t times(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

} // namespace

TEST_CASE("every blank of the sheet is an empty cell with a check beside it, and the answers are formulas") {
    const Copy copy = make::copy("The dog wants its ball");
    const std::string book = spreadsheet_of(copy, 1, make::texts());
    const std::string sheet = part(book, "xl/worksheets/sheet1.xml"),
                      answers = part(book, "xl/worksheets/sheet2.xml");
    CHECK(times(sheet, "s=\"4\"></c>") == copy.blanks.size());
    CHECK(times(sheet, "ISBLANK(") == copy.blanks.size());
    CHECK(times(answers, "<v>") == 0);
    CHECK(times(answers, "SUMPRODUCT(") == 25);
    CHECK(times(answers, "EXP(") == 5);
    CHECK(part(book, "xl/workbook.xml").find("state=\"hidden\"") != std::string::npos);
}

TEST_CASE("names with signs of XML do not break it") {
    Copy copy = make::copy("The dog wants its ball");
    copy.name = "O’Brien <b>&\x01";
    const std::string sheet = part(spreadsheet_of(copy, 1, make::texts()), "xl/worksheets/sheet1.xml");
    CHECK(sheet.find("O’Brien &lt;b&gt;&amp;<") != std::string::npos);
}
