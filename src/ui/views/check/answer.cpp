// The middle: what is said of the answer, its stages as pictures, and the opened one.
#include "base/files.h"
#include "drawing/figures/formula.h"
#include "drawing/figures/matrix.h"
#include "exercise/compare.h"
#include "exercise/solve.h"
#include "exercise/starting_file.h"
#include "exercise/telling.h"
#include "narration/wording.h"
#include "ui/views/check/check.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;
using exercise::Try;

namespace {

/// "You agree up to the scores. The scale differs."
std::string verdict_text(const CheckFrame& frame, const Try& of) {
    const auto wrong = first_wrong(of);
    if (!wrong) return frame.text(of.agrees() ? "all_agree" : "so_far");
    const auto tiles = tiles_of(frame.level());
    std::string text;
    for (const StageTile& tile : tiles) {
        if (std::ranges::find(tile.stages, *wrong) != tile.stages.end()) break;
        if (tile_verdict(frame.level(), of, tile, nullptr) == TileVerdict::agrees)
            text = frame.of_stage("up_to", tile.key);
    }
    const std::string differs = differs_text(frame, of, *wrong);
    return text.empty() ? differs : text + " " + differs;
}

/// Whether a stage before this one is not in the answer, so that the mistake may have been made earlier.
bool lacks_before(const Try& of, std::size_t stage) {
    for (std::size_t i = 0; i < stage; ++i)
        if (of.of(i) == exercise::Verdict::missing) return true;
    return false;
}

std::string sizes_text(const CheckFrame& frame) {
    const exercise::Question* question = frame.question();
    if (!question) return {};
    const auto whole = [](base::Index number) { return std::to_string(number); };
    const std::string sizes =
        question->has("weight_ih") ? frame.plain("sizes_recurrent", {{"rows", whole(question->rows())}})
        : question->d_k() == 0     ? frame.plain("sizes_without_keys", {{"rows", whole(question->rows())},
                                                                        {"keys", whole(question->keys())}})
                                   : frame.plain("sizes", {{"rows", whole(question->rows())},
                                                           {"keys", whole(question->keys())},
                                                           {"d_k", whole(question->d_k())}});
    return frame.title() + ". " + sizes;
}

void next_exercise(CheckFrame& frame) {
    const auto all = exercise::levels();
    const std::size_t here = frame.state.chosen.level;
    for (std::size_t by = 1; by <= all.size(); ++by) {
        const std::size_t next = (here + by) % all.size();
        const exercise::LevelDone* done = frame.done(all[next]);
        if (done && done->done && by < all.size()) continue;
        frame.state.form.wanted_level = next;
        return;
    }
}

/// The verdict as the title, and a line below it.
float draw_title(CheckFrame& frame, const Rect& at, const Try& of) {
    Ui& ui = frame.ui;
    const bool complete = of.agrees();
    float width = at.width;
    if (complete) {
        const std::string& label = frame.text("next");
        const float wide = button_width(ui, label, body_size) + ui.px(20);
        width -= wide + ui.px(16);
        if (button(ui, "check/next", {at.right() - wide, at.y, wide, ui.px(42)}, label,
                   {.look = ButtonLook::filled, .text_size = body_size}))
            next_exercise(frame);
    }
    const std::string title = verdict_text(frame, of);
    ui.anchors.add("check/verdict", {at.x, at.y, width, ui.px(32)});
    float size = 24;
    while (size > 18 && ui.canvas.width(Font::sans_bold, ui.px(size), title) > width)
        size -= 1;
    float y = at.y;
    if (ui.canvas.width(Font::sans_bold, ui.px(size), title) <= width) {
        ui.canvas.text({at.x, y + ui.px(16)}, title, Font::sans_bold, ui.px(size), ui[Role::text]);
        y += ui.px(34);
    } else {
        y += paragraph(ui, {at.x, y}, width, {{title, narration::Tone::strong}}, size) + ui.px(4);
    }
    std::string more = sizes_text(frame);
    if (complete) more = frame.plain("you_wrote", {{"title", frame.title()}});
    if (!complete && !first_wrong(of)) more = frame.plain("save_goal", {{"goal", frame.level().goal()}});
    if (const auto wrong = first_wrong(of); wrong && lacks_before(of, *wrong)) more = frame.text("save_more");
    if (frame.checked()) {
        bool& open = frame.state.shown.all_stages;
        const std::string& label = frame.text(open ? "one_stage" : "all_stages");
        const float wide = check_link_width(ui, label);
        if (check_link(ui, "check/all_stages", {at.x + width - wide, y + ui.px(11)}, label,
                       frame.text(open ? "one_stage_about" : "all_stages_about"))) {
            open = !open;
            frame.state.shown.to_top = true;
            ui.motion.draw_again();
        }
        width -= wide + ui.px(20);
    }
    return y + paragraph(ui, {at.x, y}, width, {{more}}, body_size, false, Role::quiet, 1.35F) + ui.px(16);
}

/// That this is an earlier try, and a way back.
float draw_earlier(CheckFrame& frame, const Rect& at, const Try& of) {
    Ui& ui = frame.ui;
    const auto moment = moment_of(of);
    const bool today = day_of(moment) == day_of(std::chrono::system_clock::now());
    const std::string when = today ? clock_time(moment) : day_of(moment) + ", " + clock_time(moment);
    const Rect place{at.x, at.y, at.width, ui.px(40)};
    ui.canvas.fill(place, ui[Role::accent_soft], ui.px(8));
    ui.anchors.add("check/earlier", place);
    const std::string& back = frame.text("newest");
    const float pad = ui.px(14), wide = button_width(ui, back), high = ui.px(30);
    ui.canvas.text_within({place.x + pad, place.centre().y}, place.width - wide - 3 * pad,
                          frame.plain("earlier", {{"time", when}}), Font::sans_medium, ui.px(card_size),
                          ui[Role::text]);
    if (button(ui, "check/newest", {place.right() - wide - ui.px(6), place.centre().y - high / 2, wide, high},
               back)) {
        CheckShown& shown = frame.state.shown;
        shown.looked_at.reset();
        shown.stage.clear();
        shown.block.reset();
        shown.to_top = true;
        ui.motion.draw_again();
    }
    return place.bottom() + ui.px(18);
}

/// "Next: Scale", and hints about it.
float draw_stage_hints(CheckFrame& frame, const Rect& at, const std::string& stage) {
    const std::string next = frame.plain("next_stage", {{"stage", frame.of_stage("stage", stage)}});
    float y = at.y;
    y += paragraph(frame.ui, {at.x, y}, at.width, {{next, narration::Tone::strong}}, body_size) +
         frame.ui.px(6);
    return draw_hints(frame, {at.x, y, at.width, 0}, stage);
}

/// Right as far as it goes: what comes next.
float draw_next_stage(CheckFrame& frame, const Rect& at, const Try& of) {
    if (first_wrong(of) || of.agrees()) return at.y;
    for (std::size_t i = 0; i < frame.level().stages.size(); ++i)
        if (of.of(i) == exercise::Verdict::missing)
            return draw_stage_hints(frame, at, frame.level().stages[i]) + frame.ui.px(20);
    return at.y;
}

/// What to do before there is an answer.
float draw_waiting(CheckFrame& frame, const Rect& at) {
    Ui& ui = frame.ui;
    float y = at.y;
    ui.canvas.text({at.x, y + ui.px(16)}, frame.text("waits_title"), Font::sans_bold, ui.px(24),
                   ui[Role::text]);
    y += ui.px(38);
    const float width = std::min(at.width, ui.px(680));
    if (const exercise::Question* question = frame.question()) {
        y = draw_task(frame, {at.x, y, width, 0}, *question) + ui.px(20);
        y = draw_awaited(frame, {at.x, y, at.width, 0}, *question) + ui.px(24);
    }
    const exercise::Language* language = &frame.language();
    if (frame.state.work.seen)
        for (const exercise::Language& each : exercise::languages())
            if (frame.state.work.seen->code.file.filename() == each.file) language = &each;
    int number = 1;
    const bool page = frame.on_page; // where files are downloaded, and folders out of reach
    for (const char* step : {page ? "check.waits_1_page" : "check.waits_1", "check.waits_2",
                             page ? "check.waits_3_page" : "check.waits_3"}) {
        const Point centre{at.x + ui.px(12), y + ui.px(11)};
        ui.canvas.paint(Disc{centre, ui.px(11.5F), ui[Role::edge]});
        ui.canvas.paint(Disc{centre, ui.px(10.5F), ui[Role::card]});
        ui.canvas.text(centre, std::to_string(number++), Font::sans, ui.px(tiny_size), ui[Role::quiet],
                       Align::centre);
        y += paragraph(
                 ui, {at.x + ui.px(36), y}, width - ui.px(36),
                 ui.said(step, {{"file", narration::toned(language->file, narration::Tone::strong)},
                                {"folder", {{base::shown(*frame.folder())}}},
                                {"answer", narration::toned(language->answer, narration::Tone::strong)}}),
                 body_size) +
             ui.px(10);
    }
    return y + ui.px(14);
}

} // namespace

