#include "cases.h"
#include "drawing/figures/formula.h"
#include "narration/wording.h"

#include <set>

using namespace narration_test;

namespace {

struct FixedWidth : drawing::TextMeasure {
    float width(drawing::Font, float size, std::string_view text) const override {
        return 0.3F * size * static_cast<float>(text.size());
    }
};

drawing::SetFormula set(const std::string& markup) {
    return drawing::set_formula(markup, {}, drawing::light_palette(), FixedWidth());
}

} // namespace

TEST_CASE("the formula of one head of self-attention is the published one") {
    CHECK(texts().formula(cat("").trace) ==
          "\\part{project}{\\q{Q} = \\part{input}{X} W_{Q}}   \\part{project}{\\k{K} = \\part{input}{X} "
          "W_{K}}   "
          "\\part{project}{\\v{V} = \\part{input}{X} W_{V}}\\\\Z = \\part{softmax}{\\rm{softmax}( "
          "\\part{scores}{\\q{Q} \\k{K}^{\\rm{T}}} \\part{scale}{/ \\sqrt{d_{k}}} )} "
          "\\part{weighted_sum}{\\v{V}}");
}

TEST_CASE("every formula can be set, and has a part for every stage that computes something") {
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        const drawing::SetFormula f = set(texts().formula(c.trace));
        std::set<std::string> parts;
        for (const auto& [key, rect] : f.parts)
            parts.insert(key);
        for (const Stage* s : stages_of(c.trace)) {
            const bool nothing = (s->id == StageId::mask && c.trace.options.mask.empty()) ||
                                 (s->id == StageId::scale && c.trace.options.scale.kind == ScaleKind::none);
            CAPTURE(s->key);
            CHECK(parts.contains(std::string(s->key)) == !nothing);
        }
        for (const std::string& key : parts)
            CHECK(stage_named(key) != nullptr);
    }
}

TEST_CASE("each stage has a formula of its own: what is on the left of it is what the stage shows") {
    const auto& t = cat("").trace;
    CHECK(narration::stage_formula(t, StageId::project, 1) == "\\k{K} = X \\k{W_{K}}");
    CHECK(narration::stage_formula(t, StageId::scores, 0) == "S = \\q{Q} \\k{K}^{\\rm{T}}");
    CHECK(narration::stage_formula(t, StageId::weighted_sum, 0) == "\\v{Z} = A \\v{V}");
    for (const Case& c : all_cases())
        for (const Stage* s : stages_of(c.trace))
            for (std::size_t product = 0; product < s->products(c.trace).size(); ++product) {
                CAPTURE(c.name);
                CAPTURE(s->key);
                CHECK(set(narration::stage_formula(c.trace, s->id, product)).width > 0);
            }
}

TEST_CASE("in cross-attention keys and values are made from the memory") {
    const Case cross = rows("", wave_layer(6, 1, 4, 3, false, false), {}, 4, 5);
    const std::string formula = texts().formula(cross.trace);
    CHECK(formula.find("\\k{K} = \\part{input}{M}") != std::string::npos);
    CHECK(formula.find("\\q{Q} = \\part{input}{X}") != std::string::npos);
}

TEST_CASE("what a pass adds to attention stands in the formula, and matrices are called by what they hold") {
    const Case c = cat("", {.mask = {.causal = true}, .rotary = attention::Rotary{}, .softcap = 2});
    CHECK(narration::stage_formula(c.trace, StageId::scores, 0) ==
          "S = \\q{Q_{\\rm{turned}}} \\k{K_{\\rm{turned}}}^{\\rm{T}}");
    CHECK(narration::symbol_formula(c.trace, Quantity::masked, false) == "S_{\\rm{capped}}");
    CHECK(narration::symbol_formula(cat("").trace, Quantity::masked, false) ==
          narration::symbol_formula(cat("").trace, Quantity::scaled, false));
    Layer layer = cat_layer();
    layer.sink = RowVector::Zero(1);
    const std::string beside =
        narration::stage_formula(attention::trace(cat_input(), layer), StageId::softmax, 0);
    CHECK(beside.find(" , \\rm{sink} )") != std::string::npos);
}
