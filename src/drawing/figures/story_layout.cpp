// Where everything of a story stands: words and layers.
#include "drawing/figures/story.h"
#include "drawing/shapes/figure.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace drawing {

using namespace story_sizes;

StoryPlay play_of(const StoryContent& content) {
    return StoryPlay(content.main.bands.size());
}

namespace {

/// How much room words get: pixels at scale 1.
struct Setting {
    float text, padding, gap, least_word;
};
constexpr Setting settings[] = {
    {word_text, 10, 14, 44}, {18, 9, 8, 36}, {16.5F, 6, 6, 30}, {14.5F, 4, 4, 24}};
constexpr Setting scrolled = settings[1];
constexpr float widest_pitch = 170, widest_box = 116; ///< where there is room
constexpr float of_pitch = 0.82F;                     ///< the share of it that a word's box fills

/// The words of a block along a line.
struct WordLine {
    float text_size = 0;
    std::vector<float> widths;
    float gap = 0;
    std::vector<bool> joined = {}; ///< to what stands before it

    float gap_before(std::size_t i) const { return i == 0 || (i < joined.size() && joined[i]) ? 0 : gap; }
    float width() const {
        float sum = 0;
        for (std::size_t i = 0; i < widths.size(); ++i)
            sum += gap_before(i) + widths[i];
        return sum;
    }
};

constexpr const char* fold_mark = "…";

/// What stands along the line: words, a mark in place of folded neighbours, and the word to come.
struct Places {
    std::vector<std::string> texts;
    std::vector<bool> joined;         ///< to what stands before it
    std::vector<std::size_t> of_word; ///< which of them
};

Places places_of(const StoryBlock& block, const std::vector<bool>& folded) {
    const Words boxes = block.boxed();
    Places places;
    for (std::size_t word = 0; word < block.words.size(); ++word) {
        const bool here = !folded.empty() && folded[word];
        const bool is_after_folded = word > 0 && !folded.empty() && folded[word - 1];
        if (!here || !is_after_folded) {
            places.texts.push_back(here ? fold_mark : block.words[word]);
            places.joined.push_back(boxes.is_joined(static_cast<Index>(word)) && !here && !is_after_folded);
        }
        places.of_word.push_back(places.texts.size() - 1);
    }
    if (!block.to_come.empty()) {
        places.texts.push_back(block.to_come);
        places.joined.push_back(boxes.is_joined(std::ssize(block.words)));
    }
    return places;
}

WordLine natural(const Places& places, const Setting& setting, float scale, const TextMeasure& measure) {
    WordLine line{setting.text * scale, {}, setting.gap * scale, places.joined};
    for (const std::string& word : places.texts) // in bold, the widest form: marking must not shift a word
        line.widths.push_back(
            std::max(measure.width(Font::sans_bold, line.text_size, word) + 2 * setting.padding * scale,
                     setting.least_word * scale));
    return line;
}

/// Boxes of equal width that fill the room if the widest word allows; otherwise as wide as their words, and
/// all smaller if necessary.
WordLine fitted_words(const Places& places, float room, float scale, const TextMeasure& measure) {
    for (const Setting& setting : settings) {
        WordLine line = natural(places, setting, scale, measure);
        const auto count = static_cast<float>(places.texts.size());
        const float pitch = std::min(room / count, widest_pitch * scale);
        const float widest = *std::ranges::max_element(line.widths);
        if (widest + line.gap <= pitch) {
            const float width = std::clamp(of_pitch * pitch, widest, std::max(widest, widest_box * scale));
            line.widths.assign(places.texts.size(), width);
            line.gap = pitch - width;
            return line;
        }
        if (line.width() + line.gap > room) continue;
        line.gap += (room - line.width() - line.gap) / count;
        return line;
    }
    return natural(places, scrolled, scale, measure);
}

// Heights.

constexpr float leaves_above = 44; ///< the layers, pixels at scale 1

float band_of(const StoryContent& content, bool brief) {
    if (content.deep) return least_deep_band;
    return brief ? least_brief_band : least_band;
}

float bands_of(const StoryContent& content) {
    return static_cast<float>(std::max<std::size_t>(content.main.bands.size(), 1));
}

/// Layers that give way beside those that do not.
struct Folding {
    std::vector<bool> folded; ///< empty: none
    float places = 0;         ///< that they share
    float others = 0;         ///< layers
};

Folding folding_of(const std::vector<StoryBand>& bands) {
    Folding folding;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        folding.folded.push_back(bands[i].may_fold);
        if (!bands[i].may_fold)
            ++folding.others;
        else if (i == 0 || !bands[i - 1].may_fold)
            ++folding.places;
    }
    if (folding.places == 0) return {{}, 0, static_cast<float>(bands.size())};
    return folding;
}

