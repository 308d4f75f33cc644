// The score against the distance, and every scheme as a small plot to choose from.
#include "ui/board/figures.h"
#include "ui/views/labs/place_page.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::PlaceScheme;
using workbench::PlaceScores;
using workbench::PlaceStudy;

namespace {

constexpr Index most_dotted = 16;

/// "score ÷ 2": what the softmax gets.
std::string score_name(const Ui& ui, float divisor) {
    if (divisor == 1) return ui.text("places.score");
    const std::string number = number_text(divisor, divisor == std::round(divisor) ? 0 : 2);
    return ui.plain("places.scaled_score", {{"divisor", {{number}}}});
}

/// The whole distances along the axis, as many as have room.
std::vector<Tick> distance_ticks(Index last, float pitch, float widest) {
    Index step = 1;
    for (const Index wider : {2, 3, 5, 10, 20, 50, 100, 200, 500}) {
        if (static_cast<float>(step) * pitch >= widest) break;
        step = wider;
    }
    for (const Index wider : {step + 1, step + 2}) // so that the two ends are among them
        if (wider <= 2 * step && last % step != 0 && last % wider == 0) step = wider;
    std::vector<Tick> ticks;
    for (Index distance = -(last / step) * step; distance <= last; distance += step)
        ticks.push_back({static_cast<double>(distance), number_text(static_cast<float>(distance), 0)});
    return ticks;
}

} // namespace

Plot plot_of_places(Ui& ui, const PlaceStudy& study, PlaceScheme scheme) {
    const PlaceScores& scores = study.of(scheme);
    const Index p = scores.places();
    Plot plot;
    plot.x = {
        .title = ui.plain("places.axis", {{"key", {{scores.words.key}}}, {"query", {{scores.words.query}}}})};
    plot.y = {.title = score_name(ui, scores.divisor)};
    plot.x.low = -static_cast<double>(p - 1);
    plot.x.high = static_cast<double>(p - 1);
    const SeriesStyle violet{.role = Role::weight};
    if (scheme == PlaceScheme::rotary) {
        PlotSeries curve{.name = {}, .style = violet, .kind = SeriesKind::computed};
        const Index steps = std::clamp<Index>(4000 / (2 * p), 1, 12); // between two distances
        for (Index i = -(p - 1) * steps; i <= (p - 1) * steps; ++i) {
            const double distance = static_cast<double>(i) / static_cast<double>(steps);
            curve.points.push_back(
                {.x = distance,
                 .y = workbench::turned_score(scores.q_alone, scores.k_alone, study.rotary, distance) /
                      scores.divisor});
        }
        plot.series.push_back(std::move(curve));
    }
    PlotSeries dots{.name = {}, .style = violet, .kind = SeriesKind::points};
    if (p <= most_dotted) {
        for (Index i = 0; i < p; ++i)
            for (Index j = 0; j < p; ++j)
                dots.points.push_back({.x = static_cast<double>(j - i), .y = scores.scores(i, j)});
    } else {
        if (p > 4 * most_dotted) dots.kind = SeriesKind::measured;
        for (Index distance = 1 - p; distance < p; ++distance) {
            const workbench::AtDistance& at = scores.at(distance);
            dots.points.push_back(
                {.x = static_cast<double>(distance), .y = at.mean, .lower = at.least, .upper = at.most});
        }
    }
    plot.series.push_back(std::move(dots));
    plot.levels.push_back({0, ""});
    return plot;
}

std::string PlacePage::plot_says() const {
    const Index p = scores_.places();
    const std::string pairs = whole_text(static_cast<double>(p) * static_cast<double>(p));
    if (!scores_.by_distance_alone())
        return ui_.plain(p <= most_dotted ? "places.spread" : "places.spread_band",
                         {{"pairs", {{pairs}}}, {"spread", {{number_text(scores_.spread, 2)}}}});
    const float size = std::max(std::abs(scores_.largest()), std::abs(scores_.smallest()));
    if (scores_.largest() - scores_.smallest() <= 1e-4F * std::max(1.0F, size))
        return ui_.plain("places.flat", {{"pairs", {{pairs}}}, {"score", {{number_text(score(), 2)}}}});
    return ui_.plain("places.points", {{"pairs", {{pairs}}}, {"points", {{std::to_string(2 * p - 1)}}}});
}

