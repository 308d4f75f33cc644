#include "drawing/figures/lane.h"

#include "base/text.h"
#include "drawing/plot/layout.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cmath>

namespace drawing {

namespace {

// The work.

double progress(double from, double until, double now) {
    return until > from ? std::clamp((now - from) / (until - from), 0.0, 1.0) : (now >= until ? 1.0 : 0.0);
}

Index words_of(const LaneWork& work) {
    return static_cast<Index>(work.ready.size());
}

/// The words [first, end) assigned to a worker; there are at most as many workers as words.
struct Part {
    Index first, end;

    double words() const { return static_cast<double>(end - first); }
};

Index workers_of(const LaneWork& work) {
    return std::clamp<Index>(work.workers, 1, std::max<Index>(words_of(work), 1));
}

Part part_of(const LaneWork& work, Index worker) {
    const Index n = words_of(work), workers = workers_of(work);
    return {worker * n / workers, (worker + 1) * n / workers};
}

Part part_with(const LaneWork& work, Index word) {
    return part_of(work, ((word + 1) * workers_of(work) - 1) / words_of(work));
}

double steps_begin(const LaneWork& work) {
    return work.passes.empty() ? 0 : work.passes.back().until;
}

} // namespace

Index words_ready(const LaneWork& work, double now) {
    return std::upper_bound(work.ready.begin(), work.ready.end(), now) - work.ready.begin();
}

double step_done(const LaneWork& work, Index word, double now) {
    if (!work.one_by_one) return 0;
    const auto t = static_cast<std::size_t>(word);
    return progress(t > 0 ? work.ready[t - 1] : steps_begin(work), work.ready[t], now);
}

double share_done(const LaneWork& work, Index word, double now) {
    if (now >= work.ready[static_cast<std::size_t>(word)]) return 1;
    const Part part = part_with(work, word);
    double done = 0, in_passes = 0;
    for (const LanePass& pass : work.passes) {
        const double gone = part.words() * progress(pass.from, pass.until, now);
        done += pass.share * std::clamp(gone - static_cast<double>(word - part.first), 0.0, 1.0);
        in_passes += pass.share;
    }
    return done + (1 - in_passes) * step_done(work, word, now);
}

std::vector<double> workers_at(const LaneWork& work, double now) {
    const Index n = words_of(work), ready = words_ready(work, now);
    if (ready == n) return {};
    for (const LanePass& pass : work.passes) {
        if (now >= pass.until) continue;
        std::vector<double> places;
        for (Index worker = 0; worker < workers_of(work); ++worker) {
            const Part part = part_of(work, worker);
            const double gone = part.words() * progress(pass.from, pass.until, now);
            places.push_back(static_cast<double>(part.first) + gone);
        }
        return places;
    }
    const double here = static_cast<double>(ready) + step_done(work, ready, now);
    return std::vector<double>(static_cast<std::size_t>(std::max(work.workers, 1)), here);
}

namespace {

// The layout. Pixels at scale 1.
constexpr float least_names = 156, most_names = 190, clock_width = 132;
constexpr float widest_box_pitch = 200, arrow_pitch = 54, arrow_gap = 20;
constexpr float word_pitch = 33, group_pitch = 58; ///< the narrowest, for one word and for several
constexpr float worker_row = 12, time_row = 15;

/// The gap between two boxes: room for an arrow, or a hairline between small boxes.
float gap_for(float pitch, float scale) {
    if (pitch >= arrow_pitch * scale) return arrow_gap * scale;
    return pitch >= 5 * scale ? std::min(0.22F * pitch, 8 * scale) : 0;
}

Index group_for(Index words, float room, float scale) {
    if (static_cast<float>(words) * word_pitch * scale <= room) return 1;
    const auto width = [&](Index group) {
        const Index boxes = (words + group - 1) / group;
        return static_cast<float>(boxes) * group_pitch * scale;
    };
    Index group = 2;
    while (width(group) > room && group < words)
        group *= 2;
    return group;
}

} // namespace

float LaneLayout::x_of_word(double word) const {
    const auto i = std::min(static_cast<Index>(word) / group, boxes() - 1);
    const double share = (word - static_cast<double>(first_word(i))) /
                         static_cast<double>(std::max<Index>(end_word(i) - first_word(i), 1));
    return x(i) + static_cast<float>(std::clamp(share, 0.0, 1.0)) * box;
}

std::optional<Index> LaneLayout::word_at(Point mouse) const {
    const float bottom = kept > 0 ? kept_y + kept : strip_y + strip;
    if (empty() || mouse.x < left || mouse.y < area.y || mouse.y >= bottom || mouse.x >= right())
        return std::nullopt;
    const auto i = std::min(static_cast<Index>((mouse.x - left) / pitch), boxes() - 1);
    const Index count = end_word(i) - first_word(i);
    const float share = std::clamp((mouse.x - x(i)) / box, 0.0F, 1.0F);
    return first_word(i) + std::min(static_cast<Index>(share * static_cast<float>(count)), count - 1);
}

LaneLayout lane_layout(Rect area, Index words, const LaneRoom& wanted, float scale) {
    LaneLayout layout{.area = area, .words = words, .scale = scale};
    const float names = std::clamp(0.13F * area.width, least_names * scale, most_names * scale);
    layout.left = area.x + names;
    layout.clock = area.right();
    const float room = area.width - names - clock_width * scale;
    if (words == 0 || room < 40 * scale || area.height < 24 * scale) return layout;
    layout.group = group_for(words, room, scale);
    const auto count = static_cast<float>(layout.boxes());
    float pitch = room / count;
    pitch =
        std::min((room + gap_for(pitch, scale)) / count, widest_box_pitch * scale); // no gap after the last
    layout.pitch = pitch;
    layout.box = pitch - gap_for(pitch, scale);
    const float workers = std::min(0.2F * area.height, worker_row * scale);
    const float times = wanted.times ? time_row * scale : 0;
    const float high = area.height - workers - times;
    layout.workers_y = area.y + workers / 2;
    layout.box_y = area.y + workers;
    layout.box_height = std::min((wanted.kept ? 0.46F : 0.6F) * high, 36 * scale);
    layout.strip_y = layout.box_y + layout.box_height + std::min(0.07F * high, 5 * scale);
    layout.strip = std::min((wanted.kept ? 0.11F : 0.16F) * high, 10 * scale);
    const float below = layout.strip_y + layout.strip;
    layout.times_y = below + times / 2;
    layout.kept_y = below + times + std::min(0.05F * high, 4 * scale);
    layout.kept = wanted.kept ? std::clamp(area.bottom() - layout.kept_y, 0.0F, 26 * scale) : 0;
    return layout;
}

namespace {

// The picture. Text sizes are those at which glyphs are rasterised; at others they would be blurred. Pixels
// at scale 1.
constexpr float lane_name_size = 15, small_text = 13, time_size = 18, word_text = 15, narrow_text = 12,
                tiny_text = 11;
constexpr float strip_cell = 7;   // one number of a strip
constexpr float narrow_room = 23; // below this an ellipsis would waste the little room there is
constexpr float worker = 4.5F;    // radius
constexpr std::size_t most_workers_together = 4;

class LanePainter {
public:
    LanePainter(const LanePicture& lane, const LaneLayout& layout, const LaneOptions& options,
                const Palette& palette, const TextMeasure& measure)
        : lane_(lane), layout_(layout), options_(options), palette_(palette), measure_(measure),
          s_(layout.scale), colour_(palette[lane.role]), ready_(words_ready(lane.work, options.now)) {}