void draw_answer(CheckFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("check/answer", area);
    const float pad = frame.padding();
    ScrollArea scrolled(ui, "check/answer_scroll", area);
    if (std::exchange(frame.state.shown.to_top, false)) {
        scrolled.to_top();
        ui.motion.draw_again();
    }
    const float x = area.x + pad, width = area.width - 2 * pad;
    float y = scrolled.top() + pad - ui.px(4);
    if (!frame.has_ladder) {
        draw_levels_menu(frame, {x, y});
        y += ui.px(44);
    }
    const ShownTry* now = frame.shown_try();
    const std::optional<Try>& looked_at = frame.state.shown.looked_at;
    if (!now && !looked_at) {
        if (frame.state.work.seen) {
            y = draw_waiting(frame, {x, y, width, 0});
            y = draw_stage_hints(frame, {x, y, std::min(width, ui.px(680)), 0}, frame.level().stages.front());
        }
    } else {
        const Try& of = now ? now->brief : *looked_at;
        if (looked_at) y = draw_earlier(frame, {x, y, width, 0}, of);
        y = draw_title(frame, {x, y, width, 0}, of);
        y = draw_strip(frame, {x, y, width, 0});
        // What is said comes before the matrices: they may be large, and nobody scrolls down to what they do
        // not know is there.
        const auto rest = [&] { return Rect{x, y, width, area.bottom() - (y - scrolled.top() + area.y)}; };
        if (!now) {
            y += paragraph(ui, {x, y}, width, {{frame.text("try_gone")}}, note_size, false, Role::quiet) +
                 ui.px(14);
        } else if (frame.state.shown.all_stages) {
            y = draw_all_stages(frame, rest());
            y = draw_happened(frame, rest());
        } else {
            y = draw_happened(frame, rest());
            y = draw_next_stage(frame, rest(), of);
            y = draw_opened(frame, rest());
        }
        if (now) y = draw_ruled_out(frame, rest());
    }
    scrolled.ends_at(y + pad - ui.px(8));
}

