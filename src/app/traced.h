#pragma once
// What `attention-lab trace` has computed, and how it is printed.

#include "attention/trace.h"
#include "language/names.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace app {

/// One pass, or the items of a batch, and what the user should know about them.
struct Traced {
    std::vector<attention::Trace> items;
    language::Names names;    ///< shared by all items
    std::string weights_from; ///< "Hand-set weights (Who is meant …)", "Weights from attention.safetensors"
    std::vector<std::string> notes; ///< "“zyzzyx” is not in the lexicon: its row is 0"
    bool batched = false;           ///< the input had a batch dimension, so the output gets one too
};

// What goes into a stage besides its matrices.

/// A row of numbers of the layer: a bias, gains, or the sinks.
struct RowBeside {
    const char* name;       ///< as in the tensor files: "q_norm"
    const char* title;      ///< "gains of Q"
    attention::Quantity of; ///< what it takes part in
    const base::RowVector* numbers;
};
/// Those that the layer has.
std::vector<RowBeside> rows_beside(const attention::Layer& layer);

/// Past keys or values (p, h_kv·width) as a matrix (p, width) for each key head; none where p = 0.
std::vector<base::Matrix> by_key_head(const base::Matrix& past, const attention::Layer& layer);

/// What is added to the scores (n, m): one matrix, or one for each head where they differ.
std::vector<base::Matrix> added_to_scores(const attention::Trace& t);

/// Prints every stage in readable form: its matrices with the names of rows and columns. Large ones are
/// abbreviated.
void print_text(std::ostream& out, const Traced& traced);

/// Prints {"n", "m", "d_model", "heads", "kv_heads", "d_k", "d_v", "divisor", "options", "weights_from",
/// "queries", "keys", "notes", "captions", "stages": {"scores": {"scores": …}, …}}. A matrix is a list of
/// rows; one that exists once per head is a list of such matrices, for keys and values of the key heads.
/// Biases, gains, past keys and values and sinks stand in the stage that they go into. null stands for −∞. A
/// batch is {"batch": 2, "items": [{…}, {…}]}. Numbers have the fewest digits that read back as the same
/// float.
void print_json(std::ostream& out, const Traced& traced);

} // namespace app
