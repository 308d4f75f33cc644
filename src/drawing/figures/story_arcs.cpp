// The arcs of a story, with places for their weights and notes where they hide little.
#include "drawing/figures/story.h"

#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace drawing {

using namespace story_sizes;

namespace {

constexpr float named_from = 0.2F;    ///< weaker arcs have no number beside them, unless they are told
constexpr float named_of_many = 0.5F; ///< the same of many layers, which are low
constexpr float thinnest = 5;         ///< the width of a weight of 1 where layers are low, pixels at scale 1
constexpr float highest_foot = 0.22F; ///< of a low layer's height
constexpr float least_loop = 0.05F;   ///< a word that reads itself less has no arc for it
/// The most that a guess or a note may hide where all is brief: less than two points of an arc that is told,
/// and no weight.
constexpr float most_hidden = 900;

bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.right() && b.x < a.right() && a.y < b.bottom() && b.y < a.bottom();
}

/// An arc, or a line, that a note should not cover.
class Obstacle {
public:
    /// `points`: on it, from end to end; `margin`: pixels around them; `cost`: for each hidden point.
    Obstacle(std::vector<Point> points, float margin, float cost)
        : points_(std::move(points)), margin_(margin), cost_(cost) {
        float left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
        for (const Point& point : points_) {
            left = std::min(left, point.x);
            top = std::min(top, point.y);
            right = std::max(right, point.x);
            bottom = std::max(bottom, point.y);
        }
        bounds_ = Rect{left, top, right - left, bottom - top}.inset(-margin);
    }

    float cost_of(const Rect& rect) const {
        if (!overlap(rect, bounds_)) return 0; // most of them, where there are many heads
        const Rect wide = rect.inset(-margin_);
        return cost_ * static_cast<float>(std::ranges::count_if(
                           points_, [&](const Point& point) { return wide.contains(point); }));
    }

private:
    std::vector<Point> points_;
    Rect bounds_;
    float margin_, cost_;
};

class ArcPlacer {
public:
    ArcPlacer(StoryLayout& layout, const StoryContent& content, bool brief, const TextMeasure& measure)
        : layout_(layout), content_(content), brief_(brief), measure_(measure), scale_(layout.scale) {}

    void place() {
        if (!content_.source.words.empty()) arcs_of(true);
        arcs_of(false);
        std::ranges::stable_sort(layout_.arcs, {}, [](const PlacedArc& placed) {
            return std::pair(placed.arc.told, placed.arc.weight);
        });
        for (const PlacedArc& placed : layout_.arcs)
            if (placed.arc.told || placed.arc.cut || placed.arc.weight >= named_from / 2)
                keep_clear_of(placed);
        for (std::size_t band = 0; band < content_.main.bands.size(); ++band)
            place_guess(band);
        for (PlacedArc& placed : layout_.arcs)
            if (placed.arc.cut) place_sign(placed);
        for (auto placed = layout_.arcs.rbegin(); placed != layout_.arcs.rend(); ++placed)
            if (!placed->arc.cut) place_weight(*placed); // the strongest first
        for (const StoryNote& note : content_.notes)
            place_note(note);
    }

private:
    const StoryBlock& block(bool in_source) const { return in_source ? content_.source : content_.main; }

