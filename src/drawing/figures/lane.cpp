#include "drawing/figures/lane.h"

#include "drawing/plot/layout.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drawing {

// The work.

namespace {

double progress(double from, double until, double now) {
    return until > from ? std::clamp((now - from) / (until - from), 0.0, 1.0) : (now >= until ? 1.0 : 0.0);
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

double level_done(const LaneWork& work, double now) {
    double done = 0;
    for (const LanePass& pass : work.passes)
        done += pass.share * progress(pass.from, pass.until, now);
    return done;
}

// The layout.

namespace {

// Pixels at scale 1.
constexpr float names_room = 146,
                narrow_names = 124; ///< the narrow ones in a lane narrower than `wide_lane`
constexpr float time_width = 170, narrow_time = 140, wide_lane = 1350;
constexpr float gap = 12, least_gap = 7, box_width = 80, large_box = 96, large_lane = 1660, least_box = 62;
constexpr Index least_spelt_out = 3;
constexpr float widest_box_pitch = 126, widest_line = 4;
constexpr float before_lines = 4, before_finish = 16, finish_width = 10;
constexpr float box_height = 56, above_box = 14, below_box = 16, time_row = 15, frame_gap = 7;

struct Widths {
    float pitch, box;
};

/// Boxes are as wide as they are meant to be as long as every line has a pixel; then they give way.
Widths box_widths(float room, Index boxes, Index others, float scale, bool large) {
    const float wanted = (large ? large_box : box_width) + gap, least = least_box + least_gap;
    const float left = room / scale - before_lines - static_cast<float>(others);
    const float pitch = std::clamp(left / static_cast<float>(boxes), least, wanted);
    const float between = std::clamp(gap - 0.3F * (wanted - pitch), least_gap, gap);
    return {pitch * scale, (pitch - between) * scale};
}

} // namespace

LaneLayout lane_layout(Rect area, const LaneText& text, const LaneRoom& wanted, float scale) {
    LaneLayout layout{.area = area, .text = text, .scale = scale};
    const bool wide = area.width >= wide_lane * scale;
    layout.left = area.x + (wide ? names_room : narrow_names) * scale;
    layout.time = area.right();
    const float room = layout.time - (wide ? time_width : narrow_time) * scale -
                       (before_finish + finish_width) * scale - layout.left;
    layout.finish = layout.left;
    if (text.words == 0 || room < 60 * scale || area.height < 24 * scale) return layout;

    const auto words = static_cast<float>(text.words);
    if (text.words <= spelt_out || words * (box_width + gap) * scale <= room + gap * scale) {
        layout.boxes = text.words;
        layout.pitch = std::min((room + gap * scale) / words, widest_box_pitch * scale);
        layout.box = layout.pitch - std::min(gap * scale, 0.2F * layout.pitch);
    } else {
        // Fewer words rather than words that cannot be read; the lines need some room, too.
        const float for_words = 0.85F * room, least = (least_box + least_gap) * scale;
        layout.boxes = std::clamp(static_cast<Index>(for_words / least), least_spelt_out, spelt_out);
        const Index others = text.words - layout.boxes;
        auto [pitch, box] = box_widths(room, layout.boxes, others, scale, area.width >= large_lane * scale);
        const float most = for_words / static_cast<float>(layout.boxes);
        if (pitch > most) box *= most / pitch, pitch = most;
        layout.pitch = pitch;
        layout.box = box;
        layout.lines = layout.left + static_cast<float>(layout.boxes) * pitch + before_lines * scale;
        layout.line =
            std::min((layout.left + room - layout.lines) / static_cast<float>(others), widest_line * scale);
    }
    layout.finish = layout.right() + before_finish * scale;

    const float above = std::min(above_box * scale, 0.15F * area.height);
    const float times = wanted.times ? time_row * scale : 0;
    const float below = std::min(below_box * scale, 0.18F * area.height);
    const float high = area.height - above - below - times;
    layout.box_y = area.y + above;
    layout.box_height = std::min(wanted.kept ? 0.72F * high : high, box_height * scale);
    const float foot = layout.box_y + layout.box_height;
    layout.times_y = foot + (frame_gap + 0.5F * time_row) * scale;
    layout.kept_y = foot + times + std::min(4 * scale, 0.04F * area.height);
    layout.kept = wanted.kept ? std::clamp(area.bottom() - layout.kept_y, 0.0F, 26 * scale) : 0;
    return layout;
}

float LaneLayout::right() const {
    if (boxes == text.words) return left + static_cast<float>(boxes - 1) * pitch + box;
    return lines + static_cast<float>(text.words - boxes) * line;
}

Index LaneLayout::sentence_end(Index word) const {
    if (text.sentence <= 0) return text.words;
    return std::min((word / text.sentence + 1) * text.sentence, text.words);
}

Rect LaneLayout::lines_of(Index first, Index end) const {
    const float x = lines + static_cast<float>(first - boxes) * line;
    const float wide = static_cast<float>(end - first) * line;
    const bool stops = text.sentence > 0 && end % text.sentence == 0 && end < text.words;
    const float stop = stops && static_cast<float>(text.sentence) * line > 5 * scale
                           ? std::max(std::min(line, 2 * scale), scale)
                           : 0;
    return {x, box_y, std::max(wide - stop, 0.0F), box_height};
}

Rect LaneLayout::place_of(Index word) const {
    if (word < boxes) return box_at(word);
    return {lines + static_cast<float>(word - boxes) * line, box_y, line, box_height};
}

std::optional<Index> LaneLayout::word_at(Point mouse) const {
    const float bottom = kept > 0 ? kept_y + kept : box_y + box_height;
    if (empty() || mouse.x < left || mouse.y < area.y || mouse.y >= bottom || mouse.x >= right())
        return std::nullopt;
    if (boxes < text.words && mouse.x >= lines)
        return std::min(boxes + static_cast<Index>((mouse.x - lines) / line), text.words - 1);
    return std::min(static_cast<Index>((mouse.x - left) / pitch), boxes - 1);
}

// The picture.

namespace {

// Pixels at scale 1.
constexpr float name_size = 18, state_size = 15, time_size = 53, unit_size = 18, small_text = 13,
                tiny_text = 12;
constexpr std::array<float, 4> word_sizes{18, 15, 13, 11.5F};
constexpr float box_corner = 9, beside_spelt = 10;

/// The text in two lines, if one is too narrow for it.
std::vector<std::string> in_two_lines(const std::string& text, float width, float size,
                                      const TextMeasure& measure) {
    if (measure.width(Font::sans, size, text) <= width) return {text};
    for (std::size_t space = text.rfind(' '); space != std::string::npos && space > 0;
         space = text.rfind(' ', space - 1))
        if (measure.width(Font::sans, size, text.substr(0, space)) <= width)
            return {text.substr(0, space), text.substr(space + 1)};
    return {text};
}

class LanePainter {
public:
    LanePainter(const LanePicture& lane, const LaneLayout& layout, const LaneOptions& options,
                const Palette& palette, const TextMeasure& measure)
        : lane_(lane), layout_(layout), options_(options), palette_(palette), measure_(measure),
          s_(layout.scale), card_(palette[Role::card]), colour_(palette[lane.role]),
          soft_(tint((palette.dark ? 0.30F : 0.17F) + 0.3F * options.flash)), edge_(tint(0.55F)),
          ready_(words_ready(lane.work, options.now)),
          level_(static_cast<float>(level_done(lane.work, options.now))) {}

    Figure paint() {
        if (layout_.empty()) return {};
        paint_name();
        paint_time();
        if (!lane_.work.one_by_one) paint_frame();
        const float size = word_size();
        for (Index i = 0; i < layout_.boxes; ++i)
            paint_box(i, size);
        for (Index first = layout_.boxes; first < layout_.text.words;) {
            const Index end = lines_together() ? layout_.text.words : layout_.sentence_end(first);
            paint_lines(first, end);
            first = end;
        }
        if (options_.times) paint_times();
        if (!lane_.kept.empty()) paint_kept();
        paint_front();
        for (const auto& word : {options_.hovered, options_.marked})
            if (word && *word < layout_.text.words) paint_mark(*word, word == options_.marked);
        return std::move(figure_);
    }

private:
    Rgba tint(float share) const { return mix(card_, colour_, share); }
    void add(const Shape& shape) { figure_.push_back(shape); }

    void text(Point at, Align align, Font font, float size, Rgba colour, const std::string& what,
              float width) {
        auto fitting = elided(what, width, font, size * s_, measure_);
        if (!fitting.empty()) add(Label{at, align, font, size * s_, colour, std::move(fitting)});
    }

    void paint_name() {
        const float left = layout_.area.x, wide = layout_.left - left - 12 * s_;
        const float first = layout_.box_y + std::min(20 * s_, 0.36F * layout_.box_height);
        const float half = 7.5F * s_;
        append_marker(figure_, {left + half + s_, first}, lane_.marker, half, colour_);
        text({left + 28 * s_, first}, Align::left, Font::sans_bold, name_size, palette_[Role::text],
             lane_.name, wide - 28 * s_);
        const auto lines = in_two_lines(lane_.state, wide, state_size * s_, measure_);
        const float room = layout_.area.bottom() - first - 0.5F * state_size * s_;
        const float pitch = std::min(20 * s_, room / static_cast<float>(lines.size()));
        for (std::size_t i = 0; i < lines.size(); ++i)
            text({left, first + static_cast<float>(i + 1) * pitch + std::min(3 * s_, 0.1F * pitch)},
                 Align::left, Font::sans, state_size, palette_[Role::quiet], lines[i], wide);
    }

    /// The measured time, which stands there from the start.
    void paint_time() {
        const float y = layout_.box_y + layout_.box_height / 2;
        const float unit = std::max(measure_.width(Font::sans, unit_size * s_, lane_.unit), 24 * s_);
        const float room = layout_.time - layout_.finish - (finish_width + 14) * s_ - unit;
        text({layout_.time, y + 5 * s_}, Align::right, Font::sans, unit_size, palette_[Role::quiet],
             lane_.unit, unit + s_);
        const float wanted = room < 110 * s_ ? 0.75F * time_size : time_size;
        const float size = std::min(wanted, 2 * (y - layout_.area.y) / s_);
        text({layout_.time - unit - 14 * s_, y}, Align::right, Font::mono_bold, size, palette_[Role::text],
             lane_.time, room);
        float below = y + 0.5F * size * s_ + 3 * s_;
        for (const std::string& note : lane_.notes) {
            text({layout_.time, below}, Align::right, Font::sans, small_text, palette_[Role::quiet], note,
                 layout_.time - layout_.finish - (finish_width + 8) * s_);
            below += 16 * s_;
        }
    }

    // Attention: one step for all words, hence one frame around them.

    void paint_frame() {
        const Rect frame = around(layout_.box_at(0), layout_.place_of(layout_.text.words - 1))
                               .inset(-frame_gap * std::min(s_, layout_.box_height / box_height));
        const float radius = (box_corner + 4) * s_;
        const float top = frame.bottom() - level_ * frame.height;
        fill_below(frame, top, tint(0.12F + 0.3F * options_.flash), radius);
        add(Stroke{frame, tint(0.45F), 1.5F * s_, radius});
        frame_top_ = top;
        if (level_ > 0 && level_ < 1)
            add(Fill{{frame.x + s_, top - s_, frame.width - 2 * s_, 2 * s_}, colour_});
    }

    /// Fills the part of a box below `top`.
    void fill_below(Rect box, float top, Rgba colour, float radius) {
        const float from = std::max(top, box.y);
        if (from >= box.bottom()) return;
        if (from > box.y) add(ClipStart{{box.x, from, box.width, box.bottom() - from}});
        add(Fill{box, colour, radius});
        if (from > box.y) add(ClipEnd{});
    }

    /// From where on what has been done fills a word, from below.
    float top_of(Rect box) const {
        if (frame_top_) return *frame_top_;
        return box.bottom() - level_ * box.height;
    }

    void paint_box(Index i, float size) {
        const Rect box = layout_.box_at(i);
        const float radius = std::min(box_corner * s_, box.width / 4);
        add(Fill{box, card_, radius});
        const bool done = i < ready_;
        if (!lane_.work.one_by_one || done) {
            fill_below(box, done ? box.y : top_of(box), soft_, radius);
        } else {
            fill_below(box, top_of(box), tint(0.07F), radius);
            if (i == ready_) fill_from_left(box, step_done(lane_.work, i, options_.now), radius);
        }
        const bool begun = done || !lane_.work.one_by_one;
        add(Stroke{box, begun ? edge_ : palette_[Role::edge], 1.5F * s_, radius});
        text(box.centre(), Align::centre, Font::sans_bold, size, palette_[Role::text],
             lane_.words[static_cast<std::size_t>(i)], box.width - 6 * s_);
        if (lane_.work.one_by_one && i + 1 < layout_.text.words) paint_arrow(box);
    }

    void fill_from_left(Rect box, double share, float radius) {
        if (share <= 0) return;
        add(ClipStart{{box.x, box.y, static_cast<float>(share) * box.width, box.height}});
        add(Fill{box, soft_, radius});
        add(ClipEnd{});
    }

    /// One size for all boxes, at which the longest word has some room beside it.
    float word_size() const {
        for (const float size : word_sizes) {
            const auto fits = [&](Index i) {
                return measure_.width(Font::sans_bold, size * s_, lane_.words[static_cast<std::size_t>(i)]) <=
                       layout_.box - beside_spelt * s_;
            };
            bool all = true;
            for (Index i = 0; i < layout_.boxes && all; ++i)
                all = fits(i);
            if (all) return size;
        }
        return word_sizes.back();
    }

    void paint_arrow(Rect box) {
        const float room = layout_.pitch - layout_.box, half = 4 * s_, y = box.centre().y;
        if (room < 6 * s_) return;
        const float x = box.right() + (room - half) / 2;
        add(Line{{x, y - half}, {x + half, y}, tint(0.75F), 1.8F * s_});
        add(Line{{x + half, y}, {x, y + half}, tint(0.75F), 1.8F * s_});
    }

    // The other words: lines, a rectangle for those of each sentence.

    bool lines_together() const {
        return layout_.text.sentence <= 0 ||
               static_cast<float>(layout_.text.sentence) * layout_.line <= 5 * s_;
    }

    void paint_lines(Index first, Index end) {
        const Rect all = layout_.lines_of(first, end);
        if (all.width <= 0) return;
        add(Fill{all, palette_[Role::track]});
        const Rgba full = tint(std::min(0.62F + 0.3F * options_.flash, 1.0F));
        const Index ready = std::clamp(ready_, first, end);
        if (lane_.work.one_by_one && ready < end && level_ > 0)
            add(Fill{{all.x, top_of(all), all.width, all.bottom() - top_of(all)}, tint(0.22F)});
        if (lane_.work.one_by_one || ready == end) {
            const float there = std::min(static_cast<float>(ready - first) * layout_.line, all.width);
            if (there > 0) add(Fill{{all.x, all.y, there, all.height}, full});
        } else if (const float top = std::max(top_of(all), all.y); top < all.bottom()) {
            add(Fill{{all.x, top, all.width, all.bottom() - top}, full});
        }
    }

    /// A triangle above the word that is being read.
    void paint_front() {
        if (!lane_.work.one_by_one || ready_ >= layout_.text.words) return;
        if (!lane_.work.passes.empty() && options_.now < lane_.work.passes.back().until) return;
        if (options_.now <= 0) return;
        const Rect place = layout_.place_of(ready_);
        const float x = place.x + (ready_ < layout_.boxes ? place.width / 2 : 0), y = place.y - 3 * s_;
        const float half = std::min(5.5F * s_, 0.5F * (layout_.box_y - layout_.area.y));
        add(Triangle{{x, y}, {x - half, y - 1.45F * half}, {x + half, y - 1.45F * half}, colour_});
    }

    /// When each box was ready, and the last word; times that would overlap are left out.
    void paint_times() {
        float free = layout_.area.x;
        const auto write = [&](Index word) {
            const double seconds = lane_.work.ready[static_cast<std::size_t>(word)];
            const std::string time = clock_text(seconds, seconds);
            const float wide = measure_.width(Font::mono, tiny_text * s_, time);
            const Rect place = layout_.place_of(word);
            const float x = std::min(place.centre().x, layout_.area.right() - wide / 2);
            if (x - wide / 2 < free + 4 * s_) return;
            add(Label{{x, layout_.times_y},
                      Align::centre,
                      Font::mono,
                      tiny_text * s_,
                      palette_[Role::quiet],
                      time});
            free = x + wide / 2;
        };
        for (Index i = 0; i < layout_.boxes; ++i)
            write(i);
        if (layout_.boxes < layout_.text.words) write(layout_.text.words - 1);
    }

    /// Under each finished word a hanging bar, whose length shows how much is kept.
    void paint_kept() {
        const auto hang = [&](Rect place, Index last) {
            const double share = lane_.kept[static_cast<std::size_t>(last)] / lane_.most_kept;
            const float high = std::max(static_cast<float>(std::clamp(share, 0.0, 1.0)) * layout_.kept, s_);
            add(Fill{{place.x, layout_.kept_y, place.width, high}, tint(0.6F)});
        };
        for (Index i = 0; i < std::min(layout_.boxes, ready_); ++i)
            hang(layout_.box_at(i), i);
        const Index others = layout_.text.words - layout_.boxes;
        const Index step = std::max<Index>(
            1, static_cast<Index>(std::ceil(static_cast<float>(others) / 40))); // few shapes will do
        for (Index first = layout_.boxes; first < ready_; first += step) {
            const Index end = std::min(first + step, ready_);
            const Rect from = layout_.place_of(first);
            hang({from.x, from.y, static_cast<float>(end - first) * layout_.line, from.height}, end - 1);
        }
    }

    /// Outlines the word.
    void paint_mark(Index word, bool chosen) {
        const Rect place = layout_.place_of(word);
        const Rgba ink = palette_[chosen ? Role::text : Role::quiet];
        const float thick = (chosen ? 2.0F : 1.2F) * s_;
        if (word < layout_.boxes)
            add(Stroke{place.inset(-1.5F * s_), ink, thick,
                       std::min((box_corner + 1) * s_, place.width / 4)});
        else
            add(Fill{{place.centre().x - thick / 2, place.y - 2 * s_, thick, place.height + 4 * s_}, ink});
    }

    const LanePicture& lane_;
    const LaneLayout& layout_;
    const LaneOptions& options_;
    const Palette& palette_;
    const TextMeasure& measure_;
    float s_;
    Rgba card_, colour_, soft_, edge_;
    Index ready_;
    float level_;                         ///< of the work on all words
    std::optional<float> frame_top_ = {}; ///< up to where the frame around all words is filled
    Figure figure_;
};

} // namespace

Figure lane_figure(const LanePicture& lane, const LaneLayout& layout, const LaneOptions& options,
                   const Palette& palette, const TextMeasure& measure) {
    return LanePainter(lane, layout, options, palette, measure).paint();
}

Figure finish_line(Rect place, float scale, const Palette& palette) {
    constexpr float field = 11; // height, pixels at scale 1
    Figure figure{Fill{place, palette[Role::card]}};
    const float half = place.width / 2;
    const int rows = static_cast<int>(std::ceil(place.height / (field * scale)));
    for (int row = 0; row < rows; ++row) {
        const float y = place.y + static_cast<float>(row) * field * scale;
        figure.push_back(
            Fill{{place.x + (row % 2 == 0 ? half : 0), y, half, std::min(field * scale, place.bottom() - y)},
                 palette[Role::text]});
    }
    figure.push_back(Stroke{place, palette[Role::text], scale});
    return figure;
}

} // namespace drawing
