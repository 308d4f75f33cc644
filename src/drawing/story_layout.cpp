#include "drawing/story_layout.h"

#include "drawing/fitted_text.h"
#include "drawing/story_notes.h"
#include "drawing/story_sizes.h"

#include <algorithm>
#include <cmath>

namespace drawing {

using namespace story_sizes;

namespace {

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
    for (const std::string& word : words) // in bold, the widest form: a marked word must not shift
        line.widths.push_back(
            std::max(measure.width(Font::sans_bold, line.text_size, word) + 2 * setting.padding * scale,
                     setting.least_chip * scale));
    return line;
}

/// Chips of equal width that fill the room if the widest word allows; else as wide as their words, smaller if
/// they must be.
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

class Layouter {
public:
    Layouter(const Rect& area, const StoryContent& content, float scale, const TextMeasure& measure)
        : area_(area), content_(content), scale_(scale), measure_(measure) {}

    StoryLayout lay_out() {
        layout_.scale = scale_;
        layout_.left = area_.x;
        widths();
        heights();
        joints(content_.source, layout_.source);
        joints(content_.main, layout_.main);
        answers();
        place_story_notes(layout_, content_, measure_);
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
        if (layout_.width < area_.width) { // few words: in the middle
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
        // One row under each band; the source once more where its last band ends.
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

    /// Each head has a place of its own on the marked line, and the MLP one above them.
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

    /// One above the other, over the line that is asked, the first at the top.
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

} // namespace

StoryLayout story_layout(const Rect& area, const StoryContent& content, float scale,
                         const TextMeasure& measure) {
    return Layouter(area, content, scale, measure).lay_out();
}

} // namespace drawing
