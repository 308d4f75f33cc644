// The plot of the key–value cache: bytes against words for three numbers of key heads, with the sizes of
// published models. The sentences and the arithmetic beside it read the same functions.
#include "timing/cache.h"
#include "drawing/plot/layout.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/board/figures.h"
#include "ui/views/race/race.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ui {

using namespace drawing;
using timing::CacheShape;
using timing::Index;

namespace {

constexpr Index shortest_cached = 256, longest_cached = 131072; // words

/// The chosen model, and what is compared.
struct Cached {
    std::string key; ///< of its texts
    CacheShape shape;
    Index grouped = 0;                 ///< key heads that groups share; 0: no group can
    std::vector<Index> key_heads = {}; ///< one line for each, the most first

    bool is_own() const { return key == own_shape; }
    /// The colour of a line: a key head for each query head, one for each group, or one for all.
    Role role(Index count) const {
        return count == shape.heads ? Role::series_1
               : count == 1         ? Role::value
               : count == grouped   ? Role::series_3
                                    : Role::weight; // the model's own, while other groups are looked at
    }
};

Cached cached(const RaceFrame& frame) {
    const RaceChoices& chosen = frame.state.chosen;
    const auto published = timing::published_shapes();
    Cached result;
    if (chosen.shape == 0 || chosen.shape > published.size()) {
        result.key = own_shape;
        result.shape = timing::cache_shape(chosen.sizes);
    } else {
        result.key = published[chosen.shape - 1].key;
        result.shape = published[chosen.shape - 1].shape;
    }
    const auto counts = timing::grouped_key_heads(result.shape.heads);
    const bool suits = std::ranges::find(counts, chosen.key_heads) != counts.end();
    result.grouped = suits ? chosen.key_heads : timing::usual_key_heads(result.shape);
    std::vector<Index>& all =
        result.key_heads = {result.shape.heads, result.grouped, result.shape.key_heads, 1};
    std::ranges::sort(all, std::greater());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::erase(all, 0);
    return result;
}

std::string cache_name(const RaceFrame& frame, const Cached& model) {
    return frame.ui.texts.text("race.shape_" + model.key);
}

std::string cached_bytes(const Cached& model, Index key_heads, Index n) {
    return unit_text(timing::cache_bytes(model.shape, key_heads, n), Unit::bytes, 3);
}

std::string key_heads_text(const RaceFrame& frame, Index count) {
    return frame.plain(count == 1 ? "count.key_head.one" : "count.key_head.many",
                       {{"count", std::to_string(count)}});
}

/// "68.7 GB with 32 key heads, 17.2 GB with 8, 2.15 GB with 1"
std::string compared_bytes(const RaceFrame& frame, const Cached& model, Index n) {
    std::string all;
    for (const Index count : model.key_heads)
        all += (all.empty() ? "" : ", ") +
               frame.plain("race.cache_bytes",
                           {{"bytes", cached_bytes(model, count, n)},
                            {"heads", all.empty() ? key_heads_text(frame, count) : std::to_string(count)}});
    return all;
}

std::map<std::string, std::string> cache_values(const RaceFrame& frame, const Cached& model) {
    const double alone = timing::cache_bytes(model.shape, model.shape.heads, longest_cached);
    const double times = alone / model.shape.weight_bytes();
    return {{"words", frame.words_text(longest_cached)},
            {"alone", unit_text(alone, Unit::bytes, 3)},
            {"times", number_text(static_cast<float>(times), times < 10 ? 1 : 0)},
            {"groups", std::to_string(model.grouped)},
            {"each", std::to_string(model.grouped > 0 ? model.shape.heads / model.grouped : 0)},
            {"compared", compared_bytes(frame, model, longest_cached)},
            {"window", frame.words_text(model.shape.window)},
            {"name", cache_name(frame, model)},
            {"source", frame.ui.texts.text("race.source_" + model.key)},
            {"layers", std::to_string(model.shape.layers)},
            {"heads", std::to_string(model.shape.heads)},
            {"key_heads", key_heads_text(frame, model.shape.key_heads)},
            {"d", std::to_string(model.shape.d_head)},
            {"number", std::to_string(model.shape.number_bytes)},
            {"parameters", whole_text(model.shape.parameters)},
            {"weights", unit_text(model.shape.weight_bytes(), Unit::bytes, 3)}};
}

} // namespace

