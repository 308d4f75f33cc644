#include "learning/batch.h"

#include "learning/learning.h"

using namespace learned;
using attention::Mask;
using learning::Batch;
using learning::batch_of;
using Ids = std::vector<int>;
using Padding = std::vector<std::uint8_t>;

namespace {

const Example longer{{1, 2, 3}, {}, {{0, 2, 5, 0}}, {{0, 2, 1}}},
    shorter{{4, 5}, {}, {{1, 0, 6}, {0, 1, 7}}, {{1, 1, 0}}};

Example translated(std::vector<Index> source, std::vector<Index> target) {
    return {std::move(source), std::move(target), {}, {}};
}

std::vector<Padding> paddings(const std::vector<Mask>& masks) {
    std::vector<Padding> all;
    for (const Mask& mask : masks)
        all.push_back(mask.key_padding);
    return all;
}

} // namespace

TEST_CASE("sentences of one length stand in the rows, and nothing is hidden") {
    const Batch batch = batch_of(std::vector{longer, longer}, false);
    CHECK(batch.items == 2);
    CHECK(batch.n == 3);
    CHECK(batch.m == 0);
    CHECK(batch.source == Ids{1, 2, 3, 1, 2, 3});
    CHECK(batch.target.empty());
    CHECK(batch.source_masks.empty());
    CHECK(batch.memory_masks.empty());
}

TEST_CASE("a shorter sentence is filled up at its end, and what fills it up is hidden") {
    const Batch batch = batch_of(std::vector{longer, shorter}, false);
    CHECK(batch.source == Ids{1, 2, 3, 4, 5, 0});
    CHECK(paddings(batch.source_masks) == std::vector<Padding>{{1, 1, 1}, {1, 1, 0}});
    for (const Mask& mask : batch.source_masks)
        CHECK_FALSE(mask.causal);
    CHECK(batch.memory_masks.empty()); // nobody else reads it
}

TEST_CASE("a causal encoder has one mask for all, and with padding one for each") {
    const Batch even = batch_of(std::vector{longer, longer}, true);
    REQUIRE(even.source_masks.size() == 1);
    CHECK(even.source_masks[0].causal);
    CHECK(even.source_masks[0].key_padding.empty());
    const Batch uneven = batch_of(std::vector{shorter, longer}, true);
    CHECK(paddings(uneven.source_masks) == std::vector<Padding>{{1, 1, 0}, {1, 1, 1}});
    for (const Mask& mask : uneven.source_masks)
        CHECK(mask.causal);
}

TEST_CASE(
    "a decoder does not read what fills up the source; what fills up the target comes too late to be read") {
    const Batch batch =
        batch_of(std::vector{translated({1, 2}, {3, 4, 5}), translated({6, 7, 8}, {9})}, false);
    CHECK(batch.n == 3);
    CHECK(batch.m == 3);
    CHECK(batch.source == Ids{1, 2, 0, 6, 7, 8});
    CHECK(batch.target == Ids{3, 4, 5, 9, 0, 0});
    CHECK(paddings(batch.source_masks) == std::vector<Padding>{{1, 1, 0}, {1, 1, 1}});
    CHECK(paddings(batch.memory_masks) == paddings(batch.source_masks));
    for (const Mask& mask : batch.memory_masks)
        CHECK_FALSE(mask.causal);
    const Batch even = batch_of(std::vector{translated({1, 2}, {3}), translated({6, 7}, {8, 9})}, false);
    CHECK(even.memory_masks.empty());
}

TEST_CASE("questions and wanted cells keep their order, and know their sentence") {
    const Batch batch = batch_of(std::vector{longer, shorter}, false);
    REQUIRE(batch.asked.size() == 3);
    CHECK(batch.asked[0].item == 0);
    CHECK(batch.asked[0].asked == longer.asked[0]);
    CHECK(batch.asked[1].item == 1);
    CHECK(batch.asked[1].asked == shorter.asked[0]);
    CHECK(batch.asked[2].asked == shorter.asked[1]);
    REQUIRE(batch.wanted.size() == 2);
    CHECK(batch.wanted[0].item == 0);
    CHECK(batch.wanted[1].item == 1);
    CHECK(batch.wanted[1].wanted == shorter.wanted[0]);
}

TEST_CASE("new examples are drawn one after another, of the split that is asked for") {
    const Task& it = task("coreference");
    Draw together(3), one_by_one(3);
    const auto drawn = learning::draw_examples(it, 20, Split::test, together);
    REQUIRE(drawn.size() == 20);
    for (const Example& example : drawn)
        CHECK(example == it.sample(one_by_one, Split::test));
}
