#include "cases.h"
#include "source_folder.h"
#include "workbench/document/pass.h"

#include <regex>
#include <set>

using namespace narration_test;

namespace {

/// What language must not slip into: a count of one with a plural, a wrong article, a doubled space or stop,
/// a brace, NaN.
const std::regex slip("[{}]|  | [.,;:]|\\.\\.|,,|\\b1 (words|keys|rows|places|values|columns)\\b|"
                      "\\ba [aeio]|\\ban [^aeiou]|nan|\\binf\\b|\\(\\)|−0\\.00\\b");

} // namespace

TEST_CASE("every narration is whole sentences without a trace of markup") {
    std::set<std::string> read;
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        for_each_subject(c, [&](const narration::Subject& s) {
            const narration::Narration narration = texts().narrate(s);
            REQUIRE(narration.question.ends_with("?"));
            std::vector<narration::Paragraph> paragraphs{narration.brief};
            paragraphs.insert(paragraphs.end(), narration.more.begin(), narration.more.end());
            for (const narration::Paragraph& p : paragraphs) {
                const std::string text = words_of(p);
                if (!read.insert(text).second) continue;
                CAPTURE(text);
                REQUIRE_FALSE(std::regex_search(text, slip));
                REQUIRE(text.ends_with("."));
                const bool capital = std::isupper(static_cast<unsigned char>(text.front())) != 0;
                REQUIRE(capital);
            }
            // Short enough to be read at the board.
            REQUIRE(words_of(narration).size() < 480);
        });
    }
}

TEST_CASE("a stage is answered in two sentences; whoever wants more asks for it") {
    const std::regex stop("[.?!]( |$)");
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        for_each_subject(c, [&](const narration::Subject& s) {
            const std::string brief = words_of(texts().narrate(s).brief);
            CAPTURE(brief);
            const auto sentences = std::distance(std::sregex_iterator(brief.begin(), brief.end(), stop), {});
            REQUIRE(sentences >= 1);
            REQUIRE(sentences <= 2);
        });
    }
}

TEST_CASE("of a number set by hand it is said first that it is") {
    const Case c = cat("", {}, {{{Quantity::scores, 0, it, cat_word}, -2}});
    const std::string brief = told_briefly(c, StageId::scores, Quantity::scores, it, cat_word);
    CHECK(has(brief, "set by hand to −2.00"));
    CHECK(has(score_told(c, it, cat_word), "The query of it asks for"));
}

TEST_CASE("the sentences that the program opens with are told without a slip") {
    const workbench::Library library = workbench::load_library(source_folder() / "assets");
    std::set<std::string> read;
    for (const workbench::Preset& preset : library.presets) {
        if (preset.document.text.empty()) continue; // rows without words are like those of the cases
        CAPTURE(preset.id);
        const auto pass = workbench::compute(workbench::prepare(preset.document, library));
        for_each_subject({preset.id, pass->trace, pass->names, true}, [&](const narration::Subject& s) {
            const std::string text = words_of(texts().narrate(s));
            if (!read.insert(text).second) return;
            CAPTURE(text);
            REQUIRE_FALSE(std::regex_search(text, slip));
        });
    }
}

TEST_CASE("queries and keys have their tones") {
    const narration::Narration n =
        texts().narrate(subject(all_cases().front(), StageId::scores, Quantity::scores, it, cat_word));
    std::set<std::pair<std::string, narration::Tone>> toned;
    for (const narration::Span& span : n.brief)
        toned.insert({span.text, span.tone});
    CHECK(toned.contains({"it", narration::Tone::query}));
    CHECK(toned.contains({"cat", narration::Tone::key}));
    CHECK(toned.contains({"7.98", narration::Tone::number}));
}

TEST_CASE("rows without a word are called by their number, repeated words by their place, marks in quotes") {
    const Case numeric = rows("", wave_layer(4, 1, 2, 2, false, false));
    CHECK(has(score_told(numeric, 1, 2), "The query of row 2 and the key of row 3"));
    Case repeated = cat("");
    repeated.names.keys[0] = "the";
    CHECK(has(score_told(repeated, it, the), "the key of the (word 5)"));
    const Case marked = words(rows("", wave_layer(4, 1, 2, 2, false, false)));
    CHECK(has(score_told(marked, 1, 4), "the key of “.”"));
}
