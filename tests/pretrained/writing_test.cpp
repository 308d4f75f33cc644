#include "pretrained/writing.h"

#include "base/refusal.h"
#include "close.h"
#include "opened.h"
#include "pretrained/reading.h"

#include <doctest/doctest.h>

using namespace pretrained;

namespace {

constexpr double close_enough = 1e-4;

RowVector read_whole(const Model& model, const std::vector<tokens::Id>& ids) {
    return logits(model, read(model, ids).last()).bottomRows(1);
}

} // namespace

TEST_CASE("words that are written one by one are those of the whole text, for every family that writes") {
    for (const char* name :
         {"gpt2", "gpt2_half", "llama", "mistral", "qwen2", "qwen3", "gemma", "gemma2", "gemma3"}) {
        CAPTURE(name);
        const ModelPtr model = opened::model(name);
        Writing writing(model, 12);
        std::vector<tokens::Id> ids(opened::sentence.begin(), opened::sentence.begin() + 2);
        CHECK(make::is_close(writing.next(ids), read_whole(*model, ids), make::of_largest(close_enough)));
        for (const tokens::Id id : {8, 9, 5, 10, 24}) { // beyond the windows of those that have them
            ids.push_back(id);
            CHECK(
                make::is_close(writing.next({id}), read_whole(*model, ids), make::of_largest(close_enough)));
        }
        CHECK(writing.words() == 7);
    }
}

TEST_CASE("a word taken back leaves no trace") {
    const ModelPtr model = opened::model("llama");
    Writing writing(model, 8);
    (void)writing.next({5, 6});
    (void)writing.next({8});
    writing.take_back_to(2);
    CHECK(make::is_close(writing.next({16}), read_whole(*model, {5, 6, 16}), make::of_largest(close_enough)));
}

TEST_CASE("a cache holds the keys and values of every layer") {
    Writing writing(opened::model("qwen2"), 8); // 2 layers, 2 key heads of 4
    (void)writing.next({5, 6, 8});
    CHECK(writing.bytes() == 3 * 2 * 2 * (4 + 4) * sizeof(float));
}

TEST_CASE("what does not write, and what is too long, is refused") {
    CHECK(refusal_of([] { Writing(opened::model("bert"), 8); }).problem ==
          "models of type bert do not write");
    Writing writing(opened::model("gpt2"), 100); // its positions reach 12
    (void)writing.next(std::vector<tokens::Id>(12, 5));
    CHECK(refusal_of([&] { (void)writing.next({5}); }).problem ==
          "13 pieces are more than there is room for");
    CHECK(writing.words() == 12);
}
