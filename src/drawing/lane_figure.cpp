#include "drawing/lane_figure.h"

#include "drawing/fitted_text.h"

#include <algorithm>
#include <cmath>

namespace drawing {

double share_done(const Lane& lane, Index word, double now) {
    const auto t = static_cast<std::size_t>(word);
    const double end = lane.ready[t], start = lane.one_by_one && t > 0 ? lane.ready[t - 1] : 0;
    if (now >= end) return 1;
    return now <= start ? 0 : (now - start) / (end - start);
}

Index words_ready(const Lane& lane, double now) {
    return std::upper_bound(lane.ready.begin(), lane.ready.end(), now) - lane.ready.begin();
}

namespace {

// Sizes in which the letters are rasterised: others would be blurred.
constexpr float name_text = 15, small_text = 13, time_size = 18, word_text = 15; // at scale 1, pixels
constexpr float readable_box = 17, strip_cell = 7; // the narrowest with letters in it; one number of a strip
constexpr float narrow_room = 23;                  // where an ellipsis would waste what room there is
constexpr Index bar_numbers = 8;                   // rows of the picture that stands for many strips

class LanePainter {
public:
    LanePainter(const Lane& lane, const LaneLayout& layout, const LaneOptions& options,
                const Palette& palette, const TextMeasure& measure)
        : lane_(lane), layout_(layout), options_(options), palette_(palette), measure_(measure),
          s_(layout.scale), colour_(palette[lane.role]), ready_(words_ready(lane, options.now)) {}

    Figure paint() {
        if (layout_.empty()) return {};
        paint_names();
        if (layout_.is_bar()) {
            paint_bar();
        } else {
            for (Index t = 0; t < layout_.words; ++t)
                paint_word(t);
        }
        if (lane_.numbers) layout_.box < 3 * strip_cell* s_ ? paint_strips_as_one() : paint_strips();
        if (!lane_.kept.empty()) paint_kept();
        for (const auto& word : {options_.hovered, options_.marked})
            if (word && *word < layout_.words) paint_mark(*word, word == options_.marked);
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
        const float first = std::max(layout_.area.y + layout_.box_height / 2 - 9 * s_,
                                     layout_.area.y + time_size / 2 * s_); // the middle of the upper line
        const float wide = layout_.left - layout_.area.x - 8 * s_;
        const Rgba quiet = palette_[Role::quiet];
        text({layout_.area.x, first}, Align::left, Font::sans_bold, name_text, palette_[Role::text],
             lane_.name, wide);
        text({layout_.area.x, first + 19 * s_}, Align::left, Font::sans, small_text, quiet, lane_.waits,
             wide);
        const float clock_room = layout_.clock - layout_.right() - 8 * s_;
        text({layout_.clock, first}, Align::right, Font::mono, time_size, palette_[Role::text], lane_.time,
             clock_room);
        // In a low lane the lines come closer, so that they stay off the next one.
        const auto lines = static_cast<float>(std::max<std::size_t>(lane_.notes.size(), 1));
        const float room = layout_.area.bottom() - small_text / 2 * s_ - first;
        const float pitch = std::clamp(room / lines, 0.9F * small_text * s_, 17 * s_);
        float y = first + pitch + 2 * s_ * (pitch >= 16 * s_ ? 1.0F : 0.0F);
        for (const std::string& note : lane_.notes) {
            text({layout_.clock, y}, Align::right, Font::sans, small_text, quiet, note, clock_room);
            y += pitch;
        }
    }

    void paint_word(Index t) {
        const Rect box = layout_.box_of(t);
        const auto done = static_cast<float>(share_done(lane_, t, options_.now));
        const float radius = std::min(6 * s_, box.width / 3);
        if (done >= 1) {
            figure_.push_back(Fill{box, colour_, radius});
        } else {
            fill_up(box, done, radius);
            const Rgba edge = done > 0 ? colour_ : palette_[Role::hairline];
            figure_.push_back(Stroke{box, edge, (done > 0 ? 1.5F : 1.0F) * s_, radius});
        }
        if (box.width >= readable_box * s_) paint_letters(t, box, done);
        if (lane_.one_by_one && t > 0) paint_arrow(t, done);
    }

    void fill_up(Rect box, float done, float radius) {
        if (done <= 0) return;
        const float high = done * box.height;
        figure_.push_back(ClipStart{{box.x, box.bottom() - high, box.width, high}});
        figure_.push_back(Fill{box, colour_.faded(0.28F), radius});
        figure_.push_back(ClipEnd{});
    }

    void paint_letters(Index t, Rect box, float done) {
        const float size = (box.width < 30 * s_ ? 10.5F : box.width < 44 * s_ ? 11.5F : word_text) * s_;
        const Rgba ink = done >= 1 ? readable_on(colour_) : palette_[done > 0 ? Role::text : Role::quiet];
        std::string letters = abbreviated(lane_.words[static_cast<std::size_t>(t)], box.width - 5 * s_, size);
        if (!letters.empty())
            figure_.push_back(Label{box.centre(), Align::centre, Font::sans, size, ink, std::move(letters)});
    }

    /// The word, its beginning with "…", or its first letters alone where room is scarce.
    std::string abbreviated(const std::string& word, float room, float size) const {
        std::string letters = elided(word, room, Font::sans, size, measure_);
        if (room > narrow_room * s_ || letters == word) return letters;
        letters.clear();
        for (std::size_t end = 1; end <= word.size(); ++end) {
            const bool whole = end == word.size() || (static_cast<unsigned char>(word[end]) & 0xC0U) != 0x80U;
            if (!whole) continue;
            if (measure_.width(Font::sans, size, word.substr(0, end)) > room) break;
            letters = word.substr(0, end);
        }
        return letters;
    }

