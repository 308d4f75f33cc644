#include "workbench/residual_stream.h"

#include "close.h"
#include "lab.h"
#include "workbench/pass.h"

using namespace lab;
using namespace workbench;
using Kind = StreamPart::Kind;

namespace {

ResidualStream stream_in(const char* id, Index row) {
    return residual_stream(*compute(prepare(preset(id), library()))->reading, row);
}

std::vector<Kind> kinds(const ResidualStream& stream) {
    std::vector<Kind> all;
    for (const StreamPart& part : stream.parts)
        all.push_back(part.kind);
    return all;
}

} // namespace

TEST_CASE("each block adds what its attention read and what its MLP made of that") {
    const std::vector<Kind> encoder{Kind::begins,    Kind::attention, Kind::mlp,  Kind::after,
                                    Kind::attention, Kind::mlp,       Kind::after};
    const ResidualStream stream = stream_in("trained-tired", 7);
    CHECK(kinds(stream) == encoder);
    CHECK(stream.parts[1].layer == 0);
    CHECK(stream.parts[4].layer == 1);
}

TEST_CASE("a decoder's line also reads the source") {
    const std::vector<Kind> decoder{Kind::begins, Kind::attention, Kind::attention, Kind::mlp, Kind::after};
    CHECK(kinds(stream_in("trained-french", 2)) == decoder);
}

TEST_CASE("the stream is what began it and everything that was added") {
    for (const char* id : {"trained-tired", "trained-french"}) {
        CAPTURE(id);
        const ResidualStream stream = stream_in(id, 2);
        REQUIRE(stream.numbers->rows() == std::ssize(stream.parts));
        base::RowVector sum = base::RowVector::Zero(stream.numbers->cols());
        for (std::size_t i = 0; i < stream.parts.size(); ++i) {
            const auto row = stream.numbers->row(static_cast<Index>(i));
            CHECK(stream.parts[i].size == make::about(row.norm()));
            if (stream.parts[i].kind != Kind::after)
                sum += row;
            else
                CHECK(make::is_close(row, sum, make::of_largest(1e-4)));
        }
    }
}
