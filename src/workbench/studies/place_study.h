#pragma once
// How does a score come to depend on where the words stand? The query of one word and the key of another, put
// at every pair of places, in each of the ways in which models tell places apart.

#include "attention/layer.h"
#include "base/stop.h"
#include "workbench/document/pass.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace workbench {

/// How a place gets into the score.
enum class PlaceScheme {
    none,    ///< not at all: q·k / √d_k
    added,   ///< a row of waves is added to the word's row before it is projected: Prepared::positions
    learned, ///< the same with rows that training found: of this model, or of one that has them
    rotary,  ///< query and key are turned: attention::rotated()
    alibi    ///< the score loses slope · distance: attention::alibi_slope()
};
inline constexpr std::size_t place_schemes = 5;

/// The most places whose pairs are measured, and the fewest on offer, however short the sentence.
inline constexpr base::Index most_places = 512, least_places = 10;
/// ALiBi's slopes are those of a layer with so many heads.
inline constexpr base::Index alibi_heads = 8;

struct PlaceStudyOptions {
    base::Index query = 0, key = 0, head = 0; ///< words of the pass, from 0
    attention::Rotary rotary = {};
    base::Index alibi_head = 0; ///< 0 … alibi_heads − 1
    bool operator==(const PlaceStudyOptions&) const = default;
};

/// The two words.
struct PlacedWords {
    std::string query, key;
    base::Index query_place = 0, key_place = 0; ///< where they stand in their sentence, from 0
    bool same = false;                          ///< one word with itself: it stands at one place
    std::vector<std::string> sentence = {};     ///< in its order; empty where they come from two sentences
    std::vector<std::string> columns = {};      ///< (d_k) what the columns of query and key are called
};

/// The scores at one distance, over all pairs of places that far apart.
struct AtDistance {
    float mean = 0, least = 0, most = 0;
};

/// The two words under one scheme. Places and distances are counted from 0; p of them.
struct PlaceScores {
    PlacedWords words;
    base::Matrix q_alone = {}, k_alone = {}; ///< (1, d_k) without any place
    base::Matrix q = {}, k = {};             ///< (p, d_k) row i: at place i
    float divisor = 1;                       ///< of the scale, in the pass whose words these are
    /// (p, p), divided by the scale, as the softmax gets them. Row: place of the query, column: of the key.
    base::Matrix scores = {};
    std::vector<AtDistance> by_distance = {}; ///< (2p − 1) from key place − query place = −(p − 1) on
    /// The largest difference between two scores at the same distance: 0 up to rounding where the distance
    /// alone counts.
    float spread = 0;

    base::Index places() const { return scores.rows(); }
    /// False where this scheme cannot be had for these words.
    bool known() const { return places() > 0; }
    const AtDistance& at(base::Index distance) const {
        return by_distance[static_cast<std::size_t>(distance + places() - 1)];
    }
    /// Whether the distance alone counts, up to rounding.
    bool by_distance_alone() const;
    float largest() const { return scores.size() > 0 ? scores.maxCoeff() : 0; }
    float smallest() const { return scores.size() > 0 ? scores.minCoeff() : 0; }
};

struct PlaceStudy {
    PlaceStudyOptions options;
    attention::Rotary rotary; ///< as used: turned columns in whole pairs
    float slope = 0;          ///< of ALiBi
    std::array<PlaceScores, place_schemes> schemes;
    /// Queries and keys are those that the pass made of the words at their own places: what the layers before
    /// wrote into their rows, places included, cannot be taken out again.
    bool as_read = false;
    std::string learned_by = {}; ///< the model whose learned positions are shown; empty: that of the pass

    const PlaceScores& of(PlaceScheme scheme) const { return schemes[static_cast<std::size_t>(scheme)]; }
};

/// All schemes. Rows added belong to the first layer alone; a head one column wide has no pair to turn; where
/// neither the pass nor any model of the library has learned positions, there are none to show. Asserts that
/// words and heads exist. Null when `stop` was requested.
std::shared_ptr<const PlaceStudy> place_study(const Pass& pass, const PlaceStudyOptions& options,
                                              const Library& library, const base::StopToken& stop = {});

/// Two columns that rotary positions turn together, by `speed` radians from place to place.
struct TurnedPair {
    base::Index first = 0, second = 0;
    double speed = 0;
};
/// All pairs of d_k columns, the fastest first.
std::vector<TurnedPair> turned_pairs(const attention::Rotary& rotary, base::Index d_k);

/// The index of the fastest pair that shows something at the two words' own places: both hands long, and at
/// an angle that can be seen. 0 where none does.
base::Index clearest_pair(const PlaceScores& turned, const std::vector<TurnedPair>& pairs);

/// The key to begin with: the chosen one, or, where that is the query's own word, the one that it reads most
/// of all others.
base::Index other_word(const attention::Trace& t, base::Index head, base::Index query, base::Index key);

/// The score of rotary positions, not yet divided by the scale, at a distance that need not be whole: Σ over
/// the pairs of columns of |q|·|k|·cos(φ + distance·speed), φ being the angle from the query to the key
/// before they turn. q, k (1, d_k).
float turned_score(const base::Matrix& q, const base::Matrix& k, const attention::Rotary& rotary,
                   double distance);

} // namespace workbench
