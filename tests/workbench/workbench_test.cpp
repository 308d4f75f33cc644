#include "workbench/lab.h"
#include "workbench/workbench.h"

#include <atomic>
#include <chrono>
#include <doctest/doctest.h>
#include <thread>

using namespace lab;
using namespace workbench;

// ---------------------------------------------------------------- the history

namespace {

History::Step step(const std::string& text) {
    Document d;
    d.text = text;
    return std::make_shared<const Document>(d);
}

} // namespace

TEST_CASE("a new history can neither undo nor redo") {
    const History history(*step("a"));
    CHECK_FALSE(history.can_undo());
    CHECK_FALSE(history.can_redo());
    CHECK(history.current()->text == "a");
}

TEST_CASE("undo goes back and redo goes forward, step by step") {
    History history(*step("a"));
    history.push(step("b"));
    history.push(step("c"));
    history.undo();
    CHECK(history.current()->text == "b");
    history.undo();
    CHECK(history.current()->text == "a");
    CHECK_FALSE(history.can_undo());
    history.redo();
    history.redo();
    CHECK(history.current()->text == "c");
    CHECK_FALSE(history.can_redo());
}

TEST_CASE("a new step after undo forgets what had been undone") {
    History history(*step("a"));
    history.push(step("b"));
    history.undo();
    history.push(step("c"));
    CHECK_FALSE(history.can_redo());
    history.undo();
    CHECK(history.current()->text == "a");
}

TEST_CASE("steps of one gesture become one step") {
    History history(*step("a"));
    history.push(step("b"), "drag");
    history.push(step("c"), "drag");
    CHECK(history.before("drag")->text == "a");
    history.push(step("d"), "another drag");
    history.undo();
    CHECK(history.current()->text == "c");
    history.undo();
    CHECK(history.current()->text == "a");
}

TEST_CASE("a gesture that has ended is not continued by another of its name") {
    History history(*step("a"));
    history.push(step("b"), "drag");
    history.end_gesture();
    history.push(step("c"), "drag");
    history.undo();
    CHECK(history.current()->text == "b");
}

TEST_CASE("a dropped step is forgotten: it can neither be undone nor redone") {
    History history(*step("a"));
    history.push(step("b"));
    history.push(step("c"), "typing");
    history.drop("typing");
    CHECK(history.current()->text == "b");
    CHECK_FALSE(history.can_redo());
    history.undo();
    CHECK(history.current()->text == "a");
}

TEST_CASE("steps without a gesture stay apart") {
    History history(*step("a"));
    history.push(step("b"));
    history.push(step("c"));
    history.undo();
    CHECK(history.current()->text == "b");
}

TEST_CASE("undo ends a gesture") {
    History history(*step("a"));
    history.push(step("b"), "drag");
    history.push(step("c"), "other");
    history.undo();
    CHECK_FALSE(history.continues("drag"));
    history.push(step("d"), "drag");
    history.undo();
    CHECK(history.current()->text == "b");
}

TEST_CASE("returning to a step that is there keeps the later ones for redo") {
    History history(*step("a"));
    const auto shown = history.current();
    history.push(step("b"));
    history.return_to(shown);
    CHECK(history.current() == shown);
    CHECK(history.can_redo());
}

TEST_CASE("returning to a step that is gone puts it in place of the current one") {
    History history(*step("a"));
    history.push(step("b"), "drag");
    const auto shown = history.current();
    history.push(step("c"), "drag");
    history.return_to(shown);
    CHECK(history.current() == shown);
    CHECK_FALSE(history.can_redo());
    history.undo();
    CHECK(history.current()->text == "a");
}

TEST_CASE("the oldest steps go when the documents grow large, the last step never") {
    Document large;
    large.mask.drawn = base::BoolMatrix::Constant(4096, 4096, true);
    History history(*step("first"));
    for (int i = 0; i < 30; ++i)
        history.push(std::make_shared<const Document>(large));
    int undone = 0;
    for (; history.can_undo(); history.undo())
        ++undone;
    CHECK(undone >= 1);
    CHECK(undone <= 16); // 256 MB at 16 MB a document
    CHECK(history.current()->text != "first");
}

// ---------------------------------------------------------------- the workbench

