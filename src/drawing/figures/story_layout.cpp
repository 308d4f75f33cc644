#include "drawing/figures/story.h"

#include "drawing/shapes/figure.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cmath>

namespace drawing {

using namespace story_sizes;

namespace {

// The blocks: words, bands, joints and answers.

/// How much room words get: pixels at scale 1.
struct Setting {
    float text, padding, gap, least_chip;
};
constexpr Setting settings[] = {{15, 12, chip_gap, 34}, {14, 8, 8, 30}, {12.5F, 6, 5, 26}, {12, 3, 3, 20}};
constexpr Setting scrolled = settings[1];
constexpr float widest_pitch = 170, wider = 24, widest_gap = 40; ///< where there is room

/// The words of a block along a line.
struct WordLine {
    float text_size = 0;
    std::vector<float> widths;
    float gap = 0;

    float width() const {
        float sum = -gap;
        for (const float chip : widths)
            sum += chip + gap;
        return sum;
    }
};

WordLine natural(const std::vector<std::string>& words, const Setting& setting, float scale,
                 const TextMeasure& measure) {
    WordLine line{setting.text * scale, {}, setting.gap * scale};
    for (const std::string& word : words) // in bold, the widest form: marking a word must not shift it
        line.widths.push_back(
            std::max(measure.width(Font::sans_bold, line.text_size, word) + 2 * setting.padding * scale,
                     setting.least_chip * scale));
    return line;
}

/// Chips of equal width that fill the room if the widest word allows; otherwise as wide as their words, and
/// smaller if necessary.
WordLine fitted_words(const std::vector<std::string>& words, float room, float scale,
                      const TextMeasure& measure) {
    for (const Setting& setting : settings) {
        WordLine line = natural(words, setting, scale, measure);
        const auto count = static_cast<float>(words.size());
        const float pitch = std::min((room + line.gap) / count, widest_pitch * scale);
        if (*std::ranges::max_element(line.widths) + line.gap <= pitch) {
            line.widths.assign(words.size(), pitch - line.gap);
            return line;
        }
        if (line.width() > room) continue;
        const float more = std::min((room - line.width()) / count, wider * scale);
        for (float& width : line.widths)
            width += more;
        line.gap = std::min(line.gap + (room - line.width()) / count, widest_gap * scale);
        return line;
    }
    return natural(words, scrolled, scale, measure);
}

class BlockLayouter {
public:
    BlockLayouter(const Rect& area, const StoryContent& content, float scale, const TextMeasure& measure)
        : area_(area), content_(content), scale_(scale), measure_(measure) {}

    StoryLayout lay_out() {
        layout_.scale = scale_;
        layout_.left = area_.x;
        widths();
        heights();
        joints(content_.source, layout_.source);
        joints(content_.main, layout_.main);
        answers();
        return std::move(layout_);
    }

private:
    bool has_source() const { return !content_.source.words.empty(); }

    /// Both blocks share the room in proportion to their words.
    void widths() {
        const float gutters = gutter * scale_ * (has_source() ? 2 : 1);
        const float gap = has_source() ? block_gap * scale_ : 0;
        const float room = area_.width - gutters - gap;
        float share = 0;
        if (has_source()) {
            const float left = natural(content_.source.words, settings[0], scale_, measure_).width();
            const float right = natural(content_.main.words, settings[0], scale_, measure_).width();
            share = left / (left + right);
            set_words(content_.source, layout_.source, area_.x, room * share);
        }
        const float start = has_source() ? layout_.source.area.right() + gap : area_.x;
        set_words(content_.main, layout_.main, start, room * (1 - share));
        layout_.width = layout_.main.area.right() - area_.x;
        if (layout_.width < area_.width) { // few words: centred
            const float shift = std::round((area_.width - layout_.width) / 2);
            for (PlacedBlock* block : {&layout_.source, &layout_.main})
                move(*block, has_source() ? shift : std::min(shift, area_.width));
            layout_.width = area_.width;
        }
    }

    static void move(PlacedBlock& block, float shift) {
        block.area.x += shift;
        for (auto& row : block.chips)
            for (Rect& chip : row)
                chip.x += shift;
    }

    void set_words(const StoryBlock& block, PlacedBlock& placed, float x, float room) const {
        const WordLine line = fitted_words(block.words, room, scale_, measure_);
        placed.text_size = line.text_size;
        placed.area = {x, area_.y, gutter * scale_ + line.width(), 0};
        std::vector<Rect> row;
        float left = x + gutter * scale_;
        for (const float width : line.widths) {
            row.push_back({std::round(left), 0, std::round(width), chip_height * scale_});
            left += width + line.gap;
        }
        // One row under each band; the source has another where its last band ends.
        const std::size_t rows = block.bands.size() + (&block == &content_.source ? 1 : 0);
        placed.chips.assign(std::max<std::size_t>(rows, 1), row);
    }

    float above() const {
        const auto count = static_cast<float>(content_.answers.size());
        return (end_height + count * (answer_height + answer_gap) + answer_gap) * scale_;
    }