/// The layers of the source share the room of one.
float inner_bands_of(const StoryContent& content) {
    return static_cast<float>(std::max<std::size_t>(content.source.bands.size(), 1));
}

/// What stands above and below the layers, at scale 1.
float around_bands(const StoryContent& content) {
    const auto answers = static_cast<float>(std::max<std::size_t>(content.answers.size(), 1));
    return above_answers + answers * (answer_height + answer_gap) - answer_gap + below_answers + word_height +
           word_edge;
}

class BlockLayouter {
public:
    BlockLayouter(const StoryRoom& room, const StoryContent& content, const TextMeasure& measure)
        : area_(room.area), column_(room.names ? std::max(room.column, label_column * room.scale) : 0),
          least_band_(std::max(room.least_band, band_of(content, room.brief) * room.scale)),
          content_(content), scale_(room.scale), measure_(measure) {}

    StoryLayout lay_out() {
        layout_.scale = scale_;
        layout_.left = area_.x;
        widths();
        heights();
        joints(content_.source, layout_.source);
        joints(content_.main, layout_.main);
        answers();
        if (content_.goes_on)
            layout_.leaves = {area_.x + layout_.width,
                              std::round(layout_.main.bands.back().y - leaves_above * scale_)};
        return std::move(layout_);
    }

private:
    bool has_source() const { return !content_.source.words.empty(); }
    /// Only layers have names.
    float column(const StoryBlock& block) const { return block.bands.empty() ? 0 : column_; }

    /// Both blocks share the room in proportion to their words.
    void widths() {
        const float gap = has_source() ? block_gap * scale_ : 0;
        const float room = area_.width - column(content_.main) - column(content_.source) - gap;
        float share = 0;
        if (has_source()) {
            const float left = natural(places_of(content_.source, {}), settings[0], scale_, measure_).width();
            const float right = natural(places_of(content_.main, {}), settings[0], scale_, measure_).width();
            share = left / (left + right);
            set_words(content_.source, layout_.source, area_.x, room * share);
        }
        const float start = has_source() ? layout_.source.area.right() + gap : area_.x;
        set_words(content_.main, layout_.main, start, room * (1 - share));
        layout_.width = std::max(layout_.main.area.right() - area_.x, area_.width);
    }

    /// All words where they have room at a good size, else without those that give way.
    Places fitting(const StoryBlock& block, PlacedBlock& placed, float room) const {
        const auto fits = [&](const Places& places) {
            return natural(places, settings[1], scale_, measure_).width() <= room;
        };
        placed.folded.clear();
        Places places = places_of(block, placed.folded);
        for (const std::vector<bool>& folded : block.may_fold) {
            if (fits(places)) break;
            placed.folded = folded;
            places = places_of(block, folded);
        }
        return places;
    }

    /// What may stand right of the last word's line: the weight of its arc to itself, or what would be said.
    float room_beyond(const StoryBlock& block) const {
        const bool many =
            std::ranges::any_of(block.bands, [](const StoryBand& band) { return band.heads > 2; });
        const std::string of = many && !content_.itself.empty() ? content_.itself + " " : std::string();
        const float weight = (loop_width + weight_edge) * scale_ +
                             measure_.width(Font::mono, pill_text * scale_, of + number_text(0, 2));
        const bool asked = content_.goes_on && !content_.deep && !block.to_come.empty();
        return asked ? std::max(weight, (narrow_asked + asked_gap + 6) * scale_) : weight;
    }

    /// What stands there anyway: half of its box, and the word to come.
    static float right_of_last(const StoryBlock& block, const WordLine& line) {
        if (block.to_come.empty()) return line.widths.back() / 2;
        return line.widths[line.widths.size() - 2] / 2 + line.gap + line.widths.back();
    }

