#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/figures/matrix.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace drawing;
using base::Matrix;

namespace {

const FixedMeasure measure;
const std::vector<std::string> words{"The", "cat",     "sat", "on",  "the",
                                     "mat", "because", "it",  "was", "tired"};

std::string word(Index i) {
    return words[static_cast<std::size_t>(i)];
}

std::shared_ptr<Matrix> scores(Index rows, Index columns) {
    auto matrix = std::make_shared<Matrix>(rows, columns);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            (*matrix)(i, j) = static_cast<float>((7 * i + 3 * j) % 17) - 8;
    return matrix;
}

Figure paint(const std::shared_ptr<const Matrix>& matrix, const MatrixLayout& layout,
             const MatrixOptions& options) {
    return matrix_figure(matrix, layout, options, light_palette(), measure);
}

MatrixLayout ten_by_ten() {
    return fit({100, 50, 630, 360}, 10, 10, 64, 36);
}

MatrixOptions named() {
    MatrixOptions options;
    options.range = {-8, 8};
    options.row_name = options.column_name = word;
    return options;
}

} // namespace

TEST_CASE("a matrix without any room is painted without rows, in a window as low as its bars") {
    for (const float height : {0.0F, -40.0F}) {
        CAPTURE(height);
        const MatrixLayout none = fit({100, 50, 630, height}, 10, 10, 64, 36);
        CHECK(all<Fill>(paint(scores(10, 10), none, named())).empty());
    }
}

TEST_CASE("every score is filled with its colour where the layout says, and written in it") {
    const auto matrix = scores(10, 10);
    const Figure figure = paint(matrix, ten_by_ten(), {.range = {-8, 8}});
    const auto fills = all<Fill>(figure);
    const auto labels = all<Label>(figure);
    REQUIRE(fills.size() == 100);
    REQUIRE(labels.size() == 100);
    for (Index i = 0; i < 10; ++i)
        for (Index j = 0; j < 10; ++j) {
            const auto at = static_cast<std::size_t>(10 * i + j);
            const Rect cell = cell_rect(ten_by_ten(), {i, j});
            CHECK(fills[at].rect == cell.inset(1));
            CHECK(fills[at].colour == colour_of((*matrix)(i, j), {-8, 8}, ColourMap::signed_values, false));
            CHECK(is_inside(box_of(labels[at]), fills[at].rect));
            CHECK(contrast(labels[at].colour, fills[at].colour) >= 4.5);
        }
    CHECK(labels[0].text == "\u22128.00");
    CHECK(labels[1].text == "\u22125.00");
}

TEST_CASE("a transposed matrix shows its columns as rows") {
    const auto keys = scores(10, 4);
    const Figure figure =
        paint(keys, fit({0, 0, 600, 200}, 4, 10, 64, 36), {.range = {-8, 8}, .transposed = true});
    CHECK(all<Label>(figure)[1].text ==
          all<Label>(paint(keys, fit({0, 0, 600, 400}, 10, 4, 64, 36), {.range = {-8, 8}}))[4].text);
}

TEST_CASE("a masked cell is hatched and says −∞") {
    const auto matrix = scores(10, 10);
    (*matrix)(2, 5) = -INFINITY;
    const Figure figure = paint(matrix, ten_by_ten(), {.range = {-8, 8}});
    REQUIRE(all<Hatch>(figure).size() == 1);
    CHECK(all<Hatch>(figure)[0].rect == cell_rect(ten_by_ten(), {2, 5}).inset(1));
    CHECK(all<Label>(figure)[25].text == "\u2212\u221E");
}

