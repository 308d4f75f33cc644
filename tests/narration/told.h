#pragma once
// What the narration says about one cell, and the words of the cat sentence by name.

#include "cases.h"

namespace narration_test {

inline narration::Subject subject(const Case& c, StageId stage, Quantity quantity, Index row, Index column,
                                  Index head = 0) {
    return {c.trace, c.names, stage, {quantity, head, row, column}, c.hand_set};
}

inline std::string told(const Case& c, StageId stage, Quantity quantity, Index row, Index column,
                        Index head = 0) {
    return words_of(texts().narrate(subject(c, stage, quantity, row, column, head)));
}

inline bool has(const std::string& text, const std::string& piece) {
    return text.find(piece) != std::string::npos;
}

inline std::string score_told(const Case& c, Index row, Index column) {
    return told(c, StageId::scores, Quantity::scores, row, column);
}

inline std::string softmax_told(const Case& c, Index row, Index column) {
    return told(c, StageId::softmax, Quantity::weights, row, column);
}

inline std::string sum_told(const Case& c, Index row, Index column) {
    return told(c, StageId::weighted_sum, Quantity::head_output, row, column);
}

constexpr Index it = 7, cat_word = 1, was = 8, tired = 9, the = 4;

} // namespace narration_test
