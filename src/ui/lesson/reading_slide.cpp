#include "ui/lesson/reading_slide.h"

#include "drawing/figures/arcs.h"
#include "ui/chrome/pieces.h"
#include "ui/lesson/row_slide.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

// Shares of a window that is 900 high.
constexpr WordSizes words_on_wall{.box = 74, .text = 34, .gap = 12, .fills = true};
constexpr float least_text = 23,
                least_even = 29;   // letters of words, and of those in boxes that fill the line
constexpr float beside_words = 20; // what such a box needs besides them
constexpr float arc_whole = 28, thinnest_arc = 1.5F;
constexpr float least_arcs = 140, most_arcs = 210, arcs_share = 0.46F;
constexpr float least_bars = 130, most_bars = 290, above_bars = 14, name_above = 46;
constexpr float most_boxes = 300, widest_box = 210, box_high = 120;
constexpr float strong_number = 43, usual_number = 34, number_line_on_wall = 44, axis_name = 29;

constexpr double arcs_last = 0.6, bars_last = growth_lasts - arcs_last; // seconds

float unit_of(const Ui& ui) {
    return ui.window.height / 900;
}

float eased(double share) {
    const double left = 1 - std::clamp(share, 0.0, 1.0);
    return static_cast<float>(1 - left * left * left);
}

/// The words on a line of this width: boxes that fill it or, where their letters would be too small, boxes as
/// wide as their words.
WordRow row_on(const Ui& ui, const Scene& scene, const Rect& line) {
    const float unit = unit_of(ui);
    const Words words = boxed_keys(scene.pass());
    const auto count = static_cast<float>(words.count());
    const float box = (line.width / unit - (count - 1) * words_on_wall.gap) / count;
    float widest = 1;
    for (const std::string& word : words.texts)
        widest = std::max(widest, ui.canvas.width(Font::sans_bold, words_on_wall.text, word));
    WordRowOptions options{.sizes = words_on_wall, .scale = unit, .tight = true};
    options.sizes.fills = words_on_wall.text * (box - beside_words) >= least_even * widest;
    return set_row(line, words, scene.selection.query, options, ui.canvas);
}

/// The scores, or from softmax on the weights; null before there are any.
const base::Matrix* relations_at(const Scene& scene) {
    using attention::Quantity;
    if (scene.selection.stage < attention::StageId::scores) return nullptr;
    if (!has_bars(scene)) return &scene.trace().matrix(Quantity::dropped, scene.selection.head);
    const auto cell = workbench::marked_cell(scene.selection, scene.trace());
    return &scene.trace().matrix(cell.quantity, cell.head);
}

/// One arc after the other, the strongest last; each takes half of the time.
void draw_arcs(Ui& ui, const Scene& scene, const WordRow& row, const base::Matrix& numbers, float high,
               float grown) {
    const Index query = scene.selection.query;
    const float most = numbers.row(query).maxCoeff(), unit = unit_of(ui);
    const bool shares = scene.selection.stage >= attention::StageId::softmax;
    // Where the numbers are scores, the largest is drawn as strong as a weight of 0.6.
    const auto weight = [&](Index key) {
        const float number = numbers(query, key);
        return shares ? number : most > 0 ? 0.6F * std::max(number, 0.0F) / most : 0;
    };
    const Rect box = *row.box(query);
    std::vector<ArcEnd> ends;
    float farthest = 1;
    for (Index key = 0; key < numbers.cols(); ++key) {
        const float x = row.box(key)->centre().x, strength = weight(key);
        farthest = std::max(farthest, std::abs(x - box.centre().x));
        if (strength > 0 && (key != query || strength >= least_loop)) ends.push_back({x, strength});
    }
    std::ranges::sort(ends, {}, &ArcEnd::weight);
    const float whole = unit * arc_whole;
    const auto arcs = arcs_over({.query = box,
                                 .height = high - whole / 2,
                                 .farthest = farthest,
                                 .whole = whole,
                                 .least = unit * thinnest_arc},
                                ends, ui.theme.palette());
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const auto last = static_cast<float>(std::max<std::size_t>(arcs.size() - 1, 1));
        const float begins = arcs.size() > 1 ? 0.5F * static_cast<float>(i) / last : 0.5F;
        const float come = std::clamp((grown - begins) / 0.5F, 0.0F, 1.0F);
        if (come > 0) ui.canvas.paint(Shape(come < 1 ? part(arcs[i], 0, come) : arcs[i]));
    }
}

