#pragma once
// The table of a pass's stages, for everything that goes through it step by step (rail, scrubber, terminal,
// tour, tests).

#include "attention/trace.h"

#include <optional>
#include <span>
#include <string_view>

namespace attention {

enum class StageId {
    input,
    project,
    scores,
    scale,
    softcap,
    bias,
    mask,
    softmax,
    dropout,
    weighted_sum,
    concatenate,
    output
};

/// One result of a stage. For a matrix product, result = left · top (top shown transposed for the scores,
/// Q·Kᵀ); for a step that takes cell by cell or row by row, `left` is the operand and `top` is absent. A sum
/// is left + addend.
struct Product {
    Quantity result;
    std::optional<Quantity> left = std::nullopt;
    std::optional<Quantity> top = std::nullopt;
    bool top_transposed = false;
    std::optional<Quantity> addend = std::nullopt; ///< the positions that are added to the embedding
};

/// A row of the table.
struct Stage {
    StageId id;
    std::string_view key;     ///< "scores": files, anchors, command line
    std::string_view title;   ///< "Scores"
    std::string_view formula; ///< "QKᵀ": short, for the rail
    /// What it computes in this pass, in order; nothing: this pass skips the stage.
    std::vector<Product> (*products)(const Trace& t);

    bool applies(const Trace& t) const { return !products(t).empty(); }
};

/// All stages in order. A new stage is a name in StageId, a row here, its narration, and texts.
std::span<const Stage> stages();
/// The stages this pass goes through, in order.
std::vector<const Stage*> stages_of(const Trace& t, std::span<const Stage> table = stages());
const Stage& stage(StageId id);
const Stage* stage_named(std::string_view key);
/// The stage that computes the quantity; weight matrices and positions belong to the stage that uses them.
StageId stage_of(Quantity quantity);

} // namespace attention