const std::vector<std::string>& cache_shape_keys() {
    static const std::vector<std::string> keys = [] {
        std::vector<std::string> all{own_shape};
        for (const auto& model : timing::published_shapes())
            all.emplace_back(model.key);
        return all;
    }();
    return keys;
}

Plot cache_plot(const RaceFrame& frame) {
    const Cached model = cached(frame);
    Plot plot;
    plot.x = {.title = frame.ui.text("race.axis_length"), .spacing = Spacing::log2, .unit = Unit::count};
    plot.y = {.title = frame.ui.text("race.axis_cache"), .spacing = Spacing::log10, .unit = Unit::bytes};
    for (const Index count : model.key_heads) {
        PlotSeries line{.name = key_heads_text(frame, count),
                        .style = {.role = model.role(count)},
                        .kind = SeriesKind::computed};
        if (!model.is_own() && count == model.shape.key_heads)
            line.name = frame.plain("race.cache_published", {{"heads", line.name}});
        for (Index n = shortest_cached; n <= longest_cached; n *= 2)
            line.points.push_back(
                {.x = static_cast<double>(n), .y = timing::cache_bytes(model.shape, count, n)});
        plot.series.push_back(std::move(line));
    }
    // The model's own number of key heads, at the length it was made for; or what the lane of this race
    // keeps.
    PlotSeries mark{
        .name = {}, .style = {.role = model.role(model.shape.key_heads)}, .kind = SeriesKind::points};
    if (!model.is_own()) {
        const Index n = model.shape.context;
        mark.points.push_back(
            {.x = static_cast<double>(n), .y = timing::cache_bytes(model.shape, model.shape.key_heads, n)});
        plot.marks.push_back(
            {static_cast<double>(n), frame.plain("race.cache_context", {{"words", frame.words_text(n)}})});
    } else if (const timing::Replay* replay = frame.current_replay();
               replay && replay->mode == timing::Mode::generation) {
        const auto n = static_cast<double>(replay->words.size());
        mark.points.push_back({.x = n, .y = replay->lanes[timing::Runner::attention].kept_bytes.back()});
        plot.marks.push_back({n, frame.ui.text("race.this_race")});
    }
    plot.series.push_back(std::move(mark));
    plot.levels.push_back({model.shape.weight_bytes(),
                           frame.plain(model.is_own() ? "race.cache_own_weights" : "race.cache_weights",
                                       cache_values(frame, model))});
    return plot;
}

narration::Paragraph cache_text(const RaceFrame& frame) {
    const Cached model = cached(frame);
    const auto values = cache_values(frame, model);
    const double alone = timing::cache_bytes(model.shape, model.shape.heads, longest_cached);
    narration::Paragraph text = frame.said(
        alone >= 1.05 * model.shape.weight_bytes() ? "race.cache_alone_more" : "race.cache_alone", values);
    const auto add = [&](const char* name) {
        text.push_back({" "});
        for (auto& span : frame.said(name, values))
            text.push_back(std::move(span));
    };
    add(model.shape.window > 0 ? "race.cache_text_window" : "race.cache_text");
    if (model.grouped > 0) add("race.cache_grouped");
    return text;
}

std::string cache_note(const RaceFrame& frame) {
    const Cached model = cached(frame);
    return frame.plain("race.export_cache", cache_values(frame, model));
}

