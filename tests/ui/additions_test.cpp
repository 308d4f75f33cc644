// What docs/architecture.md promises: a view, a lab, a mask, a score function, a stage and what is told of it
// are rows of tables, and whatever reads the tables takes a new row as it is.

#include "attention/make.h"
#include "attention/mask.h"
#include "attention/score.h"
#include "attention/softmax.h"
#include "attention/stage.h"
#include "close.h"
#include "narration/narrate.h"
#include "source_folder.h"
#include "ui/views.h"
#include "ui/views/labs/labs.h"
#include "workbench/document/json_fields.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>

using namespace attention;

namespace {

/// A view that draws nothing and can be asked for a number.
class Counter : public ui::View {
public:
    void draw(ui::ViewFrame&) override {}
    void visit(workbench::ChoiceVisitor& choices) override { choices.whole("count", count_, 0, 9); }
    std::vector<std::string> pages(const Trace&) const override { return {"all"}; }

private:
    long count_ = 4;
};

template <class Row>
std::vector<Row> with(std::span<const Row> table, const Row& added) {
    std::vector<Row> rows(table.begin(), table.end());
    rows.push_back(added);
    return rows;
}

bool is_itself(const PlacedMask&, Index i, Index j) {
    return i == j;
}

nlohmann::json choices_of(ui::View& view) {
    return workbench::written_choices([&](auto& visitor) { view.visit(visitor); });
}

} // namespace

TEST_CASE("a view is a row: it runs beside the others, with choices of its own") {
    const auto table = with(ui::view_kinds(), {.key = "counter", .make = ui::make_view<Counter>});
    const auto running = ui::running(table);
    REQUIRE(running.size() == ui::view_kinds().size() + 1);
    CHECK(running.back().kind->key == "counter");
    CHECK(choices_of(*running.back().view) == nlohmann::json{{"count", 4}});
}

TEST_CASE("a lab is a row: a page that can be opened and kept") {
    const auto table = with(ui::lab_kinds(), {.key = "counter", .make = ui::make_view<Counter>});
    ui::LabsView labs(table);
    const Trace t = trace(make::input({}), make::layer({}));
    CHECK(labs.pages(t).back() == "counter");
    CHECK(labs.open("counter"));
    const auto choices = choices_of(labs);
    CHECK(choices["page"] == "counter");
    CHECK(choices["counter"] == nlohmann::json{{"count", 4}});
}

TEST_CASE("a mask is a row: it combines with the others, and what it forbids has no weight") {
    const auto not_itself = mask_kind<is_itself>("not_itself", [](const Mask&) { return true; });
    const auto table = with(mask_kinds(), not_itself);
    const BoolMatrix allowed = combined_mask({{.causal = true}}, 3, 3, table);
    CHECK(allowed == BoolMatrix{{false, false, false}, {true, false, false}, {true, true, false}});
    const Matrix weights = softmax(masked_scores(Matrix::Zero(3, 3), allowed)).weights;
    CHECK(make::is_zero(weights.diagonal()));
    CHECK(weights.row(2).sum() == make::about(1));
}

TEST_CASE("a score function is a row: what becomes of q and of k before they meet") {
    const auto doubled = [](const Matrix& a, const Layer&, Index) -> Matrix { return 2 * a; };
    const ScoreKind kind{ScoreFunction::cosine, "doubled", "2q·2k", "4QKᵀ", {}, doubled, doubled};
    const Matrix q = make::matrix(3, 4, 1), k = make::matrix(5, 4, 2);
    CHECK(make::is_close(scores(kind, q, k, {}, 0), 4 * dot_scores(q, k)));
}

TEST_CASE("a stage is a row: passes that it applies to go through it") {
    const auto products = [](const Trace& t) {
        return t.options.mask.causal ? std::vector{Product{Quantity::weights, Quantity::masked}}
                                     : std::vector<Product>{};
    };
    const auto table = with(stages(), {StageId::softmax, "sharpen", "Sharpen", "A²", products});
    const Input input = make::input({});
    const Layer layer = make::layer({});
    const Trace open = trace(input, layer), causal = trace(input, layer, {.mask = {.causal = true}});
    CHECK(stages_of(causal, table).back()->key == "sharpen");
    CHECK(stages_of(open, table).size() == stages_of(open).size());
}

TEST_CASE("what is told of a stage is a row") {
    const auto tell_sharpened = [](narration::Narrator& narrator) { narrator.say("scale.order"); };
    const std::array table{narration::Teller{StageId::softmax, tell_sharpened}};
    const auto texts = narration::Texts::load(source_folder() / "assets" / "texts");
    const Trace t = trace(make::input({}), make::layer({}));
    const language::Names names;
    const narration::Subject subject{t, names, StageId::softmax, {Quantity::weights}, false};
    const narration::Narration told = narration::narrate(texts, subject, table);
    REQUIRE(told.brief.size() == 1);
    CHECK(told.brief[0].text == texts.text("scale.order"));
}
