#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/plot/layout.h"

#include <cmath>
#include <doctest/doctest.h>
#include <set>

using namespace drawing;

namespace {

const FixedMeasure measure;
constexpr Rect place{40, 30, 640, 360};

PlotSeries line(const std::string& name, std::size_t i, const std::vector<double>& ys) {
    PlotSeries series{name, series_style(i)};
    double x = 1;
    for (const double y : ys) {
        series.points.push_back({x, y, 0.9 * y, 1.1 * y});
        x *= 2;
    }
    return series;
}

/// Entropy by width, as the Scale lab shows it.
Plot entropies() {
    Plot plot;
    plot.x = {.title = "width of a key, d_k", .spacing = Spacing::log2};
    plot.y = {.title = "entropy (bits)"};
    plot.series = {line("÷ √d_k", 0, {3.5, 3.4, 3.4, 3.4, 3.4}),
                   line("no scale", 1, {3.5, 3.0, 2.4, 1.8, 1.3}),
                   line("÷ √d_model", 2, {3.9, 3.9, 3.9, 3.9, 3.9})};
    plot.levels = {{4, "log2 n: equal weights"}};
    plot.marks = {{4, "d_k = 4"}};
    return plot;
}

/// Time by length on logarithmic axes, as the Race view shows it.
Plot times() {
    Plot plot;
    plot.x = {.title = "sequence length n", .spacing = Spacing::log2};
    plot.y = {.title = "time", .spacing = Spacing::log10, .unit = Unit::seconds};
    plot.series = {line("RNN", 0, {0.1, 0.2, 0.4, 0.8, 1.6}), line("LSTM", 1, {0.3, 0.6, 1.2, 2.4, 4.8}),
                   line("Attention", 2, {0.02, 0.04, 0.15, 0.6, 2.4})};
    return plot;
}

Figure painted(const Plot& plot, const PlotLayout& layout, const PlotOptions& options = {}) {
    return plot_figure(plot, layout, options, light_palette(), measure);
}

} // namespace

TEST_CASE("four series differ in colour, in dashes and in markers: no colour stands alone") {
    std::set<Role> roles;
    std::set<Dash> dashes;
    std::set<Marker> markers;
    for (std::size_t i = 0; i < 4; ++i) {
        const SeriesStyle style = series_style(i);
        roles.insert(style.role), dashes.insert(style.dash), markers.insert(style.marker);
    }
    CHECK(roles.size() == 4);
    CHECK(dashes.size() == 4);
    CHECK(markers.size() == 4);
}

TEST_CASE("a point stands where both axes say, doubling as far along as the doubling before") {
    const Plot plot = entropies();
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    REQUIRE_FALSE(layout.empty());
    const Point one = layout.place(1, 0), two = layout.place(2, 0), four = layout.place(4, 2);
    CHECK(two.x - one.x == make::about(four.x - two.x));
    CHECK(one.y == make::about(layout.frame.bottom()));
    CHECK(four.y < one.y);
    CHECK(layout.x_value(four.x) == make::about(4));
    const auto discs = all<Disc>(painted(plot, layout));
    REQUIRE(discs.size() == 5); // the first series
    CHECK(discs[2].centre.x == make::about(four.x));
    CHECK(discs[2].centre.y == make::about(layout.place(4, 3.4).y));
}

TEST_CASE("lines are named beside their ends, in their colours, and names never overlap") {
    const Plot plot = times();
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    CHECK_FALSE(layout.legend);
    const Figure figure = painted(plot, layout);
    for (std::size_t i = 0; i < 3; ++i) {
        const Label* name = label_named(figure, plot.series[i].name);
        REQUIRE(name);
        CHECK(name->colour == light_palette()[plot.series[i].style.role]);
        CHECK(name->at.x > layout.frame.right());
        for (std::size_t j = 0; j < i; ++j)
            CHECK(std::abs(name->at.y - label_named(figure, plot.series[j].name)->at.y) >= name->size);
    }
    CHECK(label_named(figure, "LSTM")->at.y <
          label_named(figure, "Attention")->at.y); // in the order of the ends
}

TEST_CASE("names too long to stand beside the ends are a legend above") {
    Plot plot = entropies();
    plot.series[2].name = "divided by the root of the width of the whole model";
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    CHECK(layout.legend);
    for (const PlotName& name : layout.names)
        CHECK(name.box.bottom() <= layout.frame.y);
    CHECK(label_named(painted(plot, layout), plot.series[2].name));
}

TEST_CASE("a level has its line and its label above it, also at the top") {
    const Plot plot = entropies();
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    const Figure figure = painted(plot, layout);
    const Label* label = label_named(figure, "log2 n: equal weights");
    REQUIRE(label);
    CHECK(box_of(*label).bottom() <= layout.place(1, 4).y);
    CHECK(box_of(*label).y >= layout.frame.y);
}

