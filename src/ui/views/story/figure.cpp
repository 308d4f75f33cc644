// The right card: the story as a figure whose words, arcs and links respond, and under it the marked line in
// numbers.
#include "drawing/shapes/figure.h"
#include "attention/measure.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/views/story/story.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <imgui.h>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Read;
using workbench::StreamPart;

namespace {

/// The layer of a block's band.
std::size_t layer_of(const StoryFrame& frame, bool in_source, std::size_t band) {
    const auto& places = frame.reading().places;
    for (std::size_t layer = 0; layer < places.size(); ++layer) {
        const bool of_source =
            frame.story->has_source() && !workbench::answers_at(places[layer], frame.reading());
        if (of_source == in_source && band-- == 0) return layer;
    }
    return 0;
}

Read read_of(const StoryFrame& frame, const PlacedArc& placed) {
    const std::size_t layer = layer_of(frame, placed.in_source, placed.band);
    const Index row = workbench::row_in(*frame.story, frame.reading().places[layer], frame.reading());
    return {layer, placed.arc.head, row, placed.arc.key, placed.arc.weight};
}

void touch_words(StoryFrame& frame, const PlacedBlock& block, bool in_source) {
    Ui& ui = frame.ui;
    const std::string kind = in_source ? "story/source/" : "story/word/";
    for (std::size_t row = 0; row < block.chips.size(); ++row)
        for (std::size_t word = 0; word < block.chips[row].size(); ++word) {
            const Rect& chip = block.chips[row][word];
            // Only the lowest row is reached by Tab: the others are the same words.
            const std::string name =
                kind + std::to_string(word) + (row == 0 ? "" : "/" + std::to_string(row));
            const Touch t = touch(ui, name, chip, true, row == 0);
            if (t.clicked) frame.mark(static_cast<Index>(word), in_source);
            if (t.hovered) {
                ui.cursor_hint = ui.text("story.word_hint");
                ui.canvas.stroke(chip, ui[Role::quiet], ui.px(1.5F), ui.px(7));
            }
            if (t.focused) focus_ring(ui, chip, ui.px(7));
        }
}

std::string arc_hint(const StoryFrame& frame, const PlacedArc& placed, const Read& read) {
    const model::Place& place = frame.reading().places[read.layer];
    const bool source = frame.story->has_source();
    return frame.ui.plain(
        placed.arc.knocked_out ? "story.arc_out_hint" : "story.arc_hint",
        {{"asker", {{story_word(frame, read.from, source && place.part == model::Part::encoder)}}},
         {"word", {{story_word(frame, read.to, source && place.part != model::Part::decoder)}}},
         {"weight", {{narration::decimal(read.weight)}}}});
}

/// The arc under the mouse: its weight, or the nearest curve.
std::optional<std::size_t> arc_under_mouse(const Ui& ui, const StoryLayout& layout) {
    for (std::size_t i = layout.arcs.size(); i-- > 0;)
        if (layout.arcs[i].named && layout.arcs[i].handle.contains(ui.mouse)) return i;
    const auto covered = [&](const std::vector<Rect>& rects) {
        return std::ranges::any_of(rects, [&](const Rect& rect) { return rect.contains(ui.mouse); });
    };
    if (covered(layout.notes) || covered(layout.answers)) return std::nullopt;
    std::optional<std::size_t> nearest;
    float least = ui.px(6);
    for (std::size_t i = 0; i < layout.arcs.size(); ++i) {
        const Curve& curve = layout.arcs[i].curve;
        const float away = distance(curve, ui.mouse) - curve.thickness / 2;
        if (away <= least) {
            least = std::max(away, 0.0F);
            nearest = i;
        }
    }
    return nearest;
}

/// Arcs can be clicked anywhere; Tab reaches those that show their weight.
void touch_arcs(StoryFrame& frame, const StoryLayout& layout, std::optional<std::size_t> hovered) {
    Ui& ui = frame.ui;
    for (std::size_t i = layout.arcs.size(); i-- > 0;) {
        const PlacedArc& placed = layout.arcs[i];
        const Read read = read_of(frame, placed);
        const std::string name = "story/arc/" + std::to_string(read.layer) + "/" + std::to_string(read.head) +
                                 "/" + std::to_string(read.to);
        bool clicked = false;
        if (placed.named || placed.arc.knocked_out) {
            const Touch t = touch(ui, name, placed.handle);
            if (t.focused) focus_ring(ui, placed.handle, placed.handle.height / 2);
            clicked = t.clicked;
        } else {
            ui.anchors.add(name, placed.handle);
        }
        if (hovered == i) {
            const Rect here{ui.mouse.x - ui.px(3), ui.mouse.y - ui.px(3), ui.px(6), ui.px(6)};
            if (!placed.named || !placed.handle.contains(ui.mouse))
                clicked |= touch(ui, "story/arc_here", here, true, false).clicked;
            ui.cursor_hint = arc_hint(frame, placed, read);
        }
        if (clicked) frame.knock(read, placed.arc.knocked_out);
    }
}

void draw_figure(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const StoryContent& content = frame.state.shown.content;
    const float edge = ui.px(2); // for the frames of words
    const auto laid_out = [&](Point at, float bar) {
        const Rect room{at.x + edge, at.y, area.width - 2 * edge - bar, area.height - edge - bar};
        return story_layout(room, content, ui.theme.scale, ui.canvas);
    };
    StoryLayout layout = laid_out({area.x, area.y}, 0);
    const bool is_wide = layout.width > area.width - 2 * edge;
    const bool scrolls = is_wide || layout.height > area.height - edge;
    ScrollArea scrolled(ui, "story/figure", area, is_wide ? layout.width + 2 * edge : 0);
    if (scrolls) layout = laid_out({scrolled.left(), scrolled.top()}, ui.px(14));
    // A long sentence is scrolled to its marked word, once.
    const std::pair in_view{content.main.marked, content.main.words.size()};
    if (std::exchange(frame.state.shown.in_view, in_view) != in_view && is_wide) {
        ImGui::SetScrollX(layout.main.x(content.main.marked) - scrolled.left() - area.width / 2);
        ui.motion.draw_again();
    }
    const bool is_inside = area.contains(ui.mouse) && ImGui::IsWindowHovered();
    const auto hovered = is_inside ? arc_under_mouse(ui, layout) : std::nullopt;
    ui.canvas.paint(story_figure(layout, content, {hovered}, ui.theme.palette(), ui.canvas));
    if (frame.story->has_source()) touch_words(frame, layout.source, true);
    touch_words(frame, layout.main, false);
    touch_arcs(frame, layout, hovered);
    for (std::size_t i = 0; i < layout.answers.size(); ++i) {
        ui.anchors.add("story/answer/" + std::to_string(i), layout.answers[i]);
        if (layout.answers[i].contains(ui.mouse)) ui.cursor_hint = ui.text("story.answer_hint");
    }
    for (std::size_t i = 0; i < layout.notes.size(); ++i)
        ui.anchors.add("story/note/" + std::to_string(i), layout.notes[i]);
    scrolled.ends_at(scrolled.top() + layout.height);
}

/// A sentence with links behind it, on one line.
class LinkLine {
public:
    LinkLine(Ui& ui, Point at) : ui_(ui), at_(at) {}

