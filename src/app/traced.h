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

/// Prints every stage in readable form: its matrices with the names of rows and columns. Large ones are
/// abbreviated.
void print_text(std::ostream& out, const Traced& traced);

/// Prints {"n", "m", "d_model", "heads", "kv_heads", "d_k", "d_v", "divisor", "weights_from", "queries",
/// "keys", "stages": {"scores": {"scores": …}, …}}. A matrix is a list of rows; one that exists once per head
/// is a list of such matrices. null stands for −∞. A batch is {"batch": 2, "items": [{…}, {…}]}. Numbers have
/// the fewest digits that read back as the same float.
void print_json(std::ostream& out, const Traced& traced);

} // namespace app
