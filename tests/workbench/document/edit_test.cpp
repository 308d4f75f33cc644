#include "close.h"
#include "workbench/document/edit.h"
#include "workbench/lab.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <sstream>

using namespace lab;
using namespace workbench;

namespace {

Document after(const Document& document, const Edit& edit) {
    return apply(document, edit, library());
}

Document retyped(const Document& document, const std::string& text, const std::string& memory_text = {}) {
    return after(document, SetText{text, memory_text});
}

Document with_cell(Document document, const Cell& cell, float value = 2) {
    document.overrides.push_back({cell, value});
    return document;
}

/// Where the only override is; nothing when there is none.
std::optional<Cell> only_cell(const Document& document) {
    CHECK(document.overrides.size() <= 1);
    if (document.overrides.empty()) return std::nullopt;
    return document.overrides.front().cell;
}

} // namespace

TEST_CASE("each choice changes its own part of the document") {
    const Document d = preset("cat-tired");
    CHECK(after(d, ChoosePreset{"love"}) == preset("love"));
    CHECK(after(d, SetPosition{PositionKind::sinusoidal}).position == PositionKind::sinusoidal);
    CHECK(after(d, SetScore{attention::ScoreFunction::cosine}).score == attention::ScoreFunction::cosine);
    CHECK(after(d, SetScale{{attention::ScaleKind::number, 3}}).scale.number == 3);
    CHECK(after(d, SetMask{{{.causal = 1}}}).mask.causal);
    CHECK(after(d, SetDropout{{0.5F, 7}}).dropout == attention::Dropout{0.5F, 7});
    CHECK(after(d, ReplaceDocument{preset("love")}) == preset("love"));
    Document same = after(d, SetScale{{attention::ScaleKind::none}});
    same.scale = d.scale;
    CHECK(same == d);
}

TEST_CASE("two swapped words take what was changed by hand along") {
    Document d = with_cell(sentence("the cat ate a mouse"), {Quantity::scores, 0, 1, 4});
    d.mask.drawn = base::BoolMatrix::Constant(5, 5, true);
    d.mask.drawn(1, 4) = d.mask.drawn(2, 1) = false;
    const Document swapped = after(d, SwapWords{1, 4});
    CHECK(swapped.text == "the mouse ate a cat");
    CHECK(only_cell(swapped) == Cell{Quantity::scores, 0, 4, 1});
    CHECK_FALSE(swapped.mask.drawn(4, 1));
    CHECK_FALSE(swapped.mask.drawn(2, 4));
    CHECK(swapped.mask.drawn.count() == 23);
    const Document back = after(swapped, SwapWords{1, 4});
    CHECK(back.text == d.text);
    CHECK(only_cell(back) == only_cell(d));
    CHECK(back.mask == d.mask);
}

TEST_CASE("words of the source are swapped among themselves") {
    Document d = with_cell(sentence("le chat dort", "the cat sleeps"), {Quantity::scores, 0, 1, 2});
    const Document swapped = after(d, SwapWords{0, 2, true});
    CHECK(swapped.text == "le chat dort");
    CHECK(swapped.memory_text == "sleeps cat the");
    CHECK(only_cell(swapped) == Cell{Quantity::scores, 0, 1, 0});
}

TEST_CASE("without positions and masks a swap of two words swaps their outputs") {
    const Document d = sentence("the cat ate a mouse");
    const auto before = compute(prepare(d, library())),
               swapped = compute(prepare(after(d, SwapWords{1, 4}), library()));
    const auto& z = before->trace.output;
    CHECK(make::is_close(swapped->trace.output.row(4), z.row(1), make::of_largest(1e-5F)));
    CHECK(make::is_close(swapped->trace.output.row(1), z.row(4), make::of_largest(1e-5F)));
    CHECK(make::is_close(swapped->trace.output.row(2), z.row(2), make::of_largest(1e-5F)));
}

TEST_CASE("a word swapped with its equal changes nothing, and the preset stays") {
    const Document d = preset("french-cat");
    CHECK(after(d, SwapWords{1, 1}) == d);
}

TEST_CASE("a word that is not there cannot be swapped") {
    const Document d = sentence("the cat ate");
    CHECK_THROWS_AS(after(d, SwapWords{0, 3}), base::InputError);
    CHECK_THROWS_AS(after(d, SwapWords{-1, 0}), base::InputError);
    CHECK_THROWS_AS(after(d, SwapWords{0, 0, true}), base::InputError);
}