    /// From the word before to word t: in the lane's colour while word t is worked on and after.
    void paint_arrow(Index t, float done) {
        const float gap = layout_.pitch - layout_.box, y = layout_.area.y + layout_.box_height / 2;
        if (gap < 8 * s_) return;
        const float from = layout_.x(t) - gap + 2 * s_, to = layout_.x(t) - 2 * s_;
        const float head = std::min(4.5F * s_, gap / 3);
        const Rgba rest = mix(palette_[Role::card], palette_[Role::masked], 0.75F);
        const Rgba colour = done >= 1 ? mix(rest, colour_, 0.6F) : done > 0 ? colour_ : rest;
        figure_.push_back(Line{{from, y}, {to - head, y}, colour, (done > 0 && done < 1 ? 2.5F : 1.5F) * s_});
        figure_.push_back(
            Triangle{{to, y}, {to - 1.6F * head, y - head}, {to - 1.6F * head, y + head}, colour});
    }

    void paint_strips() {
        for (Index t = 0; t < ready_; ++t)
            paint_strip(t, layout_.strip_of(t), 1);
        const bool under_way = ready_ > 0 && ready_ < layout_.words;
        if (!lane_.hands_over || !under_way) return;
        // The state of the word before is on its way to the word that waits for it.
        const auto done = static_cast<float>(share_done(lane_, ready_, options_.now));
        if (done <= 0) return;
        Rect place = layout_.strip_of(ready_ - 1);
        const float way = std::min(1.0F, done / 0.6F);
        place.x += way * way * (3 - 2 * way) * layout_.pitch;
        paint_strip(ready_ - 1, place, 0.6F);
    }

    /// The first numbers of a row, as many as there is room for.
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

    void paint_strips_as_one() {
        if (ready_ == 0) return;
        const Index rows = std::min(bar_numbers, lane_.numbers->cols());
        const float wide = ready_ == layout_.words ? layout_.right() - layout_.left
                                                   : static_cast<float>(ready_) * layout_.pitch;
        figure_.push_back(Heat{.rect = {layout_.left, layout_.strip_y, wide, layout_.strip},
                               .matrix = lane_.numbers,
                               .view = {0, 0, static_cast<float>(ready_), static_cast<float>(rows)},
                               .range = lane_.range,
                               .map = ColourMap::signed_values,
                               .transposed = true});
    }

    void paint_bar() {
        const Rect whole{layout_.left, layout_.area.y, layout_.right() - layout_.left, layout_.box_height};
        const float radius = 4 * s_;
        if (!lane_.one_by_one && ready_ == 0)
            fill_up(whole, static_cast<float>(share_done(lane_, 0, options_.now)), radius);
        const float there =
            ready_ == layout_.words ? whole.width : static_cast<float>(ready_) * layout_.pitch;
        if (there > 0) {
            figure_.push_back(ClipStart{{whole.x, whole.y, there, whole.height}});
            figure_.push_back(Fill{whole, colour_, radius});
            figure_.push_back(ClipEnd{});
        }
        figure_.push_back(Stroke{whole, palette_[Role::hairline], s_, radius});
        const std::string& last = lane_.words[static_cast<std::size_t>(std::max<Index>(ready_ - 1, 0))];
        if (!lane_.one_by_one || ready_ == 0 || there < 60 * s_) return;
        text({whole.x + there - 8 * s_, whole.centre().y}, Align::right, Font::sans, word_text,
             readable_on(colour_), last, there - 16 * s_);
    }

    /// Under each word that is ready a bar that hangs as far down as much is kept; where words are narrow,
    /// pixel by pixel.
    void paint_kept() {
        const auto bar = [&](float x, float wide, std::size_t t) {
            const auto share = static_cast<float>(std::clamp(lane_.kept[t] / lane_.most_kept, 0.0, 1.0));
            const float high = std::max(share * layout_.kept, s_);
            figure_.push_back(Fill{{x, layout_.kept_y, wide, high}, colour_.faded(0.55F)});
        };
        if (!layout_.is_bar()) {
            for (Index t = 0; t < ready_; ++t)
                bar(layout_.x(t), layout_.box, static_cast<std::size_t>(t));
            return;
        }
        const float end = static_cast<float>(ready_) * layout_.pitch;
        for (float x = 0; x < end; ++x)
            bar(layout_.left + x, std::min(1.0F, end - x),
                static_cast<std::size_t>(std::min(static_cast<Index>(x / layout_.pitch), ready_ - 1)));
    }

    void paint_mark(Index t, bool chosen) {
        const float thick = (chosen ? 2.0F : 1.2F) * s_;
        Rect box = layout_.box_of(t);
        if (layout_.is_bar()) box = {box.x - s_, box.y, std::max(box.width, s_) + 2 * s_, box.height};
        figure_.push_back(Stroke{box.inset(-1.5F * s_), palette_[chosen ? Role::text : Role::quiet], thick,
                                 std::min(7 * s_, box.width / 3)});
    }

    const Lane& lane_;
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

Figure lane_figure(const Lane& lane, const LaneLayout& layout, const LaneOptions& options,
                   const Palette& palette, const TextMeasure& measure) {
    return LanePainter(lane, layout, options, palette, measure).paint();
}

} // namespace drawing
