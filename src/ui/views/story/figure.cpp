// The story as a figure whose words and arcs respond.
#include "drawing/shapes/figure.h"
#include "narration/wording.h"
#include "ui/chrome/pieces.h"
#include "ui/views/story/story.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <imgui.h>
#include <set>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Read;

namespace {

constexpr float brief_below = 560;       ///< design pixels: in a lower figure notes are single lines
constexpr int most_frames_to_scroll = 3; ///< until ImGui knows how wide it is

Read read_of(const StoryFrame& frame, const PlacedArc& placed) {
    const std::size_t layer = frame.layer_of(placed.in_source, placed.band);
    return {layer, placed.arc.head, frame.row(layer), placed.arc.key, placed.arc.weight};
}

/// The words that share the place of this one.
std::string folded_words(const PlacedBlock& block, const std::vector<std::string>& words, std::size_t first) {
    std::string text;
    for (std::size_t word = first; word < words.size() && block.is_folded(static_cast<Index>(word)); ++word)
        text += (text.empty() ? "" : " ") + words[word];
    return text;
}

Rect moved_to(Rect rect, float x) {
    rect.x = x;
    return rect;
}

/// `over`: what lies over them.
void touch_words(StoryFrame& frame, const PlacedBlock& block, const StoryBlock& content, bool in_source,
                 const Rect& over) {
    Ui& ui = frame.ui;
    const std::string kind = in_source ? "story/source/" : "story/word/";
    for (std::size_t word = 0; word < block.words.size(); ++word) {
        const Rect& box = block.words[word];
        const auto index = static_cast<Index>(word);
        if (block.stands_for_folded(index)) {
            ui.anchors.add("story/folded/" + std::to_string(word), box);
            const auto& words = in_source ? frame.story().source : frame.story().words;
            if (box.contains(ui.mouse)) ui.cursor_hint = folded_words(block, words, word);
        }
        if (block.is_folded(index) || over.contains(box.centre())) continue;
        const Touch t = touch(ui, kind + std::to_string(word), box);
        if (t.clicked) frame.mark(index, in_source);
        if (t.hovered) {
            ui.cursor_hint = ui.text("story.word_hint");
            if (frame.pass().real)
                ui.cursor_hint = piece_hint(ui, frame.pass(), index) + " " + ui.cursor_hint;
            ui.canvas.stroke(box, ui[Role::quiet], ui.px(1.5F), ui.px(10), content.boxed().corners(index));
        }
        if (t.focused) focus_ring(ui, box, ui.px(10));
    }
}

std::string arc_hint(const StoryFrame& frame, const PlacedArc& placed, const Read& read) {
    const auto& all = frame.story().spare;
    const auto spare = std::ranges::find_if(all, [&](const workbench::SpareRead& one) {
        return one.read.layer == read.layer && one.read.head == read.head && one.read.to == read.to;
    });
    if (spare != all.end() && !placed.arc.cut && !frame.guided)
        return frame.say("story.spare_hint", {{"spare", spare_text(frame, *spare)}});
    return frame.ui.plain(placed.arc.cut ? "story.arc_out_hint" : "story.arc_hint",
                          {{"asker", {{story_word(frame, read.from, !frame.answers(read.layer))}}},
                           {"word", {{story_word(frame, read.to, frame.reads_source(read.layer))}}},
                           {"weight", {{narration::decimal(read.weight)}}}});
}

/// The arc under the mouse: its weight, or the nearest curve; of those that cross there, the thickest.
std::optional<std::size_t> arc_under_mouse(const Ui& ui, const StoryLayout& layout) {
    for (std::size_t i = layout.arcs.size(); i-- > 0;)
        if ((layout.arcs[i].named || layout.arcs[i].arc.cut) && layout.arcs[i].handle.contains(ui.mouse))
            return i;
    const auto covered = [&](const std::vector<Rect>& rects) {
        return std::ranges::any_of(rects, [&](const Rect& rect) { return rect.contains(ui.mouse); });
    };
    if (covered(layout.notes) || covered(layout.answers) || covered(layout.guesses)) return std::nullopt;
    std::optional<std::size_t> nearest;
    float least = ui.px(6);
    for (std::size_t i = 0; i < layout.arcs.size(); ++i) {
        const Curve& curve = layout.arcs[i].curve;
        const float away = std::max(distance(curve, ui.mouse) - curve.thickness / 2, 0.0F);
        const bool crosses = nearest && away <= 0 && least <= 0;
        if (crosses ? curve.thickness < layout.arcs[*nearest].curve.thickness : away > least) continue;
        least = away;
        nearest = i;
    }
    return nearest;
}

/// Arcs can be clicked anywhere; Tab reaches those that show their weight.
void touch_arcs(StoryFrame& frame, const StoryLayout& layout, std::optional<std::size_t> hovered,
                const Rect& over) {
    Ui& ui = frame.ui;
    for (std::size_t i = layout.arcs.size(); i-- > 0;) {
        const PlacedArc& placed = layout.arcs[i];
        if (hovered != i && over.contains(placed.handle.centre())) continue;
        const Read read = read_of(frame, placed);
        const std::string name = "story/arc/" + std::to_string(read.layer) + "/" + std::to_string(read.head) +
                                 "/" + std::to_string(read.to);
        bool clicked = false;
        if (placed.named || placed.arc.cut) {
            const Touch t = touch(ui, name, placed.handle);
            if (t.focused) focus_ring(ui, placed.handle, placed.handle.height / 2);
            clicked = t.clicked;
        } else {
            ui.anchors.add(name, placed.handle);
        }
        if (hovered == i) {
            const Rect here{ui.mouse.x - ui.px(3), ui.mouse.y - ui.px(3), ui.px(6), ui.px(6)};
            if (!placed.handle.contains(ui.mouse) || (!placed.named && !placed.arc.cut))
                clicked |= touch(ui, "story/arc_here", here, true, false).clicked;
            ui.cursor_hint = arc_hint(frame, placed, read);
        }
        if (clicked) frame.cut(read, placed.arc.cut);
    }
}

/// What cannot be clicked, but pointed at.
void name_places(StoryFrame& frame, const StoryLayout& layout) {
    Ui& ui = frame.ui;
    for (std::size_t i = 0; i < layout.answers.size(); ++i) {
        ui.anchors.add("story/answer/" + std::to_string(i), layout.answers[i]);
        if (layout.answers[i].contains(ui.mouse)) ui.cursor_hint = ui.text("story.answer_hint");
    }
    for (std::size_t i = 0; i < layout.notes.size(); ++i)
        if (layout.notes[i].width > 0) ui.anchors.add("story/note/" + std::to_string(i), layout.notes[i]);
    for (std::size_t band = 0; band < layout.guesses.size(); ++band) {
        if (layout.guesses[band].width == 0) continue;
        ui.anchors.add("story/if_asked/" + std::to_string(band), layout.guesses[band]);
        if (layout.guesses[band].contains(ui.mouse)) ui.cursor_hint = ui.text("story.if_asked_hint");
    }
}

/// All arcs of the layer under the mouse are drawn, unless it is folded.
void point_at_layer(StoryFrame& frame, const StoryLayout& layout, bool is_inside) {
    const auto& bands = layout.main.bands;
    const auto here =
        std::ranges::find_if(bands, [&](const Rect& band) { return band.contains(frame.ui.mouse); });
    std::optional<std::size_t> pointed;
    const auto band = static_cast<std::size_t>(here - bands.begin());
    if (is_inside && here != bands.end() && !layout.main.is_folded_band(band))
        pointed = frame.layer_of(false, band);
    if (std::exchange(frame.state.shown.pointed_layer, pointed) != pointed) frame.ui.motion.draw_again();
}

/// Layers in which nothing is told are opened by a click on their name, and folded by another.
/// `left`: where their names stand.
void touch_layers(StoryFrame& frame, const StoryLayout& layout, float left) {
    Ui& ui = frame.ui;
    std::set<std::size_t>& opened = frame.state.opened_layers;
    const PlacedBlock& block = layout.main;
    for (std::size_t band = 0; band < block.bands.size(); ++band) {
        const std::size_t count = block.folds_from(band);
        if (count == 0 && !frame.is_opened(band)) continue;
        Rect place = moved_to(count > 0 ? block.folded_place(band) : block.bands[band], left);
        place.width = std::min(block.column - ui.px(8), ui.px(118));              // beside the layer's switch
        if (count > 0) place.y = std::max(place.y, place.centre().y - ui.px(15)); // where its name stands
        place.height = std::min(place.height, ui.px(30));
        const Touch t = touch(ui, "story/layers/" + std::to_string(band), place);
        if (t.focused) focus_ring(ui, place, ui.px(4));
        if (t.hovered) {
            ui.canvas.fill(place, ui[Role::text].faded(0.06F), ui.px(4));
            ui.cursor_hint = ui.text(count > 0 ? "story.folded.hint" : "story.folded.back_hint");
        }
        if (!t.clicked) continue;
        for (std::size_t layer = band; layer < band + count; ++layer)
            opened.insert(layer);
        if (count == 0) opened.erase(band);
        ui.motion.draw_again();
    }
}

/// After a change the arcs glide from where they were.
StoryLayout gliding(StoryFrame& frame, const StoryLayout& layout) {
    constexpr float seconds = 0.4F;
    StoryShown& shown = frame.state.shown;
    if (std::exchange(shown.drawn, shown.told) != shown.told) {
        shown.came_from = shown.layout;
        shown.glided = 0;
    }
    shown.layout = layout;
    if (shown.glided < 1)
        shown.glided += frame.ui.theme.reduce_motion ? 1 : static_cast<float>(frame.seconds) / seconds;
    if (shown.glided >= 1) return layout;
    frame.ui.motion.keep_going();
    const float rest = 1 - shown.glided;
    return between(shown.came_from, layout, 1 - rest * rest * rest);
}

/// `content`: of the frame's story. One that stands beside another has no names of layers.
void draw_figure(StoryFrame& frame, const StoryContent& content, const Rect& area, bool is_other) {
    Ui& ui = frame.ui;
    StoryShown& shown = frame.state.shown;
    const bool maps = frame.state.chosen.maps && !shown.other;
    const float edge = ui.px(4); // for the frames of words
    const auto laid_out = [&](Point at, float bar) {
        const StoryRoom room{.area = {at.x + edge, at.y, area.width - 2 * edge - bar, area.height - bar},
                             .column = maps ? story_maps_width(frame) : 0,
                             .scale = ui.theme.scale,
                             .brief = frame.on_slide || frame.is_deep() || area.height < ui.px(brief_below) ||
                                      shown.other,
                             .least_band = maps ? story_maps_height(frame) : 0,
                             .names = !is_other};
        return story_layout(room, content, ui.canvas);
    };
    StoryLayout layout = laid_out({area.x, area.y}, 0);
    const bool is_wide = layout.width > area.width - 2 * edge + 1;
    const bool scrolls = is_wide || layout.height > area.height + 1;
    ScrollArea scrolled(ui, "story/figure", area, is_wide ? layout.width + 2 * edge : 0);
    if (scrolls) layout = laid_out({scrolled.left(), scrolled.top()}, ui.px(14));
    // A long sentence is scrolled to its marked word, once, and again where that has moved out of sight: as
    // when the letters of another script have come.
    const std::size_t which = is_other ? 1 : 0;
    const std::pair in_view{content.main.marked, content.main.words.size()};
    const std::pair was_in_view = std::exchange(shown.in_view[which], in_view);
    const float marked = layout.main.x(content.main.marked);
    const bool out_of_sight = marked < area.x + layout.main.column || marked > area.right();
    const bool other_width = std::exchange(shown.widths[which], layout.width) != layout.width;
    if (was_in_view != in_view || (other_width && out_of_sight)) shown.seeks[which] = most_frames_to_scroll;
    if (is_wide && shown.seeks[which] > 0) {
        --shown.seeks[which];
        ImGui::SetScrollX(marked - scrolled.left() - area.width / 2);
        ui.motion.draw_again();
    }
    // One that is higher than its area begins at its words, and keeps them in their place while it grows.
    const float beyond = layout.height - area.height;
    const float height = std::exchange(shown.heights[which], layout.height);
    const bool is_another = was_in_view.second != in_view.second;
    if ((is_another || height != layout.height) && beyond > 1) {
        ImGui::SetScrollY(is_another || height == 0 ? beyond : ImGui::GetScrollY() + layout.height - height);
        ui.motion.draw_again();
    }
    // One that is higher than its area is followed from the words up to the answer.
    if (shown.moves && beyond > 1) {
        const StoryPlay play = play_of(content);
        const PlaySpan rise{play.words().ends, play.answer().begins};
        ImGui::SetScrollY((1 - rise.share(shown.seconds)) * beyond);
        ui.motion.draw_again();
    }
    // An arc stays under the mouse while it is pressed, or it could not be clicked.
    const bool is_inside = area.contains(ui.mouse) &&
                           ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                           frame.reacts() && !is_other;
    // The names of the layers stay where they are while words and arcs are scrolled beside them.
    const float names_at = area.x + edge;
    const bool stays = is_wide && !is_other && content.source.words.empty();
    const Rect names = stays ? Rect{area.x, area.y, edge + layout.main.column, area.height} : Rect{};
    const auto hovered = is_inside && !names.contains(ui.mouse) ? arc_under_mouse(ui, layout) : std::nullopt;
    if (!is_other && frame.is_deep()) point_at_layer(frame, layout, is_inside);
    StoryLayout now = is_other ? layout : gliding(frame, layout);
    StoryLook look{.seconds = frame.state.moment.seconds, .hovered_arc = hovered};
    if (stays) look.names_at = names_at;
    if (!is_other && frame.is_arriving()) {
        const Arriving& arriving = *frame.state.taking.arriving;
        now = shifted(arriving.before, std::move(now), flown(arriving));
        look.awaits_last = true;
    }
    if (!is_other) look.seconds = drawn_moment(frame);
    ui.canvas.paint(story_figure(now, content, look, ui.theme.palette(), ui.canvas));
    if (maps)
        for (const bool in_source : {true, false})
            for (std::size_t band = 0; band < layout.block(in_source).bands.size(); ++band)
                if (!layout.block(in_source).is_folded_band(band))
                    draw_story_maps(frame, frame.layer_of(in_source, band),
                                    stays ? moved_to(layout.main.beside(band), names_at)
                                          : layout.block(in_source).beside(band));
    if (!is_other) {
        touch_words(frame, layout.source, content.source, true, {});
        touch_words(frame, layout.main, content.main, false, names);
        touch_arcs(frame, layout, hovered, names);
        if (frame.is_deep()) touch_layers(frame, layout, stays ? names_at : layout.main.area.x);
    }
    name_places(frame, layout);
    scrolled.ends_at(scrolled.top() + layout.height - edge);
}

} // namespace

void draw_story_figure(StoryFrame& frame, const Rect& area) {
    draw_figure(frame, frame.state.shown.content, area, false);
}

void draw_other_figure(StoryFrame& frame, const Rect& area) {
    const Scope scope(frame.ui, "other/");
    draw_figure(frame, frame.state.shown.other_content, area, true);
}

} // namespace ui
