#include "ui/board/board.h"

#include "close.h"

#include <doctest/doctest.h>

TEST_CASE("zooming keeps what is under the mouse there") {
    ui::BoardState state;
    const drawing::MatrixLayout ten{
        .area = {100, 50, 400, 200}, .rows = 10, .columns = 10, .cell_width = 40, .cell_height = 20};
    zoom_board(state, ten, {200, 50}, 2, 120);
    const auto& view = state.chosen.view;
    CHECK(view.zoom == make::about(2));
    // The mouse is over a quarter of the columns, which then lie 200 pixels from the start of 800.
    CHECK(view.centre_column == make::about(0.375F));
    CHECK(view.centre_row == make::about(0.25F));
}

TEST_CASE("in a window without room for a matrix, zooming leaves the view where it is") {
    ui::BoardState state;
    state.chosen.view.centre_row = 0.7F;
    const drawing::MatrixLayout flat{.area = {100, 50, 400, 0}, .rows = 10, .columns = 10, .cell_width = 40};
    for (const float factor : {1.2F, 1.5F})
        zoom_board(state, flat, {200, 50}, factor, 120);
    CHECK(state.chosen.view.centre_row == make::about(0.7F));
    CHECK(state.chosen.view.centre_column >= 0);
    CHECK(state.chosen.view.centre_column <= 1);
}