void draw_row(Ui& ui, const Scene& scene, const WordRow& row, bool marks_key) {
    const Words words = boxed_keys(scene.pass());
    for (Index i = 0; i < row.count(); ++i) {
        const WordPart part = i == scene.selection.query              ? WordPart::asks
                              : marks_key && i == scene.selection.key ? WordPart::is_read
                                                                      : WordPart::plain;
        const Rect place = *row.box(i);
        ui.canvas.paint(
            word_figure(place, words, i, part, row.text_size, unit_of(ui), ui.theme.palette(), ui.canvas));
        ui.anchors.add("token/" + std::to_string(i), place);
    }
    ui.canvas.forget_pointed(); // words of the sentence are not glossary terms
}

} // namespace

Growth growth_after(double seconds) {
    return {eased(seconds / arcs_last), eased((seconds - arcs_last) / bars_last)};
}

bool suits_reading(const Ui& ui, const Scene& scene, float width) {
    if (scene.trace().input.is_cross()) return false;
    const WordRow row = row_on(ui, scene, {0, 0, width, 1});
    return row.shows_all() && row.text_size >= 0.95F * least_text * unit_of(ui);
}

void draw_reading(Ui& ui, Ranges& ranges, const Scene& scene, const Rect& area, const ReadingLook& look) {
    const float unit = unit_of(ui), box = unit * words_on_wall.box;
    const base::Matrix* relations = look.numbers ? relations_at(scene) : nullptr;
    const bool bars = has_bars(scene), arcs = bars || relations;
    const bool named = look.named && bars;
    const std::string origin = named || !relations ? std::string()
                               : look.of_head      ? origin_name(ui, scene, attention::Quantity::weights)
                                                   : layer_name(ui, scene);
    const float between = unit * (above_bars + (named ? name_above : 0));
    const float free = std::max(area.height - box - between, 0.0F);
    const float usual = std::clamp(arcs_share * free, unit * least_arcs, unit * most_arcs);
    const float high = arcs ? std::max(0.0F, std::min(usual, free - unit * least_bars)) : 0;
    const float below = std::min(free - high, unit * (bars ? most_bars : most_boxes));
    const float top = area.y + (free - high - below) / 2 + high;
    const WordRow row = row_on(ui, scene, {area.x, top, area.width, box});
    if (relations) draw_arcs(ui, scene, row, *relations, high, look.growth.arcs);
    if (!origin.empty())
        ui.canvas.text({area.x, top - high + unit * axis_name / 2}, origin, Font::sans, unit * axis_name,
                       ui[Role::quiet]);
    draw_row(ui, scene, row, relations != nullptr);
    if (!look.numbers) return;
    const Rect rest{area.x, top + box + unit * above_bars, area.width, below + between - unit * above_bars};
    if (!bars)
        return draw_boxes(ui, ranges, scene, rest,
                          {.widest = unit * widest_box,
                           .high = unit * box_high,
                           .digits = unit * strong_number,
                           .name = unit * axis_name,
                           .name_line = unit * number_line_on_wall});
    draw_bars(ui, scene, bar_axis(scene, {}), rest,
              {.strong = unit * strong_number,
               .number = unit * usual_number,
               .line = unit * number_line_on_wall,
               .name = unit * axis_name,
               .named = named,
               .grown = look.growth.bars});
}

} // namespace ui