TEST_CASE(
    "marks frame the row in the query's colour, the column in the key's, and the cell where they meet") {
    MatrixOptions options = named();
    options.marked_row = 7;
    options.marked_column = 1;
    const MatrixLayout layout = ten_by_ten();
    const Figure figure = paint(scores(10, 10), layout, options);
    const auto frames = all<Stroke>(figure);
    REQUIRE(frames.size() == 3);
    const Rect targets[] = {column_rect(layout, 1), row_rect(layout, 7), cell_rect(layout, {7, 1})};
    const Role roles[] = {Role::key_line, Role::query, Role::text};
    for (int i = 0; i < 3; ++i) {
        CHECK(is_inside(targets[i], frames[i].rect));
        CHECK(is_inside(frames[i].rect, targets[i], 2));
        CHECK(frames[i].colour == light_palette()[roles[i]]);
    }
    const Label* query = label_named(figure, "it");
    REQUIRE(query);
    CHECK(query->font == Font::sans_bold);
    CHECK(query->colour == Rgba{255, 255, 255}); // on the query's colour, like its word in the sentence
    CHECK(std::ranges::any_of(all<Fill>(figure), [&](const Fill& fill) {
        return fill.colour == light_palette()[Role::query_fill] && is_inside(box_of(*query), fill.rect);
    }));
}

TEST_CASE("what is exactly 0 says so quietly; what is almost 0 keeps its digits") {
    const auto matrix = std::make_shared<Matrix>(Matrix{{0, -0.003F, 0.002F, 1}});
    const auto labels = all<Label>(paint(matrix, fit({0, 0, 280, 34}, 1, 4, 70, 34), {.range = {-8, 8}}));
    REQUIRE(labels.size() == 4);
    CHECK(labels[0].text == "0");
    CHECK(labels[0].colour == light_palette()[Role::quiet]);
    CHECK(labels[1].text == "0.00");
    CHECK(labels[2].text == "0.00");
}

TEST_CASE("digits outside the marked row and column recede; no cell changes its colour") {
    const auto matrix = scores(10, 10);
    MatrixOptions options{.range = {-8, 8}, .marked_row = 7, .marked_column = 1, .bold_marks = false};
    const Figure usual = paint(matrix, ten_by_ten(), options);
    options.recede = true;
    const Figure focused = paint(matrix, ten_by_ten(), options);
    const auto before = all<Label>(usual), after = all<Label>(focused);
    const auto fills = all<Fill>(usual), same = all<Fill>(focused);
    for (std::size_t i = 0; i < 100; ++i) {
        CHECK(fills[i].colour == same[i].colour);
        const bool marked = i / 10 == 7 || i % 10 == 1, zero = after[i].text == "0";
        if (marked || zero) {
            CHECK(after[i].colour == before[i].colour);
            continue;
        }
        const double usual_contrast = contrast(before[i].colour, fills[i].colour);
        const double own = contrast(after[i].colour, fills[i].colour);
        CHECK(own <= usual_contrast);
        CHECK(own >= 4.5);
        if (usual_contrast > 7) CHECK(own < usual_contrast);
    }
}

TEST_CASE("a colour means a value: marks change no colour, they make digits bold") {
    MatrixOptions options{.range = {-8, 8}};
    const auto matrix = scores(10, 10);
    const Figure plain = paint(matrix, ten_by_ten(), options);
    options.marked_row = 7;
    options.marked_column = 1;
    const Figure marked = paint(matrix, ten_by_ten(), options);
    for (std::size_t i = 0; i < 100; ++i) {
        const bool zero = all<Label>(plain)[i].text == "0"; // stays quiet
        const bool in_mark = (i / 10 == 7 || i % 10 == 1) && !zero;
        CHECK(all<Fill>(marked)[i].colour == all<Fill>(plain)[i].colour);
        CHECK(all<Label>(marked)[i].colour == all<Label>(plain)[i].colour);
        CHECK(all<Label>(marked)[i].font == (in_mark ? Font::mono_bold : Font::mono));
        CHECK(all<Label>(plain)[i].font == Font::mono);
    }
}

