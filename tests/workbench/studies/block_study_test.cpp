#include "workbench/studies/block_study.h"

#include "close.h"
#include "workbench/lab.h"

#include <doctest/doctest.h>

using namespace lab;
using namespace workbench;
using base::Index;

namespace {

std::shared_ptr<const Pass> passed(const Document& document) {
    return compute(prepare(document, library()));
}

} // namespace

TEST_CASE("whatever the size of the blocks, they end in the output that the pass has kept") {
    const auto pass = passed(preset("cat-tired"));
    for (const attention::BlockSize size : {attention::BlockSize{1, 1}, {2, 4}, attention::row_block})
        for (Index query = 0; query < pass->trace.n(); ++query) {
            CAPTURE(query);
            const auto study = block_study(pass, {.query = query, .size = size});
            CHECK(make::is_close(study->pass.output, study->traced, 1e-5));
            CHECK(study->difference == make::about(0).within(1e-5));
            CHECK_FALSE(study->by_hand);
            CHECK(study->score_reach > 1);
        }
}

TEST_CASE("a weight set by hand is one that no block knows, and this is said of its own queries alone") {
    Document document = preset("cat-tired");
    document.overrides.push_back({{attention::Quantity::weights, 0, 7, 1}, 0.9F});
    const auto pass = passed(document);
    const auto of_row = [&](Index query) { return block_study(pass, {.query = query, .size = {1, 2}}); };
    CHECK(of_row(7)->by_hand);
    CHECK(of_row(7)->difference > 0.01F);
    CHECK_FALSE(of_row(6)->by_hand);
    CHECK(of_row(6)->difference == make::about(0).within(1e-5));
}