    void arcs_of(bool in_source) {
        const StoryBlock& words = block(in_source);
        for (std::size_t band = 0; band < words.bands.size(); ++band) {
            const StoryArc* loop = loop_of_several(in_source, band);
            for (const StoryArc& arc : words.bands[band].arcs) {
                const bool loops = is_loop(in_source, band, arc.key);
                if (loops && arc.weight < least_loop) continue;
                if (loops && loop && !arc.told && !arc.cut && &arc != loop) continue;
                if (!words.bands[band].from_source && layout_.block(in_source).is_folded(arc.key)) continue;
                PlacedArc placed{in_source, band, arc};
                if (&arc == loop && !content_.itself.empty()) placed.of = content_.itself + " ";
                placed.curve = curve(in_source, band, arc.head, arc.key, foot_of(in_source, band, arc),
                                     arc.told || arc.cut);
                placed.curve.thickness =
                    is_faint(arc)
                        ? 0.5F * scale_
                        : std::max(scale_, widest(in_source, band) * std::clamp(arc.weight, 0.0F, 1.0F));
                layout_.arcs.push_back(placed);
            }
            for (const StoryFormer& former : words.bands[band].before)
                layout_.before.push_back(
                    {band, in_source, curve(in_source, band, former.head, former.key, 0, true)});
            side_by_side(in_source, band);
        }
    }

    /// Of a layer with many heads: a hair, or hundreds of them would be a carpet.
    bool is_faint(const StoryArc& arc) const {
        return content_.deep && !arc.told && !arc.cut && arc.weight < named_from;
    }

    /// Where many heads share a band, the arcs from a word to itself would lie on each other: the strongest
    /// stands for them. Null: each has its place.
    const StoryArc* loop_of_several(bool in_source, std::size_t band) const {
        const StoryBand& here = block(in_source).bands[band];
        const StoryArc* strongest = nullptr;
        int several = 0;
        for (const StoryArc& arc : here.arcs) {
            if (!is_loop(in_source, band, arc.key) || arc.told || arc.cut || arc.weight < least_loop)
                continue;
            ++several;
            if (!strongest || arc.weight > strongest->weight) strongest = &arc;
        }
        return here.heads > 2 && several > 1 ? strongest : nullptr;
    }

    bool is_loop(bool in_source, std::size_t band, Index key) const {
        const StoryBlock& words = block(in_source);
        return !words.bands[band].from_source && key == words.marked;
    }

    /// The width of a weight of 1: less where many heads share a band.
    float widest(bool in_source, std::size_t band) const {
        const auto& joints = layout_.block(in_source).joints[band];
        if (joints.size() < 2) return arc_width * scale_;
        const float least = content_.deep ? thinnest * scale_ : 0; // few of many are told
        return std::max(least, std::min(arc_width * scale_, 0.9F * (joints[0].y - joints[1].y)));
    }

    /// Told arcs of several heads from one word begin side by side, the one that rises higher farther away.
    float foot_of(bool in_source, std::size_t band, const StoryArc& arc) const {
        if (!arc.told) return 0;
        const StoryBlock& words = block(in_source);
        std::vector<Index> heads;
        for (const StoryArc& other : words.bands[band].arcs)
            if (other.key == arc.key && other.told) heads.push_back(other.head);
        const auto place =
            static_cast<float>(std::ranges::count_if(heads, [&](Index h) { return h < arc.head; }));
        const auto count = static_cast<float>(heads.size());
        const PlacedBlock& from = words.bands[band].from_source ? layout_.source : layout_.block(in_source);
        const Rect& word = from.words[static_cast<std::size_t>(arc.key)];
        const float step =
            std::min({head_step * scale_, widest(in_source, band) + scale_, word.width / count});
        const float aside = (place - (count - 1) / 2) * step;
        const bool from_left = word.centre().x < layout_.block(in_source).x(words.marked);
        return from_left ? -aside : aside;
    }

    /// From the word's line straight up, then across into the marked line; from a word to itself a small loop
    /// beside its line.
    Curve curve(bool in_source, std::size_t band, Index head, Index key, float aside, bool told) const {
        const StoryBlock& words = block(in_source);
        const PlacedBlock& at = layout_.block(in_source);
        const Point to = at.joints[band][static_cast<std::size_t>(head)];
        if (is_loop(in_source, band, key)) {
            const float out = loop_width * scale_,
                        below = std::min(40 * scale_, at.bands[band].bottom() - to.y);
            return {{to.x, to.y + below}, {to.x + out, to.y + below}, {to.x + out, to.y}, to, {}, 0};
        }
        const PlacedBlock& keys = words.bands[band].from_source ? layout_.source : at;
        float y = at.bands[band].bottom();
        if (told && y >= keys.words.front().y - 1)
            y -= std::min(foot * scale_, highest_foot * at.bands[band].height);
        const Point from{keys.x(key) + aside, y};
        return {from,
                {from.x, from.y - 0.72F * (from.y - to.y)},
                {from.x + 0.3F * (to.x - from.x), to.y},
                to,
                {},
                1.5F * scale_};
    }