// The strip.

namespace {

constexpr float tile_gap = 20, low_tile_gap = 12, least_tile = 84, tile_height = 134,
                low_tile_height = 112; // design pixels

/// The first block of what the answer holds of a tile, stage beside stage.
void draw_picture(CheckFrame& frame, const StageTile& tile, const Rect& place, float opacity) {
    Ui& ui = frame.ui;
    const ShownTry* now = frame.shown_try();
    if (!now) return;
    std::vector<std::pair<const StageNumbers*, bool>> parts;
    for (std::size_t i = 0; i < now->stages.size(); ++i)
        for (const std::size_t stage : tile.stages)
            if (now->attempt.checked->stages[i].name == frame.level().stages[stage] &&
                !now->stages[i].theirs.empty())
                parts.emplace_back(&now->stages[i], frame.level().stages[stage] == "weights");
    if (parts.empty()) return;
    const float gap = ui.px(4);
    const auto count = static_cast<float>(parts.size());
    const float wide = (place.width - (count - 1) * gap) / count;
    float x = place.x;
    ui.canvas.set_opacity(opacity);
    for (const auto& [numbers, are_weights] : parts) {
        const auto& matrix = numbers->theirs.front();
        MatrixOptions options;
        options.map = are_weights ? ColourMap::weights : ColourMap::signed_values;
        options.range = are_weights ? Range{0, 1} : numbers->range;
        options.scale = ui.theme.scale;
        options.digits = false;
        options.gap = 1.5F;
        const MatrixLayout layout =
            fit({x, place.y, wide, place.height}, matrix->rows(), matrix->cols(), ui.px(14), ui.px(14));
        ui.canvas.paint(matrix_figure(matrix, layout, options, ui.theme.palette(), ui.canvas));
        x += wide + gap;
    }
    ui.canvas.set_opacity(1);
}

std::string verdict_name(const CheckFrame& frame, const Try& of, TileVerdict verdict) {
    const auto wrong = first_wrong(of);
    switch (verdict) {
    case TileVerdict::agrees:
        return frame.text("agrees");
    case TileVerdict::first:
        return frame.text(of.of(*wrong) == exercise::Verdict::other_shape ? "other_shape" : "differs_first");
    case TileVerdict::follows:
        return frame.text("follows");
    case TileVerdict::also:
        return frame.text("also");
    case TileVerdict::other_shape:
        return frame.text("other_shape");
    case TileVerdict::unjudged:
        return frame.text("unjudged");
    case TileVerdict::missing:
        return frame.text("missing");
    }
    return {};
}

/// The green runs from left to right, a tile every 80 ms.
float share_of_green(CheckFrame& frame, std::size_t i, std::size_t count) {
    constexpr double each = 0.08, fades = 0.18;
    if (frame.ui.theme.reduce_motion) return 1;
    const double since = frame.state.shown.since - each * static_cast<double>(i);
    if (frame.state.shown.since < each * static_cast<double>(count) + fades) frame.ui.motion.keep_going();
    return std::clamp(static_cast<float>(since / fades), 0.0F, 1.0F);
}

void draw_tile(CheckFrame& frame, const Try& of, const StageTile& tile, const Rect& place, float green) {
    Ui& ui = frame.ui;
    const TileVerdict verdict = tile_verdict(frame.level(), of, tile, frame.checked());
    const std::string opened = frame.opened_stage();
    const bool is_open = std::ranges::any_of(
        tile.stages, [&](std::size_t stage) { return frame.level().stages[stage] == opened; });
    const Touch t = touch(ui, "check/stage/" + tile.key, place);
    const float radius = ui.px(10);
    const bool first = verdict == TileVerdict::first;
    const Rgba ground = mix(ui[Role::sunk], mix(ui[Role::card], ui[Role::good], 0.14F), green);
    ui.canvas.fill(place, first ? ui[Role::card] : ground, radius);
    const Rgba edge = first     ? ui[Role::positive]
                      : is_open ? ui[Role::focus]
                                : mix(ui[t.hovered ? Role::quiet : Role::hairline], ui[Role::good], green);
    ui.canvas.stroke(place, edge, ui.px(first || is_open ? 2 : 1), radius);
    if (t.focused) focus_ring(ui, place, radius);
    const float pad = ui.px(place.width < ui.px(120) ? 10 : 15), ring = ui.px(13);
    const bool wrong_too = verdict == TileVerdict::also || verdict == TileVerdict::other_shape;
    const bool quiet = verdict != TileVerdict::agrees && !first && !wrong_too;
    const float picture = place.height - ui.px(66);
    draw_picture(frame, tile,
                 {place.x + pad, place.y + pad, place.width - 2 * pad - 2 * ring - ui.px(4), picture},
                 quiet ? 0.45F : 1);
    draw_verdict(ui, {place.right() - pad - ring + ui.px(3), place.y + pad + ring}, ring, verdict);
    const float left = place.x + pad, width = place.width - 2 * pad + ui.px(4);
    ui.canvas.text_within({left, place.bottom() - ui.px(36)}, width, frame.of_stage("stage", tile.key),
                          Font::sans_bold, ui.px(16), ui[quiet ? Role::quiet : Role::text]);
    ui.canvas.text_within({left, place.bottom() - ui.px(17)}, width, verdict_name(frame, of, verdict),
                          first ? Font::sans_medium : Font::sans, ui.px(card_size),
                          ui[first || wrong_too ? Role::positive : Role::quiet]);
    if (t.hovered && verdict == TileVerdict::unjudged) ui.cursor_hint = frame.text("unjudged_hint");
    if (is_open && !frame.state.shown.all_stages) {
        const float x = place.centre().x, y = place.bottom();
        ui.canvas.paint(Triangle{{x - ui.px(9), y},
                                 {x + ui.px(9), y},
                                 {x, y + ui.px(9)},
                                 first ? ui[Role::positive] : ui[Role::focus]});
    }
    if (!t.clicked) return;
    frame.state.shown.all_stages = false;
    frame.state.shown.block.reset();
    frame.state.shown.stage = frame.level().stages[tile.stages.front()];
    const auto first_of_all = first_wrong(of);
    for (const std::size_t stage : tile.stages)
        if (stage == first_of_all) frame.state.shown.stage = frame.level().stages[stage];
    ui.motion.draw_again();
}

} // namespace

