#pragma once
// The story of a word. The words stand once, at the bottom; each has a line of its own upwards through the
// layers. In each layer arcs lead from the lines that the marked word reads into its own, and that line ends
// in the answer. A decoder has the words that it translates on its left. The picture can be played: it is a
// function of its content, its place and the moment.

#include "drawing/figures/story_play.h"
#include "drawing/figures/word_row.h"
#include "drawing/shapes/figure.h"
#include "drawing/shapes/fitted_text.h"

#include <optional>
#include <string>
#include <vector>

namespace drawing {

using base::Index;

/// Pixels at scale 1; of text the height of a line.
namespace story_sizes {

inline constexpr float word_height = 42, word_text = 20.5F;
inline constexpr float label_column = 118; ///< left of a block's words: the names of its layers
inline constexpr float block_gap = 34;     ///< between the source and the words that answer
inline constexpr float least_band = 132, least_brief_band = 100;
inline constexpr float least_deep_band = 42; ///< of a layer among many
inline constexpr float easy_deep_band = 64;  ///< … in which its arcs are told apart at a glance
inline constexpr float folded_band = 20;     ///< of neighbouring layers that give way
inline constexpr float low_band = 70;        ///< below this, all that is said of a layer is two short lines
inline constexpr float answer_width = 138, answer_height = 46, answer_gap = 6;
inline constexpr float above_answers = 10, below_answers = 26; ///< the lines end between answers and bands
inline constexpr float arc_width = 11;                         ///< of the weight 1
inline constexpr float word_edge = 4;                          ///< for the frames of words
inline constexpr float foot = 34;      ///< above the words: where an arc of the first layer begins
inline constexpr float head_step = 12; ///< between the arcs of two heads from one word
inline constexpr float joint = 6;
inline constexpr float loop_width = 30;  ///< of an arc from a word to itself
inline constexpr float weight_edge = 16; ///< beside the digits of a weight, both sides together
inline constexpr float pill_height = 22, pill_text = 15.5F;
inline constexpr float cross = 15; ///< radius of the sign on an arc that is cut
inline constexpr float note_title = 20.5F, note_text = 17, note_line = 22, note_number = 12,
                       widest_note = 420;
/// The narrow one stands between the marked line of a story that goes on and the right edge.
inline constexpr float narrow_asked = 128, asked_gap = 14;
inline constexpr float asked_width = 196, asked_row = 22, asked_title = 34;

} // namespace story_sizes

// The content.

/// What the marked word reads in a layer with one of its heads.
struct StoryArc {
    Index head = 0, key = 0;
    float weight = 0;  ///< of an arc that is cut: what it would have been
    bool told = false; ///< in full colour: the answer depends on it, or it has a name
    bool cut = false;
};

/// The word that a head read most before something was cut.
struct StoryFormer {
    Index head = 0, key = 0;
};

/// What the model would say if it were asked here.
struct StoryGuess {
    std::string word;
    float probability = 0;
};

/// A layer of attention: what its marked word reads.
struct StoryBand {
    std::string name;       ///< "Layer 1"
    std::string about = {}; ///< "finds what is said about it"
    Index heads = 1;
    bool from_source = false; ///< the keys are words of the source
    std::vector<StoryArc> arcs = {};
    std::vector<StoryFormer> before = {};
    std::vector<StoryGuess> guesses = {}; ///< after its attention; empty: nobody asks
    /// It gives way where there is little room for all layers: neighbours share one narrow place, which has
    /// the name that the lowest of them brings along.
    bool may_fold = false;
    std::string folded_name = {}; ///< "Layers 6 to 8"
};

/// Words whose lines rise through layers.
struct StoryBlock {
    std::vector<std::string> words = {};
    Index marked = 0;
    std::vector<StoryBand> bands = {};  ///< from the bottom
    std::vector<std::string> ends = {}; ///< the text at the upper end of each line; empty: none
    /// Words that give way where there is no room for all: neighbours share one narrow place. The first of
    /// these lists that leaves room enough is used, or else the last. Empty: none.
    std::vector<std::vector<bool>> may_fold = {};
    // As in Words; empty: none. The word to come has the place after the last.
    std::vector<bool> joined = {}, put_in = {};
    std::string to_come = {}; ///< the word that would stand next, in a dashed box; empty: none

