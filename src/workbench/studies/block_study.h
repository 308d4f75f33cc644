#pragma once
// How is attention computed without ever holding the whole n × m matrix? One block of queries of a pass taken
// through the fused pass's own code, block of keys by block of keys, beside what the pass has made of them.

#include "attention/block_pass.h"
#include "workbench/document/pass.h"

#include <memory>

namespace workbench {

/// Of the block that the query is in.
struct BlockStudyOptions {
    base::Index head = 0, query = 0;
    attention::BlockSize size = {2, 2};
    bool operator==(const BlockStudyOptions&) const = default;
};

struct BlockStudy {
    std::shared_ptr<const Pass> of;
    base::Index head = 0;
    attention::BlockPass pass;
    base::Matrix traced;  ///< (b, d_v) the output of the pass for these queries
    float difference = 0; ///< the largest between the two outputs: 0 up to rounding …
    bool by_hand =
        false; ///< … unless a score or a weight of these queries is set by hand, which no block knows
    float score_reach = 0; ///< the largest |score|, and the largest |sum| or value below
    float value_reach = 0;

    const base::Matrix& values() const { return of->trace.matrix(attention::Quantity::present_v, head); }
};

/// In multiply-adds (base/study.h).
double block_study_cost(const attention::Trace& t, const BlockStudyOptions& options);

/// Asserts that head and query exist. Throws InputError when a score is too large for a float.
std::shared_ptr<const BlockStudy> block_study(std::shared_ptr<const Pass> pass,
                                              const BlockStudyOptions& options);

} // namespace workbench