    Figure paint() {
        if (layout_.empty()) return {};
        paint_names();
        for (Index i = 0; i < layout_.boxes(); ++i)
            paint_box(i);
        if (lane_.numbers) paint_strips();
        if (options_.times) paint_times();
        if (!lane_.kept.empty()) paint_kept();
        for (const auto& word : {options_.hovered, options_.marked})
            if (word && *word < layout_.words) paint_mark(*word, word == options_.marked);
        paint_workers();
        return std::move(figure_);
    }

private:
    void text(Point at, Align align, Font font, float size, Rgba colour, const std::string& what,
              float width) {
        auto fitting = elided(what, width, font, size * s_, measure_);
        if (!fitting.empty())
            figure_.push_back(Label{at, align, font, size * s_, colour, std::move(fitting)});
    }

    void paint_names() {
        const float first = std::max(layout_.box_y + layout_.box_height / 2 - 9 * s_,
                                     layout_.area.y + time_size / 2 * s_); // centre of the first line
        const float wide = layout_.left - layout_.area.x - 8 * s_;
        const Rgba quiet = palette_[Role::quiet];
        float mark = 0;
        if (lane_.marker) {
            const float half = 5 * s_;
            append_marker(figure_, {layout_.area.x + half, first}, *lane_.marker, half, palette_[lane_.role]);
            mark = 3.4F * half;
        }
        text({layout_.area.x + mark, first}, Align::left, Font::sans_bold, lane_name_size,
             palette_[Role::text], lane_.name, wide - mark);
        text({layout_.area.x, first + 19 * s_}, Align::left, Font::sans, small_text, quiet, lane_.waits,
             wide);
        const float clock_room = layout_.clock - layout_.right() - 8 * s_;
        text({layout_.clock, first}, Align::right, Font::mono, time_size,
             lane_.running ? quiet : palette_[Role::text], lane_.time, clock_room);
        // In a low lane the lines move closer together, to stay clear of the next lane.
        const auto lines = static_cast<float>(std::max<std::size_t>(lane_.notes.size(), 1));
        const float room = layout_.area.bottom() - small_text / 2 * s_ - first;
        const float pitch = std::clamp(room / lines, 0.9F * small_text * s_, 17 * s_);
        float y = first + pitch + 2 * s_ * (pitch >= 16 * s_ ? 1.0F : 0.0F);
        for (const std::string& note : lane_.notes) {
            text({layout_.clock, y}, Align::right, Font::sans, small_text, quiet, note, clock_room);
            y += pitch;
        }
    }

