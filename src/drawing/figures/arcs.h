#pragma once
// Words joined by arcs: how one word's attention is spread over the others, or how they score. In
// self-attention the words are in one row; in cross-attention the source is above the target.

#include "drawing/shapes/figure.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drawing {

using base::Index;

/// Shared by layout and painting; pixels at scale 1.
namespace arc_sizes {

inline constexpr float box = 31;         ///< height of a word's box
inline constexpr float weight_line = 22; ///< the line of weights beside the boxes
inline constexpr float strip = 14;       ///< the strip of all keys, with its two pointers
inline constexpr float strip_gap = 4;
inline constexpr float edge = 92; ///< width of the note about the words not shown

} // namespace arc_sizes

struct Words {
    std::span<const std::string> texts = {};
    const std::vector<bool>* unknown = nullptr; ///< words outside the lexicon; null: none

    Index count() const { return static_cast<Index>(texts.size()); }
    const std::string& operator[](Index i) const { return texts[static_cast<std::size_t>(i)]; }
    bool is_unknown(Index i) const {
        return unknown && i < static_cast<Index>(unknown->size()) && (*unknown)[static_cast<std::size_t>(i)];
    }
};

/// Boxes of consecutive words of a sequence, starting at `first`.
struct WordRow {
    Index first = 0;
    Index total = 0;         ///< words in the sequence
    std::vector<Rect> boxes; ///< boxes of the words shown
    float text_size = 0;     ///< pixels

    Index count() const { return static_cast<Index>(boxes.size()); }
    bool shows_all() const { return count() == total; }
    std::optional<Rect> box(Index word) const; ///< empty when the word is not shown
    std::optional<Index> word_at(Point point) const;
};

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
};

/// Arranges the words in the area: equally wide boxes if they fit, then boxes as wide as their words, then
/// smaller ones. Of a sequence too long even for that, only the words around the query are shown (of the keys
/// of cross-attention, those around the marked key). `queries` is empty in self-attention. Without words
/// there are no boxes.
ArcLayout arc_layout(Rect area, Words keys, Words queries, const ArcOptions& options,
                     const TextMeasure& measure);

/// Preferred height in pixels of words, weights and arcs at this scale; low arcs are flatter, but as clear.
float arc_height(bool cross, bool high_arcs, float scale);

/// Paints the words of a layout and an arc from the marked query to every key, as thick and as strong as its
/// weight. Where the numbers are scores rather than shares of 1, thickness is relative to the largest score
/// of the row, and negative scores get no arc. `weights` (n, m) belongs to one head; null before there are
/// any: words only. Keys not shown are counted and their weights summed up on the side they are on, so that
/// the visible numbers still add up to 1, with a dashed line to them; the strip shows them too.
Figure arc_figure(const ArcLayout& layout, Words keys, Words queries,
                  const std::shared_ptr<const base::Matrix>& weights, const ArcOptions& options,
                  const Palette& palette, const TextMeasure& measure);

} // namespace drawing
