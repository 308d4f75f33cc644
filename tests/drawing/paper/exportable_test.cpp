#include "base/input_error.h"
#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/paper/exportable.h"
#include "drawing/paper/figure_file.h"
#include "temporary_folder.h"

#include <charconv>
#include <doctest/doctest.h>
#include <limits>

using namespace drawing;

TEST_CASE("a plot is a header with the axes' titles and a line for each point") {
    Plot plot;
    plot.x.title = "length n";
    plot.y = {.title = "time", .unit = Unit::seconds};
    plot.series = {{"RNN", {}, {{16, 0.5, 0.25, 0.75}, {32, 1}}}, {"Attention", {}, {{16, 0.125}}}};
    CHECK(csv_of(plot) == "series,length n,time (s),lower,upper\r\n"
                          "RNN,16,0.5,0.25,0.75\r\n"
                          "RNN,32,1,,\r\n"
                          "Attention,16,0.125,,\r\n");
}

TEST_CASE("a plot without titles, series or points still has its header") {
    CHECK(csv_of(Plot{}) == "series,x,y,lower,upper\r\n");
}

TEST_CASE("commas, quotes and line ends are quoted, other letters stay as they are") {
    Plot plot;
    plot.x.title = "n, length";
    plot.series = {{"the \"best\"", {}, {{1, 2}}}, {"two\nlines", {}, {{1, 2}}}, {"÷ √dₖ", {}, {{1, 2}}}};
    CHECK(csv_of(plot) == "series,\"n, length\",y,lower,upper\r\n"
                          "\"the \"\"best\"\"\",1,2,,\r\n"
                          "\"two\nlines\",1,2,,\r\n"
                          "÷ √dₖ,1,2,,\r\n");
}

TEST_CASE("numbers read back are the same numbers, and what is none is an empty field") {
    for (const double value : {0.1, 1.0 / 3, 6.02214076e23, 5e-324, -1.7976931348623157e308}) {
        Plot plot;
        plot.series = {{"s", {}, {{value, std::numeric_limits<double>::quiet_NaN()}}}};
        const std::string text = csv_of(plot);
        const std::size_t start = text.find("\r\ns,") + 4, end = text.find(',', start);
        double read = 0;
        std::from_chars(text.data() + start, text.data() + end, read);
        CHECK(read == value);
        CHECK(text.substr(end) == ",,,\r\n");
    }
}

TEST_CASE("a matrix has its names above and before its numbers") {
    base::Matrix matrix(2, 2);
    matrix << 0.1F, -std::numeric_limits<float>::infinity(), 3, 4;
    const auto word = [](base::Index i) { return i == 0 ? std::string("the") : std::string("a,b"); };
    CHECK(csv_of(matrix, word, word) == ",the,\"a,b\"\r\nthe,0.1,-inf\r\n\"a,b\",3,4\r\n");
    CHECK(csv_of(matrix) == ",1,2\r\n1,0.1,-inf\r\n2,3,4\r\n");
}

namespace {

Plot some_plot() {
    Plot plot;
    plot.x.title = "n";
    plot.series = {{"RNN", {}, {{1, 2}, {2, 3}}}};
    return plot;
}

} // namespace

TEST_CASE("a sheet has its title, its note broken into lines, and the figure under them, all on the sheet") {
    Exportable what = exportable("race-time", "Measured time", some_plot());
    what.note =
        "median of fifteen runs; the bars show the middle half; measured on this computer with two threads "
        "at work, each with its own part of the heads";
    const Figure figure = sheet_figure(what, light_palette(), FixedMeasure{});
    const Label* title = label_named(figure, "Measured time");
    REQUIRE(title);
    std::string note;
    float lowest = 0;
    for (const Label& label : all<Label>(figure))
        if (label.size == 13.5F)
            note += (note.empty() ? "" : " ") + label.text, lowest = box_of(label).bottom();
    CHECK(note == what.note);
    CHECK(box_of(*title).bottom() <= lowest);
    CHECK(lowest < box_of(*label_named(figure, "n")).y);
    CHECK(is_inside(extent(figure), {0, 0, what.width, what.height}));
}

TEST_CASE("an exportable knows the formats in which it can be written") {
    Exportable what = exportable("x", "", some_plot());
    CHECK(what.offers(ExportFormat::csv));
    CHECK(what.offers(ExportFormat::svg) == can_write_figures());
    what.csv = {};
    CHECK_FALSE(what.offers(ExportFormat::csv));
    CHECK_THROWS_AS(write_export(what, ExportFormat::csv, "x.csv", false), base::InputError);
}

