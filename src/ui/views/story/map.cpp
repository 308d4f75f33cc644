// The left card: every head of every layer in one colour range, the last layer on top; below them, what is
// left of the right answers when something is knocked out, and the other model.
#include "base/text.h"
#include "drawing/figures/matrix.h"
#include "narration/tell_heads.h"
#include "ui/views/story/story.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::KnockedOut;
using workbench::KnockOuts;

namespace {

// The heads.

constexpr float header = 26, line_height = 20, padding = 9, gap = 10, largest_matrix = 112; // design pixels

std::string heading(const StoryFrame& frame) {
    Ui& ui = frame.ui;
    if (frame.story->has_source()) return ui.text("story.layers.decoder");
    const auto count = [&](const std::string& name, std::size_t number) {
        const std::string own = name + "." + (number == 1 ? "one" : std::to_string(number));
        if (ui.texts.has(own)) return ui.texts.text(own);
        return ui.plain(name + ".many", {{"count", {{std::to_string(number)}}}});
    };
    const std::size_t heads = frame.trace(0).heads.size();
    const std::string each =
        heads == 1
            ? ui.text("story.heads.one")
            : ui.plain("story.heads.many",
                       {{"count", {{narration::counted_in_words(ui.texts, static_cast<Index>(heads))}}}});
    return count("story.layers", frame.reading().places.size()) + ", " + each;
}

void draw_matrix(StoryFrame& frame, std::size_t layer, Index head, const Rect& area, bool faded) {
    Ui& ui = frame.ui;
    const auto& run = frame.reading().run;
    const std::shared_ptr<const base::Matrix> weights{
        frame.pass,
        &run.at(frame.reading().places[layer]).trace.heads[static_cast<std::size_t>(head)].weights};
    const MatrixLayout layout =
        fit(area, weights->rows(), weights->cols(), area.width / static_cast<float>(weights->cols()),
            area.height / static_cast<float>(weights->rows()));
    MatrixOptions options;
    options.map = ColourMap::weights;
    options.range = {0, 1};
    options.digits = false;
    options.ground = Role::card;
    options.scale = 0.6F * ui.theme.scale;
    if (layout.cell_height >= ui.px(4)) // a frame would hide a thinner row
        options.marked_row = workbench::row_in(*frame.story, frame.reading().places[layer], frame.reading());
    if (faded) ui.canvas.set_opacity(0.35F);
    ui.canvas.paint(matrix_figure(weights, layout, options, ui.theme.palette(), ui.canvas));
    ui.canvas.set_opacity(1);
}

void draw_tile(StoryFrame& frame, std::size_t layer, Index head, const Rect& tile, float matrix) {
    Ui& ui = frame.ui;
    const bool opened = layer == frame.scene.pass().reading->shown && head == frame.scene.selection.head;
    const bool on = frame.is_on(layer, head);
    const std::string place = std::to_string(layer) + "/" + std::to_string(head);
    const Touch t = touch_beneath(ui, "story/head/" + place, tile);
    if (t.clicked) frame.open(layer, head);
    if (t.hovered) ui.cursor_hint = ui.text("story.head_hint");
    const float radius = ui.px(8);
    if (opened) ui.canvas.fill(tile, ui[Role::accent_soft], radius);
    ui.canvas.stroke(tile,
                     ui[opened      ? Role::query
                        : t.hovered ? Role::quiet
                                    : Role::hairline],
                     ui.px(opened ? 2 : 1), radius);
    if (t.focused) focus_ring(ui, tile, radius);

    const Rect inner = tile.inset(ui.px(padding));
    const float middle = inner.y + ui.px(header - 6) / 2;
    ui.canvas.text_within({inner.x, middle}, inner.width - ui.px(40),
                          ui.plain("story.head", {{"head", {{std::to_string(head + 1)}}}}), Font::sans_bold,
                          ui.px(label_size), ui[on ? Role::text : Role::quiet]);
    const Rect knob{inner.right() - ui.px(36), middle - ui.px(10), ui.px(36), ui.px(20)};
    if (toggle(ui, "story/switch/" + place, {knob.x, knob.y}, "", on)) frame.switch_head(layer, head);
    if (knob.contains(ui.mouse)) ui.cursor_hint = ui.text("story.head_switch_hint");
    const float top = inner.y + ui.px(header - 2);
    draw_matrix(frame, layer, head, {inner.centre().x - matrix / 2, top, matrix, matrix}, !on);
    float y = top + matrix + ui.px(line_height) / 2 + ui.px(3);
    ui.canvas.text_within({inner.x, y}, inner.width, remark_text(frame, layer, head), Font::sans,
                          ui.px(small_size), ui[Role::text]);
    y += ui.px(line_height);
    const std::string walk = ui.text("story.walk") + " ›";
    const Rect link{inner.x - ui.px(4), y - ui.px(line_height) / 2,
                    ui.canvas.width(Font::sans_medium, ui.px(small_size), walk) + ui.px(8),
                    ui.px(line_height)};
    const Touch l = touch(ui, "story/walk/" + place, link);
    ui.canvas.text({inner.x, y}, walk, Font::sans_medium, ui.px(small_size), ui[Role::query]);
    if (l.hovered)
        ui.canvas.line({inner.x, y + ui.px(8)}, {link.right() - ui.px(4), y + ui.px(8)}, ui[Role::query],
                       ui.px(1));
    if (l.hovered) ui.cursor_hint = ui.text("story.walk_hint");
    if (l.focused) focus_ring(ui, link, ui.px(4));
    if (!l.clicked) return;
    frame.open(layer, head);
    frame.actions.ask(OpenView{"walkthrough", "softmax"});
}

/// A layer's name, the switch of all its heads, and its tiles; returns its bottom.
float draw_layer(StoryFrame& frame, std::size_t layer, float x, float y, float width) {
    Ui& ui = frame.ui;
    const Index heads = std::ssize(frame.trace(layer).heads);
    caption(ui, {x, y + ui.px(10)}, frame.layer_name(layer));
    bool any_on = false;
    for (Index head = 0; head < heads; ++head)
        any_on |= frame.is_on(layer, head);
    const Rect knob{x + width - ui.px(36), y, ui.px(36), ui.px(20)};
    if (heads > 1) {
        if (toggle(ui, "story/layer/" + std::to_string(layer), {knob.x, knob.y}, "", any_on))
            frame.switch_layer(layer);
        if (knob.contains(ui.mouse)) ui.cursor_hint = ui.text("story.layer_switch_hint");
    }
    y += ui.px(26);
    const float tile_width = (width - ui.px(gap)) / 2;
    const float matrix = std::min(tile_width - 2 * ui.px(padding), ui.px(largest_matrix));
    const float height = 2 * ui.px(padding) + ui.px(header) + matrix + 2 * ui.px(line_height) + ui.px(1);
    for (Index head = 0; head < heads; ++head) {
        const auto column = static_cast<float>(head % 2), row = static_cast<float>(head / 2);
        draw_tile(
            frame, layer, head,
            {x + column * (tile_width + ui.px(gap)), y + row * (height + ui.px(gap)), tile_width, height},
            matrix);
    }
    const auto rows = static_cast<float>((heads + 1) / 2);
    return y + rows * height + (rows - 1) * ui.px(gap) + ui.px(14);
}

// What is left of the right answers when something is knocked out.

std::size_t layer_of(const StoryFrame& frame, const model::Place& place) {
    const auto& places = frame.reading().places;
    return static_cast<std::size_t>(std::ranges::find(places, place) - places.begin());
}

/// "layer 2: it → noun", "layer 2, head 1 only: it → noun", "control, layer 2: it → other noun".
std::string row_text(const StoryFrame& frame, const KnockedOut& row) {
    if (row.out.empty()) return frame.ui.text("story.nothing_out");
    const learning::KnockOut& out = row.out.front();
    const learning::Edge& edge = frame.state.offers.task->edges[static_cast<std::size_t>(*out.relation)];
    const std::string control = edge.control.empty()
                                    ? frame.ui.plain("story.control_by_chance", {{"relation", {{edge.name}}}})
                                    : edge.control;
    return frame.ui.plain(out.control ? "story.control"
                          : out.head  ? "story.in_head"
                                      : "story.in_layer",
                          {{"layer", {{frame.layer_name(layer_of(frame, out.place))}}},
                           {"head", {{std::to_string(out.head.value_or(0) + 1)}}},
                           {"relation", {{out.control ? control : edge.name}}}});
}

/// Tells shares that are as good as with nothing out, no better than a guess, or in between.
Role role_of(const learning::Answers& answers, const learning::Share& whole, double chance) {
    const learning::Interval within = answers.share_right().interval();
    if (within.high >= whole.interval().low) return Role::good;
    return within.low <= chance ? Role::positive : Role::warning;
}

/// What was answered instead, and how far the share can be trusted: "between 18 and 21 %. Instead: …".
std::string more_text(const StoryFrame& frame, const learning::Answers& answers) {
    const auto percent = [](double share) { return base::percent(share); };
    const learning::Interval within = answers.share_right().interval();
    std::string text = frame.ui.plain("story.within",
                                      {{"low", {{percent(within.low)}}}, {"high", {{percent(within.high)}}}});
    if (answers.right == answers.all()) return text;
    const bool has_others = frame.state.offers.task->candidates != nullptr;
    return text + " " +
           frame.ui.plain(has_others ? "story.instead_others" : "story.instead_any",
                          {{"others", {{percent(answers.share_others().value())}}},
                           {"any", {{percent(answers.share_any().value())}}}});
}

/// Returns its height.
float draw_row(StoryFrame& frame, const std::string& name, const std::string& text, const KnockedOut& row,
               const KnockOuts& among, Rect area) {
    Ui& ui = frame.ui;
    const narration::Paragraph words{{text}};
    const narration::Paragraph more{{row.answers ? more_text(frame, *row.answers) : ""}};
    const float room =
        area.width - ui.canvas.width(Font::mono_bold, ui.px(small_size), "100 % right") - ui.px(30);
    const float text_height = paragraph(ui, {}, room, words, small_size, true, Role::text, 1.3F);
    const float more_height =
        row.answers ? paragraph(ui, {}, area.width, more, tiny_size, true, Role::quiet, 1.3F) : 0;
    area.height = text_height + more_height + ui.px(12);
    ui.anchors.add(name, area);
    ui.canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, ui[Role::hairline], ui.px(1));
    const float middle = area.y + ui.px(6) + text_height / 2;
    Role role = Role::quiet;
    std::string share = "…";
    if (row.answers) {
        const learning::Answers whole = among.rows.front().answers.value_or(*row.answers);
        share = ui.plain("story.right", {{"percent", {{base::percent(row.answers->share_right().value())}}}});
        role = role_of(*row.answers, whole.share_right(), among.chance);
    }
    ui.canvas.text({area.right(), middle}, share, Font::mono_bold, ui.px(small_size), ui[role], Align::right);
    paragraph(ui, {area.x, area.y + ui.px(6)}, room, words, small_size, false, Role::text, 1.3F);
    paragraph(ui, {area.x, area.y + ui.px(6) + text_height}, area.width, more, tiny_size, false, Role::quiet,
              1.3F);
    if (area.contains(ui.mouse))
        ui.cursor_hint =
            ui.texts.text(std::string("story.knock_outs_hint_") + learning::name_of(among.instead));
    return area.height;
}

