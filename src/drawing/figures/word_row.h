#pragma once
// Words in boxes, side by side: the sentence as every view shows it.

#include "drawing/shapes/figure.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace drawing {

using base::Index;

struct Words {
    std::span<const std::string> texts = {};
    const std::vector<bool>* unknown = nullptr; ///< words outside the lexicon; null: none
    // Where a tokenizer has cut the text into pieces:
    const std::vector<bool>* joined = nullptr; ///< goes on with the written word before it; null: none
    const std::vector<bool>* put_in = nullptr; ///< nobody wrote it; null: none

    Index count() const { return static_cast<Index>(texts.size()); }
    const std::string& operator[](Index i) const { return texts[static_cast<std::size_t>(i)]; }
    bool is_unknown(Index i) const { return is_so(unknown, i); }
    bool is_joined(Index i) const { return is_so(joined, i); }
    bool is_put_in(Index i) const { return is_so(put_in, i); }
    /// Of its box: round where a written word begins and ends.
    Corners corners(Index i) const {
        const bool left = !is_joined(i), right = !is_joined(i + 1);
        return left && right ? Corners::all : left ? Corners::left : right ? Corners::right : Corners::none;
    }

private:
    static bool is_so(const std::vector<bool>* words, Index i) {
        return words && i < static_cast<Index>(words->size()) && (*words)[static_cast<std::size_t>(i)];
    }
};

/// How large words are set: pixels at scale 1.
struct WordSizes {
    float box = 31;           ///< height of a box
    float text = 15, gap = 9; ///< of the words, and between their boxes
    float number = 12.5F;     ///< digits beside a word …
    float strong_number = 13; ///< … from a weight of 0.1 on
    float number_line = 22;   ///< the line of these digits
    bool fills = false;       ///< boxes as wide as the line has room for; else as wide as their words need

    bool operator==(const WordSizes&) const = default;
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

/// The width of the note beside a row that says how many words are not shown; pixels at scale 1.
inline constexpr float rest_width = 92;

struct WordRowOptions {
    WordSizes sizes = {};
    float scale = 1;
    bool tight = false; ///< rather than leave words out, boxes may be narrower than a number
};

/// Sets the words on a line: equally wide boxes if they fit, then boxes as wide as their words, then smaller
/// ones. The pieces of a written word stand without a gap. Of a sequence too long even for that, only the
/// words around `focus` are shown, between two notes.
WordRow set_row(Rect line, Words words, Index focus, const WordRowOptions& options,
                const TextMeasure& measure);

/// The corners of a box of this height.
float word_radius(float height, float scale);

/// What a word is in the picture: `asks` reads the others, `is_read` is what it reads most.
enum class WordPart { plain, asks, is_read };

/// A word in its box; an unknown one has a dashed edge.
Figure word_figure(const Rect& box, const std::string& word, WordPart part, bool unknown, float text_size,
                   float scale, const Palette& palette, const TextMeasure& measure);
/// One of a sequence: joined pieces share one outline, and what nobody wrote has a quiet, dashed edge.
Figure word_figure(const Rect& box, const Words& words, Index word, WordPart part, float text_size,
                   float scale, const Palette& palette, const TextMeasure& measure);

} // namespace drawing
