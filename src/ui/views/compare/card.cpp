// The parts of Compare: the text above the cards, the two cards, and the table beneath them.
#include "narration/narration.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/scene.h"
#include "ui/views/compare/compare.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using narration::Tone;

// The text: the question of the comparison, and the differences.

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
narration::Paragraph differences_text(const Ui& ui, const std::vector<workbench::Difference>& differences) {
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

float draw_compare_words(CompareFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const float line = ui.px(question_height);
    draw_question(frame, {area.x, area.y, area.width, line});
    const auto spans = differences_text(ui, found(frame));
    const float height = paragraph(ui, {}, area.width, spans, note_size, true);
    const Rect place{area.x, area.y + line + ui.px(4), area.width, height};
    ui.anchors.add("compare/differs", place);
    paragraph(ui, {place.x, place.y}, place.width, spans, note_size, false, Role::quiet);
    return place.bottom() - area.y;
}

// A card.

namespace {

constexpr float row = 30; // row of controls, design pixels

/// A word count in a pill, and an arrow to what is made from the words; returns its right end.
float draw_feed(Ui& ui, float x, float middle, const std::string& from, const std::string& to, Role role) {
    const float size = ui.px(label_size), height = ui.px(22);
    const float wide = ui.canvas.width(Font::sans, size, from) + ui.px(18);
    const Rect pill{x, middle - height / 2, wide, height};
    ui.canvas.stroke(pill, ui[role], ui.px(1.5F), height / 2);
    ui.canvas.text(pill.centre(), from, Font::sans, size, ui[Role::text], Align::centre);
    x = pill.right() + ui.px(3);
    const float end = x + ui.px(20), tip = ui.px(4);
    ui.canvas.line({x, middle}, {end - tip, middle}, ui[role], ui.px(1.5F));
    ui.canvas.paint(Triangle{
        {end, middle}, {end - 1.7F * tip, middle - tip}, {end - 1.7F * tip, middle + tip}, ui[role]});
    x = end + ui.px(5);
    ui.canvas.text({x, middle}, to, Font::sans_bold, ui.px(card_size), ui[role]);
    return x + ui.canvas.width(Font::sans_bold, ui.px(card_size), to) + ui.px(14);
}

/// What feeds what, in words: "target: 5 words" gives Q.
struct Feed {
    std::string from, to;
    Role role;
};

std::vector<Feed> feeds_of(Ui& ui, const Scene& scene) {
    const auto& t = scene.trace();
    const std::string& unit = ui.text(scene.pass().document.text.empty() ? "compare.rows" : "compare.words");
    const auto counted = [&](base::Index n) { return std::to_string(n) + " " + unit; };
    if (!t.input.is_cross()) return {{counted(t.n()), "Q, K, V", Role::text}};
    return {{ui.text("top.target") + ": " + counted(t.n()), "Q", Role::query},
            {ui.text("top.source") + ": " + counted(t.m()), "K, V", Role::key}};
}

float width_of(Ui& ui, const std::vector<Feed>& feeds) {
    float width = 0;
    for (const Feed& feed : feeds)
        width += ui.canvas.width(Font::sans, ui.px(label_size), feed.from) +
                 ui.canvas.width(Font::sans_bold, ui.px(card_size), feed.to) + ui.px(60);
    return width;
}

/// Switches the source, keeping the words: only the input of K and V changes. The label is drawn before the
/// switch if there is room to the right of `left`. Returns the left end.
float draw_source_switch(const CompareCard& frame, const Rect& line, float left) {
    Ui& ui = frame.ui;
    CompareSide& side = frame.side;
    const Scene& scene = frame.scene;
    const auto& document = scene.bench.document();
    if (!document.memory_text.empty()) side.source = document.memory_text;
    if (document.text.empty()) return line.right(); // random rows have no words, so no source to type
    const int now = scene.trace().input.is_cross() ? 1 : 0;
    const std::vector<std::string> choices{ui.text("compare.itself"), ui.text("compare.source")};
    float x = line.right() - choice_width(ui, choices);
    const int clicked = choice(ui, "keys_from", {x, line.centre().y - ui.px(14)}, choices, now);
    if (clicked >= 0 && clicked != now) {
        const std::string source =
            side.source.empty() ? scene.bench.library().source_on_offer() : side.source;
        frame.actions.edit(workbench::SetText{document.text, clicked == 1 ? source : std::string()});
    }
    const std::string& label = ui.text("compare.keys_from");
    const float wide = ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(8);
    if (x - wide < left) return x;
    ui.canvas.text({x - ui.px(8), line.centre().y}, label, Font::sans, ui.px(label_size), ui[Role::quiet],
                   Align::right);
    return x - wide;
}

/// "Right  Cross-attention   target: 4 words → Q   source: 5 words → K, V     K and V from [itself] [source]"
void draw_title(const CompareCard& frame, const Rect& line) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const std::string& name = ui.text(frame.is_left ? "compare.left" : "compare.right");
    const float middle = line.centre().y, high = ui.px(24);
    const float wide = ui.canvas.width(Font::sans_bold, ui.px(card_size), name) + ui.px(16);
    const Rect badge{line.x, middle - high / 2, wide, high};
    ui.canvas.fill(badge, ui[Role::sunk], ui.px(6));
    ui.canvas.stroke(badge, ui[Role::edge], ui.px(1), ui.px(6));
    ui.canvas.text(badge.centre(), name, Font::sans_bold, ui.px(card_size), ui[Role::text], Align::centre);
    const std::string& title = ui.text(scene.trace().input.is_cross() ? "compare.cross" : "compare.self");
    float x = badge.right() + ui.px(9);
    ui.canvas.text({x, middle}, title, Font::sans_bold, ui.px(headline_size), ui[Role::text]);
    x += ui.canvas.width(Font::sans_bold, ui.px(headline_size), title) + ui.px(14);
    const auto feeds = feeds_of(ui, scene);
    const float end = x + width_of(ui, feeds);
    const float right = draw_source_switch(frame, line, end);
    if (end > right) return;
    for (const Feed& feed : feeds)
        x = draw_feed(ui, x, middle, feed.from, feed.to, feed.role);
}

/// The head, if there are several, and the document, which can be replaced by a copy of the other card's.
void draw_choices(const CompareCard& frame, Rect line) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    const auto heads = static_cast<std::int64_t>(scene.trace().heads.size());
    if (heads > 1) {
        std::int64_t head = scene.selection.head + 1;
        const std::string& label = ui.text("compare.head");
        ui.canvas.text({line.x, line.centre().y}, label, Font::sans, ui.px(label_size), ui[Role::quiet]);
        const float wide = ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(6);
        if (stepper(ui, "head", {line.x + wide, line.y, ui.px(96), line.height}, head, 1, heads)) {
            actions.select = scene.selection;
            actions.select->head = head - 1;
        }
        line = {line.x + wide + ui.px(104), line.y, line.width - wide - ui.px(104), line.height};
    }
    const std::string& copy = ui.text(frame.is_left ? "compare.to_left" : "compare.to_right");
    const float wide = button_width(ui, copy);
    const Rect place{line.right() - wide, line.y, wide, line.height};
    draw_document_bar(ui, frame.side.document, scene,
                      {line.x, line.y, line.width - wide - ui.px(8), line.height}, actions);
    if (!button(ui, "copy", place, copy,
                {.hint = ui.text(frame.is_left ? "compare.to_left_hint" : "compare.to_right_hint")}))
        return;
    actions.ask(PerformEdit{.edit = workbench::ReplaceDocument{frame.other().bench.document()},
                            .then = frame.other().selection});
}