TEST_CASE("the mark is a vertical line at its number, and says which") {
    const Plot plot = entropies();
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    const Figure figure = painted(plot, layout);
    const float x = layout.place(4, 1).x;
    CHECK(std::ranges::any_of(
        all<Line>(figure), [&](const Line& l) { return l.from.x == x && l.to.x == x && l.thickness > 1; }));
    CHECK(label_named(figure, "d_k = 4")->at.x == make::about(x));
}

TEST_CASE("marks close together have labels side by side, above the frame and within the area") {
    Plot plot = times();
    plot.marks = {{7, "crossover: LSTM"}, {7.2, "crossover: RNN"}, {16, "longest"}};
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    const Figure figure = painted(plot, layout);
    std::vector<Rect> boxes;
    for (const PlotMark& mark : plot.marks) {
        const Label* label = label_named(figure, mark.label);
        REQUIRE(label);
        boxes.push_back(box_of(*label));
        CHECK(boxes.back().bottom() <= layout.frame.y);
        CHECK(is_inside(boxes.back(), place));
    }
    CHECK(boxes[0].right() < boxes[1].x);
    CHECK(boxes[1].right() < boxes[2].x);
    CHECK(boxes[0].y == boxes[1].y);
    for (const char* name : {"RNN", "LSTM", "Attention"})
        CHECK(box_of(*label_named(figure, name)).y >= layout.frame.y - 2);
}

TEST_CASE("marks with more to say than one row holds take several, and no label lies on another") {
    Plot plot = times();
    for (const double x : {2.0, 4.0, 4.5, 5.0, 8.0})
        plot.marks.push_back({x, "a mark that has a great deal to say for itself, at " + std::to_string(x)});
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    std::set<float> rows;
    for (std::size_t i = 0; i < plot.marks.size(); ++i) {
        const Rect box = layout.marks[i].box;
        rows.insert(box.y);
        CHECK(is_inside(box, place));
        for (std::size_t j = 0; j < i; ++j)
            CHECK((layout.marks[j].box.y != box.y || layout.marks[j].box.right() <= box.x ||
                   box.right() <= layout.marks[j].box.x));
    }
    CHECK(rows.size() == 3);
}

TEST_CASE("a theory line is thin, dashed and named, has no markers and cannot be hovered") {
    Plot plot = times();
    const std::size_t discs = all<Disc>(painted(plot, plot_layout(place, plot, {}, measure))).size();
    PlotSeries theory = line("RNN, fitted", 0, {0.2, 0.4, 0.8, 1.6, 3.2});
    theory.kind = SeriesKind::theory;
    plot.series.push_back(theory);
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    const Figure figure = painted(plot, layout);
    CHECK(all<Disc>(figure).size() == discs);
    CHECK(label_named(figure, "RNN, fitted"));
    const auto thin = [&](const Line& l) {
        return l.thickness < 2 && l.colour == light_palette()[Role::series_1].faded(0.85F);
    };
    CHECK(std::ranges::count_if(all<Line>(figure), thin) > 20);
    const auto hit = nearest(plot, layout, layout.place(4, 0.8));
    CHECK((!hit || hit->series != 3));
    plot.series[3].name.clear();
    const PlotLayout unnamed = plot_layout(place, plot, {}, measure);
    CHECK(all<Label>(painted(plot, unnamed)).size() == all<Label>(figure).size() - 1);
}

TEST_CASE("a computed curve is a line without markers, and measured points are markers without a line") {
    Plot plot = times();
    PlotSeries computed = line("RNN", 0, {0.2, 0.4, 0.8, 1.6, 3.2}), points = computed;
    computed.kind = SeriesKind::computed;
    points.kind = SeriesKind::points;
    points.name.clear();
    const auto shapes = [&](const PlotSeries& series) {
        Plot alone = plot;
        alone.series = {series};
        return painted(alone, plot_layout(place, alone, {}, measure));
    };
    const Rgba pale = mix(light_palette()[Role::card], light_palette()[Role::series_1], 0.55F);
    const auto lines = [&](const Figure& figure, Rgba colour) {
        return std::ranges::count_if(all<Line>(figure), [&](const Line& l) { return l.colour == colour; });
    };
    CHECK(lines(shapes(computed), pale) == 4);
    CHECK(all<Disc>(shapes(computed)).empty());
    CHECK(all<Disc>(shapes(points)).size() == 5);
    CHECK(lines(shapes(points), light_palette()[Role::series_1]) == 0);
    points.points[2].shown = 0.25F; // it is fading in
    CHECK(all<Disc>(shapes(points))[2].colour == light_palette()[Role::series_1].faded(0.25F));

    plot.series = {computed, points};
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    const auto hit = nearest(plot, layout, layout.place(4, 0.8));
    REQUIRE(hit);
    CHECK(hit->series == 1);
}

