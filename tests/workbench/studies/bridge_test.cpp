#include "workbench/document/edit.h"
#include "workbench/document/pass.h"
#include "workbench/lab.h"
#include "workbench/studies/bridge.h"

using namespace lab;
using namespace workbench;

namespace {

const std::string tired = "The cat sat on the mat because it was tired",
                  comfortable = "The cat sat on the mat because it was comfortable";

std::shared_ptr<const Pass> pass_of(const Document& document) {
    return compute(prepare(document, library()));
}

std::optional<Bridge> bridge(const std::string& text, const std::string& before = {}) {
    const auto earlier = before.empty() ? nullptr : pass_of(sentence(before));
    return bridge_from(*pass_of(sentence(text)), earlier.get(), library());
}

} // namespace

TEST_CASE("where one layer still reads the cat, a model with two layers understands the mat") {
    const auto found = bridge(comfortable, tired);
    REQUIRE(found);
    CHECK(found->word == "it");
    CHECK(found->row == 7);
    CHECK(found->by_hand == "cat");
    CHECK(found->trained == "mat");
    CHECK(found->layers == 2);
    CHECK(found->model == "coreference");
    CHECK(found->changed_its_mind);
}

TEST_CASE("where both read the same word there is nothing to bridge") {
    CHECK_FALSE(bridge(tired));
    CHECK_FALSE(
        bridge_from(*pass_of(preset("cat-comfortable")), nullptr, library())); // its row was changed by hand
}

TEST_CASE("where a number, a mask or dropout decides what is read, the weights are not to blame") {
    Document changed = sentence(comfortable);
    changed.overrides = {{{attention::Quantity::scores, 0, 7, 1}, 1}};
    CHECK_FALSE(bridge_from(*pass_of(changed), nullptr, library()));
    changed = sentence(comfortable);
    changed.mask.causal = true;
    CHECK_FALSE(bridge_from(*pass_of(changed), nullptr, library()));
}

TEST_CASE("a model has changed its mind only if it was of the same opinion before") {
    CHECK_FALSE(bridge(comfortable)->changed_its_mind);
    CHECK_FALSE(bridge(comfortable, comfortable)->changed_its_mind);
}

TEST_CASE("nobody is asked about sentences that no model has learned") {
    CHECK_FALSE(bridge("The cat sat"));
    CHECK_FALSE(bridge("Hello I love you"));
    CHECK_FALSE(bridge("It was so because it was it"));
    CHECK_FALSE(bridge("The Wuffel sat on the mat because it was comfortable"));
}

TEST_CASE("the bridge starts from weights that were set by hand") {
    CHECK_FALSE(bridge_from(*pass_of(preset("trained-tired")), nullptr, library()));
    Document random = sentence(comfortable);
    random.weights = model::RandomSizes{};
    CHECK_FALSE(bridge_from(*pass_of(random), nullptr, library()));
    CHECK_FALSE(bridge_from(*pass_of(preset("french-cat")), nullptr, library()));
}