TEST_CASE(
    "a sentence without a word of the language that was said is English again, if it has English words") {
    const Document german =
        after(retyped(preset("cat-tired"), "Die Suppe war kalt"), SetLanguage{Language::german});
    CHECK(retyped(german, "Die Suppe war").language == Language::german);
    CHECK(retyped(german, "The").language == Language::german); // more may follow
    CHECK(retyped(german, "The dog slept because it was tired").language == Language::english);
    CHECK(retyped(german, "Wuffel bellt").language == Language::german);
}

TEST_CASE("words of another language are not looked up in the lexicon") {
    const Document english = sentence("Die Suppe war kalt");
    const auto looked_up = compute(prepare(english, library()));
    CHECK(looked_up->unknown == std::vector<bool>{false, true, false, false});
    const Document german = after(english, SetLanguage{Language::other});
    CHECK(german.language == Language::other);
    const auto unknown = compute(prepare(german, library()));
    CHECK(unknown->unknown == std::vector<bool>(4, true));
    CHECK(make::is_zero(unknown->trace.input.x));
    // It stays while one types, and goes with another preset.
    CHECK(retyped(german, "Der Hund schlief").language == Language::other);
    CHECK(retyped(german, "The dog slept").language ==
          Language::other); // as it was said, until it is said otherwise
    CHECK(after(german, ChoosePreset{"cat-tired"}).language == Language::english);
}

TEST_CASE("heads are switched off in any order, and on again") {
    const Document d = after(preset("heads-8"), SwitchHeads{{{0, 5}, {0, 2}, {0, 5}}});
    CHECK(d.switched_off == std::vector<HeadPlace>{{0, 2}, {0, 5}});
    CHECK(prepare(d, library()).options.switched_off == std::vector<Index>{2, 5});
    CHECK(after(d, SwitchHeads{}) == preset("heads-8"));
    CHECK(contains(refusal([&] { (void)prepare(after(d, SwitchHeads{{{0, 8}}}), library()); }), "head 8"));
}

TEST_CASE("heads stay off when the sentence or the seed changes, and are on again in another number") {
    const Document d = after(preset("heads-8"), SwitchHeads{{{0, 2}}});
    auto sizes = std::get<model::RandomSizes>(d.weights);
    sizes.seed = 99;
    CHECK(after(d, SetWeights{sizes}).switched_off == d.switched_off);
    CHECK(retyped(d, "the cat sat").switched_off == d.switched_off);
    sizes.heads = 4;
    CHECK(after(d, SetWeights{sizes}).switched_off.empty());
}

TEST_CASE("weights with a clock bring positions along, and take them away") {
    const Document d = after(preset("cat-tired"), SetWeights{HandSetWeights{"four-relations"}});
    CHECK(d.position == PositionKind::sinusoidal);
    CHECK(after(d, SetWeights{HandSetWeights{"two-heads"}}).position == PositionKind::none);
    Document random = preset("cat-tired");
    random.position = PositionKind::sinusoidal; // a choice of one's own stays between weights without a clock
    CHECK(after(random, SetWeights{HandSetWeights{"two-heads"}}).position == PositionKind::sinusoidal);
}

TEST_CASE("a cell that is set twice holds the newer value") {
    const Cell cell{Quantity::scores, 0, 7, 1};
    Document d = after(preset("cat-tired"), SetCell{cell, 1});
    d = after(d, SetCell{cell, 2});
    d = after(d, SetCell{{Quantity::scores, 0, 1, 7}, 3});
    REQUIRE(d.overrides.size() == 2);
    CHECK(d.overrides[0] == attention::Override{cell, 2});
}

TEST_CASE("a cell, or all of them, can be taken back") {
    const Cell a{Quantity::scores, 0, 7, 1}, b{Quantity::q, 0, 7, 1};
    const Document d = with_cell(with_cell(preset("cat-tired"), a), b);
    CHECK(only_cell(after(d, ClearCell{a})) == b);
    CHECK(after(d, ClearOverrides{}).overrides.empty());
    CHECK(after(d, ClearCell{{Quantity::k, 0, 0, 0}}) == d);
}

TEST_CASE("what the note of a preset says holds until something that it may speak of is changed") {
    const Document d = preset("cat-tired");
    CHECK(note_holds(d, library()));
    CHECK_FALSE(note_holds(after(d, SetScore{attention::ScoreFunction::additive}), library()));
    CHECK_FALSE(note_holds(after(d, SetMask{{{.causal = 1}}}), library()));
    CHECK_FALSE(note_holds(after(d, SetScale{{attention::ScaleKind::number, -1}}), library()));
    CHECK_FALSE(note_holds(with_cell(d, {Quantity::q, 0, 7, 0}), library()));
    CHECK_FALSE(note_holds(retyped(d, "The cat slept"), library()));
}

