#include "close.h"
#include "workbench/document/edit.h"
#include "workbench/document/pass.h"
#include "workbench/document/sizes.h"
#include "workbench/lab.h"
#include "workbench/session/session.h"

using namespace lab;
using namespace workbench;

namespace {

Prepared prepared(const Document& document) {
    return prepare(document, library());
}

std::shared_ptr<const Pass> computed(const Document& document) {
    return compute(prepared(document));
}

std::string refused(const Document& document) {
    return refusal([&] { (void)prepared(document); });
}

} // namespace

TEST_CASE("the words of a sentence name its rows, the features its columns") {
    const Prepared q = prepared(sentence("The cat sat."));
    CHECK(q.names.queries == std::vector<std::string>{"The", "cat", "sat", "."});
    CHECK(q.names.keys == q.names.queries);
    CHECK(q.names.model == library().hand_set("who-is-meant").features);
    CHECK(q.input.x.rows() == 4);
    CHECK_FALSE(q.input.is_cross());
}

TEST_CASE("a word's row is what the weights read of it") {
    const Prepared q = prepared(sentence("cat"));
    const auto whole = library().lexicon.find("cat");
    REQUIRE(whole);
    CHECK(q.input.x.cols() < whole->size());
    for (std::size_t i = 0; i < q.names.model.size(); ++i)
        CHECK(q.input.x(0, static_cast<Index>(i)) == (*whole)(*library().lexicon.feature(q.names.model[i])));
}

TEST_CASE("a word outside the lexicon has a row of zeros and is marked, until a cell of it is set") {
    Document d = sentence("the zyzzyx sat");
    Prepared q = prepared(d);
    CHECK(q.unknown == std::vector<bool>{false, true, false});
    CHECK(make::is_zero(q.input.x.row(1)));
    d.overrides.push_back({{Quantity::x, 0, 1, 0}, 1});
    CHECK(prepared(d).unknown == std::vector<bool>{false, false, false});
}

TEST_CASE("a row that the document sets for a word stands in place of the lexicon's") {
    Document d = sentence("The cat and the zyzzyx");
    d.word_rows = {{"CAT", {{"thing", 0.5F}}}, {"zyzzyx", {{"living", 2}}}};
    const Prepared q = prepared(d);
    const auto& features = q.names.model;
    for (std::size_t i = 0; i < features.size(); ++i) {
        CHECK(q.input.x(1, static_cast<Index>(i)) == (features[i] == "thing" ? 0.5F : 0));
        CHECK(q.input.x(4, static_cast<Index>(i)) == (features[i] == "living" ? 2 : 0));
    }
    CHECK_FALSE(q.unknown[4]);
    d.word_rows = {{"cat", {{"colour", 1}}}};
    CHECK(contains(refused(d), "“colour” is not a feature"));
}

TEST_CASE("random weights know every word, and give it the same row wherever it stands") {
    Document d = sentence("zyzzyx and Zyzzyx");
    d.weights = model::RandomSizes{.d_model = 12, .heads = 3, .seed = 5};
    const Prepared q = prepared(d);
    CHECK(q.unknown == std::vector<bool>{false, false, false});
    CHECK(q.input.x.row(0) == q.input.x.row(2));
    CHECK(q.input.x.row(0) != q.input.x.row(1));
    CHECK(q.names.model.size() == 12);
    CHECK(q.names.key_width == std::vector<std::string>{"1", "2", "3", "4"});
    CHECK(q.names.output.size() == 12);
}

TEST_CASE("in cross-attention the keys are the words of the other sentence") {
    const Prepared q = prepared(preset("french-cat"));
    CHECK(q.input.is_cross());
    CHECK(q.names.queries.front() == "Le");
    CHECK(q.names.keys.front() == "The");
    CHECK(q.input.memory.rows() == 5);
    CHECK(q.memory_unknown.size() == 5);
}

TEST_CASE("items of a batch share the weights and differ in their rows") {
    Document d = preset("batch-2x4x8");
    const Prepared first = prepared(d);
    d.item = 1;
    const Prepared second = prepared(d);
    CHECK(first.layer->w_q == second.layer->w_q);
    CHECK(first.input.x != second.input.x);
    CHECK(first.names.queries == std::vector<std::string>{"1", "2", "3", "4"});
}

