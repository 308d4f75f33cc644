#pragma once
// A word's way through a trained model: what it was, what each layer added, and what it then was.

#include "workbench/trained_reading.h"

#include <memory>
#include <vector>

namespace workbench {

struct StreamPart {
    enum class Kind { begins, attention, mlp, after };
    Kind kind = Kind::begins;
    std::size_t layer = 0; ///< one of TrainedReading::places
    float size = 0;        ///< Euclidean length
};

struct ResidualStream {
    std::vector<StreamPart> parts;
    std::shared_ptr<const base::Matrix> numbers; ///< (parts, d), a row for each part
};

/// Of a row of the words that answer: of the decoder if there is one, else of the encoder.
ResidualStream residual_stream(const TrainedReading& reading, base::Index row);

} // namespace workbench