    void say(const std::string& text) {
        ui_.canvas.text(at_, text, Font::sans, ui_.px(note_size), ui_[Role::quiet]);
        at_.x += ui_.canvas.width(Font::sans, ui_.px(note_size), text) + ui_.px(10);
    }
    bool link(const std::string& name, const std::string& text) {
        const float width = ui_.canvas.width(Font::sans_bold, ui_.px(note_size), text);
        const Rect rect{at_.x, at_.y - ui_.px(11), width, ui_.px(22)};
        const Touch t = touch(ui_, name, rect);
        ui_.canvas.text(at_, text, Font::sans_bold, ui_.px(note_size), ui_[Role::query]);
        if (t.hovered)
            ui_.canvas.line({rect.x, at_.y + ui_.px(9)}, {rect.right(), at_.y + ui_.px(9)}, ui_[Role::query],
                            ui_.px(1));
        if (t.focused) focus_ring(ui_, rect, ui_.px(4));
        at_.x += width + ui_.px(20);
        return t.clicked;
    }

private:
    Ui& ui_;
    Point at_;
};

/// What to do next: mark the word that the model is asked about, or change a word.
void draw_offers(StoryFrame& frame, Point at) {
    Ui& ui = frame.ui;
    const workbench::Story& story = *frame.story;
    LinkLine line(ui, at);
    if (story.answers.empty() && !story.unasked.empty())
        return line.say(ui.plain("story.nothing_asked", {{"reason", {{story.unasked}}}}));
    if (!story.answers.empty() && !story.is_asked()) {
        const std::string asker = story_word(frame, story.answers.front().row);
        line.say(ui.plain("story.asked_there", {{"asker", {{asker}}}}));
        if (line.link("story/mark_asked", ui.plain("story.mark_there", {{"asker", {{asker}}}})))
            frame.mark(story.answers.front().row, false);
        return;
    }
    const auto& other = frame.state.offers.counterpart;
    if (!other) return;
    line.say(
        ui.plain("story.change", {{"word", {{ui.plain("story.quoted", {{"word", {{other->word}}}})}}},
                                  {"other", {{ui.plain("story.quoted", {{"word", {{other->other}}}})}}}}));
    if (line.link("story/change", ui.text("story.see_change")))
        frame.actions.edit(workbench::SetText{other->text, ""});
    if (other->comparison && line.link("story/compare", ui.text("story.compare")))
        frame.actions.ask(CompareDocuments{*other->comparison});
}

// The marked word's line in numbers: how it begins, what every layer adds, and the result.

constexpr float stream_height = 190; // design pixels

std::string part_name(const StoryFrame& frame, Index row) {
    const StreamPart& part = frame.story->stream.parts[static_cast<std::size_t>(row)];
    const auto named = [&](const char* name) {
        const bool has_layer = part.kind != StreamPart::Kind::begins;
        return frame.ui.plain(name, {{"layer", {{has_layer ? frame.layer_name(part.layer) : ""}}}});
    };
    switch (part.kind) {
    case StreamPart::Kind::begins:
        return named("story.part.begins");
    case StreamPart::Kind::attention:
        return named("story.part.attention");
    case StreamPart::Kind::mlp:
        return named("story.part.mlp");
    case StreamPart::Kind::after:
        break;
    }
    return named("story.part.after");
}

void draw_stream(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto& numbers = frame.story->stream.numbers;
    ui.canvas.line({area.x, area.y}, {area.right(), area.y}, ui[Role::hairline], ui.px(1));
    ui.canvas.text_within({area.x, area.y + ui.px(14)}, area.width,
                          ui.plain("story.stream_title", {{"asker", {{story_word(frame, frame.story->row)}}},
                                                          {"count", {{std::to_string(numbers->cols())}}}}),
                          Font::sans_bold, ui.px(label_size), ui[Role::text]);
    const float sizes = ui.px(60);
    PlainMatrix matrix{.numbers = numbers, .coloured = signed_colours(attention::reach(*numbers))};
    matrix.row_name = [&](Index row) { return part_name(frame, row); };
    matrix.anchor = "story/stream";
    matrix.largest_width = 200;
    const MatrixLayout layout = draw_plain_matrix(
        ui, matrix, {area.x, area.y + ui.px(26), area.width - sizes, area.height - ui.px(28)});
    for (Index row = 0; row < numbers->rows(); ++row) {
        const Rect line = row_rect(layout, row);
        const float size = frame.story->stream.parts[static_cast<std::size_t>(row)].size;
        ui.canvas.text({area.right(), line.centre().y}, "‖" + narration::decimal(size) + "‖", Font::mono,
                       std::min(ui.px(12), 0.9F * line.height), ui[Role::quiet], Align::right);
    }
}

} // namespace