    /// The arcs of a head arrive beside one another on each side of the line, the farthest at the top, so
    /// that none crosses another and their widths add up to the whole.
    void side_by_side(bool in_source, std::size_t band) {
        std::map<std::pair<Index, bool>, std::vector<PlacedArc*>> arriving;
        const float x = layout_.block(in_source).x(block(in_source).marked);
        for (PlacedArc& placed : layout_.arcs)
            if (placed.in_source == in_source && placed.band == band &&
                !is_loop(in_source, band, placed.arc.key))
                arriving[{placed.arc.head, placed.curve.from.x < x}].push_back(&placed);
        for (auto& [side, arcs] : arriving) {
            std::ranges::stable_sort(arcs, std::greater<>(), [&](const PlacedArc* placed) {
                return std::abs(placed->curve.from.x - x);
            });
            const auto width = [&](const PlacedArc* placed) {
                return widest(in_source, band) * placed->arc.weight;
            };
            float whole = 0;
            for (const PlacedArc* placed : arcs)
                whole += width(placed);
            float top = -whole / 2;
            for (PlacedArc* placed : arcs) {
                const float shift = top + width(placed) / 2;
                placed->curve.control_2.y += shift;
                placed->curve.to.y += shift;
                top += width(placed);
            }
        }
    }

    /// Beside the marked line, above the places where the layer writes into it; on the left (of a story that
    /// goes on, on the right) unless that hides more.
    void place_guess(std::size_t band) {
        const auto rows = static_cast<float>(content_.main.bands[band].guesses.size());
        layout_.guesses.emplace_back();
        if (rows == 0) return;
        const Rect& room = layout_.main.bands[band];
        const bool narrow = content_.goes_on;
        const float x = layout_.main.x(content_.main.marked), gap = (narrow ? asked_gap : 18) * scale_;
        const float width = (narrow ? narrow_asked : asked_width) * scale_, dearer = 150;
        const float height = (asked_row * rows + asked_title) * scale_;
        float least = INFINITY;
        for (const float left : {x - gap - width, x + gap}) {
            const Rect rect{std::round(left), std::round(room.y - 9 * scale_), width, height};
            if (rect.x < room.x + layout_.main.column || rect.right() > room.right()) continue;
            const float hidden = hides(rect), cost = hidden + ((left > x) == narrow ? 0 : dearer);
            if (cost >= least || (brief_ && hidden > most_hidden)) continue;
            least = cost;
            layout_.guesses.back() = rect;
        }
        if (layout_.guesses.back().width > 0) taken_.push_back(layout_.guesses.back());
    }

    /// How much a weight would hide of other arcs, to which it would seem to belong.
    float of_others(const Rect& rect, const PlacedArc& own) const {
        constexpr int pieces = 48;
        float sum = 0;
        for (const PlacedArc& other : layout_.arcs) {
            // Of many layers the weaker arcs come and go with the mouse, under which weights must not move.
            const bool counts = other.arc.told || (!content_.deep && other.arc.weight >= named_from);
            if (&other == &own || !counts) continue;
            const Rect wide = rect.inset(-other.curve.thickness / 2);
            for (int i = 0; i <= pieces; ++i)
                if (wide.contains(along(other.curve, static_cast<float>(i) / pieces)))
                    sum += other.arc.weight;
        }
        return sum;
    }