TEST_CASE("a note that names words is about the one that the preset marks") {
    const Document d = preset("cat-tired"); // “it” looks for a living being …
    const Index it = 7, mat = 5;
    CHECK(note_is_about(d, it, library()));
    CHECK_FALSE(note_is_about(d, mat, library()));
    CHECK(note_is_about(preset("cat-sat"), 0, library())); // names no word
}

TEST_CASE("other words or weights are no longer the preset, and its note goes; other choices keep both") {
    const Document d = preset("cat-tired");
    CHECK_FALSE(d.note.empty());
    CHECK(retyped(d, "The cat slept").note.empty());
    CHECK(retyped(d, "The cat slept").preset.empty());
    CHECK(after(d, SetWeights{model::RandomSizes{}}).preset.empty());
    CHECK(after(d, SetMask{{{.causal = 1}}}).preset == "cat-tired");
    CHECK(retyped(d, d.text) == d);
    CHECK(after(d, SetWeights{d.weights}) == d);
}

TEST_CASE("a sentence that cannot be read is refused") {
    const Document d = preset("cat-tired");
    CHECK(contains(refusal([&] { (void)retyped(d, ""); }), "sentence: "));
    CHECK(contains(refusal([&] { (void)retyped(d, " \n"); }), "sentence: "));
    CHECK(contains(refusal([&] { (void)retyped(d, "caf\xe9"); }), "not valid UTF-8"));
    CHECK(contains(refusal([&] { (void)retyped(d, "the cat", " "); }), "second sentence: "));
    std::string long_text;
    for (int i = 0; i < 5000; ++i)
        long_text += "word ";
    CHECK(contains(refusal([&] { (void)retyped(d, long_text); }), "5000"));
}

TEST_CASE("weights, presets and items that are not there are refused") {
    const Document d = preset("cat-tired");
    CHECK(contains(refusal([&] { (void)after(d, ChoosePreset{"dog"}); }), "dog"));
    CHECK(contains(refusal([&] { (void)after(d, SetWeights{HandSetWeights{"dog"}}); }), "dog"));
    CHECK(
        contains(refusal([&] { (void)after(d, SetWeights{model::RandomSizes{.d_model = 10, .heads = 3}}); }),
                 "does not divide"));
    CHECK(contains(refusal([&] { (void)after(d, SetItem{1}); }), "no item 1"));
    CHECK(contains(refusal([&] { (void)after(preset("heads-8"), SetWeights{HandSetWeights{"by-hand"}}); }),
                   "none"));
}

TEST_CASE("an item of a batch can be chosen") {
    CHECK(after(preset("batch-2x4x8"), SetItem{1}).item == 1);
}

// ---------------------------------------------------------------- what was set by hand follows its word

TEST_CASE("a row of queries follows its word, whatever its quantity") {
    for (const Quantity quantity : {Quantity::x, Quantity::q}) {
        const Document d = with_cell(sentence("the cat sat"), {quantity, 0, 1, 2});
        CHECK(only_cell(retyped(d, "the black cat sat")) == Cell{quantity, 0, 2, 2});
        CHECK(only_cell(retyped(d, "cat sat")) == Cell{quantity, 0, 0, 2});
        CHECK_FALSE(only_cell(retyped(d, "the dog sat")));
    }
}

TEST_CASE("a row of keys or values follows its word") {
    for (const Quantity quantity : {Quantity::k, Quantity::v}) {
        const Document d = with_cell(sentence("the cat sat"), {quantity, 0, 2, 0});
        CHECK(only_cell(retyped(d, "sat")) == Cell{quantity, 0, 0, 0});
        CHECK_FALSE(only_cell(retyped(d, "the cat")));
    }
}

TEST_CASE("a score or a weight follows both its words, and goes with either") {
    for (const Quantity quantity : {Quantity::scores, Quantity::weights}) {
        const Document d = with_cell(sentence("the cat sat"), {quantity, 0, 2, 1});
        CHECK(only_cell(retyped(d, "the black cat sat there")) == Cell{quantity, 0, 3, 2});
        CHECK_FALSE(only_cell(retyped(d, "the cat ran")));
        CHECK_FALSE(only_cell(retyped(d, "the dog sat")));
    }
}