/// The choice of what replaces a weight that is knocked out; returns its height.
float choose_instead(StoryFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    constexpr std::array all{learning::Instead::zero, learning::Instead::renormalised,
                             learning::Instead::mean};
    std::vector<std::string> labels, hints;
    for (const learning::Instead each : all) {
        labels.push_back(ui.texts.text(std::string("story.instead.") + learning::name_of(each)));
        hints.push_back(ui.texts.text(std::string("story.knock_outs_hint_") + learning::name_of(each)));
    }
    const int clicked = choice(ui, "story/instead", {line.x, line.y}, labels,
                               static_cast<int>(frame.state.chosen.instead), control_height, hints);
    if (clicked >= 0) frame.state.chosen.instead = all[static_cast<std::size_t>(clicked)];
    return ui.px(control_height);
}

void draw_knock_outs(StoryFrame& frame, const Rect& area, float& y) {
    Ui& ui = frame.ui;
    const auto found = frame.state.shown.measured.find(frame.knock_outs_id());
    if (found != frame.state.shown.measured.end() && found->second && frame.state.offers.task) {
        const KnockOuts& measured = *found->second;
        const bool unseen = frame.state.offers.task->has_unseen(frame.model().card.steps);
        caption(ui, {area.x, y + ui.px(8)},
                ui.plain(unseen ? "story.knock_outs" : "story.knock_outs_seen",
                         {{"count", {{std::to_string(measured.sentences)}}}}));
        y += ui.px(22);
        y += choose_instead(frame, {area.x, y, area.width, 0}) + ui.px(6);
        y += paragraph(ui, {area.x, y}, area.width,
                       ui.plain("story.chance", {{"percent", {{base::percent(measured.chance)}}}}),
                       Font::sans, small_size, ui[Role::quiet]) +
             ui.px(4);
        const auto add = [&](const std::string& name, const std::string& text, const KnockedOut& row) {
            y += draw_row(frame, "story/knock_out/" + name, text, row, measured, {area.x, y, area.width, 0}) +
                 ui.px(5);
        };
        for (std::size_t i = 0; i < measured.rows.size(); ++i)
            add(std::to_string(i), row_text(frame, measured.rows[i]), measured.rows[i]);
        if (const auto& now = frame.state.shown.by_hand; now && !now->rows.empty())
            add("now", ui.text("story.out_now"), now->rows.front());
        y += ui.px(8);
    }
}