void PlacePage::draw_scores(const Rect& area) {
    const Rect inner = titled_card(ui_, "place_lab/scores", area, ui_.text("places.title"), plot_says());
    Plot plot = plot_of_places(ui_, study_, chosen_.scheme);
    PlotOptions options{.scale = ui_.theme.scale};
    PlotLayout layout = plot_layout(inner, plot, options, ui_.canvas);
    if (layout.empty()) return;
    const Index last = scores_.places() - 1;
    const float pitch = layout.place(1, layout.y.low).x - layout.place(0, layout.y.low).x;
    layout.x_ticks = distance_ticks(last, pitch, ui_.px(30));
    plot.x.title.clear(); // in its row: what lies at the two ends
    draw_ends(layout);
    move_dots(plot, layout);
    if (inner.contains(ui_.mouse)) options.hovered = nearest(plot, layout, ui_.mouse);
    ui_.canvas.paint(plot_figure(plot, layout, options, ui_.theme.palette(), ui_.canvas));
    ui_.anchors.add("place_lab/plot", layout.frame);
    const Touch t = touch(ui_, "place_lab/plot/point", layout.frame, true, false);
    if (options.hovered) {
        const PlotPoint& point = plot.series[options.hovered->series].points[options.hovered->point];
        ui_.cursor_hint =
            ui_.plain("places.point", {{"distance", {{number_text(static_cast<float>(point.x), 0)}}},
                                       {"score", {{number_text(static_cast<float>(point.y), 2)}}}});
        if (t.clicked && !words().same) put_apart(static_cast<Index>(std::lround(point.x)));
    }
    draw_here(plot, layout);
}

void PlacePage::draw_ends(const PlotLayout& layout) {
    const float size = plot_sizes::title_text * ui_.theme.scale, half = layout.frame.width / 2 - ui_.px(8);
    const float y = layout.frame.bottom() + 1.5F * plot_sizes::row * ui_.theme.scale;
    const narration::Values values{{"key", {{words().key}}}, {"query", {{words().query}}}};
    ui_.canvas.text_within({layout.frame.x, y}, half, ui_.plain("places.earlier", values), Font::sans, size,
                           ui_[Role::quiet]);
    ui_.canvas.text_within({layout.frame.right(), y}, half, ui_.plain("places.later", values), Font::sans,
                           size, ui_[Role::quiet], Align::right);
}

void PlacePage::move_dots(Plot& plot, const PlotLayout& layout) {
    const Index p = scores_.places();
    if (p > most_dotted) return;
    bool moving = false;
    std::size_t dot = 0;
    for (PlotPoint& point : plot.series.back().points) {
        const auto share = static_cast<float>(layout.y.share(point.y));
        const float now =
            ui_.motion.glide("place_lab/dot/" + std::to_string(p) + "/" + std::to_string(dot++), share);
        if (now == share) continue;
        point.y = layout.y.value(static_cast<double>(now));
        moving = true;
    }
    if (moving && plot.series.size() > 1) plot.series.front().points.clear();
}

void PlacePage::put_apart(Index distance) {
    const Index last = scores_.places() - 1;
    const Index query = std::clamp(at_.query, std::max<Index>(0, -distance), std::min(last, last - distance));
    begin_movement();
    put({query, query + distance});
}

void PlacePage::draw_here(const Plot& plot, const PlotLayout& layout) {
    const Point at = layout.place(static_cast<double>(at_.distance()), static_cast<double>(score()));
    if (!is_seen(at)) return;
    ui_.canvas.paint(Disc{at, ui_.px(9), ui_[Role::text]});
    ui_.canvas.paint(Disc{at, ui_.px(6.5F), ui_[Role::card]});
    ui_.canvas.paint(Disc{at, ui_.px(4.5F), ui_[Role::weight]});
    const std::string number = number_text(score(), 2);
    const std::string where = at_.distance() == 0
                                  ? ui_.text("places.here")
                                  : ui_.plain(at_.distance() < 0 ? "places.here_back" : "places.here_ahead",
                                              {{"count", {{std::to_string(std::abs(at_.distance()))}}}});
    const float size = ui_.px(body_size), small = ui_.px(label_size), gap = ui_.px(6);
    const float of_number = ui_.canvas.width(Font::mono_bold, size, number),
                wide = of_number + gap + ui_.canvas.width(Font::sans, small, where);
    // Beside the point where the label lies on the fewest others.
    Rect ground;
    int fewest = std::numeric_limits<int>::max();
    for (const float dy : {-16.0F, 18.0F, -34.0F, 36.0F, -52.0F, 54.0F})
        for (const float dx : {ui_.px(14), -ui_.px(14) - wide, -wide / 2}) {
            const Rect box{at.x + dx - ui_.px(3), at.y + ui_.px(dy) - ui_.px(9), wide + ui_.px(6),
                           ui_.px(18)};
            if (box.x < layout.frame.x || box.right() > layout.frame.right() || box.y < layout.frame.y ||
                box.bottom() > layout.frame.bottom())
                continue;
            int hidden = 0;
            for (const PlotSeries& series : plot.series)
                for (const PlotPoint& point : series.points)
                    hidden += box.inset(-ui_.px(3)).contains(layout.place(point.x, point.y)) ? 1 : 0;
            if (hidden >= fewest) continue;
            fewest = hidden;
            ground = box;
        }
    if (ground.width <= 0) return;
    const float x = ground.x + ui_.px(3), y = ground.centre().y;
    ui_.canvas.fill(ground, Rgba(ui_[Role::card]).faded(0.85F), ui_.px(4));
    ui_.canvas.text({x, y}, number, Font::mono_bold, size, ui_[Role::text]);
    ui_.canvas.text({x + of_number + gap, y}, where, Font::sans, small, ui_[Role::quiet]);
    ui_.anchors.add("place_lab/here", {at.x - ui_.px(9), at.y - ui_.px(9), ui_.px(18), ui_.px(18)});
}