TEST_CASE("the weight matrices know no words: what was set in them stays") {
    for (const Quantity quantity : {Quantity::w_q, Quantity::w_k, Quantity::w_v}) {
        const Document d = with_cell(sentence("the cat sat"), {quantity, 0, 5, 3});
        CHECK(only_cell(retyped(d, "rivers")) == Cell{quantity, 0, 5, 3});
    }
}

TEST_CASE("a word in capitals is still the same word") {
    const Document d = with_cell(sentence("the cat sat"), {Quantity::q, 0, 0, 0});
    CHECK(only_cell(retyped(d, "Look The cat sat")) == Cell{Quantity::q, 0, 1, 0});
}

TEST_CASE("in cross-attention queries follow one sentence and keys the other") {
    const Document d =
        with_cell(with_cell(sentence("the cat sat", "le chat assis"), {Quantity::weights, 0, 1, 2}),
                  {Quantity::memory, 0, 1, 0});
    const Document next = retyped(d, "cat", "le petit chat assis");
    REQUIRE(next.overrides.size() == 2);
    CHECK(next.overrides[0].cell == Cell{Quantity::weights, 0, 0, 3});
    CHECK(next.overrides[1].cell == Cell{Quantity::memory, 0, 2, 0});
}

TEST_CASE("between self- and cross-attention only the queries stay what they were") {
    Document d = with_cell(sentence("the cat sat"), {Quantity::q, 0, 1, 0});
    d = with_cell(with_cell(d, {Quantity::k, 0, 1, 0}), {Quantity::scores, 0, 1, 1});
    CHECK(only_cell(retyped(d, "the cat sat", "the cat sat")) == Cell{Quantity::q, 0, 1, 0});
}

TEST_CASE("what was set in numbered rows does not follow into words") {
    const Document d =
        with_cell(with_cell(preset("heads-8"), {Quantity::q, 0, 0, 0}), {Quantity::w_q, 0, 0, 0});
    const Document next = retyped(d, "the cat sat");
    CHECK(only_cell(next) == Cell{Quantity::w_q, 0, 0, 0});
    CHECK(next.length == 0);
    CHECK(next.batch == 1);
}

TEST_CASE("a drawn mask follows its words, and new words may attend") {
    Document d = sentence("a b");
    d.mask.drawn = base::BoolMatrix::Constant(2, 2, true);
    d.mask.drawn(0, 1) = false;
    const base::BoolMatrix drawn = retyped(d, "x a b").mask.drawn;
    REQUIRE(drawn.rows() == 3);
    REQUIRE(drawn.cols() == 3);
    CHECK_FALSE(drawn(1, 2));
    CHECK(drawn.cast<int>().sum() == 8);
    CHECK(retyped(d, "b").mask.drawn.size() == 0); // nothing forbidden is left
}

TEST_CASE("padding stays within the keys") {
    Document d = sentence("the cat sat");
    d.mask.padding = 2;
    CHECK(retyped(d, "the cat sat there").mask.padding == 2);
    CHECK(retyped(d, "cat").mask.padding == 1);
}

TEST_CASE("the row that was set for a word goes with the word") {
    const Document d = preset("cat-comfortable");
    REQUIRE(d.word_rows.contains("it"));
    CHECK(retyped(d, "The cat sat on the mat because it was soft").word_rows == d.word_rows);
    CHECK(retyped(d, "The cat sat on the mat").word_rows.empty());
}

// ---------------------------------------------------------------- … or its dimension

TEST_CASE("another seed keeps everything that was set by hand") {
    Document d = with_cell(preset("heads-8"), {Quantity::w_q, 7, 3, 2});
    auto sizes = std::get<model::RandomSizes>(d.weights);
    sizes.seed = 99;
    CHECK(after(d, SetWeights{sizes}).overrides == d.overrides);
}

TEST_CASE("with other sizes only scores and weights stay, in the heads that are still there") {
    Document d = preset("heads-8");
    for (const Quantity quantity : {Quantity::x, Quantity::w_q, Quantity::w_o, Quantity::q, Quantity::v})
        d = with_cell(d, {quantity, 0, 0, 0});
    d = with_cell(with_cell(d, {Quantity::scores, 1, 4, 5}), {Quantity::weights, 7, 4, 5});
    const Document next = after(d, SetWeights{model::RandomSizes{.d_model = 64, .heads = 2}});
    CHECK(only_cell(next) == Cell{Quantity::scores, 1, 4, 5});
}

