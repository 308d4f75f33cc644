// Under the map: what is left of the right answers when something is knocked out, and the other model.

#include "base/number_text.h"
#include "ui/views/story/cards.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::KnockedOut;
using workbench::KnockOuts;

namespace {

std::size_t layer_of(const StoryFrame& frame, const model::Place& place) {
    const auto& places = frame.reading().places;
    return static_cast<std::size_t>(std::ranges::find(places, place) - places.begin());
}

/// "layer 2: it → noun", "layer 2, head 1 only: it → noun".
std::string row_text(const StoryFrame& frame, const KnockedOut& row) {
    if (row.out.empty()) return frame.ui.text("story.nothing_out");
    const learning::KnockOut& out = row.out.front();
    return frame.ui.plain(
        out.head ? "story.in_head" : "story.in_layer",
        {{"layer", {{frame.layer_name(layer_of(frame, out.place))}}},
         {"head", {{std::to_string(out.head.value_or(0) + 1)}}},
         {"relation", {{frame.model().card.edges[static_cast<std::size_t>(*out.relation)].name}}}});
}

/// As right as with nothing out, partly, or hardly.
Role role_of(double right, double whole) {
    return right >= whole - 0.05 ? Role::good : right >= 0.35 ? Role::warning : Role::positive;
}

/// Returns its height.
float draw_row(StoryFrame& frame, const std::string& name, const std::string& text, const KnockedOut& row,
               double whole, Rect area) {
    Ui& ui = frame.ui;
    const narration::Paragraph words{{text}};
    const float room =
        area.width - ui.canvas.width(Font::mono_bold, ui.px(small_size), "100 % right") - ui.px(30);
    const float text_height = paragraph(ui, {}, room, words, small_size, true, Role::text, 1.3F);
    area.height = text_height + ui.px(12);
    ui.anchors.add(name, area);
    ui.canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, ui[Role::hairline], ui.px(1));
    const float right = area.right(), middle = area.centre().y;
    const std::string share =
        row.right ? ui.plain("story.right", {{"percent", {{base::percent(*row.right)}}}}) : "…";
    ui.canvas.text({right, middle}, share, Font::mono_bold, ui.px(small_size),
                   ui[row.right ? role_of(*row.right, whole) : Role::quiet], Align::right);
    paragraph(ui, {area.x, area.y + ui.px(6)}, room, words, small_size, false, Role::text, 1.3F);
    if (area.contains(ui.mouse)) ui.cursor_hint = ui.text("story.knock_outs_hint");
    return area.height;
}

/// A line that does something.
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
        frame.actions.compare =
            workbench::beside({frame.scene.bench.document(), marked.query, marked.key, marked.head}, *other,
                              frame.scene.bench.library());
    y += ui.px(18);
}

} // namespace

void draw_knock_outs(StoryFrame& frame, const Rect& area, float& y) {
    Ui& ui = frame.ui;
    const auto found = frame.state.shown.measured.find(frame.model_id());
    if (found != frame.state.shown.measured.end() && found->second) {
        const KnockOuts& measured = *found->second;
        caption(ui, {area.x, y + ui.px(8)},
                ui.plain("story.knock_outs", {{"count", {{std::to_string(measured.sentences)}}}}));
        y += ui.px(24);
        const double whole = measured.rows.front().right.value_or(1);
        const auto add = [&](const std::string& name, const std::string& text, const KnockedOut& row) {
            y += draw_row(frame, "story/knock_out/" + name, text, row, whole, {area.x, y, area.width, 0}) +
                 ui.px(5);
        };
        for (std::size_t i = 0; i < measured.rows.size(); ++i)
            add(std::to_string(i), row_text(frame, measured.rows[i]), measured.rows[i]);
        if (const auto& now = frame.state.shown.by_hand; now && !now->rows.empty())
            add("now", ui.text("story.out_now"), now->rows.front());
        y += ui.px(8);
    }
    draw_other(frame, area, y);
}

} // namespace ui
