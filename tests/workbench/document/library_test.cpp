#include "language/temporary_file.h"
#include "workbench/document/library.h"
#include "workbench/lab.h"

using namespace lab;

TEST_CASE("every preset that the program ships with can be computed, and marks a cell of its own") {
    for (const workbench::Preset& preset : library().presets) {
        CAPTURE(preset.id);
        const auto pass = workbench::compute(workbench::prepare(preset.document, library()));
        CHECK(preset.query < pass->trace.n());
        CHECK(preset.key < pass->trace.m());
        CHECK(preset.document.preset == preset.id);
        CHECK_FALSE(preset.title.empty());
        for (const bool unknown : pass->unknown)
            CHECK_FALSE(unknown);
    }
}

TEST_CASE("in the cat sentence “it” attends most to the cat, then to tired") {
    const auto pass = workbench::compute(workbench::prepare(preset("cat-tired"), library()));
    const auto& weights = pass->trace.heads[0].weights;
    CHECK(weights(7, 1) > 0.55F);
    CHECK(weights(7, 9) > 0.15F);
    CHECK(weights(7, 1) + weights(7, 9) > 0.75F);
}

TEST_CASE("an unknown id is refused with the known ones") {
    CHECK(contains(refusal([] { (void)library().preset("dog"); }), "cat-tired"));
    CHECK(contains(refusal([] { (void)library().hand_set("dog"); }), "who-is-meant"));
}

namespace {

const std::string good = R"([[preset]]
id = "a"
title = "A"
group = "G"
text = "The cat sat"
weights = "who-is-meant"
opening = true
several_heads = true
)";

std::string refused(const std::string& content) {
    const TemporaryFile file("presets.toml", content);
    const std::string message = refusal([&] { (void)workbench::read_presets(file.path(), library()); });
    CHECK(contains(message, "presets.toml"));
    return message;
}

} // namespace

TEST_CASE("one preset is the opening one, and one shows several heads") {
    CHECK(library().opening().id == "cat-tired");
    CHECK(std::get<workbench::HandSetWeights>(library().several_heads().document.weights).id ==
          "four-relations");
    std::string none = good;
    none.replace(none.find("opening = true"), 14, "");
    CHECK(contains(refused(none), "0 presets have opening = true"));
    const std::string two = good + R"(
[[preset]]
id = "b"
title = "B"
group = "G"
text = "The cat"
weights = "who-is-meant"
opening = true
)";
    CHECK(contains(refused(two), "2 presets have opening = true"));
}

TEST_CASE("a preset takes its choices from the file") {
    const TemporaryFile file("presets.toml", good + R"(
causal = true
window = 2
padding = 1
position = "sinusoidal"
note = "N"
query = 2
key = 1
[preset.rows.cat]
thing = 0.5
[[preset]]
id = "b"
title = "B"
group = "G"
length = 4
memory_length = 6
batch = 3
random = {d_model = 8, heads = 2, d_k = 3, d_v = 5, output_projection = false, seed = 4294967295}
)");
    const auto presets = workbench::read_presets(file.path(), library());
    REQUIRE(presets.size() == 2);
    const Document& a = presets[0].document;
    CHECK(a.text == "The cat sat");
    CHECK(std::get<workbench::HandSetWeights>(a.weights).id == "who-is-meant");
    CHECK(a.mask.causal);
    CHECK(a.mask.before == 2);
    CHECK(a.mask.after == 2);
    CHECK(a.mask.padding == 1);
    CHECK(a.position == workbench::PositionKind::sinusoidal);
    CHECK(a.note == "N");
    CHECK(a.word_rows.at("cat").at("thing") == 0.5F);
    CHECK(presets[0].query == 2);
    CHECK(presets[0].key == 1);
    const Document& b = presets[1].document;
    CHECK(b.length == 4);
    CHECK(b.memory_length == 6);
    CHECK(b.batch == 3);
    CHECK(std::get<model::RandomSizes>(b.weights) == model::RandomSizes{8, 2, 3, 5, false, 4294967295U});
}

TEST_CASE("a broken file of presets is refused with its line") {
    CHECK(contains(refused("[[preset]\n"), "line 1"));
    CHECK(contains(refused(""), "no presets"));
    CHECK(contains(refused("presets = 1\n"), "line 1"));
    CHECK(contains(refused("[[preset]]\ntitle = \"A\"\n"), "\"id\" is missing"));
    CHECK(contains(refused(good + "colour = 1\n"), "line 9: there is no entry called \"colour\""));
    CHECK(contains(refused(good + "query = -1\n"), "line 9: query is not a whole number"));
    CHECK(contains(refused(good + "query = 3\n"), "outside 3 × 3"));
    CHECK(contains(refused(good + "causal = 1\n"), "neither true nor false"));
    CHECK(contains(refused(good + "note = 1\n"), "note is not a text"));
    CHECK(contains(refused(good + "padding = 4\n"), "only 3 keys"));
    CHECK(contains(refused(good + "position = \"learned\"\n"), "\"learned\" is not known"));
    CHECK(contains(refused(good + "length = 3\n"), "either a text or a length"));
    CHECK(contains(refused(good + "random = {d_model = 8}\n"), "one of weights, random and trained"));
    CHECK(contains(refused(good + "rows = {cat = 1}\n"), "not a table"));
    CHECK(contains(refused(good + "rows = {cat = {colour = 1}}\n"), "\"colour\" is not a feature"));
    CHECK(contains(refused(good + "rows = {cat = {thing = nan}}\n"), "not a finite number"));
    CHECK(contains(refused(good + good), "given twice"));
    CHECK(contains(refused("[[preset]]\nid = \"a\"\ntitle = \"A\"\ngroup = \"G\"\nlength = 3\nrandom = "
                           "{d_model = 8, heads = 3}\n"),
                   "does not divide"));
    CHECK(contains(
        refused("[[preset]]\nid = \"a\"\ntitle = \"A\"\ngroup = \"G\"\nlength = 3\nrandom = {width = 8}\n"),
        "no entry called \"width\""));
    CHECK(contains(
        refused("[[preset]]\nid = \"a\"\ntitle = \"A\"\ngroup = \"G\"\nlength = 3\nweights = \"by-hand\"\n"),
        "has none"));
    CHECK(contains(
        refused("[[preset]]\nid = \"a\"\ntitle = \"A\"\ngroup = \"G\"\ntext = \"A\"\nweights = \"dog\"\n"),
        "nothing is called “dog”"));
}

TEST_CASE("a folder without assets is refused") {
    CHECK(contains(refusal([] { (void)workbench::load_library("/nowhere"); }), "/nowhere"));
}
