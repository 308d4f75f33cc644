#pragma once
// When things happen while a story is played: six seconds from the words to the answer.

#include <cstddef>
#include <vector>

namespace drawing {

/// A stretch of time, in seconds.
struct PlaySpan {
    float begins = 0, ends = 0;

    /// How much of it is over at a moment: 0 before, 1 afterwards.
    float share(float seconds) const;
    /// The part of it from one share to another.
    PlaySpan part(float from, float to) const;
};

/// Words rise; then, layer by layer, arcs grow and what would be answered now appears; the line reaches the
/// answer. Two layers: words 0 to 0.8 s, arcs to 2.6, asked to 3.0, arcs to 5.0, answer to 5.6, rest to 6.
class StoryPlay {
public:
    static constexpr float length = 6;

    explicit StoryPlay(std::size_t layers);

    std::size_t layers() const { return reads_.size(); }
    PlaySpan words() const { return {0, 0.8F}; }
    PlaySpan reads(std::size_t layer) const { return reads_[layer]; } ///< its arcs grow
    PlaySpan asked(std::size_t layer) const { return asked_[layer]; } ///< what would be said then appears
    PlaySpan answer() const { return {5, 5.6F}; }

    /// Where one would stop to look: the words, each layer, the answer.
    std::vector<float> stops() const;

private:
    std::vector<PlaySpan> reads_, asked_;
};

} // namespace drawing