    bool is_free(const Rect& rect) const {
        return std::ranges::none_of(taken_, [&](const Rect& other) { return overlap(rect, other); });
    }

    /// Of what is cut, in the middle of its arc; weights make way for it.
    void place_sign(PlacedArc& placed) {
        const Point middle = along(placed.curve, 0.5F);
        const float radius = cross * scale_;
        placed.handle = {middle.x - radius, middle.y - radius, 2 * radius, 2 * radius};
        taken_.push_back(placed.handle);
    }

    /// On its arc, near the word that is read; further along where that place is taken or on another arc.
    void place_weight(PlacedArc& placed) {
        const bool loops = is_loop(placed.in_source, placed.band, placed.arc.key);
        const auto at = [&](float share, float wide, float high) {
            const Point p = along(placed.curve, loops ? 0.5F : share);
            return Rect{loops ? p.x - 4 * scale_ : p.x - wide / 2, p.y - high / 2, wide, high};
        };
        const float height = pill_height * scale_;
        const float width = measure_.width(Font::mono, pill_text * scale_, placed.of + number_text(0, 2)) +
                            weight_edge * scale_;
        const float last_x = layout_.left + layout_.width - width;
        const bool is_worth =
            placed.arc.told || placed.arc.weight >= (content_.deep ? named_of_many : named_from);
        float least = INFINITY;
        for (const float share : {0.44F, 0.34F, 0.54F, 0.26F, 0.62F, 0.7F}) {
            Rect rect = at(share, width, height);
            rect.x = std::min(rect.x, last_x);
            if (!is_worth || !is_free(rect)) continue;
            const float cost = of_others(rect, placed);
            if (cost >= least) continue;
            least = cost;
            placed.handle = rect;
            placed.named = true;
        }
        if (!placed.named) placed.handle = at(0.2F, height, height);
        if (placed.named) taken_.push_back(placed.handle);
    }

    Rect size_of(const StoryNote& note) const {
        float width = 0;
        for (const ColouredPiece& piece : note.title)
            width += measure_.width(Font::sans_bold, note_title * scale_, piece.text);
        const std::size_t count = brief_ ? 0 : note.lines.size();
        for (std::size_t i = 0; i < count; ++i)
            width = std::max(width, measure_.width(Font::sans, note_text * scale_, note.lines[i]));
        const float number = note.number.empty() ? 0 : 2 * note_number + 8;
        return {0, 0, std::round(std::min(width, widest_note * scale_) + (number + 16) * scale_),
                std::round((2 * note_number + 8 + note_line * static_cast<float>(count)) * scale_)};
    }

    void keep_clear_of(const PlacedArc& placed) {
        constexpr int pieces = 24;
        const float cost = placed.arc.told ? 500 : 300 * placed.arc.weight;
        std::vector<Point> arc;
        for (int i = 0; i <= pieces; ++i)
            arc.push_back(along(placed.curve, static_cast<float>(i) / pieces));
        obstacles_.emplace_back(std::move(arc), placed.curve.thickness / 2 + 2 * scale_, cost);
        if (!placed.arc.told || placed.arc.cut) return;
        // The line of the word that is read, up to where the arc begins.
        const PlacedBlock& keys = block(placed.in_source).bands[placed.band].from_source
                                      ? layout_.source
                                      : layout_.block(placed.in_source);
        std::vector<Point> line;
        for (float y = placed.curve.from.y; y < keys.words.front().y; y += 12 * scale_)
            line.push_back({placed.curve.from.x, y});
        if (!line.empty()) obstacles_.emplace_back(std::move(line), 3 * scale_, 0.4F * cost);
    }