    Words boxed() const { return {words, nullptr, &joined, &put_in}; }
};

/// The model's answer, with the one that it gave before.
struct StoryAnswer {
    std::string label = {};                ///< "So “it” is"
    std::string word, number = {};         ///< "cat", "1.00"
    std::string before = {};               ///< "before"
    std::string was = {}, was_number = {}; ///< empty: the same
    std::optional<bool> right = {};        ///< empty: nobody knows
    std::string verdict = {};              ///< "right", "wrong: it is “cat”"
};

/// What an arc means, beside it.
struct StoryNote {
    bool in_source = false;
    std::size_t band = 0;
    Index head = 0, key = 0; ///< the arc
    std::string number = {}; ///< "1"; empty: none
    ColouredText title = {};
    std::vector<std::string> lines = {};
};

struct StoryContent {
    StoryBlock source = {}; ///< without words: none
    StoryBlock main = {};
    Index answered = 0; ///< the word of `main` that the answers are about
    std::vector<StoryAnswer> answers = {};
    bool deep = false;          ///< so many layers that little is said of each, and few of its arcs are drawn
    bool goes_on = false;       ///< in place of the answers: the marked line turns and leaves at the right
    std::string no_answer = {}; ///< in place of the answers: why there is none
    std::vector<StoryNote> notes = {};
    std::string asked = {};  ///< "if asked now, it would say"
    std::string itself = {}; ///< beside the one arc that stands for those of several heads to the word itself
    /// It is known what the answer depends on; otherwise an arc is as strong in colour as its weight.
    bool judged = true;
};

/// The moments at which a story is played: as many layers as the words that answer have.
StoryPlay play_of(const StoryContent& content);

// The layout.

/// A block in its place.
struct PlacedBlock {
    Rect area = {}; ///< the words with their lines, and the names of the layers on their left
    float text_size = 0;
    std::vector<Rect> words = {};
    /// From the bottom, the column of their names included; of one that reads the source also its words.
    std::vector<Rect> bands = {};
    float column = 0;                            ///< width of that column
    std::vector<std::vector<Point>> joints = {}; ///< by band and head: where its arcs reach the marked line
    float top = 0;                               ///< where the lines end
    std::vector<bool> folded = {};               ///< by word; empty: none is
    std::vector<bool> folded_bands = {};         ///< by layer; empty: none is
    Rect to_come = {};                           ///< without width: none

    bool is_folded(Index word) const { return !folded.empty() && folded[static_cast<std::size_t>(word)]; }
    /// The first of folded neighbours, which stands for all of them.
    bool stands_for_folded(Index word) const {
        return is_folded(word) && (word == 0 || !is_folded(word - 1));
    }
    bool is_folded_band(std::size_t band) const { return band < folded_bands.size() && folded_bands[band]; }
    /// How many layers share the place of this one, which is the lowest of them; 0: it is none of that kind.
    std::size_t folds_from(std::size_t band) const;
    /// The place that those share.
    Rect folded_place(std::size_t band) const;