void PlacePage::draw_choices(const Rect& area) {
    const float gap = ui_.px(8), count = static_cast<float>(workbench::place_schemes);
    const float wide = (area.width - (count - 1) * gap) / count;
    for (std::size_t i = 0; i < workbench::place_schemes; ++i)
        draw_choice(static_cast<PlaceScheme>(i),
                    {area.x + static_cast<float>(i) * (wide + gap), area.y, wide, area.height});
}

void PlacePage::draw_choice(PlaceScheme scheme, const Rect& area) {
    const std::string& key = place_scheme_names[static_cast<std::size_t>(scheme)];
    const PlaceScores& scores = study_.of(scheme);
    const Touch t = touch(ui_, "place_lab/scheme/" + key, area);
    card(ui_, area);
    if (chosen_.scheme == scheme)
        draw_selected(ui_, area, ui_.px(10));
    else if (t.hovered)
        ui_.canvas.stroke(area, ui_[Role::focus], ui_.px(1.5F), ui_.px(10));
    if (t.focused) focus_ring(ui_, area, ui_.px(10));
    if (t.hovered)
        ui_.cursor_hint = scores.known() ? ui_.texts.text("places." + key + "_hint") : why_unknown(scheme);
    if (t.clicked) {
        chosen_.scheme = scheme;
        state_.before.reset();
    }
    const float pad = std::min(ui_.px(12), 0.1F * area.width), wide = area.width - 2 * pad;
    const narration::Paragraph more{{ui_.texts.text("places." + key + "_more")}};
    const float lines = paragraph(ui_, {}, wide, more, small_size, true, Role::quiet, 1.2F);
    const bool roomy = area.height >= ui_.px(120);
    const float foot = ui_.px(34) + (roomy ? lines : 0);
    const Rect picture{area.x + pad, area.y + ui_.px(14), wide, area.height - foot - ui_.px(14)};
    if (scores.known())
        draw_cloud(scores, picture);
    else
        ui_.canvas.text(picture.centre(), "—", Font::sans, ui_.px(headline_size), ui_[Role::quiet],
                        Align::centre);
    ui_.canvas.text_within({area.x + pad, area.bottom() - foot + ui_.px(16)}, wide, title(scheme),
                           chosen_.scheme == scheme ? Font::sans_bold : Font::sans_medium, ui_.px(card_size),
                           ui_[scores.known() ? Role::text : Role::quiet]);
    if (roomy)
        paragraph(ui_, {area.x + pad, area.bottom() - foot + ui_.px(26)}, wide, more, small_size, false,
                  Role::quiet, 1.2F);
}

void PlacePage::draw_cloud(const PlaceScores& scores, const Rect& area) {
    const Index p = scores.places();
    const float low = std::min(0.0F, scores.smallest()), high = std::max(0.0F, scores.largest());
    const float whole = std::max(1e-3F, high - low), margin = 0.06F * whole;
    const auto at = [&](Index distance, float value) {
        return Point{area.x + area.width * (static_cast<float>(distance + p - 1) /
                                            static_cast<float>(std::max<Index>(1, 2 * p - 2))),
                     area.bottom() - area.height * ((value - low + margin) / (whole + 2 * margin))};
    };
    const float zero = at(0, 0).y, middle = area.centre().x;
    ui_.canvas.line({area.x, zero}, {area.right(), zero}, ui_[Role::edge], ui_.px(1));
    ui_.canvas.line({middle, area.y}, {middle, area.bottom()}, ui_[Role::hairline], ui_.px(1));
    const Rgba violet = mix(ui_[Role::card], ui_[Role::weight], 0.8F);
    if (p <= most_dotted) {
        for (Index i = 0; i < p; ++i)
            for (Index j = 0; j < p; ++j)
                ui_.canvas.paint(Disc{at(j - i, scores.scores(i, j)), ui_.px(1.5F), violet});
        return;
    }
    Band band{.upper = {}, .lower = {}, .colour = mix(ui_[Role::card], ui_[Role::weight], 0.25F)};
    const Index step = std::max<Index>(1, (2 * p - 1) / 120);
    for (Index distance = 1 - p; distance < p; distance += step) {
        band.upper.push_back(at(distance, scores.at(distance).most));
        band.lower.push_back(at(distance, scores.at(distance).least));
    }
    if (!scores.by_distance_alone()) ui_.canvas.paint(band);
    Point last = at(1 - p, scores.at(1 - p).mean);
    for (Index distance = 1 - p + step; distance < p; distance += step) {
        const Point next = at(distance, scores.at(distance).mean);
        ui_.canvas.line(last, next, violet, ui_.px(1.5F));
        last = next;
    }
}

} // namespace ui
