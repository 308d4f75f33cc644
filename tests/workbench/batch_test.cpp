#include "close.h"
#include "workbench/document/edit.h"
#include "workbench/document/pass.h"
#include "workbench/document/sizes.h"
#include "workbench/lab.h"
#include "workbench/session/session.h"

using namespace lab;
using namespace workbench;

namespace {

std::shared_ptr<const Pass> computed(const Document& document) {
    return compute(prepare(document, library()));
}

Document item(Index i) {
    return apply(preset("batch-padded"), SetItem{i}, library());
}

} // namespace

TEST_CASE("all sentences of a batch are as long as its longest") {
    for (Index i = 0; i < 3; ++i)
        CHECK(words_of(item(i)).queries.size() == 10);
    CHECK(words_of(item(0)).padding == 7);
    CHECK(words_of(item(1)).padding == 0);
    CHECK(words_of(item(2)).queries.back() == padding_word);
}

TEST_CASE("no word reads the padding, and the others share the whole weight") {
    const auto pass = computed(item(0));
    const auto& weights = pass->trace.heads.front().weights;
    CHECK(make::is_zero(weights.rightCols(7)));
    CHECK(make::is_constant(weights.leftCols(3).rowwise().sum(), 1, 1e-5F));
    for (const bool unknown : pass->unknown)
        CHECK_FALSE(unknown);
}

TEST_CASE("a sentence has the same outputs alone and in a batch") {
    const Document alone = sentence("The cat sat");
    const base::Matrix in_batch = computed(item(0))->trace.output.topRows(3);
    CHECK(make::is_close(in_batch, computed(alone)->trace.output, make::of_largest(1e-5F)));
}

TEST_CASE("typing changes the sentence that is shown, and keeps the others") {
    const Document typed = apply(item(2), SetText{"He slept", {}}, library());
    CHECK(typed.sentences ==
          std::vector<std::string>{"The cat sat", "The cat sat on the mat because it was tired", "He slept"});
    CHECK(typed.item == 2);
    CHECK(apply(typed, SetItem{0}, library()).text == "The cat sat");
    const Document cross = apply(item(2), SetText{"He slept", "Il dort"}, library());
    CHECK(cross.sentences.empty());
    CHECK(cross.batch == 1);
}

TEST_CASE("a batch of sentences is kept in a session") {
    const Document batch = item(1);
    CHECK(*session_from_json(to_json(Session{{std::make_shared<const Document>(batch)}}), "session")
               .first.document == batch);
}