TEST_CASE("beside weights stands what each row adds up to, whatever their digits add up to") {
    const auto thirds = std::make_shared<Matrix>(Matrix::Constant(3, 3, 1.0F / 3));
    const MatrixOptions options{
        .map = ColourMap::weights, .range = {0, 1}, .marked_row = 1, .row_sums = true};
    const MatrixLayout layout = fit({100, 50, 300, 120}, 3, 3, 64, 36);
    const Figure figure = paint(thirds, layout, options);
    REQUIRE(label_named(figure, "Σ"));
    std::vector<Label> sums;
    for (const Label& label : all<Label>(figure))
        if (label.text == "1.00") sums.push_back(label);
    REQUIRE(sums.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(box_of(sums[i]).x >= layout.area.right());
        CHECK(box_of(sums[i]).right() <= layout.area.right() + row_sums_width);
        CHECK(sums[i].at.y == cell_rect(layout, {static_cast<Index>(i), 0}).centre().y);
        CHECK(sums[i].font == (i == 1 ? Font::mono_bold : Font::mono));
    }
    CHECK_FALSE(label_named(paint(thirds, fit({0, 0, 30, 30}, 3, 3, 10, 10), options), "Σ"));
}

TEST_CASE("a value set by hand has a folded corner inside its cell") {
    const CellPlace by_hand[] = {{3, 4}};
    const Figure figure = paint(scores(10, 10), ten_by_ten(), {.range = {-8, 8}, .overridden = by_hand});
    const auto corners = all<Triangle>(figure);
    REQUIRE(corners.size() == 1);
    const Rect cell = cell_rect(ten_by_ten(), {3, 4});
    for (const Point p : {corners[0].a, corners[0].b, corners[0].c}) {
        CHECK(p.x > cell.centre().x);
        CHECK(p.x <= cell.right());
        CHECK(p.y >= cell.y);
        CHECK(p.y < cell.centre().y);
    }
}

TEST_CASE("words stand beside their rows and above their columns") {
    const Figure figure = paint(scores(10, 10), ten_by_ten(), named());
    const auto labels = all<Label>(figure);
    REQUIRE(labels.size() == 120);
    for (std::size_t i = 0; i < 10; ++i) {
        const Rect row = box_of(labels[100 + i]), column = box_of(labels[110 + i]);
        CHECK(labels[100 + i].text == words[i]);
        CHECK(row.right() < 100);
        CHECK(row.centre().y == make::about(cell_rect(ten_by_ten(), {static_cast<Index>(i), 0}).centre().y));
        CHECK(column.bottom() < 50);
        CHECK(column.centre().x ==
              make::about(cell_rect(ten_by_ten(), {0, static_cast<Index>(i)}).centre().x));
        if (i > 0) CHECK(column.x > box_of(labels[109 + i]).right());
    }
}

TEST_CASE("colour comes first, then digits, then the arithmetic") {
    const auto matrix = scores(10, 10);
    MatrixOptions options{.range = {-8, 8}};
    int asked = 0;
    options.detail = [&](CellPlace) {
        ++asked;
        return std::vector<std::string>{"2.80 · 2.80 + 1.00 · 0.10 + …", "2.80 · 2.80 + …"};
    };
    const auto sized = [&](float width, float height) {
        return fit({0, 0, 10 * width, 10 * height}, 10, 10, width, height);
    };
    CHECK(all<Heat>(paint(matrix, sized(10, 10), options)).size() == 1);
    CHECK(all<Label>(paint(matrix, sized(16, 16), options)).empty());
    CHECK(all<Fill>(paint(matrix, sized(16, 16), options)).size() == 100);
    CHECK(all<Label>(paint(matrix, sized(60, 34), options)).size() == 100);
    CHECK(asked == 0);
    const MatrixLayout large = sized(130, 60);
    const auto labels = all<Label>(paint(matrix, large, options));
    REQUIRE(labels.size() == 200);
    CHECK(asked == 100);
    for (std::size_t i = 0; i < 100; ++i) {
        const Rect cell = cell_rect(large, {static_cast<Index>(i / 10), static_cast<Index>(i % 10)});
        CHECK(is_inside(box_of(labels[2 * i]), cell));
        CHECK(is_inside(box_of(labels[2 * i + 1]), cell));
        CHECK(labels[2 * i + 1].text == "2.80 · 2.80 + …"); // the longer one does not fit: it is not cut
        CHECK(box_of(labels[2 * i]).bottom() <= box_of(labels[2 * i + 1]).y);
    }
}