namespace {

/// The places of all tiles, in one line or several.
struct StripPlan {
    std::vector<Rect> places;
    std::size_t in_line = 1;
    float gap = 0, bottom = 0;
};

StripPlan lay_out_strip(const CheckFrame& frame, const Rect& at, std::size_t count) {
    const Ui& ui = frame.ui;
    StripPlan plan;
    const std::size_t most = std::max<std::size_t>(
        1, static_cast<std::size_t>((at.width + ui.px(low_tile_gap)) / ui.px(least_tile + low_tile_gap)));
    const std::size_t lines = (count + most - 1) / most;
    plan.in_line = (count + lines - 1) / lines;
    const bool low = frame.area.height < ui.px(800) || lines > 1;
    const float height = ui.px(low ? low_tile_height : tile_height);
    plan.gap = ui.px(plan.in_line > 6 ? low_tile_gap : tile_gap);
    const auto across = static_cast<float>(plan.in_line);
    const float wide = std::min(ui.px(160), (at.width - plan.gap * (across - 1)) / across);
    for (std::size_t i = 0; i < count; ++i) {
        const auto column = static_cast<float>(i % plan.in_line), line = static_cast<float>(i / plan.in_line);
        plan.places.push_back(
            {at.x + column * (wide + plan.gap), at.y + line * (height + ui.px(14)), wide, height});
    }
    plan.bottom = plan.places.back().bottom();
    return plan;
}

/// An arrow from tile i to the next, if that stands beside it.
void draw_arrow(Ui& ui, const StripPlan& plan, std::size_t i) {
    if (i % plan.in_line + 1 == plan.in_line || i + 1 == plan.places.size()) return;
    const Rect& place = plan.places[i];
    draw_icon(ui, Icon::chevron_right,
              {place.right() + plan.gap / 2 - ui.px(6), place.centre().y - ui.px(6), ui.px(12), ui.px(12)},
              ui[Role::quiet]);
}

/// Empty cells, as large as they fit.
void draw_empty(Ui& ui, const Rect& place, const std::vector<std::int64_t>& shape) {
    if (shape.empty()) return;
    const auto columns = static_cast<float>(shape.back()),
               rows = shape.size() > 1 ? static_cast<float>(shape[shape.size() - 2]) : 1;
    const float cell = std::min({ui.px(13), place.width / columns, place.height / rows});
    if (cell < 4) {
        ui.canvas.stroke({place.x, place.y, cell * columns, cell * rows}, ui[Role::edge], ui.px(1), ui.px(2));
        return;
    }
    for (float i = 0; i < rows; i += 1)
        for (float j = 0; j < columns; j += 1)
            ui.canvas.stroke(Rect{place.x + j * cell, place.y + i * cell, cell, cell}.inset(cell / 12),
                             ui[Role::edge], ui.px(1), ui.px(1.5F));
}

} // namespace

