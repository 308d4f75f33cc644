#include "workbench/document/selection.h"
#include "workbench/lab.h"

using namespace lab;
using attention::StageId;
using workbench::clamped;
using workbench::marked_cell;
using workbench::pointed;
using workbench::Selection;

namespace {

attention::Trace traced(const std::string& id) {
    return workbench::compute(workbench::prepare(preset(id), library()))->trace;
}

} // namespace

TEST_CASE("the marked cell of the scores is where the query's row meets the key's column") {
    const auto t = traced("cat-tired");
    const Selection s{.stage = StageId::scores, .query = 7, .key = 1, .feature = 3};
    CHECK(marked_cell(s, t) == Cell{Quantity::scores, 0, 7, 1});
}

TEST_CASE("a word that is chosen is seen at the largest number of its row") {
    const auto t = traced("cat-tired");
    const Selection s{.stage = StageId::scores, .query = 7, .key = 5};
    CHECK(workbench::focused(s, t).key == 1); // it → cat
    const Selection of_q{.stage = StageId::project, .product = 0, .query = 5, .feature = 0};
    CHECK(workbench::focused(of_q, t).feature == 1); // mat asks for a thing
}

TEST_CASE("a stage that is gone to shows something to compute: no feature that is 0, but any pair of words") {
    const auto t = traced("cat-tired");
    const Selection input{.stage = StageId::input, .query = 7, .feature = 0};
    const Selection seen = workbench::focused_on_something(input, t);
    CHECK(t.x(7, seen.feature) != 0);
    CHECK(workbench::focused_on_something(seen, t) == seen);
    const Selection pair{.stage = StageId::scores, .query = 7, .key = 5};
    CHECK(workbench::focused_on_something(pair, t) == pair);
}

TEST_CASE("queries are marked by the word that asks, keys and values by the word that is asked") {
    const auto t = traced("cat-tired");
    Selection s{.stage = StageId::project, .product = 0, .query = 7, .key = 1, .feature = 3};
    CHECK(marked_cell(s, t) == Cell{Quantity::q, 0, 7, 3});
    s.product = 1;
    CHECK(marked_cell(s, t) == Cell{Quantity::k, 0, 1, 3});
    s.product = 2;
    CHECK(marked_cell(s, t) == Cell{Quantity::v, 0, 1, 3});
}

TEST_CASE("a quantity that exists once is marked without its head") {
    const auto t = traced("heads-8");
    const Selection s{.stage = StageId::concatenate, .query = 2, .head = 5, .feature = 40};
    CHECK(marked_cell(s, t) == Cell{Quantity::concat, 0, 2, 40});
}

TEST_CASE("every stage of every preset has a marked cell inside its matrix, wherever the selection points") {
    for (const workbench::Preset& preset : library().presets) {
        if (preset.document.length > 10) continue; // shapes like the others, only larger
        const auto t = traced(preset.id);
        for (const attention::Stage& stage : attention::stages()) {
            CAPTURE(preset.id);
            CAPTURE(stage.key);
            const Selection wild{
                .stage = stage.id, .product = 9, .query = 999, .key = -5, .head = 99, .feature = 9999};
            const Cell cell = marked_cell(wild, t);
            const auto& matrix = t.matrix(cell.quantity, cell.head);
            CHECK(cell.row >= 0);
            CHECK(cell.row < matrix.rows());
            CHECK(cell.column >= 0);
            CHECK(cell.column < matrix.cols());
            CHECK(marked_cell(clamped(wild, t), t) == cell);
        }
    }
}

TEST_CASE("a selection is brought inside a smaller pass") {
    const auto t = traced("cat-sat");
    const Selection s = clamped({.stage = StageId::scores, .query = 7, .key = 9, .head = 3}, t);
    CHECK(s.query == 2);
    CHECK(s.key == 2);
    CHECK(s.head == 0);
}

TEST_CASE("where a stage is left out, the one before it is selected") {
    CHECK(clamped({.stage = StageId::concatenate}, traced("cat-sat")).stage == StageId::weighted_sum);
    CHECK(clamped({.stage = StageId::concatenate}, traced("heads-8")).stage == StageId::concatenate);
}

TEST_CASE("a cell under the mouse is forgotten when it is gone") {
    Selection s;
    s.hovered = Cell{Quantity::scores, 0, 7, 1};
    CHECK(clamped(s, traced("cat-tired")).hovered == s.hovered);
    CHECK_FALSE(clamped(s, traced("cat-sat")).hovered);
    s.hovered = Cell{Quantity::memory, 0, 0, 0};
    CHECK_FALSE(clamped(s, traced("cat-tired")).hovered);
}

TEST_CASE("pointing previews what a click would mark: a score, its query, or its key") {
    const auto t = traced("cat-tired");
    Selection s{.stage = StageId::scores, .query = 7, .key = 1};
    CHECK(marked_cell(pointed(s), t) == Cell{Quantity::scores, 0, 7, 1});
    s.hovered = Cell{Quantity::scores, 0, 2, 4};
    CHECK(marked_cell(pointed(s), t) == Cell{Quantity::scores, 0, 2, 4});
    s.hovered = Cell{Quantity::q, 0, 3, 0};
    CHECK(marked_cell(pointed(s), t) == Cell{Quantity::scores, 0, 3, 1});
    s.hovered = Cell{Quantity::k, 0, 5, 0};
    CHECK(marked_cell(pointed(s), t) == Cell{Quantity::scores, 0, 7, 5});
    CHECK(marked_cell(s, t) == Cell{Quantity::scores, 0, 7, 1}); // nothing is locked
}
