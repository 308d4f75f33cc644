// What one head does: the rule that it follows, in words, and its score in each of the rules.
#include "drawing/shapes/fitted_text.h"
#include "narration/narration.h"
#include "ui/board/figures.h"
#include "ui/views/heads/heads.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <string>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::HeadPlace;
using workbench::HeadRule;
using workbench::RuledHead;
using workbench::RuleScore;

const std::string& rule_text(const Ui& ui, const std::optional<HeadRule>& rule, const char* what) {
    const std::string name = rule ? std::string(workbench::key(*rule)) : "mixed";
    return ui.texts.text("heads.rules." + name + "." + what);
}

std::string head_place(const HeadsFrame& frame, const HeadPlace& place) {
    return frame.ui.plain("heads.rules.place",
                          {{"layer", {{frame.layers[static_cast<std::size_t>(place.layer)]}}},
                           {"head", {{std::to_string(place.head + 1)}}}});
}

namespace {

const RuleScore& own_score(const RuledHead& head, HeadRule rule) {
    return head.scores[static_cast<std::size_t>(rule)];
}

} // namespace

std::string ruled_as(const Ui& ui, const RuledHead& head) {
    const std::string& name = rule_text(ui, head.rule, "name");
    return head.rule ? name + " " + number_text(own_score(head, *head.rule).score, 2) : name;
}

narration::Paragraph tell_rule(const HeadsFrame& frame, const HeadPlace& place, const RuledHead& head) {
    const Ui& ui = frame.ui;
    narration::Values values{{"layer", {{frame.layers[static_cast<std::size_t>(place.layer)]}}},
                             {"head", {{std::to_string(place.head + 1)}}}};
    const std::optional<HeadRule> rule = head.rule ? head.rule : workbench::nearest_rule(head.scores);
    if (!rule) return ui.said("heads.rules.said_nothing", values);
    const RuleScore& score = own_score(head, *rule);
    values["rule"] = {{rule_text(ui, rule, "name")}};
    values["does"] = {{rule_text(ui, rule, "does"), narration::Tone::strong}};
    values["score"] = {{number_text(score.score, 2), narration::Tone::number}};
    values["needed"] = {{number_text(workbench::needed(*rule, score), 2), narration::Tone::number}};
    values["rows"] = {{std::to_string(score.rows)}};
    if (!head.rule) return ui.said("heads.rules.said_mixed", values);
    return ui.said(*rule == HeadRule::spread ? "heads.rules.said_spread" : "heads.rules.said", values);
}

namespace {

constexpr float score_row = 30; // design pixels

/// A rule's name, its score as a bar and a number, and a line where the score suffices.
void draw_score(HeadsFrame& frame, HeadRule rule, const RuledHead& head, const Rect& line, float names) {
    Ui& ui = frame.ui;
    const RuleScore& score = own_score(head, rule);
    const bool named = head.rule == rule;
    const Touch t = touch(ui, "heads/score/" + std::string(workbench::key(rule)), line, true, false);
    if (t.hovered) ui.cursor_hint = rule_text(ui, rule, "hint");
    const float y = line.centre().y, numbers = ui.px(40), thick = ui.px(8);
    ui.canvas.text({line.x, y}, rule_text(ui, rule, "name"), named ? Font::sans_bold : Font::sans,
                   ui.px(label_size), ui[named ? Role::text : Role::quiet]);
    if (score.rows == 0) {
        ui.canvas.text({line.right(), y}, "–", Font::mono, ui.px(label_size), ui[Role::quiet], Align::right);
        return;
    }
    ui.canvas.text({line.right(), y}, number_text(score.score, 2), named ? Font::mono_bold : Font::mono,
                   ui.px(label_size), ui[Role::text], Align::right);
    const Rect track{line.x + names, y - thick / 2, line.width - names - numbers - ui.px(6), thick};
    ui.canvas.fill(track, ui[Role::track], thick / 2);
    const float share = std::clamp(score.score, 0.0F, 1.0F);
    ui.canvas.fill({track.x, track.y, std::max(share * track.width, thick), thick},
                   ui[Role::weight].faded(named ? 1 : 0.5F), thick / 2);
    const float at = track.x + std::min(workbench::needed(rule, score), 1.0F) * track.width;
    ui.canvas.line({at, track.y - ui.px(4)}, {at, track.bottom() + ui.px(4)}, ui[Role::text], ui.px(1.5F));
}

} // namespace

void draw_head_rule(HeadsFrame& frame, const HeadPlace& place, const Rect& area) {
    Ui& ui = frame.ui;
    ui.anchors.add("heads/rule", area);
    const auto& rules = frame.state.shown.rules;
    const RuledHead* head = rules ? rules->find(place) : nullptr;
    if (!head) {
        const base::InputError* problem = frame.state.work.rules.problem();
        paragraph(ui, {area.x, area.y}, area.width,
                  problem ? problem->what() : ui.text("heads.rules.measuring"), Font::sans, note_size,
                  ui[Role::quiet]);
        return;
    }
    ui.canvas.text_within({area.x, area.y + ui.px(9)}, area.width, ruled_as(ui, *head), Font::sans_bold,
                          ui.px(headline_size), ui[Role::text]);
    float y = area.y + ui.px(28);
    narration::Paragraph told = tell_rule(frame, place, *head);
    if (!frame.is_on(place)) told.push_back({" " + ui.text("heads.rules.off")});
    frame.state.shown.told = narration::plain_text(told);
    const float told_height = paragraph(ui, {area.x, y}, area.width, told, note_size);
    ui.anchors.add("heads/told_rule", {area.x, y, area.width, told_height});
    y += std::max(told_height, ui.px(60)) + ui.px(14);
    caption(ui, {area.x, y}, ui.text("heads.rules.scores"));
    y += ui.px(12);
    float names = 0;
    for (std::size_t i = 0; i < workbench::head_rules; ++i)
        names = std::max(names, ui.canvas.width(Font::sans_bold, ui.px(label_size),
                                                rule_text(ui, static_cast<HeadRule>(i), "name")));
    names += ui.px(10);
    for (std::size_t i = 0; i < workbench::head_rules; ++i) {
        draw_score(frame, static_cast<HeadRule>(i), *head, {area.x, y, area.width, ui.px(score_row)}, names);
        y += ui.px(score_row);
    }
    y += ui.px(8);
    if (!frame.on_slide)
        y += paragraph(ui, {area.x, y}, area.width, ui.text("heads.rules.needed"), Font::sans, small_size,
                       ui[Role::quiet]);
    const float legend = ui.px(40);
    if (area.bottom() - y > legend)
        draw_legend(ui, "heads/legend", frame.colours(), {area.right(), area.bottom() - ui.px(14)},
                    area.width);
}

} // namespace ui