    /// A box for one word, or for several.
    void paint_box(Index i) {
        const Rect box = layout_.box_at(i);
        const Index first = layout_.first_word(i), end = layout_.end_word(i);
        const Index ready = std::clamp<Index>(ready_ - first, 0, end - first);
        const float radius = std::min(6 * s_, box.width / 3);
        const double done = mean_share(first + ready, end);
        if (ready == end - first) {
            figure_.push_back(Fill{box, colour_, radius});
        } else {
            const float there = box.width * static_cast<float>(ready) / static_cast<float>(end - first);
            fill_part({box.x, box.y, there, box.height}, box, colour_, radius);
            const float high = static_cast<float>(done) * box.height;
            fill_part({box.x + there, box.bottom() - high, box.width - there, high}, box,
                      colour_.faded(0.28F), radius);
            const bool begun = done > 0 || ready > 0;
            figure_.push_back(
                Stroke{box, begun ? colour_ : palette_[Role::hairline], (begun ? 1.5F : 1.0F) * s_, radius});
        }
        const bool dark = 2 * ready > end - first;
        paint_text(i, box, dark ? readable_on(colour_) : palette_[done > 0 ? Role::text : Role::quiet]);
        if (lane_.work.one_by_one && i > 0) paint_arrow(i, first);
    }

    double mean_share(Index first, Index end) const {
        double sum = 0;
        for (Index t = first; t < end; ++t)
            sum += share_done(lane_.work, t, options_.now);
        return end > first ? sum / static_cast<double>(end - first) : 0;
    }

    /// Fills part of a rounded box.
    void fill_part(Rect part, Rect box, Rgba colour, float radius) {
        if (part.width <= 0 || part.height <= 0) return;
        figure_.push_back(ClipStart{part});
        figure_.push_back(Fill{box, colour, radius});
        figure_.push_back(ClipEnd{});
    }

