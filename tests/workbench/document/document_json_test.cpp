#include "workbench/document/json_fields.h"
#include "workbench/lab.h"
#include "workbench/session/session.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

using namespace lab;
using namespace workbench;
using nlohmann::json;

namespace {

Document full_document() {
    Document d = sentence("Où est “le chat”?", "where is the cat");
    d.preset = "p";
    d.note = "a note";
    d.language = Language::other;
    d.weights = model::RandomSizes{8, 2, 3, 5, false, 4294967295U, 1};
    d.word_rows = {{"it", {{"thing", 0.1F}, {"living", -2}}}, {"nobody", {}}};
    d.position = PositionKind::sinusoidal;
    d.score = attention::ScoreFunction::additive;
    d.scale = {attention::ScaleKind::number, 0.3F};
    d.mask = {{.causal = 1, .before = 2, .after = 1, .padding = 1}};
    d.mask.drawn = base::BoolMatrix::Identity(5, 4);
    d.mask.beneath = {.causal = 1, .before = 3, .padding = 2};
    d.dropout = {0.25F, 77};
    d.additions = {.rotary = attention::Rotary{500, 4, true}, .softcap = 2.5F, .alibi = true, .sink = -1};
    d.switched_off = {{0, 0}, {0, 1}};
    d.overrides = {{{Quantity::scores, 1, 2, 3}, 1.1F}, {{Quantity::w_o, 0, 0, 0}, -1e-30F}};
    return d;
}

std::string to_json(const Document& d) {
    return workbench::to_json(Session{{std::make_shared<const Document>(d)}});
}

Document from_json(const std::string& text, const std::string& where) {
    return *session_from_json(text, where).first.document;
}

Document reread(const Document& d) {
    return from_json(to_json(d), "session.json");
}

std::string refused(const std::string& text) {
    const std::string message = refusal([&] { (void)from_json(text, "session.json"); });
    CHECK(contains(message, "session.json"));
    return message;
}

/// The session with one field changed.
std::string refused(const char* pointer, const json& value) {
    json changed = json::parse(to_json(full_document()));
    changed["document"][json::json_pointer(pointer)] = value;
    return refused(changed.dump());
}

} // namespace

TEST_CASE("a document comes back from its file as it was") {
    CHECK(reread(full_document()) == full_document());
    for (const Preset& preset : library().presets)
        CHECK(reread(preset.document) == preset.document);
    for (const auto kind :
         {attention::ScaleKind::sqrt_dk, attention::ScaleKind::none, attention::ScaleKind::sqrt_dmodel}) {
        Document d = sentence("the cat");
        d.scale.kind = kind;
        CHECK(reread(d) == d);
    }
}

TEST_CASE("what a model wrote comes back as such, and is never more than the text holds") {
    Document d = sentence("once there was a");
    d.written = 2;
    CHECK(reread(d).written == 2);
    for (const char* text : {"once", " a", "once    ", "once there  was a"}) {
        CAPTURE(text);
        json session = json::parse(to_json(d));
        session["document"]["text"] = text;
        session["document"]["written"] = 3;
        CHECK(contains(refused(session.dump()), "written"));
    }
}

TEST_CASE("every float comes back to the last bit") {
    std::mt19937 engine(1);
    for (int i = 0; i < 20'000; ++i) {
        const float number = std::bit_cast<float>(static_cast<std::uint32_t>(engine()));
        if (!std::isfinite(number)) continue;
        CHECK(static_cast<float>(json::parse(json(readable(number)).dump()).get<double>()) == number);
    }
}

TEST_CASE("a session is written to be read: short numbers, no long list of defaults") {
    const std::string text = to_json(full_document());
    CHECK(contains(text, "\"attention_lab_session\": 3"));
    CHECK(contains(text, "\"thing\": 0.1\n"));
    CHECK(contains(text, "\"value\": 1.1"));
    CHECK(contains(text, "\"1000\""));
    CHECK_FALSE(contains(to_json(sentence("the cat")), "overrides"));
    CHECK_FALSE(contains(to_json(sentence("the cat")), "length"));
    CHECK_FALSE(contains(to_json(sentence("the cat")), "switched_off"));
}

TEST_CASE("a feature that has another name today is still found in an older session") {
    const Document d = from_json(R"({"attention_lab_session": 3, "document": {
        "text": "the cat", "weights": {"hand_set": "by-hand"}, "word_rows": {"the": {"link-word": 0.5}}}})",
                                 "session.json");
    CHECK(d.word_rows.at("the") == std::map<std::string, float>{{"link", 0.5F}});
}