TEST_CASE("the rows of a sequence without words are unit-variance, and not the numbers of the weights") {
    Document d = numbers(200, {.d_model = 64, .seed = 3});
    d.memory_length = 200;
    const Prepared q = prepared(d);
    CHECK(q.input.x.array().square().mean() == make::about(1).share(0.05));
    CHECK(q.input.x.mean() == make::about(0).within(0.02));
    CHECK(q.input.x != q.input.memory);
    const auto correlation = (q.input.x.topRows(64).array() * q.layer->w_q.array()).sum() /
                             (q.input.x.topRows(64).norm() * q.layer->w_q.norm());
    CHECK(correlation == make::about(0).within(0.1));
}

TEST_CASE("the layer of an earlier question is taken over for the same weights, and only for those") {
    const Document d = preset("heads-8");
    const Prepared first = prepared(d);
    CHECK(prepare(d, library(), &first).layer == first.layer);
    Document other = d;
    other.weights = model::RandomSizes{.d_model = 64, .heads = 8, .d_k = 8, .d_v = 8, .seed = 77};
    CHECK(prepare(other, library(), &first).layer->w_q != first.layer->w_q);
}

TEST_CASE("positions are added to both sequences when they are chosen") {
    Document d = preset("french-cat");
    CHECK(prepared(d).input.x_positions.rows() == 0);
    d.position = PositionKind::sinusoidal;
    const Prepared q = prepared(d);
    CHECK(q.input.x_positions.rows() == 5);
    CHECK(q.input.memory_positions.rows() == 5);
    CHECK(q.input.x_positions(0, 1) == 1);
}

TEST_CASE("every kind of mask reaches the pass") {
    Document d = sentence("a cat sat there");
    d.mask.causal = 1;
    d.mask.padding = 1;
    const auto pass = computed(d);
    CHECK(pass->trace.allowed(1, 1));
    CHECK_FALSE(pass->trace.allowed(1, 2));
    CHECK_FALSE(pass->trace.allowed(3, 3));
    d.mask = {{.before = 1}};
    CHECK_FALSE(computed(d)->trace.allowed(3, 1));
    CHECK(computed(d)->trace.allowed(1, 3));
    d.mask = {{.after = 1}};
    CHECK(computed(d)->trace.allowed(3, 1));
    CHECK_FALSE(computed(d)->trace.allowed(1, 3));
    d.mask = {};
    d.mask.drawn = base::BoolMatrix::Constant(4, 4, false);
    CHECK(make::is_zero(computed(d)->trace.heads[0].weights));
}

TEST_CASE("what models of today add reaches the pass, and goes again") {
    Document d = sentence("a cat sat there");
    d.additions = {.rotary = attention::Rotary{.base = 100}, .softcap = 5, .alibi = true, .sink = 1};
    const auto pass = computed(d);
    for (const Quantity added :
         {Quantity::q_rotated, Quantity::k_rotated, Quantity::capped, Quantity::biased})
        CHECK(pass->trace.has(added));
    CHECK(pass->trace.options.rotary->base == 100);
    CHECK(pass->trace.heads[0].sink == 1);
    CHECK(pass->trace.heads[0].weights.row(0).sum() < 1);
    d.additions = {};
    CHECK(computed(d)->trace.heads[0].sink == attention::no_sink);
    CHECK_FALSE(computed(d)->trace.has(Quantity::q_rotated));
}

TEST_CASE("choices and cells set by hand reach the pass") {
    Document d = preset("cat-tired");
    d.scale = {attention::ScaleKind::number, 4};
    d.score = attention::ScoreFunction::cosine;
    d.dropout = {0.5F, 3};
    d.overrides.push_back({{Quantity::scores, 0, 7, 1}, 20});
    const auto pass = computed(d);
    CHECK(pass->trace.divisor == 4);
    CHECK(pass->trace.heads[0].scores(7, 1) == 20);
    CHECK(make::largest(pass->trace.heads[0].scores.cwiseAbs()) == 20);
    CHECK(pass->trace.heads[0].dropped.rows() == 10);
}

