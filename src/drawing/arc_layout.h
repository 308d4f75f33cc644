#pragma once
// Where the words are: one row in self-attention, source above target in cross-attention.

#include "drawing/figure.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drawing {

using attention::Index;

struct Words {
    std::span<const std::string> texts = {};
    const std::vector<bool>* unknown = nullptr; ///< words outside the lexicon; null: none

    Index count() const { return static_cast<Index>(texts.size()); }
    const std::string& operator[](Index i) const { return texts[static_cast<std::size_t>(i)]; }
    bool is_unknown(Index i) const {
        return unknown && i < static_cast<Index>(unknown->size()) && (*unknown)[static_cast<std::size_t>(i)];
    }
};

/// Neighbouring words of a sequence in boxes, from `first` on.
struct WordRow {
    Index first = 0;
    Index total = 0;         ///< words of the sequence
    std::vector<Rect> boxes; ///< those shown
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
    WordRow queries; ///< in self-attention the same row
    Rect strip; ///< every key as a line of colours, where not all keys are shown; otherwise without height
    float scale = 1;

    /// The key under a point of the strip.
    std::optional<Index> strip_key_at(Point point) const;
};

struct ArcOptions {
    Index query = 0;               ///< the word that asks
    std::optional<Index> key = {}; ///< the marked key
    float scale = 1;               ///< of text and boxes
    bool shares = true;            ///< the numbers are shares of 1; else scores of any size
};

/// Puts the words into the area: equally wide boxes if they fit, then boxes as wide as their words, then
/// smaller ones; a sequence too long for that is shown around the query (keys of cross-attention: around the
/// marked key). `queries` is empty in self-attention. No words, no boxes.
ArcLayout arc_layout(Rect area, Words keys, Words queries, const ArcOptions& options,
                     const TextMeasure& measure);

/// Pixels in height that words, weights and arcs want at this scale; low arcs are no less clear, only
/// flatter.
float arc_height(bool cross, bool high_arcs, float scale);

} // namespace drawing
