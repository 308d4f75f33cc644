#include "drawing/story_notes.h"

#include "drawing/curve.h"
#include "drawing/fitted_text.h"
#include "drawing/story_sizes.h"

#include <algorithm>
#include <cmath>

namespace drawing {

using namespace story_sizes;

namespace {

constexpr float named_from = 0.1F; ///< weaker arcs have no number beside them

bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// An arc that a note had better not lie on.
struct Obstacle {
    std::vector<Point> points; ///< on it, from end to end
    float margin;              ///< pixels around them
    float cost;                ///< of each point that is hidden
};

class Placer {
public:
    Placer(StoryLayout& layout, const StoryContent& content, const TextMeasure& measure)
        : layout_(layout), content_(content), measure_(measure), scale_(layout.scale) {}

    void place() {
        if (!content_.source.words.empty()) arcs_of(true);
        arcs_of(false);
        for (const PlacedBlock* block : {&layout_.source, &layout_.main})
            for (const Rect& mlp : block->mlps)
                if (mlp.width > 0) taken_.push_back(mlp);
        std::ranges::stable_sort(layout_.arcs, {}, [](const PlacedArc& placed) { return placed.arc.weight; });
        for (auto placed = layout_.arcs.rbegin(); placed != layout_.arcs.rend(); ++placed)
            place_handle(*placed); // the strongest first
        for (const PlacedArc& placed : layout_.arcs)
            if (placed.arc.weight >= named_from / 2) keep_clear_of(placed);
        for (const StoryNote& note : content_.notes)
            place_note(note);
    }

private:
    void arcs_of(bool in_source) {
        const StoryBlock& block = in_source ? content_.source : content_.main;
        for (std::size_t band = 0; band < block.bands.size(); ++band)
            for (const StoryArc& arc : block.bands[band].arcs) {
                PlacedArc placed{in_source, band, arc};
                placed.curve = curve(block, placed);
                layout_.arcs.push_back(placed);
            }
    }

    /// Up from its word, and across into the marked line; from a word to itself a loop beside its line.
    Curve curve(const StoryBlock& block, const PlacedArc& placed) const {
        const PlacedBlock& at = layout_.block(placed.in_source);
        const StoryBand& band = block.bands[placed.band];
        const Point to = at.joints[placed.band][static_cast<std::size_t>(placed.arc.head)];
        const auto key = static_cast<std::size_t>(placed.arc.key);
        const Rect& chip = band.from_source ? layout_.source.chips.back()[key] : at.chips[placed.band][key];
        // Arcs of different heads begin side by side.
        float aside = static_cast<float>(placed.arc.head) - static_cast<float>(band.heads - 1) / 2;
        if (chip.centre().x < to.x) aside = -aside; // the one that rises higher begins farther away
        const float step = std::min(14 * scale_, 0.6F * chip.width / static_cast<float>(band.heads));
        const Point from{chip.centre().x + aside * step, chip.y};
        const float thick = (1 + 10 * std::clamp(placed.arc.weight, 0.0F, 1.0F)) * scale_;
        const float rise = from.y - to.y;
        if (!band.from_source && placed.arc.key == block.marked) {
            const float out = (placed.arc.key + 1 < std::ssize(block.words) ? 1.0F : -1.0F) *
                              std::min(0.75F * chip.width, 60 * scale_);
            return {from, {from.x + out, from.y - 0.3F * rise}, {to.x + out, to.y + 0.1F * rise}, to,
                    {},   std::min(thick, 8 * scale_)};
        }
        return {from, {from.x, from.y - 0.85F * rise}, {to.x + 0.35F * (from.x - to.x), to.y}, to, {}, thick};
    }

    bool is_free(const Rect& rect) const {
        return std::ranges::none_of(taken_, [&](const Rect& other) { return overlap(rect, other); });
    }