TEST_CASE("what cannot be computed is refused, each with its reason") {
    CHECK(contains(refused(sentence("")), "sentence: "));
    Document d = sentence("the cat");
    d.mask.padding = 3;
    CHECK(contains(refused(d), "padding: 3 of 2 keys"));
    d = sentence("the cat");
    d.mask.drawn = base::BoolMatrix::Constant(3, 3, true);
    CHECK(contains(refused(d), "mask: "));
    d = sentence("the cat");
    d.scale = {attention::ScaleKind::number, 0};
    CHECK(contains(refused(d), "scale: "));
    d = sentence("the cat");
    d.dropout.rate = 1;
    CHECK(contains(refused(d), "dropout: "));
    d = sentence("the cat");
    d.overrides.push_back({{Quantity::scores, 0, 2, 0}, 1});
    CHECK(contains(refused(d), "outside"));
    d = numbers(5);
    d.item = 1;
    CHECK(contains(refused(d), "no item 1"));
    d = numbers(5000);
    CHECK(contains(refused(d), "5000 tokens"));
    d = numbers(5, {.d_model = 5000});
    CHECK(contains(refused(d), "d_model"));
}

TEST_CASE("more memory than there may be is refused before it is taken") {
    const std::string message = refused(numbers(4096, {.d_model = 4096, .heads = 4096}));
    CHECK(contains(message, "memory: "));
    CHECK(contains(message, "4096 × 4096"));
    CHECK(contains(message, "at most 6 GB"));
    CHECK(sizes_of(numbers(4096, {.d_model = 512, .heads = 8}), library()).n == 4096); // fits
}

TEST_CASE("numbers that grow too large are refused") {
    Document d = preset("cat-tired");
    d.overrides.push_back({{Quantity::q, 0, 1, 0}, 3e38F});
    d.overrides.push_back({{Quantity::k, 0, 1, 0}, 3e38F});
    CHECK(contains(refusal([&] { (void)computed(d); }), "scores: "));
}

TEST_CASE("a pass that is stopped gives nothing") {
    base::StopSource source;
    source.request_stop();
    CHECK(compute(prepared(preset("cat-tired")), source.token()) == nullptr);
}

TEST_CASE("the cost counts the multiply-adds of every product") {
    const Document d = numbers(3, {.d_model = 4, .heads = 2, .d_k = 5, .d_v = 6, .output_projection = true});
    // Q, K: 3·4·10 each; V: 3·4·12; scores 3·3·10; weighted sum 3·3·12; W_O 3·12·4
    constexpr double expected = 120 + 120 + 144 + 90 + 108 + 144;
    CHECK(sizes_of(d, library()).multiply_adds() == expected);
    CHECK(sizes_of(compute(prepared(d))->trace).multiply_adds() == expected);
}

TEST_CASE(
    "weights with a clock get the places of the words in its two dimensions, and can be asked without") {
    Document d = preset("cat-four-heads");
    const Prepared q = prepared(d);
    CHECK(make::is_zero(q.input.x.rightCols(2)));
    CHECK(q.input.x_positions == library().hand_set("four-relations").positions(10));
    CHECK(q.names.model.back() == "3h");
    d.position = PositionKind::none;
    CHECK(prepared(d).input.x_positions.rows() == 0);
}

TEST_CASE("hand-set heads say what they were built for, random ones were built for nothing") {
    CHECK(prepared(preset("cat-four-heads")).head_purposes.at(2) == "word → the word before");
    CHECK(prepared(preset("cat-two-heads")).head_purposes.size() == 2);
    CHECK(prepared(preset("heads-16")).head_purposes.empty());
}

TEST_CASE("a preset with two key heads has keys for two, which its eight heads share") {
    const Prepared q = prepared(preset("key-heads-2"));
    CHECK(q.layer->heads == 8);
    CHECK(q.layer->key_heads() == 2);
    CHECK(q.layer->w_k.cols() == 2 * q.layer->d_k());
    CHECK(prepared(preset("heads-8")).layer->key_heads() == 8);
}

// ---------------------------------------------------------------- a batch of sentences

namespace {

Document item(Index i) {
    return apply(preset("batch-padded"), SetItem{i}, library());
}

} // namespace

TEST_CASE("all sentences of a batch are as long as its longest") {
    for (Index i = 0; i < 3; ++i)
        CHECK(words_of(item(i), library()).queries.size() == 10);
    CHECK(words_of(item(0), library()).padding == 7);
    CHECK(words_of(item(1), library()).padding == 0);
    CHECK(words_of(item(2), library()).queries.back() == padding_word);
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