    /// The place in the arc's band that hides the least, as near to the arc as possible; none if even that
    /// hides too much.
    void place_note(const StoryNote& note) {
        const Rect size = size_of(note);
        const PlacedBlock& block_at = layout_.block(note.in_source);
        const Rect band = block_at.bands[note.band];
        const auto own = std::ranges::find_if(layout_.arcs, [&](const PlacedArc& placed) {
            return placed.in_source == note.in_source && placed.band == note.band &&
                   placed.arc.head == note.head && placed.arc.key == note.key;
        });
        const Point near = own == layout_.arcs.end() ? band.centre() : along(own->curve, 0.6F);
        const float left = band.x + block_at.column;
        const float step = 12 * scale_;
        Rect best{left, band.y + 6 * scale_, size.width, size.height};
        float least = INFINITY, hidden = 0;
        const float last_x = std::max(left, band.right() - size.width);
        const float last_y = std::max(band.y + 6 * scale_, band.bottom() - size.height - 4 * scale_);
        for (float y = band.y + 6 * scale_; y <= last_y; y += step)
            for (float x = left; x <= last_x; x += step) {
                const Rect rect{std::round(x), std::round(y), size.width, size.height};
                const float away =
                    std::hypot(rect.centre().x - near.x, 1.5F * (rect.centre().y - near.y)) / scale_;
                if (away >= least) continue;
                const float cost = hides(rect) + away;
                if (cost < least) {
                    least = cost;
                    hidden = cost - away;
                    best = rect;
                }
            }
        if (brief_ && hidden > most_hidden)
            best.width = 0;
        else
            taken_.push_back(best);
        layout_.notes.push_back(best);
    }

    /// The cost of what a rectangle would hide: most for other notes and weights, then the marked line, then
    /// arcs by their weight.
    float hides(const Rect& rect) const {
        constexpr float all = 1e5F, line = 3000;
        float sum = 0;
        for (const Rect& other : taken_)
            if (overlap(rect.inset(-3 * scale_), other)) sum += all;
        for (const bool in_source : {false, true}) {
            if (in_source && content_.source.words.empty()) continue;
            const float x = layout_.block(in_source).x(block(in_source).marked);
            if (rect.x < x + 12 * scale_ && x - 12 * scale_ < rect.right()) sum += line;
        }
        for (const Obstacle& obstacle : obstacles_)
            sum += obstacle.cost_of(rect);
        return sum;
    }

    StoryLayout& layout_;
    const StoryContent& content_;
    bool brief_;
    const TextMeasure& measure_;
    float scale_;
    std::vector<Rect> taken_;
    std::vector<Obstacle> obstacles_;
};

Point between(Point from, Point to, float share) {
    return {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

} // namespace

StoryLayout between(const StoryLayout& from, StoryLayout to, float share) {
    const auto shape = [](const PlacedBlock& block) { return std::pair(block.words, block.bands); };
    if (share >= 1 || shape(from.main) != shape(to.main) || shape(from.source) != shape(to.source)) return to;
    for (PlacedArc& arc : to.arcs) {
        if (!arc.arc.told) continue;
        const auto was = std::ranges::find_if(from.arcs, [&](const PlacedArc& old) {
            return old.in_source == arc.in_source && old.band == arc.band && old.arc.head == arc.arc.head &&
                   old.arc.told;
        });
        if (was == from.arcs.end() || was->arc.key == arc.arc.key) continue;
        Curve& curve = arc.curve;
        const Point middle = along(curve, 0.5F);
        curve.from = between(was->curve.from, curve.from, share);
        curve.control_1 = between(was->curve.control_1, curve.control_1, share);
        curve.control_2 = between(was->curve.control_2, curve.control_2, share);
        curve.to = between(was->curve.to, curve.to, share);
        const Point moved = along(curve, 0.5F);
        arc.handle.x += moved.x - middle.x;
        arc.handle.y += moved.y - middle.y;
    }
    return to;
}

void place_story_arcs(StoryLayout& layout, const StoryContent& content, bool brief,
                      const TextMeasure& measure) {
    ArcPlacer(layout, content, brief, measure).place();
}

} // namespace drawing
