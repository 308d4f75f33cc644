#pragma once
// A transformer read one sentence at a time, keeping everything: each attention is a pass of the one core,
// with all its stages.

#include "attention/trace.h"
#include "model/transformer.h"

namespace model {

/// The attention that a cell belongs to.
enum class Part { encoder, decoder, cross };

struct Place {
    Part part = Part::encoder;
    Index layer = 0; ///< from 0
    bool operator==(const Place&) const = default;
};

/// What is done to one attention: cells set by hand, everything after them follows; heads switched off. A
/// weight knocked out is a cell of the weights set to 0, the others of its row stay what they were.
struct Intervention {
    Place place;
    std::vector<attention::Override> overrides = {};
    std::vector<Index> heads_off = {};
    bool operator==(const Intervention&) const = default;
};

/// One attention and what it does to the residual stream.
struct AttentionRun {
    attention::Trace trace;         ///< of the normalised stream
    Matrix before = {}, after = {}; ///< (n, d) the stream; after = before + trace.output
};

struct BlockRun {
    AttentionRun self;
    std::optional<AttentionRun> cross = {};
    Matrix hidden = {}; ///< (n, mlp_width) of the MLP after its ReLU; 0 rows without one
    Matrix after = {};  ///< (n, d) the stream after the block
};

struct StackRun {
    Matrix embedded; ///< (n, d) words and positions: where the stream begins
    std::vector<BlockRun> blocks = {};
    Matrix output = {}; ///< (n, d) the stream after the last block, normalised
};

struct TransformerRun {
    StackRun encoder;
    std::optional<StackRun> decoder = {};
    std::vector<Matrix> probabilities = {}; ///< for each output (positions, answers): rows sum to 1

    /// Asserts that the place exists.
    const AttentionRun& at(const Place& place) const;
};

/// Reads `source`, and `target` where there is a decoder. Ids are of the vocabulary; asserts that they are in
/// range. Throws InputError for a sequence longer than learned positions reach, for interventions outside
/// their matrices and for numbers that grow too large.
TransformerRun run(const Transformer& transformer, const std::vector<Index>& source,
                   const std::vector<Index>& target = {},
                   const std::vector<Intervention>& interventions = {});

} // namespace model