const CheckForm::Awaited& awaited_of(CheckFrame& frame, const exercise::Question& question) {
    CheckForm::Awaited& made = frame.state.form.awaited;
    std::string of = std::string(question.level->id) + " " + frame.language().key;
    for (const auto& [name, tensor] : question.tensors)
        of +=
            " " + name + " " + model::shape_text(tensor.shape) + " " + std::to_string(tensor.values.front());
    if (made.of == of) return made;
    made = {.of = std::move(of), .shapes = {}, .name = {}, .text = {}};
    exercise::Solver solver(question);
    for (const std::string& stage : question.level->stages)
        if (const exercise::Blocks* blocks = solver.stage(stage, {}))
            made.shapes[stage] = exercise::shape_of(*blocks, question.items());
    const std::string task = exercise::task_of(frame.ui.texts, question);
    const std::string& title = exercise::title_of(frame.ui.texts, *question.level);
    for (exercise::StartingFile& file : exercise::starting_files({question, frame.language(), title, task})) {
        if (file.name != frame.language().file) continue;
        made.name = std::move(file.name);
        made.text = std::move(file.text);
    }
    return made;
}

float draw_awaited(CheckFrame& frame, const Rect& at, const exercise::Question& question) {
    Ui& ui = frame.ui;
    ui.canvas.text({at.x, at.y + ui.px(8)}, frame.text("stages"), Font::sans, ui.px(card_size),
                   ui[Role::quiet]);
    const auto& shapes = awaited_of(frame, question).shapes;
    const auto tiles = tiles_of(*question.level);
    const StripPlan plan = lay_out_strip(frame, {at.x, at.y + ui.px(26), at.width, 0}, tiles.size());
    const float radius = ui.px(10);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const Rect& place = plan.places[i];
        draw_arrow(ui, plan, i);
        ui.canvas.fill(place, ui[Role::sunk], radius);
        ui.canvas.stroke(place, ui[Role::hairline], ui.px(1), radius);
        const float pad = ui.px(place.width < ui.px(120) ? 10 : 15), gap = ui.px(6);
        std::vector<std::string> said;
        const auto parts = static_cast<float>(tiles[i].stages.size());
        const float wide = (place.width - 2 * pad - (parts - 1) * gap) / parts;
        Rect picture{place.x + pad, place.y + pad, wide, place.height - ui.px(66)};
        for (const std::size_t stage : tiles[i].stages) {
            const auto found = shapes.find(question.level->stages[stage]);
            if (found == shapes.end()) continue;
            draw_empty(ui, picture, found->second);
            picture.x += wide + gap;
            const std::string shape = model::shape_text(found->second);
            if (std::ranges::find(said, shape) == said.end()) said.push_back(shape);
        }
        std::string shape;
        for (const std::string& one : said)
            shape += (shape.empty() ? "" : ", ") + one;
        const float width = place.width - 2 * pad + ui.px(4);
        ui.canvas.text_within({place.x + pad, place.bottom() - ui.px(36)}, width,
                              frame.of_stage("stage", tiles[i].key), Font::sans_bold, ui.px(16),
                              ui[Role::text]);
        ui.canvas.text_within({place.x + pad, place.bottom() - ui.px(17)}, width, shape, Font::mono,
                              ui.px(label_size), ui[Role::quiet]);
    }
    ui.anchors.add("check/awaited", {at.x, at.y, at.width, plan.bottom - at.y});
    return plan.bottom;
}