TEST_CASE("a short line of arithmetic stands in every cell or in none, however far one zooms in") {
    MatrixOptions options{.range = {-8, 8}, .digit_limits = {.largest = 40}};
    options.detail = [](CellPlace) { return std::vector<std::string>{"\u22121.30 ÷ 2.00"}; };
    for (float width = 90; width < 260; width += 7) {
        const MatrixLayout layout = fit({0, 0, 10 * width, 1000}, 10, 10, width, 100);
        const auto labels = all<Label>(paint(scores(10, 10), layout, options));
        CAPTURE(width);
        CHECK(labels.size() == 200);
    }
}

TEST_CASE("a number without arithmetic stands in the middle of its cell, however tall") {
    MatrixOptions options{.range = {-8, 8}};
    const MatrixLayout tall = fit({0, 0, 1300, 800}, 10, 10, 130, 80);
    for (const std::vector<std::string>& details : {std::vector<std::string>{}, {std::string(90, '0')}}) {
        options.detail = [&](CellPlace) { return details; };
        const auto labels = all<Label>(paint(scores(10, 10), tall, options));
        REQUIRE(labels.size() == 100);
        for (std::size_t i = 0; i < 100; ++i)
            CHECK(labels[i].at.y == cell_rect(tall, {static_cast<Index>(i / 10), 0}).centre().y);
    }
}

TEST_CASE("a long sequence is one picture until one looks closely, and then only what is in sight") {
    const auto matrix = std::make_shared<Matrix>(Matrix::Zero(4096, 4096));
    MatrixOptions options{.range = {0, 1}, .marked_row = 2048, .marked_column = 100};
    options.row_name = options.column_name = [](Index i) { return "word" + std::to_string(i); };
    const MatrixLayout whole = fit({100, 100, 700, 700}, 4096, 4096, 64, 36);
    const Figure far = paint(matrix, whole, options);
    CHECK(all<Heat>(far).size() == 1);
    CHECK(all<Heat>(far)[0].view == Rect{0, 0, 4096, 4096});
    CHECK(far.size() < 60);
    CHECK(label_named(far, "word2048"));
    CHECK(label_named(far, "word100"));

    const MatrixLayout close = revealing(close_up(whole, 200), {2048, 100});
    const Figure near = paint(matrix, close, options);
    const auto fills = all<Fill>(near);
    CHECK(fills.size() == static_cast<std::size_t>(visible_cells(close).count()) + 1); // behind "word2048"
    CHECK(fills.size() < 3000);
}

TEST_CASE("numbers count the rows where words have no room, and never touch") {
    MatrixOptions options{.range = {0, 1}, .marked_row = 333, .marked_column = 77};
    options.row_name = options.column_name = [](Index i) { return "word" + std::to_string(i); };
    for (const float side : {150.0F, 300.0F, 700.0F, 1500.0F}) {
        const Figure figure = paint(std::make_shared<Matrix>(Matrix::Zero(512, 512)),
                                    fit({100, 100, side, side}, 512, 512, 64, 36), options);
        const auto labels = all<Label>(figure);
        CHECK(labels.size() > 4);
        for (std::size_t i = 0; i < labels.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const Rect a = box_of(labels[i]), b = box_of(labels[j]);
                const bool apart =
                    a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
                CHECK_MESSAGE(apart, labels[i].text, " on ", labels[j].text);
            }
    }
}

