#include "worksheet/sheet.h"

#include "worksheet/make.h"

#include <doctest/doctest.h>

using namespace worksheet;

namespace {

/// True if every label begins and ends on the paper.
bool is_on_paper(const std::vector<Figure>& pages, const Paper& paper, const TextMeasure& measure) {
    for (const Figure& page : pages)
        for (const drawing::Shape& shape : page)
            if (const auto* label = std::get_if<drawing::Label>(&shape)) {
                const float width = measure.width(label->font, label->size, label->text);
                const float left = label->at.x - (label->align == Align::left     ? 0
                                                  : label->align == Align::centre ? width / 2
                                                                                  : width);
                if (left < 0 || left + width > paper.width || label->at.y > paper.height) return false;
            }
    return true;
}

} // namespace

TEST_CASE("a sheet takes one leaf, on either paper, of two words and of six long ones") {
    const make::Typewriter measure;
    for (const Paper& paper : papers())
        for (const char* text :
             {"cats sleep", "Deshalb verstehen Mitarbeiterinnen ungewöhnliche lange Verträge"}) {
            CAPTURE(text);
            const auto pages = sheet_pages(make::copy(text), 30, paper, make::texts(), measure);
            CHECK(pages.size() == 2);
            CHECK_FALSE(pages.back().empty());
            CHECK(is_on_paper(pages, paper, measure));
        }
}

TEST_CASE("the key holds what is blank on the sheet, and the sheet does not") {
    const make::Typewriter measure;
    const Copy copy = make::copy("The dog wants its ball");
    const Paper& paper = papers().front();
    const std::string key = make::text_of(key_pages({copy}, paper, make::texts(), measure));
    const std::string sheet = make::text_of(sheet_pages(copy, 1, paper, make::texts(), measure));
    for (Index j = 0; j < copy.sums.sentence.m(); ++j) {
        const std::string weight =
            "\n" +
            printed(Step::weights, copy.sums.head().weights(copy.sums.sentence.row, j), copy.sums.decimals) +
            "\n";
        CHECK(key.find(weight) != std::string::npos);
        CHECK(sheet.find(weight) == std::string::npos);
    }
}

TEST_CASE("each learner's sheet bears its number and name, and the key has them in the same order") {
    const make::Typewriter measure;
    const auto copies = draw_copies({.sentence = make::sentence("The dog wants its ball"),
                                     .count = 3,
                                     .names = {"Ada", "Grace", "Łukasz"}});
    const Paper& paper = papers().front();
    const std::string key = make::text_of(key_pages(copies, paper, make::texts(), measure));
    CHECK(key.find("Ada") < key.find("Grace"));
    CHECK(key.find("Grace") < key.find("Łukasz"));
    CHECK(make::text_of(sheet_pages(copies[1], 3, paper, make::texts(), measure)).find("Grace") !=
          std::string::npos);
    CHECK(copies[0].sums.trace.x != copies[1].sums.trace.x);
    for (const Copy& copy : copies)
        CHECK(copy.blanks == copies.front().blanks);
}
