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

TEST_CASE("a sheet whose word reads two others equally does not ask which it reads most") {
    const make::Typewriter measure;
    const std::string last = make::texts().text("worksheet.last").substr(0, 16);
    const auto text_of = [&](const char* sentence) {
        return make::text_of(sheet_pages(make::copy(sentence), 1, papers().front(), make::texts(), measure));
    };
    CHECK(text_of("The dog wants its ball").find(last) != std::string::npos);
    CHECK(text_of("a a").find(last) == std::string::npos);
    const std::string key =
        make::text_of(key_pages({make::copy("a a")}, papers().front(), make::texts(), measure));
    CHECK(key.find("S[a (1), a (") != std::string::npos);
}

TEST_CASE(
    "the first page says which word asks in place of the one that was marked, and whose numbers these are") {
    Sentence sentence = make::sentence("The dog wants its ball");
    CHECK(notes_on(sentence, make::texts()).empty());
    sentence.passed_over = "The";
    sentence.numbers = Numbers::too_many;
    const auto notes = notes_on(sentence, make::texts());
    REQUIRE(notes.size() == 2);
    CHECK(notes[0].find("“The”") < notes[0].find("“ball” asks"));
}

TEST_CASE("a document's own numbers stand on one leaf, with what they are rounded to") {
    const make::Typewriter measure;
    for (const char* text : {"The cat sat", "cat tired it"}) {
        workbench::Document document = make::document(text);
        if (std::string(text) == "The cat sat") document.weights = workbench::HandSetWeights{"by-hand"};
        const auto pass = make::pass(document);
        Job job{.sentence = sentence_of(*pass, 0)};
        take_own_numbers(job, *pass);
        REQUIRE(job.own);
        const auto pages =
            sheet_pages(draw_copies(job).front(), 1, *paper_named("letter"), make::texts(), measure);
        CHECK(pages.size() == 2);
        CHECK(is_on_paper(pages, *paper_named("letter"), measure));
        CHECK(make::text_of(pages).find("decimal place") != std::string::npos);
    }
}

TEST_CASE("masked cells are spoken of where the asked word has some") {
    workbench::Document document = make::document("The dog wants its ball");
    document.mask.causal = 1;
    const std::string mask = make::texts().text("worksheet.mask_task");
    for (const Index row : {2, 4}) { // from “ball”, the last word, nothing is hidden
        const Copy copy = draw_copies({.sentence = sentence_of(make::prepared(document), row)}).front();
        CHECK((task_of(Step::scaled, copy, make::texts()).find(mask) != std::string::npos) == (row == 2));
    }
}
