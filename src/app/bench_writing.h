#pragma once
// bench --only write: how long a model as large as GPT-2 takes for a word, beside what reading its weights
// costs.

#include "pretrained/random_model.h"
#include "timing/measure.h"

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace app {

using base::Index;

struct WritingCase {
    pretrained::RandomSizes sizes = {};
    Index before = 128; ///< words whose keys and values are kept
    int threads = 1;
};

/// Of one way to store the weights.
struct WritingRow {
    pretrained::Storage storage;
    timing::Measurement time; ///< of a word
    double weights = 0;       ///< bytes that are read for it
    double memory_rate = 0;   ///< bytes per second of a plain read on as many threads

    double rate() const { return weights / time.median; }
};

/// float32, float16, bfloat16.
std::vector<WritingRow> measured_writing(const WritingCase& bench, const timing::MeasureOptions& how);

void print_writing(const WritingCase& bench, const std::vector<WritingRow>& rows, std::ostream& out);
/// [{"what": "write", "storage", "before", "threads", "runs", "settled", "seconds", "weight_bytes",
/// "weight_bytes_per_second", "memory_bytes_per_second"}]
nlohmann::json writing_json(const WritingCase& bench, const std::vector<WritingRow>& rows);

} // namespace app