    /// Right of the words, so that there is enough beyond the last word's line; nothing where the words would
    /// have to be small for that.
    float kept_free(const StoryBlock& block, const Places& places, float room) const {
        const float text_size =
            std::min(fitted_words(places, room, scale_, measure_).text_size, settings[1].text * scale_);
        float kept = 0;
        for (int step = 0; step < 3; ++step) { // less room, narrower boxes
            const WordLine line = fitted_words(places, room - kept, scale_, measure_);
            const float used = line.width() + line.gap, spare = std::max(0.0F, room - kept - used);
            if (line.text_size < text_size || used > room - kept + 1) return 0;
            kept += std::max(0.0F,
                             room_beyond(block) - right_of_last(block, line) - (line.gap + spare) / 2 - kept);
        }
        return kept;
    }

    void set_words(const StoryBlock& block, PlacedBlock& placed, float x, float room) const {
        const Places places = fitting(block, placed, room);
        const float kept = kept_free(block, places, room);
        const WordLine line = fitted_words(places, room - kept, scale_, measure_);
        placed.text_size = line.text_size;
        placed.column = column(block);
        const float used = line.width() + line.gap, spare = std::max(0.0F, room - kept - used);
        placed.area = {x, area_.y, placed.column + (used + kept > room + 1 ? used + kept : room), 0};
        float left = x + placed.column + (spare + line.gap) / 2; // few words: in the middle
        std::vector<Rect> boxes;
        for (std::size_t i = 0; i < line.widths.size(); ++i) {
            left += line.gap_before(i);
            const float right = std::round(left + line.widths[i]);
            boxes.push_back({std::round(left), 0, right - std::round(left), word_height * scale_});
            left += line.widths[i];
        }
        for (const std::size_t place : places.of_word)
            placed.words.push_back(boxes[place]);
        if (!block.to_come.empty()) placed.to_come = boxes.back();
    }

    /// From the bottom: the words, then one band after the other. All bands of the words that answer are
    /// equally high, unless some of them are folded; those of the source share the lowest.
    void heights() {
        const float inner = inner_bands_of(content_), others = around_bands(content_) * scale_;
        const std::vector<float> bands = band_heights(area_.height - others, least_band_ * inner);
        const float sum = std::accumulate(bands.begin(), bands.end(), 0.0F);
        layout_.height = std::max(others + sum, area_.height);
        const float bottom = area_.y + layout_.height - word_edge * scale_;
        stack(layout_.main, bands, bottom);
        layout_.main.top = layout_.main.bands.back().y - 8 * scale_;
        if (!has_source()) return;
        const std::vector<float> shared(content_.source.bands.size(), bands.front() / inner);
        stack(layout_.source, shared, bottom);
        for (std::size_t i = 0; i < content_.main.bands.size(); ++i)
            if (content_.main.bands[i].from_source) {
                Rect& across = layout_.main.bands[i];
                across = {area_.x, across.y, across.right() - area_.x, across.height};
            }
        float top = layout_.source.words.front().y;
        for (const Rect& of_source : layout_.source.bands)
            top = std::min(top, of_source.y);
        for (std::size_t i = 0; i < content_.main.bands.size(); ++i)
            if (content_.main.bands[i].from_source) top = std::min(top, layout_.main.bands[i].bottom());
        layout_.source.top = top - 8 * scale_;
    }

    std::vector<float> band_heights(float room, float least) {
        const std::vector<StoryBand>& bands = content_.main.bands;
        const float equal = room / bands_of(content_);
        const Folding folding = folding_of(bands);
        if (folding.folded.empty() || equal >= std::max(least, easy_deep_band * scale_))
            return std::vector<float>(bands.size(), std::floor(std::max(equal, least)));
        layout_.main.folded_bands = folding.folded;
        // One place that all layers share is as high as they would be: the marked line ends where it always
        // does.
        const float place = folding.others == 0 ? std::max(room, folded_band * scale_) : folded_band * scale_;
        const float other = std::max((room - folding.places * place) / std::max(folding.others, 1.0F), least);
        std::vector<float> heights(bands.size(), std::floor(other));
        for (std::size_t i = 0; i < bands.size(); ++i)
            if (const auto count = layout_.main.folds_from(i))
                std::fill_n(heights.begin() + static_cast<std::ptrdiff_t>(i), count,
                            place / static_cast<float>(count));
        return heights;
    }

