// What the model needs for all its answers: what is left of them when something is knocked out; and the other
// model.
#include "base/text.h"
#include "ui/board/figures.h"
#include "ui/views/story/story.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>

namespace ui {

using namespace drawing;
using workbench::KnockedOut;
using workbench::KnockOuts;

namespace {

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

/// Returns its height.
float draw_knock_outs(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    if (!frame.state.shown.knock_outs || !frame.state.offers.task) return 0;
    const KnockOuts& measured = *frame.state.shown.knock_outs;
    const bool unseen = frame.state.offers.task->has_unseen(frame.model().card.steps);
    float y = area.y;
    caption(ui, {area.x, y + ui.px(8)},
            ui.plain(unseen ? "story.knock_outs" : "story.knock_outs_seen",
                     {{"count", {{std::to_string(measured.sentences)}}}}));
    y += ui.px(22);
    y += choose_instead(frame, {area.x, y, area.width, 0}) + ui.px(6);
    y += paragraph(ui, {area.x, y}, area.width,
                   ui.plain("story.chance", {{"percent", {{base::percent(measured.chance)}}}}), Font::sans,
                   small_size, ui[Role::quiet]) +
         ui.px(4);
    for (std::size_t i = 0; i < measured.rows.size(); ++i)
        y += draw_row(frame, "story/knock_out/" + std::to_string(i), row_text(frame, measured.rows[i]),
                      measured.rows[i], measured, {area.x, y, area.width, 0}) +
             ui.px(5);
    return y + ui.px(8) - area.y;
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

/// Returns its height.
float draw_other(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto& other = frame.state.offers.other;
    if (!other) return 0;
    float y = area.y;
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
    if (link(ui, "story/other_model", {area.x, y}, ui.text("story.other_model")))
        frame.actions.ask(CompareDocuments{
            workbench::beside({frame.scene.bench.document(), marked.query, marked.key, marked.head}, *other,
                              frame.scene.bench.library())});
    return y + ui.px(18) - area.y;
}

} // namespace

void draw_story_needs(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const Rect inner = titled_card(ui, "story/needs_card", area, ui.text("story.needs_title"));
    ScrollArea scrolled(ui, "story/left", inner);
    float y = scrolled.top();
    y += draw_knock_outs(frame, {inner.x, y, inner.width, 0});
    y += draw_other(frame, {inner.x, y, inner.width, 0});
    scrolled.ends_at(y + ui.px(12));
}

} // namespace ui