TEST_CASE("every format begins as its readers expect, and the numbers are those of the plot") {
    const TemporaryFolder folder;
    const Exportable what = exportable("x", "A title", some_plot());
    const auto written = [&](ExportFormat format, bool dark = false) {
        const auto file = folder.path / ("figure." + key(format));
        write_export(what, format, file, dark);
        return content(file);
    };
    CHECK(written(ExportFormat::csv) == csv_of(some_plot()));
    if (!can_write_figures()) return;
    CHECK(written(ExportFormat::svg).starts_with("<?xml"));
    CHECK(written(ExportFormat::pdf).starts_with("%PDF"));
    CHECK(written(ExportFormat::png).starts_with("\x89PNG"));
    CHECK(written(ExportFormat::svg, true) != written(ExportFormat::svg));
    CHECK(export_formats().size() == 5); // one of them for what moves
}

TEST_CASE("a matrix is exported with its names, on a sheet of its size, and large ones stay printable") {
    const auto matrix = std::make_shared<const base::Matrix>(base::Matrix::Random(4, 6));
    MatrixOptions options;
    options.range = {-1, 1};
    options.row_name = [](Index i) { return "row " + std::to_string(i); };
    options.column_name = [](Index i) { return "c" + std::to_string(i); };
    const Exportable what = exportable("q", "Q", matrix, options);
    const Figure figure = sheet_figure(what, light_palette(), FixedMeasure{});
    CHECK(label_named(figure, "row 3"));
    CHECK(label_named(figure, "c5"));
    CHECK(all<Fill>(figure).size() >= 24);
    CHECK(is_inside(extent(figure), {0, 0, what.width, what.height}));
    CHECK(what.csv().starts_with(",c0,c1,c2,c3,c4,c5\r\nrow 0,"));
    const auto large = std::make_shared<const base::Matrix>(base::Matrix::Random(300, 500));
    const Exportable whole = exportable("q", "Q", large, {});
    CHECK(whole.width < 1300);
    CHECK(whole.height < 1000);
    CHECK(all<Heat>(sheet_figure(whole, light_palette(), FixedMeasure{})).size() == 1);
}

TEST_CASE(
    "a figure of weights explains itself: what rows, columns and colours are, and which word is marked") {
    const auto weights = std::make_shared<const base::Matrix>(base::Matrix::Constant(3, 3, 1.0F / 3));
    MatrixOptions options{.map = ColourMap::weights, .range = {0, 1}, .marked_row = 1};
    options.row_name = options.column_name = [](Index i) { return "word" + std::to_string(i); };
    options.row_axis = "query";
    options.column_axis = "key";
    const Exportable what = exportable("weights", "A", weights, options);
    const Figure figure = sheet_figure(what, light_palette(), FixedMeasure{});
    const Label *query = label_named(figure, "query ↓"), *key = label_named(figure, "key →");
    REQUIRE(query);
    REQUIRE(key);
    CHECK(box_of(*key).bottom() <= box_of(*label_named(figure, "word2")).y);
    CHECK(label_named(figure, "0"));
    CHECK(label_named(figure, "1.0"));
    const auto frames = all<Stroke>(figure);
    CHECK(std::ranges::any_of(
        frames, [](const Stroke& frame) { return frame.colour == light_palette()[Role::query]; }));
    CHECK(is_inside(extent(figure), {0, 0, what.width, what.height}));
}

TEST_CASE("matrices with colours of their own have no legend in common") {
    std::vector<TitledMatrix> two(
        2, {.title = "S", .numbers = std::make_shared<const base::Matrix>(base::Matrix::Constant(2, 2, 1))});
    two[0].options.range = {-1, 1};
    two[1].options.range = {-7, 7};
    const auto sheet = [&] {
        return sheet_figure(exportable("s", "Scores", two), light_palette(), FixedMeasure{});
    };
    const auto has_legend = [](const Figure& figure) { return label_named(figure, "\u22121.0") != nullptr; };
    CHECK_FALSE(has_legend(sheet()));
    two[1].options.range = {-1, 1};
    CHECK(has_legend(sheet()));
}