TEST_CASE("a short session by hand is enough") {
    const Document d = from_json(R"({"attention_lab_session": 3,
                                     "document": {"text": "the cat", "weights": {"hand_set": "by-hand"}}})",
                                 "session.json");
    CHECK(d.text == "the cat");
    CHECK(d.batch == 1);
    CHECK(d.scale == attention::Scale{});
}

TEST_CASE("a file that is no session is refused") {
    CHECK(contains(refused(""), "not JSON"));
    CHECK(contains(refused("{\n\"text\": }"), "line 2"));
    CHECK(contains(refused("[]"), "object"));
    CHECK(contains(refused("3"), "object"));
    CHECK(contains(refused("null"), "object"));
    CHECK(contains(refused("{}"), "not a session"));
    CHECK(contains(refused("{\"attention_lab_session\": 4}"), "version 4, and this one reads only 3"));
    CHECK(contains(refused("{\"attention_lab_session\": \"1\"}"), "\"1\" is not a whole number"));
    CHECK(contains(refused("{\"attention_lab_session\": 3}"), "document: it is missing"));
    CHECK(contains(refused(R"({"attention_lab_session": 3, "document": {"wieghts": {}}})"),
                   "document.wieghts: there is no such field"));
    CHECK(contains(refused("{\"attention_lab_session\": 1e999}"), "too large"));
    CHECK(contains(refused("{\"attention_lab_session\": 3, \"view\": \"\xff\"}"), "not JSON"));
    for (const char* opened : {"[", "{\"text\":", "{\"attention_lab_session\": 3, \"view\": [["}) {
        std::string deep;
        while (deep.size() < 1'000'000)
            deep += opened;
        CHECK(contains(refused(deep), "32 levels"));
    }
}

