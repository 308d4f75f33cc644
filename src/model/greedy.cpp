#include "model/greedy.h"

#include "model/transformer_run.h"

namespace model {

std::vector<Index> written(const Transformer& transformer, const std::vector<Index>& source, Index start,
                           Index end, std::size_t most) {
    std::vector<Index> ids{start};
    while (ids.size() <= most) {
        // Each word is read from the whole row of those before it; for a dozen words nothing need be kept.
        const TransformerRun read = run(transformer, source, ids);
        const Matrix& next = read.probabilities.front();
        Index id = 0;
        next.row(next.rows() - 1).maxCoeff(&id);
        if (id == end) break;
        ids.push_back(id);
    }
    ids.erase(ids.begin());
    return ids;
}

} // namespace model