void draw_story(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("story/card", area);
    const Rect inner = area.inset(ui.px(22));
    const std::string& label = ui.text("story.stream");
    const float toggle_width = ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(48);
    if (toggle(ui, "story/numbers", {inner.right() - toggle_width, inner.y}, label,
               frame.state.chosen.numbers)) {
        frame.state.chosen.numbers = !frame.state.chosen.numbers;
        ui.motion.draw_again();
    }
    ui.canvas.text_within({inner.x, inner.y + ui.px(10)}, inner.width - toggle_width - ui.px(16),
                          frame.state.shown.title, Font::sans_bold, ui.px(20), ui[Role::text]);
    ui.anchors.add("story/title", {inner.x, inner.y, inner.width - toggle_width, ui.px(24)});
    float y = inner.y + ui.px(28);
    y += paragraph(ui, {inner.x, y}, inner.width, story_origin(frame), Font::sans, label_size,
                   ui[Role::quiet]);
    if (frame.pass->not_learned && frame.story->unasked.empty()) {
        const float top = y;
        y += paragraph(ui, {inner.x, y}, inner.width, ui.text("story.not_learned"), Font::sans, label_size,
                       ui[Role::warning]);
        ui.anchors.add("story/not_learned", {inner.x, top, inner.width, y - top});
    }
    const float foot = ui.px(34);
    float bottom = inner.bottom() - foot;
    if (frame.state.chosen.numbers) {
        const float height = std::min(ui.px(stream_height), 0.4F * (bottom - y));
        draw_stream(frame, {inner.x, bottom - height, inner.width, height});
        bottom -= height + ui.px(8);
    }
    draw_figure(frame, {inner.x, y + ui.px(6), inner.width, bottom - y - ui.px(6)});
    draw_offers(frame, {inner.x, inner.bottom() - ui.px(8)});
}

} // namespace ui