/// The marked cell's explanation, in the Walkthrough's words. It gives away nothing that a later stage will
/// show: a lesson may be asking for it.
narration::Paragraph explanation_of(const Ui& ui, const Scene& scene) {
    narration::Subject subject = subject_of(scene, scene.selection);
    subject.foretells = false;
    const auto explanation = ui.texts.narrate(subject);
    return explanation.paragraphs.empty() ? narration::Paragraph() : explanation.paragraphs.back();
}

} // namespace

float compare_explanation_height(Ui& ui, const Scene& scene, float width) {
    return paragraph(ui, {}, width, explanation_of(ui, scene), note_size, true) + ui.px(6);
}

void draw_compare_card(const CompareCard& frame) {
    Ui& ui = frame.ui;
    CompareSide& side = frame.side;
    const Scene& scene = frame.scene;
    const Scope scope(ui, frame.is_left ? "left/" : "right/");
    card(ui, frame.area);
    ui.anchors.add("card", frame.area);
    const Rect inner = frame.area.inset(ui.px(compare_card_padding));
    float y = inner.y - ui.px(4);
    const auto line = [&](float height) {
        const Rect rect{inner.x, y, inner.width, ui.px(height)};
        y += ui.px(height + 8);
        return rect;
    };
    draw_title(frame, line(row));
    draw_choices(frame, line(row));
    draw_chips(ui, side.chips, scene, {inner.x, y, inner.width, frame.chips}, frame.actions);
    y += frame.chips;
    const float foot = inner.bottom() - frame.explanation;
    draw_board(ui, side.board, scene, {inner.x, y, inner.width, foot - y}, frame.actions);
    paragraph(ui, {inner.x, foot + ui.px(6)}, inner.width, explanation_of(ui, on_show(side.board, scene)),
              note_size);
}