namespace {

bool awaited(Workbench& bench) {
    for (int i = 0; i < 20'000 && bench.computing(); ++i) {
        if (bench.poll()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

/// Too large to be computed at once.
Document large(std::uint32_t seed = 1) {
    return numbers(80, {.d_model = 128, .heads = 2, .seed = seed});
}

bool shows(const Workbench& bench, const Document& document) {
    return bench.document() == document && bench.pass()->document == document;
}

} // namespace

TEST_CASE("the workbench opens with a computed preset and nothing to undo") {
    const Workbench bench(library());
    CHECK(shows(bench, preset("cat-tired")));
    CHECK(bench.pass()->trace.n() == 10);
    CHECK_FALSE(bench.can_undo());
    CHECK_FALSE(bench.can_redo());
    CHECK_FALSE(bench.before());
    CHECK_FALSE(bench.computing());
    CHECK(shows(Workbench(library(), "love"), preset("love")));
    CHECK(contains(refusal([] { const Workbench none(library(), "dog"); }), "dog"));
}

TEST_CASE("every kind of edit is computed at once, undone and redone") {
    const Document loaded = sentence("a river");
    const std::vector<Edit> edits{
        ChoosePreset{"cat-two-heads"},
        SetText{"The cat sat on the mat because it was very tired", ""},
        SetPosition{PositionKind::sinusoidal},
        SetScore{attention::ScoreFunction::cosine},
        SetScale{{attention::ScaleKind::none}},
        SetMask{{{.causal = 1}}},
        SetDropout{{0.2F, 3}},
        SetCell{{Quantity::q, 1, 2, 0}, 4},
        SetCell{{Quantity::scores, 0, 3, 1}, 5},
        ClearCell{{Quantity::q, 1, 2, 0}},
        ClearOverrides{},
        SetWeights{model::RandomSizes{.d_model = 8, .heads = 2}},
        ChoosePreset{"batch-2x4x8"},
        SetItem{1},
        ReplaceDocument{loaded},
    };
    Workbench bench(library());
    std::vector<Document> documents{bench.document()};
    for (const Edit& edit : edits) {
        CAPTURE(edit.index());
        bench.perform(edit);
        CHECK(bench.document() != documents.back());
        documents.push_back(bench.document());
        CHECK(shows(bench, documents.back()));
    }
    for (std::size_t i = documents.size() - 1; i-- > 0;) {
        CAPTURE(i);
        bench.undo();
        CHECK(shows(bench, documents[i]));
    }
    CHECK_FALSE(bench.can_undo());
    bench.undo(); // nothing happens
    for (std::size_t i = 1; i < documents.size(); ++i) {
        bench.redo();
        CHECK(shows(bench, documents[i]));
    }
    CHECK_FALSE(bench.can_redo());
    bench.redo(); // nothing happens
    CHECK(shows(bench, loaded));
}

TEST_CASE("undo brings back the same numbers, to the last bit") {
    Workbench bench(library());
    const base::Matrix output = bench.pass()->trace.output;
    bench.perform(SetCell{{Quantity::x, 0, 1, 0}, 3});
    CHECK(bench.pass()->trace.output != output);
    bench.undo();
    CHECK(bench.pass()->trace.output == output);
}

TEST_CASE("an edit that fails leaves everything as it was") {
    Workbench bench(library());
    bench.perform(SetMask{{{.causal = 1}}});
    bench.perform(SetMask{{{.before = 1}}});
    bench.undo();
    const auto pass = bench.pass();
    const auto before = bench.before();
    const Document document = bench.document();
    const std::vector<Edit> wrong{
        ChoosePreset{"dog"},
        SetText{"", ""},
        SetWeights{model::RandomSizes{.d_model = 10, .heads = 3}},
        SetScale{{attention::ScaleKind::number, 0}},
        SetMask{{{.before = -1}}},
        SetMask{{{.after = -1}}},
        SetAdditions{{.rotary = attention::Rotary{.base = 0}}},
        SetAdditions{{.softcap = -1}},
        SetDropout{{1.5F, 0}},
        SetItem{3},
        SetCell{{Quantity::scores, 0, 99, 0}, 1},
        SetCell{{Quantity::output, 0, 0, 0}, 1},
        SetCell{{Quantity::scores, 0, 0, 0}, std::numeric_limits<float>::quiet_NaN()},
        ReplaceDocument{numbers(4096, {.d_model = 4096, .heads = 4096})},
    };
    for (const Edit& edit : wrong) {
        CAPTURE(edit.index());
        CHECK_FALSE(refusal([&] { bench.perform(edit); }).empty());
        CHECK(bench.document() == document);
        CHECK(bench.pass() == pass);
        CHECK(bench.before() == before);
        CHECK(bench.can_redo());
    }
}

TEST_CASE("an edit that changes nothing is no step") {
    Workbench bench(library());
    bench.perform(SetScale{bench.document().scale});
    bench.perform(ClearOverrides{});
    CHECK_FALSE(bench.can_undo());
}

TEST_CASE("a drag is one step") {
    Workbench bench(library());
    const Cell cell{Quantity::scores, 0, 7, 1};
    for (int i = 1; i <= 10; ++i)
        bench.perform(SetCell{cell, static_cast<float>(i)}, "drag 1");
    bench.perform(SetCell{cell, 20}, "drag 2");
    CHECK(bench.pass()->trace.value(cell) == 20);
    bench.undo();
    CHECK(bench.pass()->trace.value(cell) == 10);
    bench.undo();
    CHECK(shows(bench, preset("cat-tired")));
}

TEST_CASE("two visits to a field are two steps, though both are typing") {
    Workbench bench(library());
    for (const char* text : {"the cat", "the cat sat"})
        bench.perform(SetText{text, ""}, "typing");
    bench.begin_gesture();
    for (const char* text : {"a", "a dog"})
        bench.perform(SetText{text, ""}, "typing");
    bench.undo();
    CHECK(bench.document().text == "the cat sat");
    bench.undo();
    CHECK(shows(bench, preset("cat-tired")));
    CHECK_FALSE(bench.can_undo());
}

TEST_CASE("a cancelled gesture leaves the document, the pass and the history as they were") {
    Workbench bench(library(), "shape-512");
    bench.perform(SetText{"a", ""}, "typing");
    bench.perform(SetText{"a cat", ""}, "typing");
    bench.cancel_gesture("typing");
    CHECK(shows(bench, preset("shape-512")));
    CHECK_FALSE(bench.can_undo());
    CHECK_FALSE(bench.can_redo());
    bench.cancel_gesture("typing"); // there is none any more
    CHECK(shows(bench, preset("shape-512")));
}

TEST_CASE("a sentence typed back to what it was leaves no step") {
    Workbench bench(library());
    const std::string before = bench.document().text;
    bench.perform(SetText{before + "!", ""}, "typing");
    bench.perform(SetText{before, ""}, "typing");
    CHECK(shows(bench, preset("cat-tired")));
    CHECK_FALSE(bench.can_undo());
}

TEST_CASE("typing is judged from where it began: a word that goes and comes back keeps what was set for it") {
    Workbench bench(library());
    bench.perform(SetText{"the cat sat", ""});
    bench.perform(SetCell{{Quantity::q, 0, 1, 0}, 5});
    for (const char* text : {"the ca sat", "the c sat", "the sat", "the cat sat", "the cat sat here"})
        bench.perform(SetText{text, ""}, "typing");
    REQUIRE(bench.document().overrides.size() == 1);
    CHECK(bench.document().overrides[0].cell == Cell{Quantity::q, 0, 1, 0});
    bench.undo();
    CHECK(bench.document().text == "the cat sat");
}

TEST_CASE("before is the pass before the last step") {
    Workbench bench(library());
    const auto first = bench.pass();
    bench.perform(SetScale{{attention::ScaleKind::none}});
    CHECK(bench.before() == first);
    const auto second = bench.pass();
    for (int i = 1; i <= 3; ++i)
        bench.perform(SetCell{{Quantity::scores, 0, 7, 1}, static_cast<float>(i)}, "drag");
    CHECK(bench.before() == second);
    const auto third = bench.pass();
    bench.undo();
    CHECK(bench.before() == third);
    bench.perform(SetText{"The cat sat", ""});
    CHECK_FALSE(bench.before()); // other shapes cannot be compared
    bench.perform(SetMask{{{.causal = 1}}});
    CHECK(bench.before());
    Document another = bench.document();
    another.score = attention::ScoreFunction::cosine;
    bench.perform(ReplaceDocument{another});
    CHECK_FALSE(bench.before()); // it is no change of the one before
}

TEST_CASE("a sentence typed letter by letter is compared with the one before, whatever shapes lie between") {
    Workbench bench(library());
    const auto first = bench.pass();
    const std::string text = first->document.text;
    bench.perform(SetText{"The", {}}, "typing");
    CHECK_FALSE(bench.before());
    bench.perform(SetText{text + "some", {}}, "typing");
    CHECK(bench.before() == first);
}

TEST_CASE("a large pass is computed on the worker, while the last one is still shown") {
    Workbench bench(library());
    std::atomic<int> woken = 0;
    bench.on_ready([&] { ++woken; });
    const auto first = bench.pass();
    bench.perform(ReplaceDocument{large()});
    CHECK(bench.computing());
    CHECK(bench.pass() == first);
    CHECK(bench.document() == large());
    CHECK(awaited(bench));
    CHECK(shows(bench, large()));
    CHECK(bench.recompute_ms() > 0);
    CHECK_FALSE(bench.computing());
    CHECK_FALSE(bench.poll());
    CHECK(woken > 0);
}

TEST_CASE("of several large edits only the newest arrives, and each can be undone") {
    Workbench bench(library());
    for (std::uint32_t seed = 1; seed <= 4; ++seed)
        bench.perform(ReplaceDocument{large(seed)});
    CHECK(awaited(bench));
    CHECK(shows(bench, large(4)));
    CHECK_FALSE(bench.poll());
    bench.undo();
    CHECK(awaited(bench));
    CHECK(shows(bench, large(3)));
    bench.redo();
    CHECK(awaited(bench));
    CHECK(shows(bench, large(4)));
}

TEST_CASE("a small edit overtakes a large one") {
    Workbench bench(library());
    bench.perform(ReplaceDocument{large()});
    bench.perform(ChoosePreset{"love"});
    CHECK_FALSE(bench.computing());
    CHECK(shows(bench, preset("love")));
    bench.undo();
    CHECK(awaited(bench));
    CHECK(shows(bench, large()));
}

TEST_CASE("cancelling goes back to what is shown") {
    Workbench bench(library());
    const auto first = bench.pass();
    bench.perform(ReplaceDocument{large(1)});
    bench.perform(ReplaceDocument{large(2)});
    bench.cancel();
    CHECK_FALSE(bench.computing());
    CHECK(bench.pass() == first);
    CHECK(shows(bench, preset("cat-tired")));
    CHECK_FALSE(bench.poll());
    CHECK_FALSE(bench.can_undo());
    CHECK(bench.can_redo());
    bench.cancel(); // nothing is running: nothing happens
    CHECK(shows(bench, preset("cat-tired")));
}

TEST_CASE("cancelling an undo goes forward again") {
    Workbench bench(library());
    bench.perform(ReplaceDocument{large()});
    CHECK(awaited(bench));
    bench.perform(ChoosePreset{"love"});
    bench.undo();
    CHECK(bench.computing());
    bench.cancel();
    CHECK(shows(bench, preset("love")));
    CHECK(bench.can_undo());
}

TEST_CASE("a large pass that fails is reported, and the document is again the one that is shown") {
    Document impossible = large();
    impossible.overrides = {{{Quantity::q, 0, 0, 0}, 3e38F}, {{Quantity::k, 0, 0, 0}, 3e38F}};
    Workbench bench(library());
    bench.perform(ReplaceDocument{impossible});
    CHECK(contains(refusal([&] { (void)awaited(bench); }), "scores"));
    CHECK(shows(bench, preset("cat-tired")));
    CHECK_FALSE(bench.computing());
}

TEST_CASE("the workbench can go away while it computes") {
    Workbench bench(library());
    bench.perform(ReplaceDocument{numbers(1000, {.d_model = 64, .heads = 4})});
    CHECK(bench.computing());
}

TEST_CASE("an opened document is the base of its history: undo ends with it") {
    Workbench bench(library());
    bench.perform(SetText{"the cat slept", {}});
    bench.open(preset("love"));
    CHECK(bench.document() == preset("love"));
    CHECK_FALSE(bench.can_undo());
    CHECK(bench.before() == nullptr);
    bench.perform(SetText{"Hello", {}});
    bench.undo();
    bench.undo();
    CHECK(bench.document() == preset("love"));
    CHECK(bench.pass()->document == preset("love"));
}

TEST_CASE("a history is taken up where it was left, once its document is open again") {
    Workbench bench(library());
    bench.perform(SetText{"The dog slept", ""});
    const Document left = bench.document();
    const History history = bench.history();
    bench.open(preset("love"));
    bench.take_up(history);
    CHECK_FALSE(bench.can_undo()); // it is another document's
    bench.open(left);
    bench.take_up(history);
    REQUIRE(bench.can_undo());
    bench.undo();
    CHECK(shows(bench, preset("cat-tired")));
    bench.redo();
    CHECK(shows(bench, left));
}

TEST_CASE("a document that cannot be opened leaves everything as it was") {
    Workbench bench(library());
    bench.perform(SetText{"the cat slept", {}});
    Document unknown = preset("love");
    unknown.weights = HandSetWeights{"nowhere"};
    CHECK(contains(refusal([&] { bench.open(unknown); }), "nowhere"));
    CHECK(bench.document().text == "the cat slept");
    bench.undo();
    CHECK(bench.document() == preset("cat-tired"));
}
