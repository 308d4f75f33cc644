#pragma once
// A document, computed: what every panel reads.

#include "attention/trace.h"
#include "language/names.h"
#include "workbench/changed_row.h"
#include "workbench/document.h"
#include "workbench/library.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace workbench {

/// What a document means, before the arithmetic: words found, weights made, masks spelled out.
struct Question {
    Document document;
    language::Names names;
    /// (n), (m) words outside the lexicon whose row nobody has set: it is 0. Hand-set weights only; random
    /// ones know every word. memory_unknown is empty in self-attention.
    std::vector<bool> unknown, memory_unknown;
    std::vector<ChangedRow> changed_rows; ///< of words; in the order of changed_rows()
    attention::Index filled_up =
        0; ///< keys at the end that only make the sentence as long as its batch's longest
    /// (h) what each head was built for: "pronoun → noun"; empty for random weights, built for nothing.
    std::vector<std::string> head_purposes;
    attention::Input input;
    attention::Layer layer;
    attention::Options options;
    /// The positions (n, d_model) of n places, whether this document adds them or not: sines and cosines in
    /// all dimensions, or the clock of hand-set weights that read places from some of their own.
    std::function<attention::Matrix(attention::Index n)> positions;

    /// Rough count of multiply-adds: decides whether the pass runs at once or on the worker.
    double cost() const;
    /// True for hand-set weights: their dimensions have meanings.
    bool has_names() const { return std::holds_alternative<HandSetWeights>(document.weights); }
};

struct Pass : Question {
    attention::Trace trace;
};

/// The document's hand-set weights when they read places from a clock (model::HandSet::clock), else null.
const model::HandSet* clock_of(const Document& document, const Library& library);

/// Throws InputError: empty sentence, too many tokens, sizes that do not fit, more memory than
/// max_trace_bytes (sizes.h), and whatever attention::validate refuses. When `like` has the same weights, its
/// layer is taken over instead of being drawn at random again. Once `stop` is requested, the question is of
/// no use.
Question prepare(const Document& document, const Library& library, const Question* like = nullptr,
                 const std::stop_token& stop = {});

/// Throws InputError when a number grows too large for a float. Null when `stop` was requested.
std::shared_ptr<const Pass> compute(Question question, std::stop_token stop = {});

} // namespace workbench