TEST_CASE("from hand-set to random weights the dimensions lose what was set in them") {
    const Document d = with_cell(preset("cat-tired"), {Quantity::x, 0, 0, 0});
    CHECK_FALSE(only_cell(after(d, SetWeights{model::RandomSizes{}})));
}

TEST_CASE("heads of a trained model stay off while its other layers are looked at, and come on with another "
          "model") {
    const Document d = after(preset("trained-tired"), SwitchHeads{{{0, 1}}});
    CHECK(after(d, SetWeights{TrainedWeights{"coreference", 0}}).switched_off == d.switched_off);
    CHECK(after(d, SetWeights{TrainedWeights{"coreference_unhinted", 0}}).switched_off == d.switched_off);
    CHECK(after(d, SetWeights{HandSetWeights{"who-is-meant"}}).switched_off.empty());
    CHECK(contains(refusal([&] { (void)prepare(after(d, SwitchHeads{{{5, 0}}}), library()); }), "layer 5"));
    CHECK(contains(refusal([&] { (void)prepare(after(d, SwitchHeads{{{0, 5}}}), library()); }), "head 5"));
}

TEST_CASE("a number can be set in a layer that is not shown, and taken back there") {
    const Document shown = preset("trained-tired"); // layer 2
    const Cell cell{Quantity::weights, 0, 7, 9};
    const Document d = after(shown, SetCell{cell, 0, 0});
    REQUIRE(d.overrides.size() == 1);
    CHECK(d.overrides.front().cell.layer == 0);
    CHECK(after(d, ClearCell{cell}) == d); // that of the layer shown is another cell
    CHECK(after(d, ClearCell{cell, 0}) == shown);
}

// ---------------------------------------------------------------- how words find one another

namespace {

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> result;
    for (std::string word; stream >> word;)
        result.push_back(word);
    return result;
}

/// "0 1 - 2": the new place of each old word, "-" for one that is gone.
std::string aligned(const std::string& before, const std::string& after) {
    std::string result;
    for (const auto& place : align(words(before), words(after)))
        result += (result.empty() ? "" : " ") + (place ? std::to_string(*place) : std::string("-"));
    return result;
}

} // namespace

TEST_CASE("the words of an unchanged sentence stay where they are") {
    CHECK(aligned("the cat sat", "the cat sat") == "0 1 2");
}

TEST_CASE("words move aside for one that is put in between") {
    CHECK(aligned("the cat sat", "the black cat sat") == "0 2 3");
}

TEST_CASE("a word in front moves all the others") {
    CHECK(aligned("cat sat", "the cat sat") == "1 2");
}

TEST_CASE("a word at the end moves none") {
    CHECK(aligned("the cat", "the cat sat") == "0 1");
}

TEST_CASE("a word that is taken out is gone, the others close up") {
    CHECK(aligned("the black cat sat", "the cat sat") == "0 - 1 2");
}

TEST_CASE("a word in place of another is not that other word") {
    CHECK(aligned("the cat sat", "the dog sat") == "0 - 2");
}

TEST_CASE("changes in several places are followed between them") {
    CHECK(aligned("a b c d e f", "x a c d y f z") == "1 - 2 3 - 5");
}

TEST_CASE("one of two equal words goes, and the other stays") {
    CHECK(aligned("the cat and the dog", "the dog") == "0 - - - 1");
    CHECK(aligned("the the the", "the") == "0 - -");
}

TEST_CASE("nothing is shared between different sentences") {
    CHECK(aligned("the cat sat", "on a mat") == "- - -");
}

TEST_CASE("the longest common order of words is kept, and no two words come to one place") {
    const auto before = words("a b a c b a d a b"), after = words("b a a b d c a");
    Index last = -1, kept = 0;
    const auto alignment = align(before, after);
    for (std::size_t i = 0; i < alignment.size(); ++i) {
        if (!alignment[i]) continue;
        CHECK(*alignment[i] > last);
        CHECK(after[static_cast<std::size_t>(*alignment[i])] == before[i]);
        last = *alignment[i];
        ++kept;
    }
    CHECK(kept == 5); // b a b d a
}

TEST_CASE("a long rest without anything in common is not searched, but its ends are matched") {
    std::vector<std::string> before(4000, "x"), after(4000, "y");
    for (auto* sentence : {&before, &after}) {
        sentence->front() = "first";
        sentence->back() = "last";
    }
    after.insert(after.begin() + 2, "x");
    const auto alignment = align(before, after);
    CHECK(alignment.front() == 0);
    CHECK(alignment.back() == 4000);
    CHECK_FALSE(alignment[1]);
}