// The table.

namespace {

// Design pixels: around all, between columns, above a row's texts.
constexpr float edge = 14, gap = 12, space = 2;
constexpr std::array<float, 4> columns{0, 0.25F, 0.625F, 1}; // where they begin, as shares of the width

std::string heading_of(const Ui& ui, const char* side, const Scene& scene) {
    return ui.text(side) + "  " + ui.text(scene.trace().input.is_cross() ? "compare.cross" : "compare.self");
}

} // namespace

ComparisonTable::ComparisonTable(Ui& ui, const Scene& left, const Scene& right) : ui_(ui) {
    rows_.push_back({{"", heading_of(ui, "compare.left", left), heading_of(ui, "compare.right", right)},
                     "",
                     Role::quiet});
    for (const auto& row : narration::comparison_table(ui.texts, left.trace(), right.trace()))
        rows_.push_back({{row.name, row.values[0], row.values[1]},
                         "compare/" + row.key,
                         row.values[0] == row.values[1] ? Role::quiet : Role::text});
}

float ComparisonTable::texts(const Row& row, Point at, float width, bool measure_only) const {
    float high = 0;
    for (std::size_t i = 0; i < row.texts.size(); ++i) {
        const float begin = columns[i] * width;
        const float end = columns[i + 1] * width - (i + 2 < columns.size() ? ui_.px(gap) : 0);
        high = std::max(high, paragraph(ui_, {at.x + begin, at.y}, end - begin, {{row.texts[i]}}, note_size,
                                        measure_only, i == 0 ? Role::quiet : row.colour, 1.25F));
    }
    return high;
}

float ComparisonTable::height(float width) const {
    float high = 2 * ui_.px(edge);
    for (const Row& row : rows_)
        high += texts(row, {0, 0}, width - 2 * ui_.px(edge), true) + 2 * ui_.px(space);
    return high;
}

void ComparisonTable::draw(const Rect& area) const {
    card(ui_, area);
    ui_.anchors.add("compare/table", area);
    const Rect inner = area.inset(ui_.px(edge));
    const float above =
        ui_.px(space) + (area.height - height(area.width)) / static_cast<float>(2 * rows_.size());
    float y = inner.y;
    for (const Row& row : rows_) {
        if (y > inner.y) ui_.canvas.line({inner.x, y}, {inner.right(), y}, ui_[Role::hairline], ui_.px(1));
        const float high = texts(row, {inner.x, y + above}, inner.width, false) + 2 * above;
        if (!row.anchor.empty()) ui_.anchors.add(row.anchor, {inner.x, y, inner.width, high});
        y += high;
    }
}

} // namespace ui
