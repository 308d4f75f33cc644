#include "workbench/residual_stream.h"

#include <algorithm>
#include <utility>

namespace workbench {

using base::Index;
using base::Matrix;
using model::Part;
using model::Place;

namespace {

class Stream {
public:
    Stream(const TrainedReading& reading, Index row) : reading_(reading), row_(row) {}

    ResidualStream follow() {
        const bool decodes = !reading_.target.empty();
        const model::StackRun& stack = decodes ? *reading_.run.decoder : reading_.run.encoder;
        add(StreamPart::Kind::begins, 0, stack.embedded.row(row_));
        for (std::size_t i = 0; i < stack.blocks.size(); ++i)
            block(stack.blocks[i], {decodes ? Part::decoder : Part::encoder, static_cast<Index>(i)});
        return {std::move(parts_), std::make_shared<const Matrix>(numbers(stack.embedded.cols()))};
    }

private:
    void add(StreamPart::Kind kind, std::size_t layer, const base::RowVector& numbers) {
        parts_.push_back({kind, layer, numbers.norm()});
        rows_.push_back(numbers);
    }

    /// Returns its layer.
    std::size_t attention(const Place& place, const model::AttentionRun& run) {
        const auto at = std::ranges::find(reading_.places, place);
        const auto layer = static_cast<std::size_t>(at - reading_.places.begin());
        add(StreamPart::Kind::attention, layer, run.trace.output.row(row_));
        return layer;
    }

    void block(const model::BlockRun& block, const Place& place) {
        std::size_t layer = attention(place, block.self);
        if (block.cross) layer = attention({Part::cross, place.layer}, *block.cross);
        const Matrix& before_mlp = block.cross ? block.cross->after : block.self.after;
        if (block.hidden.rows() > 0)
            add(StreamPart::Kind::mlp, layer, block.after.row(row_) - before_mlp.row(row_));
        add(StreamPart::Kind::after, layer, block.after.row(row_));
    }

    Matrix numbers(Index width) const {
        Matrix all(static_cast<Index>(rows_.size()), width);
        for (std::size_t i = 0; i < rows_.size(); ++i)
            all.row(static_cast<Index>(i)) = rows_[i];
        return all;
    }

    const TrainedReading& reading_;
    const Index row_;
    std::vector<StreamPart> parts_;
    std::vector<base::RowVector> rows_;
};

} // namespace

ResidualStream residual_stream(const TrainedReading& reading, Index row) {
    return Stream(reading, row).follow();
}

} // namespace workbench