float draw_task(CheckFrame& frame, const Rect& at, const exercise::Question& question) {
    Ui& ui = frame.ui;
    const exercise::SetTask task = exercise::set_task_of(ui.texts, question);
    float y = at.y;
    y += paragraph(ui, {at.x, y}, at.width, {{task.sentence}}, body_size);
    if (task.formula.empty()) return y;
    y += ui.px(10);
    FormulaStyle style;
    style.size = ui.px(24);
    SetFormula set = set_formula(task.formula, style, ui.theme.palette(), ui.canvas);
    const float room = at.width - ui.px(24);
    if (set.width > room) {
        style.size *= room / set.width;
        set = set_formula(task.formula, style, ui.theme.palette(), ui.canvas);
    }
    ui.anchors.add("check/formula", {at.x + ui.px(24), y, set.width, set.height});
    ui.canvas.paint(moved(std::move(set.figure), at.x + ui.px(24), y));
    return y + set.height;
}

float draw_strip(CheckFrame& frame, const Rect& at) {
    Ui& ui = frame.ui;
    const ShownTry* now = frame.shown_try();
    const Try& of = now ? now->brief : *frame.state.shown.looked_at;
    const auto tiles = tiles_of(frame.level());
    const StripPlan plan = lay_out_strip(frame, at, tiles.size());
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        draw_arrow(ui, plan, i);
        const float green = of.agrees() ? share_of_green(frame, i, tiles.size()) : 0;
        draw_tile(frame, of, tiles[i], plan.places[i], green);
    }
    ui.anchors.add("check/strip", {at.x, at.y, at.width, plan.bottom - at.y});
    return plan.bottom + ui.px(22);
}

} // namespace ui
