#pragma once
// A sentence, large, with the arcs of one of its words: on the Start page, as a picture to share and as a
// clip. The figure is a function of its look alone, so that every moment of a movement can be drawn by
// itself.

#include "drawing/figures/arcs.h"

namespace drawing {

struct SentenceContent {
    std::vector<std::string> words;
    Index query = 0;
    std::vector<float> weights = {};   ///< (n) of the query; empty: not known
    std::optional<Index> is_read = {}; ///< the word that is framed
    // As in Words; empty: none.
    std::vector<bool> joined = {}, put_in = {};

    Words boxed() const { return {words, nullptr, &joined, &put_in}; }
};

/// The thickest arc on its way from one word to another, after a word of the sentence was exchanged.
struct Swing {
    Index from = 0, to = 0;
    float weight = 0; ///< of the arc, meanwhile
    float share = 1;  ///< of the way, 0 to 1
    float trail = 1;  ///< how strong the copies are that follow it, 0 to 1

    bool under_way() const { return share < 1; }
};

/// A word that gives way to another.
struct Exchange {
    Index word = 0;
    float shown = 1; ///< the opacity of what is written there
};

struct SentenceLook {
    WordSizes sizes = {};
    float scale = 1;
    float whole = 20;    ///< thickness of a weight of 1, at scale 1
    float least = 1;     ///< of the thinnest arc, at scale 1
    bool written = true; ///< show the weights below the words
    float grown = 1;     ///< how far the arcs have grown out of the words, 0 to 1: the largest comes last
    std::optional<Swing> swing = {};
    std::optional<Exchange> exchange = {};
};

/// The words at the bottom of the area, above the line of their weights if that is shown. Of a sentence too
/// long for one row, words around the query.
WordRow sentence_row(const Rect& area, const SentenceContent& content, const SentenceLook& look,
                     const TextMeasure& measure);

/// `row` is sentence_row() in this area; its boxes may be those of a sentence with other words.
Figure sentence_figure(const Rect& area, const WordRow& row, const SentenceContent& content,
                       const SentenceLook& look, const Palette& palette, const TextMeasure& measure);

} // namespace drawing