    void stack(PlacedBlock& block, const std::vector<float>& bands, float bottom) const {
        float y = std::round(bottom - word_height * scale_);
        for (Rect& word : block.words)
            word.y = y;
        block.to_come.y = y;
        for (const float band : bands) {
            const float top = std::round(y - band);
            block.bands.push_back({block.area.x, top, block.area.width, y - top});
            y = top;
        }
        block.area.y = y;
        block.area.height = bottom - y;
    }

    /// Each head has its own place on the marked line, the first the lowest.
    void joints(const StoryBlock& block, PlacedBlock& placed) const {
        for (std::size_t i = 0; i < placed.bands.size(); ++i) {
            const Rect& band = placed.bands[i];
            const auto heads = static_cast<float>(block.bands[i].heads);
            const bool deep = content_.deep;
            const float highest = deep        ? 0.12F
                                  : heads > 2 ? 0.3F
                                              : 0.34F,
                        lowest = deep        ? 0.7F
                                 : heads > 4 ? 0.78F
                                             : 0.52F;
            placed.joints.emplace_back();
            for (Index head = 0; head < block.bands[i].heads; ++head) {
                const float share =
                    heads < 2 ? 0.45F : lowest - (lowest - highest) * static_cast<float>(head) / (heads - 1);
                placed.joints.back().push_back(
                    {placed.x(block.marked), std::round(band.y + share * band.height)});
            }
        }
    }

    /// Stacked above the line that they answer for, the first at the top.
    void answers() {
        const float x = layout_.main.x(content_.answered), height = answer_height * scale_;
        float y = layout_.main.bands.back().y - below_answers * scale_ - height;
        for (auto answer = content_.answers.rbegin(); answer != content_.answers.rend(); ++answer) {
            const float width = answer_width_of(*answer, scale_, measure_);
            const float right = area_.x + layout_.width - width;
            layout_.answers.insert(layout_.answers.begin(),
                                   {std::round(std::clamp(x - width / 2, area_.x, right)), std::round(y),
                                    std::round(width), height});
            y -= height + answer_gap * scale_;
        }
    }

    Rect area_;
    float column_, least_band_;
    const StoryContent& content_;
    float scale_;
    const TextMeasure& measure_;
    StoryLayout layout_;
};

} // namespace

std::size_t PlacedBlock::folds_from(std::size_t band) const {
    if (!is_folded_band(band) || (band > 0 && is_folded_band(band - 1))) return 0;
    std::size_t end = band;
    while (is_folded_band(end))
        ++end;
    return end - band;
}

Rect PlacedBlock::folded_place(std::size_t band) const {
    return around(bands[band], bands[band + folds_from(band) - 1]);
}

StoryLayout shifted(const StoryLayout& from, StoryLayout to, float share) {
    std::vector<Rect>& words = to.main.words;
    const std::vector<Rect>& before = from.main.words;
    if (words.size() != before.size() + 1) return to;
    const auto between = [&](float a, float b) { return a + share * (b - a); };
    for (std::size_t i = 0; i < words.size(); ++i) {
        const Rect& was = i < before.size() ? before[i] : from.main.to_come;
        if (was.width > 0)
            words[i] = {between(was.x, words[i].x), between(was.y, words[i].y),
                        between(was.width, words[i].width), between(was.height, words[i].height)};
    }
    return to;
}

float least_story_height(const StoryContent& content, float scale, bool brief) {
    const Folding folding = folding_of(content.main.bands);
    const float bands = folding.folded.empty() ? bands_of(content) * inner_bands_of(content) : folding.others;
    return scale * (around_bands(content) + bands * band_of(content, brief) + folding.places * folded_band);
}

StoryLayout story_layout(const StoryRoom& room, const StoryContent& content, const TextMeasure& measure) {
    StoryLayout layout = BlockLayouter(room, content, measure).lay_out();
    place_story_arcs(layout, content, room.brief, measure);
    return layout;
}

} // namespace drawing
