#pragma once
// Words joined by arcs: how one word's attention is spread over the others, or how they score. In
// self-attention the words are in one row; in cross-attention the source is above the target.

#include "drawing/figures/word_row.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drawing {

// The arcs themselves.

/// What the arcs of one word have in common.
struct ArcGround {
    Rect query;      ///< the box of the word that reads; its arcs end on the upper edge
    float height;    ///< how high the arc to the farthest word rises, pixels
    float farthest;  ///< the distance to that word, pixels
    float whole;     ///< the thickness of a weight of 1, pixels
    float least = 1; ///< of the thinnest arc, pixels
    Role colour_beneath = Role::background;
    bool loop_left = false; ///< the arc of the word to itself: at its left corner, not at its right one
};

/// A word that is read, by the middle of its box.
struct ArcEnd {
    float x = 0;
    float weight = 0;
};

/// The arc from each word that is read to the one that reads, which is over the same row, in the order of
/// `ends`. For a word at distance d it rises to height · (0.22 + 0.78·(d/farthest)^0.8); both handles are
/// straight up, at 4/3 of that. It is as thick as its weight, a share of `whole`; at the word that reads, all
/// stand side by side like the streams of a Sankey diagram, the outermost nearest to the middle, so that none
/// crosses another and together they are as thick as the whole. An arc from the word to itself is a small
/// loop at a corner.
std::vector<Curve> arcs_over(const ArcGround& ground, std::span<const ArcEnd> ends, const Palette& palette);

/// The colour of an arc, opaque: in two steps for small weights, then towards violet.
Rgba arc_colour(float weight, const Palette& palette, Role beneath = Role::background);

/// From this weight on, a word's arc to itself is drawn.
inline constexpr float least_loop = 0.05F;

// Words with their arcs.

/// Shared by layout and painting; pixels at scale 1.
namespace arc_sizes {

inline constexpr float box = WordSizes{}.box, weight_line = WordSizes{}.number_line;
inline constexpr float strip = 14; ///< the strip of all keys, with its two pointers
inline constexpr float strip_gap = 4;

} // namespace arc_sizes

struct ArcLayout {
    Rect area;
    bool cross = false;
    WordRow keys;
    WordRow queries; ///< the same row as `keys` in self-attention
    Rect strip;      ///< every key as a coloured line, when not all keys are shown; otherwise zero height
    float scale = 1;

    /// The key under a point of the strip.
    std::optional<Index> strip_key_at(Point point) const;
};

struct ArcOptions {
    Index query = 0;               ///< the query word
    std::optional<Index> key = {}; ///< the marked key
    float scale = 1;               ///< scale of text and boxes
    bool shares = true;            ///< the numbers are shares of 1; otherwise scores of any size
    bool written = true;           ///< show the numbers beside the words
    bool tight = false;            ///< rather than leave words out, boxes may be narrower than a number
    std::string numbers = {};      ///< names the numbers, where there is room: "weights"
    /// Says how many words on one side are not shown; empty: "12 more".
    std::function<std::string(Index)> more = {};
    WordSizes sizes = {};
    float whole = 15; ///< thickness of a weight of 1, at scale 1
    Role beneath = Role::background;
    bool loop_left = false; ///< as in ArcGround
    /// In cross-attention: what the other queries read, as pale bands; weights below 0.1 are left out.
    bool others = false;
};

/// Arranges the words in the area, as set_row() does (of the keys of cross-attention, around the marked
/// key). `queries` is empty in self-attention. Without words there are no boxes. In cross-attention two rows
/// that fill their lines have boxes of one width: the shorter row is centred on the other.
ArcLayout arc_layout(Rect area, Words keys, Words queries, const ArcOptions& options,
                     const TextMeasure& measure);

/// Preferred height in pixels of words, weights and arcs at this scale; low arcs are flatter, but as clear.
float arc_height(bool cross, bool high_arcs, float scale);

/// Paints the words of a layout and an arc from every key to the marked query, as thick as its weight. Where
/// the numbers are scores rather than shares of 1, thickness is relative to the largest score of the row, and
/// negative scores get no arc. `weights` (n, m) belongs to one head; null before there are any: words only.
/// Keys not shown are counted and their weights summed up on the side they are on, so that the visible
/// numbers still add up to 1, with a dashed line to them; the strip shows them too.
Figure arc_figure(const ArcLayout& layout, Words keys, Words queries,
                  const std::shared_ptr<const base::Matrix>& weights, const ArcOptions& options,
                  const Palette& palette, const TextMeasure& measure);

} // namespace drawing