TEST_CASE("nothing is painted outside the cells, their names and the frames around them") {
    for (const float scale : {1.0F, 1.5F, 2.0F})
        for (const float zoom : {1.0F, 2.3F, 6.0F}) {
            MatrixOptions options = named();
            options.marked_row = 7;
            options.marked_column = 6;
            options.hovered = CellPlace{0, 0};
            options.scale = scale;
            const MatrixLayout layout = panned(close_up(ten_by_ten(), zoom), -17, -23);
            const Rect bounds{100 - 98 * scale, 50 - 20 * scale, layout.area.width + 101 * scale,
                              layout.area.height + 23 * scale};
            CHECK(is_inside(extent(paint(scores(10, 10), layout, options)), bounds));
        }
}

TEST_CASE("a matrix without cells has no figure") {
    CHECK(paint(std::make_shared<Matrix>(0, 5), fit({0, 0, 100, 100}, 0, 5, 64, 36), named()).empty());
}

TEST_CASE("a matrix that is being filled shows the cells that are there, and empty frames for the others") {
    const auto matrix = scores(10, 10);
    const std::vector<CellBlock> there{{0, 0, 2, 10}, {2, 0, 1, 3}, {7, 1, 1, 1}};
    MatrixOptions options{.range = {-8, 8}, .there = there};
    const Figure figure = paint(matrix, ten_by_ten(), options);
    CHECK(all<Fill>(figure).size() == 24);
    CHECK(all<Label>(figure).size() == 24);
    CHECK(all<Stroke>(figure).size() == 76);
}

TEST_CASE("an unfinished cell shows what is there so far, on plain ground") {
    const auto matrix = scores(10, 10);
    const std::vector<CellBlock> there{{7, 1, 1, 1}};
    MatrixOptions options{.range = {-8, 8}, .there = there};
    options.unfinished = [](CellPlace) { return std::string("2.96…"); };
    const Figure figure = paint(matrix, ten_by_ten(), options);
    REQUIRE(all<Label>(figure).size() == 1);
    CHECK(all<Label>(figure)[0].text == "2.96…");
    CHECK(all<Fill>(figure)[0].colour == light_palette()[Role::card]);
}

TEST_CASE("a large matrix that is being filled is a picture of the parts that are there") {
    const auto matrix = scores(500, 500);
    const MatrixLayout layout = fit({0, 0, 500, 500}, 500, 500, 64, 36);
    const std::vector<CellBlock> there{{0, 0, 100, 500}, {100, 0, 1, 250}};
    const auto parts = all<Heat>(paint(matrix, layout, {.range = {-8, 8}, .there = there}));
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].rect == Rect{0, 0, 500, 100});
    CHECK(parts[1].rect == Rect{0, 100, 250, 1});
    CHECK(parts[1].view == Rect{0, 100, 250, 1});
}

namespace {

constexpr Rect area{100, 20, 300, 28};

Figure legend(ColourMap map, Range range) {
    return legend_figure(map, range, area, 12, light_palette(), FixedMeasure{});
}

} // namespace

TEST_CASE("a legend names the numbers of its two ends") {
    const Figure signed_values = legend(ColourMap::signed_values, {-8, 8});
    CHECK(label_named(signed_values, "−8.0"));
    CHECK(label_named(signed_values, "8.0"));
    const Figure weights = legend(ColourMap::weights, {0, 0.0042F});
    CHECK(label_named(weights, "0"));
    CHECK(label_named(weights, "0.004"));
}

TEST_CASE("a legend goes through the colours of its map, and stays in its place") {
    const Figure figure = legend(ColourMap::weights, {0, 1});
    const auto fills = all<Fill>(figure);
    CHECK(fills.front().colour == table(ColourMap::weights, false).front());
    CHECK(fills.back().colour == table(ColourMap::weights, false).back());
    CHECK(is_inside(extent(figure), area, 1));
}

TEST_CASE("zero has a tick where it lies between the ends") {
    CHECK(all<Line>(legend(ColourMap::signed_values, {-2, 2})).size() == 1);
    CHECK(all<Line>(legend(ColourMap::weights, {0, 1})).empty());
}