    /// The weight stands on its arc, near the word that is read; further along where another is there.
    void place_handle(PlacedArc& placed) {
        const float height = handle_height * scale_;
        const float width =
            measure_.width(Font::mono_bold, number_size * scale_, number_text(0, 2)) + 12 * scale_;
        const auto at = [&](float share, float wide) {
            const Point p = along(placed.curve, share);
            return Rect{p.x - wide / 2, p.y - height / 2, wide, height};
        };
        for (const float share : {0.16F, 0.28F, 0.4F, 0.52F, 0.64F})
            if (placed.arc.weight >= named_from && !placed.named && is_free(at(share, width))) {
                placed.handle = at(share, width);
                placed.named = true;
            }
        if (!placed.named) placed.handle = at(0.1F, height);
        if (placed.named) taken_.push_back(placed.handle);
    }

    Rect size_of(const StoryNote& note) const {
        float width = measure_.width(Font::sans_bold, note_title * scale_, note.title);
        for (const std::string& line : note.lines)
            width = std::max(width, measure_.width(Font::sans, note_text * scale_, line));
        const float lines = static_cast<float>(note.lines.size());
        return {0, 0, std::round(std::min(width, widest_note * scale_) + 2 * note_padding * scale_),
                std::round((2 * note_padding + note_line * (1 + lines)) * scale_)};
    }

    void keep_clear_of(const PlacedArc& placed) {
        constexpr int pieces = 24;
        Obstacle arc{{}, placed.curve.thickness / 2 + 2 * scale_, 300 * placed.arc.weight};
        for (int i = 0; i <= pieces; ++i)
            arc.points.push_back(along(placed.curve, static_cast<float>(i) / pieces));
        obstacles_.push_back(std::move(arc));
    }

    /// The place in the arc's band that hides least and lies near its arc.
    void place_note(const StoryNote& note) {
        const Rect size = size_of(note);
        const Rect band = layout_.block(note.in_source).bands[note.band];
        const auto own = std::ranges::find_if(layout_.arcs, [&](const PlacedArc& placed) {
            return placed.in_source == note.in_source && placed.band == note.band &&
                   placed.arc.head == note.head && placed.arc.key == note.key;
        });
        const Point near = own == layout_.arcs.end() ? band.centre() : along(own->curve, 0.5F);
        const StoryBlock& block = note.in_source ? content_.source : content_.main;
        const bool is_wide = block.bands[note.band].from_source; // its arcs come from beyond
        const float left = (is_wide ? layout_.source.area.x : band.x) + gutter * scale_, step = 12 * scale_;
        Rect best{left, band.y + 4 * scale_, size.width, size.height};
        float least = INFINITY;
        const float last_x = std::max(left, band.right() - size.width);
        const float last_y = std::max(band.y, band.bottom() - size.height - 4 * scale_);
        for (float y = band.y + 4 * scale_; y <= last_y; y += step)
            for (float x = left; x <= last_x; x += step) {
                const Rect rect{std::round(x), std::round(y), size.width, size.height};
                const float away =
                    std::hypot(rect.centre().x - near.x, 1.5F * (rect.centre().y - near.y)) / scale_;
                if (away >= least) continue;
                const float cost = hides(rect) + away;
                if (cost < least) {
                    least = cost;
                    best = rect;
                }
            }
        taken_.push_back(best);
        layout_.notes.push_back(best);
    }

    /// What a rectangle would hide: other notes and weights most, the marked line, strong arcs more than
    /// weak.
    float hides(const Rect& rect) const {
        constexpr float all = 1e5F, line = 3000;
        float sum = 0;
        for (const Rect& other : taken_)
            if (overlap(rect, other)) sum += all;
        for (const bool in_source : {false, true}) {
            if (in_source && content_.source.words.empty()) continue;
            const PlacedBlock& block = layout_.block(in_source);
            const float x = block.x((in_source ? content_.source : content_.main).marked);
            if (rect.x < x + 10 * scale_ && x - 10 * scale_ < rect.right()) sum += line;
        }
        for (const Obstacle& arc : obstacles_) {
            const Rect wide = rect.inset(-arc.margin);
            for (const Point& point : arc.points)
                if (wide.contains(point)) sum += arc.cost;
        }
        return sum;
    }

    StoryLayout& layout_;
    const StoryContent& content_;
    const TextMeasure& measure_;
    float scale_;
    std::vector<Rect> taken_;
    std::vector<Obstacle> obstacles_;
};

} // namespace

void place_story_notes(StoryLayout& layout, const StoryContent& content, const TextMeasure& measure) {
    Placer(layout, content, measure).place();
}

} // namespace drawing