TEST_CASE("several matrices stand side by side under their titles, and all their numbers in one table") {
    std::vector<TitledMatrix> heads;
    for (int i = 1; i <= 6; ++i) {
        heads.push_back({.title = "head " + std::to_string(i),
                         .numbers = std::make_shared<const base::Matrix>(
                             base::Matrix::Constant(3, 2, static_cast<float>(i)))});
        heads.back().options.range = {0, 6};
        heads.back().options.row_name = [](Index r) { return "q" + std::to_string(r); };
        heads.back().options.column_name = [](Index c) { return "k" + std::to_string(c); };
    }
    const Exportable what = exportable("heads", "Six heads", heads);
    const Figure figure = sheet_figure(what, light_palette(), FixedMeasure{});
    CHECK(is_inside(extent(figure), {0, 0, what.width, what.height}));
    const Label *first = label_named(figure, "head 1"), *third = label_named(figure, "head 3"),
                *fourth = label_named(figure, "head 4");
    REQUIRE(first);
    REQUIRE(third);
    REQUIRE(fourth);
    CHECK(first->at.y == third->at.y); // three across
    CHECK(first->at.x < third->at.x);
    CHECK(first->at.x == fourth->at.x);
    CHECK(first->at.y < fourth->at.y);
    CHECK(what.csv().starts_with(",,k0,k1\r\nhead 1,q0,1,1\r\nhead 1,q1,1,1\r\n"));
    CHECK(what.csv().ends_with("head 6,q2,6,6\r\n"));
    const Exportable alone = exportable("heads", "One head", std::vector{heads.front()});
    CHECK(is_inside(extent(sheet_figure(alone, light_palette(), FixedMeasure{})),
                    {0, 0, alone.width, alone.height}));
}

TEST_CASE("what moves can be written as a clip of its size; what does not is refused") {
    if (!can_write_clips()) return;
    const TemporaryFolder folder;
    Exportable what = exportable("still", "", some_plot());
    CHECK_FALSE(what.offers(ExportFormat::apng));
    CHECK_THROWS_AS(write_export(what, ExportFormat::apng, folder.path / "clip.apng", false),
                    base::InputError);
    what.poster = true;
    what.width = 90;
    what.height = 40;
    what.seconds = 0.3;
    what.moving = [](double seconds, const Palette& palette, const TextMeasure&) {
        return Figure{Fill{{static_cast<float>(100 * seconds), 10, 20, 20}, palette[Role::text]}};
    };
    CHECK(what.offers(ExportFormat::apng));
    write_export(what, ExportFormat::apng, folder.path / "clip.apng", false);
    const std::string file = content(folder.path / "clip.apng");
    CHECK(file.starts_with("\x89PNG"));
    CHECK(file.substr(16, 8) == std::string("\0\0\0\x5a\0\0\0\x28", 8)); // 90 × 40
    CHECK(file.find("acTL") != std::string::npos);
}

TEST_CASE("a clip is made moment by moment, and nothing is there before it is whole") {
    if (!can_write_clips()) return;
    const TemporaryFolder folder;
    const auto file = folder.path / "clip.apng";
    Exportable what = exportable("still", "", some_plot());
    what.seconds = 0.2;
    what.rests = 1;
    std::vector<double> moments;
    what.moving = [&](double seconds, const Palette& palette, const TextMeasure&) {
        moments.push_back(seconds);
        return Figure{Fill{{static_cast<float>(100 * seconds), 10, 20, 20}, palette[Role::text]}};
    };
    {
        const auto stopped = clip_writer(what, file);
        CHECK(stopped->done() == 0);
        CHECK(stopped->next() == ClipWriter::Step::painted);
        CHECK(stopped->done() == make::about(0.2));
    }
    CHECK(std::filesystem::is_empty(folder.path));
    moments.clear();
    const auto writer = clip_writer(what, file);
    float done = 0;
    while (writer->next() != ClipWriter::Step::written) {
        CHECK_FALSE(std::filesystem::exists(file));
        CHECK(writer->done() > done);
        done = writer->done();
    }
    CHECK(done == 1);
    CHECK(std::filesystem::exists(file));
    CHECK(moments == std::vector<double>{0, 0.05, 0.1, 0.15, 0.2}); // its end, too
    CHECK_THROWS_AS(write_export(what, ExportFormat::apng, folder.path / "none" / "clip.apng", false),
                    base::InputError);
}
