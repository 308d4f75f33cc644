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

TEST_CASE(
    "the spreadsheet has the sheet's boxes, each an empty cell with a check, and one for the last word") {
    const make::Typewriter measure;
    for (const char* text : {"The dog wants its ball", "cats sleep"})
        for (const std::uint32_t seed : {1U, 2U}) {
            const Copy copy = make::copy(text, seed);
            const std::string sheet =
                part(spreadsheet_of(copy, 1, make::texts()), "xl/worksheets/sheet1.xml");
            auto pages = sheet_pages(copy, 1, papers().front(), make::texts(), measure);
            const std::size_t boxes = make::boxes_on(pages) - 1; // the frame around the word that asks
            CHECK(boxes > copy.blanks.size());                   // with x and the sum
            CHECK(times(sheet, "s=\"4\"></c>") == boxes + 1);
            CHECK(times(sheet, "ISBLANK(") == boxes + 1);
        }
}

TEST_CASE("the answers are formulas that round as the sheet does, row by row of the key") {
    const Copy copy = make::copy("The dog wants its ball");
    const std::string book = spreadsheet_of(copy, 1, make::texts());
    const std::string sheet = part(book, "xl/worksheets/sheet1.xml"),
                      answers = part(book, "xl/worksheets/sheet2.xml");
    CHECK(times(answers, "<v>") == 0);
    CHECK(times(answers, "SUMPRODUCT(") == 25);
    CHECK(times(answers, "ROUND(EXP(") == 5);
    CHECK(times(answers, ",3)</f>") == 6); // the powers and their sum
    CHECK(times(answers, ",2)</f>") == 5); // the weights
    for (const char* row : {"s ÷ √d_k", "x = s ÷ √d_k − max", "e^x", "a = e^x ÷ Σ", "Z"})
        CHECK(sheet.find(">" + std::string(row) + "<") != std::string::npos);
    CHECK(times(sheet, "<v>0.607</v>") == 1); // in the table of e^x
    CHECK(part(book, "xl/workbook.xml").find("state=\"hidden\"") != std::string::npos);
}

TEST_CASE("names with signs of XML do not break it") {
    Copy copy = make::copy("The dog wants its ball");
    copy.name = "O’Brien <b>&\x01";
    const std::string sheet = part(spreadsheet_of(copy, 1, make::texts()), "xl/worksheets/sheet1.xml");
    CHECK(sheet.find("O’Brien &lt;b&gt;&amp;<") != std::string::npos);
}