// The other model.

/// A line of text as a button.
bool link(Ui& ui, const std::string& name, Point at, const std::string& text) {
    const Rect rect{at.x, at.y - ui.px(11), ui.canvas.width(Font::sans_bold, ui.px(label_size), text),
                    ui.px(22)};
    const Touch t = touch(ui, name, rect);
    ui.canvas.text(at, text, Font::sans_bold, ui.px(label_size), ui[Role::query]);
    if (t.hovered)
        ui.canvas.line({rect.x, at.y + ui.px(9)}, {rect.right(), at.y + ui.px(9)}, ui[Role::query], ui.px(1));
    if (t.focused) focus_ring(ui, rect, ui.px(4));
    return t.clicked;
}

void draw_other(StoryFrame& frame, const Rect& area, float& y) {
    Ui& ui = frame.ui;
    const auto& other = frame.state.offers.other;
    if (!other) return;
    const learning::ModelCard &own = frame.model().card, &card = other->model->card;
    const auto e = static_cast<std::size_t>(other->relation);
    const auto weight = [&](const learning::ModelCard& of) {
        return base::percent(of.weight_on_wanted[e]) + " %";
    };
    y += paragraph(ui, {area.x, y}, area.width,
                   ui.plain(card.hint ? "story.other_hinted" : "story.other_unhinted",
                            {{"percent", {{base::percent(card.exact)}}},
                             {"relation", {{own.edges[e].name}}},
                             {"other", {{weight(card)}}},
                             {"own", {{weight(own)}}}}),
                   Font::sans, small_size, ui[Role::quiet]);
    y += ui.px(16);
    const workbench::Selection& marked = frame.scene.selection;
    if (link(ui, "story/beside", {area.x, y}, ui.text("story.beside")))
        frame.actions.ask(CompareDocuments{
            workbench::beside({frame.scene.bench.document(), marked.query, marked.key, marked.head}, *other,
                              frame.scene.bench.library())});
    y += ui.px(18);
}

} // namespace

void draw_story_map(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("story/map", area);
    ScrollArea scrolled(ui, "story/left", area.inset(ui.px(4)));
    const float x = area.x + ui.px(18), width = area.width - 2 * ui.px(18);
    float y = scrolled.top() + ui.px(12);
    ui.canvas.text_within({x, y + ui.px(11)}, width, heading(frame), Font::sans_bold, ui.px(headline_size),
                          ui[Role::text]);
    y += ui.px(26);
    y += paragraph(ui, {x, y}, width, ui.text("story.range"), Font::sans, small_size, ui[Role::quiet]) +
         ui.px(10);
    for (std::size_t layer = frame.reading().places.size(); layer-- > 0;)
        y = draw_layer(frame, layer, x, y, width);
    draw_knock_outs(frame, {x, y, width, 0}, y);
    draw_other(frame, {x, y, width, 0}, y);
    scrolled.ends_at(y + ui.px(12));
}

} // namespace ui
