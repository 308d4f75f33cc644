#include "narration/most_read.h"

#include "told.h"

using namespace narration_test;

namespace {

std::string read(const Matrix& row) {
    language::Names names;
    names.queries = {"it"};
    names.keys = {"The", "cat", "sat", "the"};
    return narration::most_read(texts(), names, row.row(0), 0);
}

} // namespace

TEST_CASE("the key with the largest weight is the one that is read most") {
    CHECK(read(Matrix{{0.1F, 0.7F, 0.1F, 0.1F}}) == "“it” reads most from “cat”: 0.70");
}

TEST_CASE("no key is said to be read most where others get as much") {
    CHECK(has(read(Matrix{{0.4F, 0.1F, 0.1F, 0.4F}}), "“The” and one other"));
    CHECK(has(read(Matrix{{0.3F, 0.3F, 0.1F, 0.3F}}), "equally, from 3 keys"));
    CHECK(has(read(Matrix{{0.25F, 0.25F, 0.25F, 0.25F}}), "evenly from 4 keys"));
    CHECK(has(read(Matrix{{0, 0, 0, 0}}), "nothing"));
}
