#pragma once
// The story of a word: every word's line rises through the layers, arcs show what the marked word
// reads in each, notes explain it, and the answer is at the top. A decoder has the words that it translates
// on its left.

#include "drawing/shapes/figure.h"

#include <optional>
#include <string>
#include <vector>

namespace drawing {

using base::Index;

/// Pixels at scale 1.
namespace story_sizes {

inline constexpr float chip_height = 34, chip_gap = 14;
inline constexpr float gutter = 62;    ///< left of a block's words: the names of the layers
inline constexpr float block_gap = 34; ///< between the source and the words that answer
inline constexpr float least_band = 128, highest_band = 420;
inline constexpr float end_height = 22; ///< of the texts at the ends of the lines, above the last band
inline constexpr float answer_height = 34, answer_gap = 6;
inline constexpr float joint = 8, mlp_size = 11; ///< signs on the marked line
inline constexpr float number_size = 12;         ///< of a weight on its arc
inline constexpr float handle_height = 20;
inline constexpr float note_title = 14, note_text = 12.5F, note_line = 18, note_padding = 12;
inline constexpr float widest_note = 330;

} // namespace story_sizes

// The content.

/// What a word reads in a layer with one of its heads.
struct StoryArc {
    Index head = 0, key = 0;
    float weight = 0;
    bool knocked_out = false; ///< `weight` is then what it would have been
};

/// A layer of attention: what its marked word reads.
struct StoryBand {
    std::string name; ///< "layer 1"
    Index heads = 1;
    bool from_source = false; ///< the keys are words of the source, at its top
    std::string mlp = {};     ///< what adds to every line after attention; empty: nothing does
    std::vector<StoryArc> arcs = {};
};

/// Words whose lines rise through layers.
struct StoryBlock {
    std::vector<std::string> words = {};
    Index marked = 0;
    std::vector<StoryBand> bands = {};  ///< from the bottom
    std::vector<std::string> ends = {}; ///< the text at the upper end of each line; empty: none
};

/// The model's answer, with the one it gave before and the runners-up.
struct StoryAnswer {
    std::string label;  ///< "subject"; empty: none
    std::string now;    ///< "cat 0.97"
    std::string was;    ///< empty: the same
    std::string others; ///< "mat 0.02 · dog 0.01"
    Role role = Role::strong_fill;
};

/// A card beside an arc.
struct StoryNote {
    bool in_source = false;
    std::size_t band = 0;
    Index head = 0, key = 0; ///< the arc
    std::string title;
    std::vector<std::string> lines = {};
};

struct StoryContent {
    StoryBlock source = {}; ///< without words: none
    StoryBlock main;
    Index answered = 0; ///< the word of `main` that the answers are about
    std::vector<StoryAnswer> answers = {};
    std::vector<StoryNote> notes = {};
};

// The layout.

/// A block in its place. There is a row of chips under each band; the source has another above its last band.
struct PlacedBlock {
    Rect area = {};
    float text_size = 0;
    std::vector<std::vector<Rect>> chips = {};   ///< by row from the bottom, and word
    std::vector<Rect> bands = {};                ///< the room between the chips
    std::vector<std::vector<Point>> joints = {}; ///< by band and head: where its arcs reach the marked line
    std::vector<Rect> mlps = {}; ///< by band: the sign of its MLP on the marked line; no width without one
    float top = 0;               ///< where the lines end

    float x(Index word) const { return chips.front()[static_cast<std::size_t>(word)].centre().x; }
};

struct PlacedArc {
    bool in_source = false;
    std::size_t band = 0;
    StoryArc arc = {};
    Curve curve = {};   ///< without a colour
    Rect handle = {};   ///< the place of its weight; without one, a small place on the arc
    bool named = false; ///< the weight is written there
};

struct StoryLayout {
    float left = 0;
    float width = 0, height = 0; ///< of everything; exceeds the area when it has to scroll
    float scale = 1;
    PlacedBlock source = {}, main = {};
    std::vector<PlacedArc> arcs = {};           ///< the weakest first
    std::vector<Rect> notes = {}, answers = {}; ///< in the order of the content

    const PlacedBlock& block(bool in_source) const { return in_source ? source : main; }
};

/// Lays the content out in the area, from its upper left corner.
StoryLayout story_layout(const Rect& area, const StoryContent& content, float scale,
                         const TextMeasure& measure);

// The figure.

struct StoryLook {
    std::optional<std::size_t> hovered_arc = {}; ///< of StoryLayout::arcs
};

/// Paints the story; `layout` must be the layout of `content`.
Figure story_figure(const StoryLayout& layout, const StoryContent& content, const StoryLook& look,
                    const Palette& palette, const TextMeasure& measure);

} // namespace drawing