    /// The word, or the range of words: "17–32".
    void paint_text(Index i, Rect box, Rgba ink) {
        const float size = (box.width < 44 * s_ || layout_.group > 1 ? narrow_text : word_text) * s_;
        const Index first = layout_.first_word(i), end = layout_.end_word(i);
        std::string shown;
        if (end - first == 1) {
            shown = abbreviated(lane_.words[static_cast<std::size_t>(first)], box.width - 5 * s_, size);
        } else {
            shown = ranges_fit(size) ? std::to_string(first + 1) + "–" + std::to_string(end)
                                     : std::to_string(end);
            if (measure_.width(Font::sans, size, shown) > box.width - 2 * s_) shown.clear();
        }
        if (!shown.empty())
            figure_.push_back(Label{box.centre(), Align::centre, Font::sans, size, ink, std::move(shown)});
    }

    /// Whether each box has room for its range; otherwise all boxes show only their last number.
    bool ranges_fit(float size) const {
        const Index last = layout_.boxes() - 1;
        const std::string widest =
            std::to_string(layout_.first_word(last) + 1) + "–" + std::to_string(layout_.end_word(last));
        return measure_.width(Font::sans, size, std::string(widest.size() - 2, '0')) <= layout_.box - 4 * s_;
    }

    /// The word, its beginning with "…", or its first letters alone where room is scarce.
    std::string abbreviated(const std::string& word, float room, float size) const {
        std::string shown = elided(word, room, Font::sans, size, measure_);
        if (room > narrow_room * s_ || shown == word) return shown;
        shown.clear();
        for (std::size_t end = 0; end < word.size();) {
            end = base::next_character(word, end);
            if (measure_.width(Font::sans, size, word.substr(0, end)) > room) break;
            shown = word.substr(0, end);
        }
        return shown;
    }

    /// The arrow from the previous box: in the lane's colour once work on t, the box's first word, has begun.
    void paint_arrow(Index i, Index t) {
        const float gap = layout_.pitch - layout_.box, y = layout_.box_y + layout_.box_height / 2;
        if (gap < 8 * s_) return;
        const double done = t < ready_ ? 1 : t == ready_ ? step_done(lane_.work, t, options_.now) : 0;
        const float from = layout_.x(i) - gap + 2 * s_, to = layout_.x(i) - 2 * s_;
        const float head = std::min(4.5F * s_, gap / 3);
        const Rgba rest = mix(palette_[Role::card], palette_[Role::masked], 0.75F);
        const Rgba colour = done >= 1 ? mix(rest, colour_, 0.6F) : done > 0 ? colour_ : rest;
        figure_.push_back(Line{{from, y}, {to - head, y}, colour, (done > 0 && done < 1 ? 2.5F : 1.5F) * s_});
        figure_.push_back(
            Triangle{{to, y}, {to - 1.6F * head, y - head}, {to - 1.6F * head, y + head}, colour});
    }

    /// Below each box, the row of its last finished word: what it passes on to the next box.
    void paint_strips() {
        for (Index i = 0; i < layout_.boxes() && layout_.first_word(i) < ready_; ++i)
            paint_strip(std::min(ready_, layout_.end_word(i)) - 1, layout_.strip_at(i), 1);
        const bool under_way = ready_ > 0 && ready_ < layout_.words && layout_.group == 1;
        if (!lane_.hands_over || !under_way) return;
        // The previous word's state on its way to the word that waits for it.
        const auto done = static_cast<float>(step_done(lane_.work, ready_, options_.now));
        if (done <= 0) return;
        Rect place = layout_.strip_at(ready_ - 1);
        const float way = std::min(1.0F, done / 0.6F);
        place.x += way * way * (3 - 2 * way) * layout_.pitch;
        paint_strip(ready_ - 1, place, 0.6F);
    }