    float x(Index word) const { return words[static_cast<std::size_t>(word)].centre().x; }
    /// The place beside a layer's arcs for its name and its heads.
    Rect beside(std::size_t band) const { return {bands[band].x, bands[band].y, column, bands[band].height}; }
};

struct PlacedArc {
    bool in_source = false;
    std::size_t band = 0;
    StoryArc arc = {};
    Curve curve = {};    ///< without a colour
    Rect handle = {};    ///< the place of its weight, or of the sign that it is cut; else a small place on it
    bool named = false;  ///< the weight is written there
    std::string of = {}; ///< before the weight: "itself "
};

/// The former way of a head, for a dashed line.
struct PlacedFormer {
    std::size_t band = 0;
    bool in_source = false;
    Curve curve = {};
};

struct StoryLayout {
    float left = 0;
    float width = 0, height = 0; ///< of everything; exceeds the area when it has to scroll
    float scale = 1;
    PlacedBlock source = {}, main = {};
    std::vector<PlacedArc> arcs = {}; ///< the weakest first
    std::vector<PlacedFormer> before = {};
    std::vector<Rect> notes = {}, answers = {}; ///< in the order of the content; without width: no room
    std::vector<Rect> guesses = {};             ///< by band of `main`; without width: none
    Point leaves = {};                          ///< where the marked line of a story that goes on leaves

    const PlacedBlock& block(bool in_source) const { return in_source ? source : main; }
};

struct StoryRoom {
    Rect area;        ///< filled from its upper left corner
    float column = 0; ///< least width of the columns beside the bands, pixels: room for pictures of heads
    float scale = 1;
    /// Notes without their lines, lower layers, and nothing that would hide what is told.
    bool brief = false;
    float least_band = 0; ///< of a layer that has more beside it, pixels
    bool names = true;    ///< the names of the layers stand beside them
};

StoryLayout story_layout(const StoryRoom& room, const StoryContent& content, const TextMeasure& measure);
/// The height below which it scrolls, pixels.
float least_story_height(const StoryContent& content, float scale, bool brief);
/// On the way from another layout: `to`, with told arcs partly where those of the same head were. `share`: 0
/// at its beginning, 1 at its end. A layout of other words or layers is no beginning.
StoryLayout between(const StoryLayout& from, StoryLayout to, float share);
/// On the way from the layout of a text with one word less: words glide from where they stood, the last one
/// from the box of the word to come.
StoryLayout shifted(const StoryLayout& from, StoryLayout to, float share);
/// Its second half: arcs, weights and notes, once words and layers have their places.
void place_story_arcs(StoryLayout& layout, const StoryContent& content, bool brief,
                      const TextMeasure& measure);

// The figure.

struct StoryLook {
    float seconds = StoryPlay::length;           ///< the moment of the play; by default its end
    std::optional<std::size_t> hovered_arc = {}; ///< of StoryLayout::arcs
    bool awaits_last = false;                    ///< the last word is not there yet: its box is empty
    /// Of a figure that is scrolled: where the names of the layers stand, over what is scrolled away. Empty:
    /// in their places.
    std::optional<float> names_at = {};
};

/// Paints the story; `layout` must be the layout of `content`.
Figure story_figure(const StoryLayout& layout, const StoryContent& content, const StoryLook& look,
                    const Palette& palette, const TextMeasure& measure);

/// The same on paper, at a moment: within an area that does not scroll, smaller where it has no room. What
/// would be smaller than `least` of its size is cut off at the sides, far from the marked word.
Figure story_figure_within(const Rect& area, const StoryContent& content, float seconds, float least,
                           const Palette& palette, const TextMeasure& measure);

// How it ends.

/// The answers at a moment, each with whether it is right and what it was before something was cut; without
/// any, why there is none.
Figure ending_figure(const StoryLayout& layout, const StoryContent& content, float seconds,
                     const Palette& palette, const TextMeasure& measure);
/// Two strokes that cross: a wrong answer, an arc that is cut.
Figure sign_of_wrong(Point centre, float arm, Rgba ink, float thickness);

/// The answer with its probability, as the story ends in it. `is_own`: of the marked word.
Figure answer_figure(const Rect& rect, const StoryAnswer& answer, bool is_own, float scale,
                     const Palette& palette, const TextMeasure& measure);
/// The width it needs.
float answer_width_of(const StoryAnswer& answer, float scale, const TextMeasure& measure);

} // namespace drawing