    /// From the bottom: a row of chips, a band, a row of chips … All bands of the words that answer are
    /// equally high; those of the source share the lowest.
    void heights() {
        const auto count = static_cast<float>(content_.main.bands.size());
        const float chips = count * chip_height * scale_;
        const float wanted = (area_.height - above() - chips) / count;
        const float inner = has_source() ? static_cast<float>(content_.source.bands.size()) : 1;
        const float least = least_band * scale_ * inner + (inner - 1) * chip_height * scale_;
        const float band = std::clamp(wanted, least, std::max(least, highest_band * scale_));
        const float used = above() + chips + count * band;
        layout_.height = std::max(used, area_.height);
        const float bottom = area_.y + layout_.height - std::max(0.0F, (area_.height - used) / 2);
        stack(layout_.main, content_.main.bands.size(), bottom, band);
        layout_.main.top = layout_.main.bands.back().y;
        if (!has_source()) return;
        const float small = (band - (inner - 1) * chip_height * scale_) / inner;
        stack(layout_.source, content_.source.bands.size(), bottom, small);
        layout_.source.top = layout_.source.chips.back().front().y;
    }

    void stack(PlacedBlock& block, std::size_t bands, float bottom, float band) const {
        float y = bottom;
        for (std::size_t i = 0; i < block.chips.size(); ++i) {
            y -= chip_height * scale_;
            for (Rect& chip : block.chips[i])
                chip.y = std::round(y);
            if (i >= bands) break;
            y -= band;
            block.bands.push_back({block.area.x, std::round(y), block.area.width, std::round(band)});
        }
        block.area.y = y;
        block.area.height = bottom - y;
    }

    /// Each head has its own place on the marked line, with the MLP's above them.
    void joints(const StoryBlock& block, PlacedBlock& placed) const {
        for (std::size_t i = 0; i < placed.bands.size(); ++i) {
            const Rect& band = placed.bands[i];
            const auto heads = static_cast<float>(block.bands[i].heads);
            placed.joints.emplace_back();
            for (Index head = 0; head < block.bands[i].heads; ++head) {
                const float share =
                    heads < 2 ? 0.32F : 0.56F - 0.34F * static_cast<float>(head) / (heads - 1);
                placed.joints.back().push_back(
                    {placed.x(block.marked), std::round(band.y + share * band.height)});
            }
            const float size = mlp_size * scale_;
            const std::string& mlp = block.bands[i].mlp;
            const float text = measure_.width(Font::sans_medium, size, mlp) + 14 * scale_;
            placed.mlps.push_back({placed.x(block.marked) - size / 2,
                                   std::round(band.y + 0.09F * band.height - size / 2),
                                   mlp.empty() ? 0 : size + text, size});
        }
    }

    /// Stacked above the line that they answer for, the first at the top.
    void answers() {
        const float x = layout_.main.x(content_.answered);
        float y = layout_.main.top - (end_height + answer_height) * scale_;
        for (auto answer = content_.answers.rbegin(); answer != content_.answers.rend(); ++answer) {
            const float text = measure_.width(Font::sans_bold, 15 * scale_, answer->now);
            const float width = std::max(text + 32 * scale_, 120 * scale_);
            const float right = area_.x + layout_.width - width;
            layout_.answers.insert(layout_.answers.begin(),
                                   {std::round(std::clamp(x - width / 2, area_.x, right)), std::round(y),
                                    std::round(width), answer_height * scale_});
            y -= (answer_height + answer_gap) * scale_;
        }
    }

    Rect area_;
    const StoryContent& content_;
    float scale_;
    const TextMeasure& measure_;
    StoryLayout layout_;
};

// The arcs, with places for their weights and notes where they hide little.

constexpr float named_from = 0.1F; ///< weaker arcs have no number beside them

bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// An arc that a note should not cover.
struct Obstacle {
    std::vector<Point> points; ///< on it, from end to end
    float margin;              ///< pixels around them
    float cost;                ///< for each hidden point
};

class ArcPlacer {
public:
    ArcPlacer(StoryLayout& layout, const StoryContent& content, const TextMeasure& measure)
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

    /// Up from its word, then across into the marked line; from a word to itself a loop beside its line.
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

    /// Puts the weight on its arc, near the word that is read; further along when that place is taken.
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

    /// The place in the arc's band that hides the least, as near to the arc as possible.
    void place_note(const StoryNote& note) {
        const Rect size = size_of(note);
        const Rect band = layout_.block(note.in_source).bands[note.band];
        const auto own = std::ranges::find_if(layout_.arcs, [&](const PlacedArc& placed) {
            return placed.in_source == note.in_source && placed.band == note.band &&
                   placed.arc.head == note.head && placed.arc.key == note.key;
        });
        const Point near = own == layout_.arcs.end() ? band.centre() : along(own->curve, 0.5F);
        const StoryBlock& block = note.in_source ? content_.source : content_.main;
        const bool is_wide = block.bands[note.band].from_source; // its arcs come from outside the block
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

    /// The cost of what a rectangle would hide: most for other notes and weights, then the marked line, then
    /// arcs by their weight.
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

StoryLayout story_layout(const Rect& area, const StoryContent& content, float scale,
                         const TextMeasure& measure) {
    StoryLayout layout = BlockLayouter(area, content, scale, measure).lay_out();
    ArcPlacer(layout, content, measure).place();
    return layout;
}

} // namespace drawing