    /// The first numbers of a row, up to the width of the box.
    void paint_strip(Index t, Rect place, float opacity) {
        const auto room = static_cast<Index>(place.width / (strip_cell * s_));
        const Index cells = std::min(std::max<Index>(room, 1), lane_.numbers->cols());
        const float wide = place.width / static_cast<float>(cells);
        for (Index i = 0; i < cells; ++i) {
            const Rgba colour =
                colour_of((*lane_.numbers)(t, i), lane_.range, ColourMap::signed_values, palette_.dark);
            figure_.push_back(Fill{{place.x + static_cast<float>(i) * wide, place.y, wide, place.height},
                                   colour.faded(opacity)});
        }
        figure_.push_back(
            Stroke{place, mix(palette_[Role::card], palette_[Role::quiet], 0.4F * opacity), s_});
    }

    /// When the last word of each box was ready; times that would overlap are left out.
    void paint_times() {
        float free = layout_.left - 4 * s_;
        for (Index i = 0; i < layout_.boxes(); ++i) {
            const double seconds = lane_.work.ready[static_cast<std::size_t>(layout_.end_word(i) - 1)];
            const std::string time = clock_text(seconds, seconds);
            const float wide = measure_.width(Font::mono, tiny_text * s_, time);
            const float x = layout_.x(i) + layout_.box / 2;
            if (x - wide / 2 < free + 4 * s_ || x + wide / 2 > layout_.clock) continue;
            figure_.push_back(Label{{x, layout_.times_y},
                                    Align::centre,
                                    Font::mono,
                                    tiny_text * s_,
                                    palette_[Role::quiet],
                                    time});
            free = x + wide / 2;
        }
    }

    /// Under each box, a hanging bar whose length shows how much is kept.
    void paint_kept() {
        for (Index i = 0; i < layout_.boxes() && layout_.first_word(i) < ready_; ++i) {
            const auto last = static_cast<std::size_t>(std::min(ready_, layout_.end_word(i)) - 1);
            const auto share = static_cast<float>(std::clamp(lane_.kept[last] / lane_.most_kept, 0.0, 1.0));
            const float high = std::max(share * layout_.kept, s_);
            figure_.push_back(Fill{{layout_.x(i), layout_.kept_y, layout_.box, high}, colour_.faded(0.55F)});
        }
    }

    /// Each worker at its own word, or all together at the word they share.
    void paint_workers() {
        const std::vector<double> places = workers_at(lane_.work, options_.now);
        const float radius = std::min(worker * s_, (layout_.box_y - layout_.area.y) / 2);
        if (places.empty() || radius < 1) return;
        const bool together = places.size() > 1 && places.front() == places.back();
        const std::size_t shown = together ? std::min(places.size(), most_workers_together) : places.size();
        for (std::size_t i = 0; i < shown; ++i) {
            const float aside =
                together ? 2.3F * radius * (static_cast<float>(i) - static_cast<float>(shown - 1) / 2) : 0;
            const float half = together ? 1.15F * radius * static_cast<float>(shown) : radius;
            const float x = std::clamp(layout_.x_of_word(places[i]), layout_.left + half,
                                       std::max(layout_.right() - half, layout_.left + half));
            figure_.push_back(Disc{{x + aside, layout_.workers_y}, radius, colour_});
        }
    }

    /// Outlines the box of the word.
    void paint_mark(Index t, bool chosen) {
        const float thick = (chosen ? 2.0F : 1.2F) * s_;
        const Rect box = layout_.box_at(t / layout_.group);
        figure_.push_back(Stroke{box.inset(-1.5F * s_), palette_[chosen ? Role::text : Role::quiet], thick,
                                 std::min(7 * s_, box.width / 3)});
    }

    const LanePicture& lane_;
    const LaneLayout& layout_;
    const LaneOptions& options_;
    const Palette& palette_;
    const TextMeasure& measure_;
    float s_;
    Rgba colour_;
    Index ready_;
    Figure figure_;
};

} // namespace

Figure lane_figure(const LanePicture& lane, const LaneLayout& layout, const LaneOptions& options,
                   const Palette& palette, const TextMeasure& measure) {
    return LanePainter(lane, layout, options, palette, measure).paint();
}

} // namespace drawing