namespace {

const std::string shape_menu = "race/shape", arithmetic = "race/arithmetic";
constexpr float shape_row = 34, shape_width = 420, arithmetic_width = 560; // design pixels

/// Where a popover stands: above its button, since the card is at the foot of the window.
Rect place_above(const Ui& ui, const Rect& button, float width, float height) {
    return {button.x, std::max(ui.px(8), button.y - ui.px(4) - height), width, height};
}

/// Whose cache it is.
void draw_shape_menu(RaceFrame& frame, const Cached& model, const Rect& place) {
    Ui& ui = frame.ui;
    const auto& keys = cache_shape_keys();
    if (menu_button(ui, "race/shape_button", place, cache_name(frame, model),
                    {.hint = ui.text("race.shape_hint")}))
        open_popup(ui, shape_menu, shape_menu + "/" + keys.front());
    const float row = ui.px(shape_row), wide = ui.px(shape_width);
    const float high = row * static_cast<float>(keys.size()) + ui.px(12);
    Popup popup(ui, shape_menu, place_above(ui, place, wide, high + ui.px(8)));
    if (!popup.open()) return;
    float y = popup.origin().y + ui.px(6);
    for (std::size_t i = 0; i < keys.size(); ++i, y += row) {
        const CacheShape shape =
            i == 0 ? timing::cache_shape(frame.state.chosen.sizes) : timing::published_shapes()[i - 1].shape;
        const std::string detail =
            frame.plain("race.shape_heads", {{"heads", std::to_string(shape.heads)},
                                             {"key_heads", key_heads_text(frame, shape.key_heads)}});
        if (!menu_row(ui, shape_menu + "/" + keys[i], {popup.origin().x + ui.px(6), y, wide - ui.px(12), row},
                      ui.texts.text("race.shape_" + keys[i]), detail, keys[i] == model.key))
            continue;
        frame.state.chosen.shape = i;
        popup.close();
        ui.motion.draw_again();
    }
    popup.used(high);
}

/// How many key heads the groups share, where there is a choice. Returns the height.
float draw_groups(RaceFrame& frame, const Cached& model, Point at) {
    Ui& ui = frame.ui;
    const auto counts = timing::grouped_key_heads(model.shape.heads);
    if (counts.empty() && model.shape.heads < 3) return 0; // one head for all is the only sharing
    if (counts.empty()) {
        ui.canvas.text({at.x, at.y + ui.px(10)},
                       frame.plain("race.no_groups", {{"heads", std::to_string(model.shape.heads)}}),
                       Font::sans, ui.px(label_size), ui[Role::quiet]);
        return ui.px(26);
    }
    std::vector<std::string> labels;
    for (const Index count : counts)
        labels.push_back(std::to_string(count));
    const std::string& label = ui.text("race.grouped");
    ui.canvas.text({at.x, at.y + ui.px(control_height / 2)}, label, Font::sans, ui.px(label_size),
                   ui[Role::quiet]);
    const float x = at.x + ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(10);
    const int picked = choice(ui, "race/key_heads", {x, at.y}, labels,
                              static_cast<int>(std::ranges::find(counts, model.grouped) - counts.begin()),
                              control_height, {ui.text("race.grouped_hint")});
    if (picked >= 0) frame.state.chosen.key_heads = counts[static_cast<std::size_t>(picked)];
    return ui.px(control_height + 8);
}

/// The bytes of a word and of the longest text, line by line, and where the sizes come from.
void draw_arithmetic(RaceFrame& frame, const Cached& model, const Rect& place) {
    Ui& ui = frame.ui;
    if (button(ui, "race/arithmetic_button", place, ui.text("race.arithmetic"),
               {.hint = ui.text("race.arithmetic_hint")}))
        open_popup(ui, arithmetic);
    const float wide = ui.px(arithmetic_width), side = ui.px(16);
    const float high = ui.px(std::max(frame.state.shown.arithmetic_height, 120.0F));
    Popup popup(ui, arithmetic, place_above(ui, place, wide, high));
    if (!popup.open()) return;
    const float x = popup.origin().x + side, right = popup.origin().x + wide - side;
    float y = popup.origin().y + side;
    const auto values = cache_values(frame, model);
    y += paragraph(ui, {x, y}, right - x, frame.said("race.arithmetic_formula", values), label_size) +
         ui.px(8);
    for (const Index count : model.key_heads) {
        auto line = values;
        line["count"] = std::to_string(count);
        line["kept"] = frame.words_text(timing::cached_words(model.shape, longest_cached));
        line["each"] = whole_text(timing::cache_bytes_per_word(model.shape, count));
        line["all"] = cached_bytes(model, count, longest_cached);
        const float middle = y + ui.px(10);
        ui.canvas.text({x, middle}, key_heads_text(frame, count), Font::sans_medium, ui.px(label_size),
                       ui[model.role(count)]);
        ui.canvas.text({right, middle}, frame.plain("race.arithmetic_line", line), Font::mono,
                       ui.px(label_size), ui[Role::text], Align::right);
        y += ui.px(24);
    }
    y += ui.px(8);
    const std::string key = model.is_own() ? "race.arithmetic_own" : "race.arithmetic_source";
    y += paragraph(ui, {x, y}, right - x, frame.said(key, values), label_size, false, Role::quiet);
    popup.ends_at(y, frame.state.shown.arithmetic_height);
}

/// What the lines say at the length under the mouse.
void read_off(RaceFrame& frame, const Cached& model, const PlotLayout& layout) {
    Ui& ui = frame.ui;
    if (layout.empty() || any_popup_open() || !layout.frame.contains(ui.mouse)) return;
    const double at = std::round(layout.x_value(ui.mouse.x));
    const Index n = std::clamp(static_cast<Index>(at), shortest_cached, longest_cached);
    Figure figure;
    const float x = layout.place(static_cast<double>(n), layout.y.low).x;
    figure.push_back(Line{{x, layout.frame.y}, {x, layout.frame.bottom()}, ui[Role::quiet], ui.px(1)});
    for (const Index count : model.key_heads)
        append_marker(figure,
                      layout.place(static_cast<double>(n), timing::cache_bytes(model.shape, count, n)),
                      Marker::disc, ui.px(4), ui[model.role(count)]);
    ui.canvas.paint(figure);
    ui.cursor_hint = frame.words_text(n) + ": " + compared_bytes(frame, model, n);
}

/// The words, and what can be chosen. Returns the height.
float draw_cache_words(RaceFrame& frame, const Cached& model, const Rect& area) {
    Ui& ui = frame.ui;
    float y = area.y;
    const float high = ui.px(control_height), gap = ui.px(8);
    if (!frame.on_slide) {
        y += paragraph(ui, {area.x, y}, area.width, {{race_title(frame), narration::Tone::strong}}, card_size,
                       false, Role::text, 1.35F) +
             gap;
        const std::string& label = ui.text("race.arithmetic");
        const float menu = menu_button_width(ui, cache_name(frame, model)), more = button_width(ui, label);
        draw_shape_menu(frame, model, {area.x, y, std::min(menu, area.width), high});
        y += high + gap;
        y += draw_groups(frame, model, {area.x, y});
        y += paragraph(ui, {area.x, y}, area.width, cache_text(frame), label_size, false, Role::text, 1.4F) +
             gap;
        draw_arithmetic(frame, model, {area.x, y, std::min(more, area.width), high});
        return y + high - area.y;
    }
    y += gap; // a slide names the model and lets nothing be chosen
    y += paragraph(ui, {area.x, y}, area.width, {{cache_name(frame, model), narration::Tone::strong}},
                   body_size) +
         gap;
    y += paragraph(ui, {area.x, y}, area.width, cache_text(frame), label_size, false, Role::text, 1.4F);
    return y - area.y;
}

} // namespace

float draw_race_cache(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const Cached model = cached(frame);
    const float least = ui.px(150), words = ui.px(270), gap = ui.px(20);
    const bool beside = area.width >= ui.px(620);
    const float high =
        draw_cache_words(frame, model, {area.x, area.y, beside ? words : area.width, area.height});
    const float left = beside ? area.x + words + gap : area.x,
                top = beside ? area.y : area.y + high + gap / 2;
    const Rect place{left, top, area.right() - left, std::max(area.bottom() - top, least)};
    read_off(frame, model, draw_race_plot(ui, "race/cache", cache_plot(frame), place, true));
    return std::max(area.y + high, place.bottom());
}

} // namespace ui