TEST_CASE("the spread is a band under all lines, or whiskers at every point") {
    Plot plot = times();
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    const auto bands = all<Band>(painted(plot, layout));
    REQUIRE(bands.size() == 3);
    CHECK(bands[0].upper.size() == 5);
    CHECK(bands[0].upper[1].y == make::about(layout.place(2, 0.22).y));
    CHECK(bands[0].lower[1].y == make::about(layout.place(2, 0.18).y));
    plot.spread = SpreadLook::whiskers;
    const Figure figure = painted(plot, layout);
    CHECK(all<Band>(figure).empty());
    const Point top = layout.place(2, 0.22), foot = layout.place(2, 0.18);
    CHECK(std::ranges::any_of(all<Line>(figure), [&](const Line& l) {
        return l.from.x == top.x && l.from.y == top.y && l.to.x == foot.x && l.to.y == foot.y;
    }));
}

TEST_CASE("the mouse finds the nearest point, and none where there is none") {
    const Plot plot = entropies();
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    const Point at = layout.place(8, 1.8);
    CHECK(nearest(plot, layout, {at.x + 5, at.y - 6}) == PlotOptions::Hit{1, 3});
    CHECK(nearest(plot, layout, layout.place(1, 3.9)) == PlotOptions::Hit{2, 0});
    CHECK_FALSE(nearest(plot, layout, layout.place(2, 0.5)));
    CHECK_FALSE(nearest(plot, layout, {0, 0}));
}

TEST_CASE("the hovered point has a ring and leads to both axes") {
    const Plot plot = entropies();
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    const PlotOptions options{.hovered = PlotOptions::Hit{1, 3}};
    const Point at = layout.place(8, 1.8);
    const auto discs = all<Disc>(painted(plot, layout, options));
    CHECK(discs.back().centre.x == make::about(at.x));
    CHECK(all<Line>(painted(plot, layout, options)).size() == all<Line>(painted(plot, layout)).size() + 2);
    CHECK(painted(plot, layout, {.hovered = PlotOptions::Hit{9, 0}}).size() == painted(plot, layout).size());
}

TEST_CASE("a missing number, or a 0 on a logarithmic axis, breaks the line and nothing else") {
    Plot plot;
    plot.x.spacing = Spacing::log2;
    plot.y.spacing = Spacing::log10;
    plot.series = {line("one", 0, {1, 10, 0, 10, NAN, 1, 10})};
    const PlotLayout layout = plot_layout(place, plot, {}, measure);
    const Figure figure = painted(plot, layout);
    CHECK(all<Disc>(figure).size() == 5);
    const auto thick = [](const Line& l) { return l.thickness == 2; };
    CHECK(std::ranges::count_if(all<Line>(figure), thick) == 2);
    for (const Line& l : all<Line>(figure))
        CHECK(std::isfinite(l.from.x + l.from.y + l.to.x + l.to.y));
}

TEST_CASE("a dashed line is drawn in pieces that do not stop at the points") {
    const auto dashes = [](std::size_t i) {
        Plot plot;
        plot.series = {line("one", i, {1, 2, 3})};
        const auto lines = all<Line>(painted(plot, plot_layout(place, plot, {}, measure)));
        return std::ranges::count_if(lines, [](const Line& l) { return l.thickness == 2; });
    };
    CHECK(dashes(0) == 2);
    CHECK(dashes(1) > 20);
    CHECK(dashes(2) > dashes(1));
}

TEST_CASE("nothing leaves the rectangle: any size, any scale, names long or short, any numbers") {
    Plot wild = times();
    wild.series.push_back(line("a fourth line with a long name that says a lot", 3, {1e-9, 1e9, 5, 0, -4}));
    wild.marks = {{16, "the last of them, and a label that is far too long for a narrow plot"}};
    for (const double x : {1.0, 3.0, 3.1, 3.2, -1.0})
        wild.marks.push_back({x, "one of many marks"});
    PlotSeries theory = line("theory", 3, {1e-8, 1e-3, 2, 3, 5});
    theory.kind = SeriesKind::theory;
    wild.series.push_back(theory);
    Plot whiskers = wild;
    whiskers.spread = SpreadLook::whiskers;
    wild.levels = {{3, "a level that has much to say about itself"}, {1e9, "top"}};
    Plot given = entropies();
    given.y.low = 2.5, given.y.high = 3.6; // lines leave the frame on both sides
    for (const Plot& plot : {entropies(), times(), wild, whiskers, given, Plot{}})
        for (const float width : {40.0F, 150.0F, 310.0F, 900.0F})
            for (const float height : {30.0F, 120.0F, 400.0F})
                for (const float scale : {1.0F, 2.0F}) {
                    CAPTURE(width);
                    CAPTURE(height);
                    CAPTURE(scale);
                    const Rect area{17, 23, width, height};
                    const PlotOptions options{.scale = scale, .hovered = PlotOptions::Hit{0, 4}};
                    const PlotLayout layout = plot_layout(area, plot, options, measure);
                    const Figure figure = painted(plot, layout, options);
                    CHECK(figure.empty() == layout.empty());
                    if (!figure.empty()) CHECK(is_inside(extent(figure), area, scale));
                }
}
