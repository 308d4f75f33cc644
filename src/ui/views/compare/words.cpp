#include "ui/views/compare/words.h"

#include "ui/chrome/fact_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ui {

using namespace drawing;
using narration::Tone;

namespace {

constexpr float question_height = 24; // design pixels

void draw_question(CompareFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    bool& difference = frame.state.chosen.difference;
    const workbench::Comparison* offer = offer_on_screen(frame);
    const std::string& question = offer ? offer->question : ui.text("compare.question");
    const std::string& label = ui.text("compare.difference");
    const float wide = ui.px(44) + ui.canvas.width(Font::sans, ui.px(label_size), label);
    if (toggle(ui, "difference_switch", {line.right() - wide, line.centre().y - ui.px(10)}, label,
               difference))
        difference = !difference;
    ui.canvas.text_within({line.x, line.centre().y}, line.width - wide - ui.px(16), question, Font::sans_bold,
                          ui.px(16), ui[Role::text]);
}

const std::vector<workbench::Difference>& found(CompareFrame& frame) {
    const Scene &left = frame.left(), &right = frame.right();
    DifferencesOnScreen& now = frame.state.differences;
    const bool known = now.left.lock() == left.shown && now.right.lock() == right.shown &&
                       now.left_head == left.selection.head && now.right_head == right.selection.head;
    if (!known)
        now = {left.shown, right.shown, left.selection.head, right.selection.head,
               workbench::differences({left.pass(), left.selection.head},
                                      {right.pass(), right.selection.head}, left.bench.library())};
    return now.found;
}

/// The facts of one side; the default where there are none.
std::string side_text(const Ui& ui, const std::string& what, const std::vector<workbench::Fact>& facts) {
    if (facts.empty()) return ui.texts.text("differs_usual." + what);
    std::string text;
    for (const auto& fact : facts)
        text += (text.empty() ? "" : ", ") + fact_text(ui, "in_force", fact);
    return text;
}

/// "What differs:  words: “tired” | “comfortable”  ·  mask: none | causal mask"
narration::Paragraph told(const Ui& ui, const std::vector<workbench::Difference>& differences) {
    if (differences.empty()) return {{ui.text("compare.nothing_differs")}};
    narration::Paragraph spans{{ui.text("compare.differs") + ":  "}};
    for (const auto& difference : differences) {
        if (spans.size() > 1) spans.push_back({"  ·  "});
        spans.push_back({ui.texts.text("differs." + difference.what) + ": "});
        std::string sides = side_text(ui, difference.what, difference.left);
        if (difference.what != "matrices") sides += " | " + side_text(ui, difference.what, difference.right);
        spans.push_back({sides, Tone::strong});
    }
    return spans;
}

} // namespace

const workbench::Comparison* offer_on_screen(CompareFrame& frame) {
    const Scene &left = frame.left(), &right = frame.right();
    OfferOnScreen& now = frame.state.offer;
    if (now.left == left.bench.step() && now.right == right.bench.step()) return now.offer;
    const auto& offers = left.bench.library().comparisons;
    const auto offer = std::ranges::find_if(offers, [&](const workbench::Comparison& each) {
        return each.left.document == left.bench.document() && each.right.document == right.bench.document();
    });
    now = {left.bench.step(), right.bench.step(), offer == offers.end() ? nullptr : &*offer};
    return now.offer;
}

nlohmann::json CompareView::shown() const {
    std::vector<std::string> names;
    for (const auto& difference : state_.differences.found)
        names.push_back(difference.what);
    const auto* offer = state_.offer.offer;
    return {{"offer", offer ? offer->id : ""}, {"differs", names}};
}

float draw_compare_words(CompareFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const float line = ui.px(question_height);
    draw_question(frame, {area.x, area.y, area.width, line});
    const auto spans = told(ui, found(frame));
    const float height = paragraph(ui, {}, area.width, spans, note_size, true);
    const Rect place{area.x, area.y + line + ui.px(4), area.width, height};
    ui.anchors.add("compare/differs", place);
    paragraph(ui, {place.x, place.y}, place.width, spans, note_size, false, Role::quiet);
    return place.bottom() - area.y;
}

} // namespace ui
