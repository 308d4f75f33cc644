#pragma once
// A computed document, which every view reads.

#include "attention/quantity.h"
#include "attention/trace.h"
#include "base/stop.h"
#include "language/names.h"
#include "workbench/document/document.h"
#include "workbench/document/library.h"
#include "workbench/document/real_reading.h"
#include "workbench/document/sizes.h"
#include "workbench/document/trained_reading.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace workbench {

/// A word whose row differs from the one the weights give it, because a preset or the user changed it.
struct ChangedRow {
    std::string word;                            ///< as in the sentence
    std::vector<base::Index> places;             ///< its rows in X, in ascending order
    std::vector<base::Index> memory_places = {}; ///< and those in the source
    /// The row's features and their current values, without zeros; if it was changed cell by cell, only those
    /// cells.
    std::vector<std::pair<std::string, float>> holds = {};

    bool operator==(const ChangedRow&) const = default;
};

/// A document prepared for the arithmetic: words looked up, weights created, masks spelled out.
struct Prepared {
    Document document;
    Words words;
    language::Names names;
    /// (n), (m) words that are not in the lexicon, and whose row is 0 since none has been set. For hand-set
    /// weights only; random ones know every word. memory_unknown is empty in self-attention.
    std::vector<bool> unknown, memory_unknown;
    /// First the words whose row is set by the document, then the rows in which the user set a number.
    std::vector<ChangedRow> changed_rows;
    base::Index filled_up = 0; ///< keys at the end that only pad the sentence to the longest of its batch
    /// (h) what each head was built for: "pronoun → noun"; empty for random weights.
    std::vector<std::string> head_purposes;
    attention::Input input;
    attention::LayerPtr layer;
    attention::Options options;
    std::vector<attention::Override> overrides;    ///< those of the attention shown
    std::shared_ptr<const TrainedReading> reading; ///< by a trained model; null for other weights
    std::shared_ptr<const RealReading> real;       ///< by a real model; null for other weights
    /// The words are not a sentence of the kind that the model has learned: it answers just as confidently,
    /// and nothing speaks for its answer.
    bool not_learned = false;
    /// The positions (n, d_model) of n places, whether or not this document adds them: sines and cosines in
    /// all dimensions, or the clock of hand-set weights that have one.
    std::function<base::Matrix(base::Index n)> positions;

    /// True for a model, trained by this program or a real one: it has found its weights in training.
    bool has_learned() const { return reading || real; }
    /// True for hand-set weights: their dimensions have meanings.
    bool has_names() const { return std::holds_alternative<HandSetWeights>(document.weights); }
};

struct Pass : Prepared {
    attention::Trace trace;
};

/// The attentions of a model, trained or real, in the order in which they are computed; none of other
/// weights.
std::vector<model::Place> places_of(const Prepared& prepared);

/// The document's hand-set weights if they read positions from a clock (model::HandSet::clock), else null.
const model::HandSet* clock_of(const Document& document, const Library& library);

/// Throws InputError: empty sentence, too many tokens, sizes that do not match, more memory than
/// max_trace_bytes, and whatever attention::validate() refuses. If `like` has the same weights, its layer is
/// reused instead of being drawn at random again. Once `stop` is requested, the result is incomplete and must
/// not be used.
Prepared prepare(const Document& document, const Library& library, const Prepared* like = nullptr,
                 const base::StopToken& stop = {});

/// Throws InputError when a number grows too large for a float. Null when `stop` was requested.
std::shared_ptr<const Pass> compute(Prepared prepared, base::StopToken stop = {});

/// The words of the document whose rows it sets itself, for hand-set weights. Throws InputError as words_of()
/// does.
std::vector<ChangedRow> rows_set_by(const Document& document, const Library& library);

/// True for X and the source, whose numbers change the row of a word when set by hand.
bool is_of_row(attention::Quantity quantity);

/// True if row `place` of X (or of the source) is one of `rows`.
bool is_changed(const std::vector<ChangedRow>& rows, base::Index place, bool in_memory);

} // namespace workbench