TEST_CASE("every field is checked, and named when it is wrong") {
    struct Wrong {
        const char* pointer;
        json value;
        const char* message;
    };
    const std::vector<Wrong> table{
        {"/colour", 1, "colour: there is no such field"},
        {"/preset", 1, "preset: 1 is not a text"},
        {"/text", json::array(), "text: [] is not a text"},
        {"/text", "", "text: there must be either words or a length"},
        {"/text", std::string(2'000'000, 'a'), "text: 2000000 bytes"},
        {"/memory_text", true, "memory_text: true is not a text"},
        {"/length", 3, "text: there must be either words or a length"},
        {"/length", -1, "length: -1 is not a whole number"},
        {"/length", 1.5, "length: 1.5 is not a whole number"},
        {"/memory_length", 2, "either words or a length"},
        {"/batch", 1e30, "batch: 1e+30 is not a whole number"},
        {"/batch", std::numeric_limits<std::uint64_t>::max(), "batch: 18446744073709551615 is not a whole"},
        {"/item", nullptr, "item: null is not a whole number"},
        {"/weights", 1, "weights: 1 is not an object"},
        {"/weights", json::object(), "weights: there must be one of"},
        {"/weights/hand_set", "x", "weights: there must be one of"},
        {"/weights/random/heads", "two", "weights.random.heads: \"two\" is not a whole number"},
        {"/weights/random/width", 3, "weights.random.width: there is no such field"},
        {"/weights/random/output_projection", 1, "output_projection: 1 is neither true nor false"},
        {"/weights/random/seed", 4294967296, "weights.random.seed: 4294967296"},
        {"/word_rows", json::array(), "word_rows: [] is not an object"},
        {"/word_rows/it", 3, "word_rows.it: 3 is not an object"},
        {"/word_rows/it/thing", "big", "word_rows.it.thing: \"big\" is not a number"},
        {"/word_rows/it/thing", 1e39, "word_rows.it.thing: 1e+39 is not a number that fits"},
        {"/note", 0, "note: 0 is not a text"},
        {"/position", "learned", "position: “learned” is not known"},
        {"/position", 1, "position: 1 is not a text"},
        {"/score", "euclid", "score: “euclid” is not known"},
        {"/scale", "sqrt", "scale: “sqrt” is not known"},
        {"/scale", 1e300, "scale: 1e+300 is not a number that fits"},
        {"/scale", nullptr, "scale: null is not a text"},
        {"/mask", "causal", "mask: \"causal\" is not an object"},
        {"/mask/causal", "yes", "mask.causal: \"yes\" is neither true nor false"},
        {"/mask/window", -3, "mask.window: -3"},
        {"/mask/before", -3, "mask.before: -3"},
        {"/mask/padding", 0.5, "mask.padding: 0.5"},
        {"/additions/rotary/base", "x", "additions.rotary.base: \"x\" is not a number"},
        {"/additions/alibi", 1, "additions.alibi: 1 is neither true nor false"},
        {"/mask/drawn", "10", "mask.drawn: \"10\" is not a list"},
        {"/mask/drawn", {"10", "1"}, "mask.drawn: row 1"},
        {"/mask/drawn", {"10", "12"}, "mask.drawn: row 1"},
        {"/mask/drawn", {""}, "mask.drawn: row 0"},
        {"/mask/drawn", {std::string(1'000'000, '1'), "", ""}, "mask.drawn: row 1"},
        {"/mask/drawn", {1}, "mask.drawn: 1 is not a text"},
        {"/mask/beneath", 1, "mask.beneath: 1 is not an object"},
        {"/mask/beneath/window", -3, "mask.beneath.window: -3"},
        {"/mask/shape", 1, "mask.shape: there is no such field"},
        {"/dropout/rate", "half", "dropout.rate: \"half\" is not a number"},
        {"/dropout/seed", -1, "dropout.seed: -1"},
        {"/switched_off", 1, "switched_off: 1 is not a list"},
        {"/switched_off", {0, -1}, "switched_off: -1 is not a whole number"},
        {"/switched_off", {1, 1}, "switched_off: the heads are not in ascending order"},
        {"/overrides", 1, "overrides: 1 is not a list"},
        {"/overrides/0", 1, "overrides[0]: 1 is not an object"},
        {"/overrides/0", json::object(), "overrides[0].quantity: it is missing"},
        {"/overrides/1/quantity", "softmax", "overrides[1].quantity: “softmax” cannot be set"},
        {"/overrides/1/quantity", "output", "overrides[1].quantity: “output” cannot be set"},
        {"/overrides/1/row", -1, "overrides[1].row: -1"},
        {"/overrides/1/value", nullptr, "overrides[1].value: null is not a number"},
    };
    for (const Wrong& wrong : table) {
        CAPTURE(wrong.message);
        const std::string message = refused(wrong.pointer, wrong.value);
        CAPTURE(message);
        CHECK(contains(message, wrong.message));
    }
    json twice = json::parse(to_json(full_document()));
    auto& overrides = twice["document"]["overrides"];
    overrides[1] = overrides[0];
    CHECK(contains(refused(twice.dump()), "overrides[1]: this cell is set twice"));
}

TEST_CASE("no session that is cut short or has a byte changed does harm") {
    const std::string whole = to_json(full_document());
    for (std::size_t length = 0; length + 2 < whole.size(); ++length)
        CHECK_THROWS_AS((void)from_json(whole.substr(0, length), "cut"), base::InputError);
    std::mt19937 engine(7);
    for (int i = 0; i < 3000; ++i) {
        std::string changed = whole;
        for (int k = 0; k < 1 + i % 3; ++k)
            changed[engine() % changed.size()] = static_cast<char>(engine());
        try {
            const Document d = from_json(changed, "changed");
            if (d.mask.drawn.size() == 0 && d.length < 100) (void)prepare(d, library());
        } catch (const base::InputError& error) {
            CHECK_FALSE(error.hint.empty());
        }
    }
}

TEST_CASE("heads that are off know their layer, and an old file's are of the layer shown") {
    Document d = preset("trained-tired"); // shows layer 2
    d.switched_off = {{0, 1}, {1, 0}, {1, 1}};
    CHECK(reread(d) == d);
    const json written = json::parse(to_json(d))["document"];
    CHECK(written["switched_off"] == json::array({0, 1}));
    CHECK(written["switched_off_elsewhere"]["0"] == json::array({1}));
    json old = json::parse(to_json(d));
    old["document"].erase("switched_off_elsewhere");
    CHECK(from_json(old.dump(), "session.json").switched_off == std::vector<HeadPlace>{{1, 0}, {1, 1}});
    for (const char* wrong : {"one", "1", "-1", "1.5", ""}) {
        json changed = json::parse(to_json(d));
        changed["document"]["switched_off_elsewhere"] = {{wrong, {0}}};
        CHECK(contains(refused(changed.dump()), "not another layer"));
    }
}
