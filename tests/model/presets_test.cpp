// The presets: that the list is complete and its numbers fit together, and what each claims, checked on the
// trace that a reader will see.

#include "attention/measure.h"
#include "attention/trace.h"
#include "close.h"
#include "language/lexicon.h"
#include "language/tokenizer.h"
#include "language/toml_file.h"
#include "model/hand_set.h"
#include "model/random.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string_view>

using attention::Trace;
using base::Index;
using base::Matrix;
using model::HandSet;

namespace {

const std::filesystem::path assets = source_folder() / "assets";

const toml::table& presets() {
    static const toml::table table = language::read_toml(assets / "presets.toml");
    return table;
}

const toml::table& preset(std::string_view id) {
    for (const auto& node : *presets()["preset"].as_array())
        if (node.as_table()->at("id").value_or("") == id) return *node.as_table();
    FAIL("no preset " << id);
    std::abort();
}

const HandSet& hand_set(std::string_view id) {
    static const auto sets = model::load_hand_sets(assets / "weights");
    const auto found =
        std::find_if(sets.begin(), sets.end(), [&](const HandSet& set) { return set.id == id; });
    REQUIRE_MESSAGE(found != sets.end(), "no weights ", id);
    return *found;
}

/// A preset sentence, its words, and its trace.
struct Sentence {
    std::vector<std::string> words, memory;
    HandSet set;
    Trace trace;

    Index query(const std::string& word) const { return index(words, word); }
    Index key(const std::string& word) const { return index(memory.empty() ? words : memory, word); }
    float weight(const std::string& asks, const std::string& answers, std::size_t head = 0) const {
        return trace.heads[head].weights(query(asks), key(answers));
    }
    /// The word that gets the largest weight.
    std::string most_attended(const std::string& asks, std::size_t head = 0) const {
        Index column = 0;
        trace.heads[head].weights.row(query(asks)).maxCoeff(&column);
        return (memory.empty() ? words : memory)[static_cast<std::size_t>(column)];
    }
    /// How many times the next weight of its row a weight is.
    float lead(const std::string& asks, const std::string& answers, std::size_t head = 0) const {
        base::RowVector others = trace.heads[head].weights.row(query(asks));
        others(key(answers)) = 0;
        return weight(asks, answers, head) / others.maxCoeff();
    }
    /// What the weighted sum of a word holds of a value.
    float found(const std::string& word, const std::string& value, std::size_t head = 0) const {
        return trace.heads[head].output(query(word), index(set.value_width, value));
    }

    static Index index(const std::vector<std::string>& list, const std::string& name) {
        const auto at = std::find(list.begin(), list.end(), name);
        REQUIRE_MESSAGE(at != list.end(), "no ", name);
        return at - list.begin();
    }
};

/// What a word is (the features of the lexicon that the weights read): the preset's own row, or the
/// lexicon's.
base::RowVector row_of(const std::string& word, const HandSet& set, const toml::table& of) {
    static const auto lexicon = language::load_lexicon(assets / "lexicon.toml");
    if (const auto* own = of["rows"][word].as_table()) {
        base::RowVector row = base::RowVector::Zero(static_cast<Index>(set.words.size()));
        for (const auto& [feature, value] : *own)
            row(Sentence::index(set.words, std::string(feature.str()))) = value.value<float>().value();
        return row;
    }
    const auto row = lexicon.find(word, set.words);
    REQUIRE_MESSAGE(row, "not in the lexicon: ", word);
    return *row;
}

Matrix rows_of(const std::vector<std::string>& words, const HandSet& set, const toml::table& of) {
    Matrix rows = Matrix::Zero(static_cast<Index>(words.size()), set.layer->d_model());
    for (std::size_t i = 0; i < words.size(); ++i) {
        const base::RowVector row = row_of(words[i], set, of);
        rows.row(static_cast<Index>(i)).head(row.size()) = row;
    }
    return rows;
}

Sentence sentence(const std::string& id) {
    const toml::table& of = preset(id);
    Sentence s;
    s.set = hand_set(of["weights"].value_or(""));
    s.words = language::tokenize(of["text"].value_or(""));
    attention::Input input;
    input.x = rows_of(s.words, s.set, of);
    if (of.contains("position")) input.x_positions = s.set.positions(input.x.rows());
    if (const auto memory = of["memory"].value<std::string>()) {
        s.memory = language::tokenize(*memory);
        input.memory = rows_of(s.memory, s.set, of);
    }
    s.trace = attention::trace(input, *s.set.layer);
    return s;
}

bool between(float value, float low, float high) {
    return low <= value && value <= high;
}

} // namespace

TEST_CASE("every preset that has to be there is there, once, and points at a cell that exists") {
    std::set<std::string> ids;
    for (const auto& node : *presets()["preset"].as_array()) {
        const auto& of = *node.as_table();
        const std::string id = of["id"].value_or("");
        CAPTURE(id);
        CHECK(ids.insert(id).second);
        CHECK_FALSE(std::string(of["title"].value_or("")).empty());
        CHECK_FALSE(std::string(of["note"].value_or("")).empty());
        const char* shown = of["sentences"][0].value_or(""); // of a batch of sentences
        const std::string text = of["text"].value_or(shown), memory = of["memory"].value_or(text.c_str());
        const auto n =
            text.empty() ? of["length"].value_or(0) : static_cast<int>(language::tokenize(text).size());
        const auto m = text.empty() ? n : static_cast<int>(language::tokenize(memory).size());
        CHECK(of["query"].value_or(0) < n);
        CHECK(of["key"].value_or(0) < m);
    }
    for (const char* id : {"cat-sat",      "cat-tired",     "cat-comfortable", "animal-tired",
                           "animal-wide",  "love",          "bank-river",      "bank-money",
                           "french-cat",   "shape-512",     "french-sleeping", "batch-2x4x8",
                           "batch-2x5x64", "batch-padded",  "heads-8",         "heads-16",
                           "cat-one-head", "cat-two-heads", "cat-four-heads",  "batch-32x64x512",
                           "causal-5",     "key-heads-2"})
        CHECK(ids.count(id) == 1);
}

TEST_CASE("the marked cell of a sentence is the largest weight of its row") {
    for (const auto& node : *presets()["preset"].as_array()) {
        const auto& of = *node.as_table();
        // For the trained ones see tests/workbench/document/trained_reading_test.cpp.
        if (!of.contains("text") || of.contains("trained")) continue;
        CAPTURE(of["id"].value_or(""));
        const Sentence s = sentence(of["id"].value_or(""));
        const Index query = of["query"].value_or(-1), key = of["key"].value_or(-1);
        CHECK(s.trace.heads[0].weights(query, key) == make::largest(s.trace.heads[0].weights.row(query)));
    }
}

TEST_CASE("the numeric presets make layers of the shapes they are named for") {
    struct Expected {
        const char* id;
        int length, batch;
        Index d_model, heads, d_k;
    };
    const Expected expected[] = {{"shape-512", 10, 1, 512, 1, 64},        {"batch-2x4x8", 4, 2, 8, 1, 8},
                                 {"batch-2x5x64", 5, 2, 64, 1, 64},       {"heads-8", 10, 1, 64, 8, 8},
                                 {"batch-32x64x512", 64, 32, 512, 8, 64}, {"causal-5", 5, 1, 8, 1, 8}};
    for (const Expected& shape : expected) {
        CAPTURE(shape.id);
        const toml::table& of = preset(shape.id);
        const auto random = of["random"];
        model::RandomSizes sizes;
        sizes.d_model = random["d_model"].value_or(0);
        sizes.heads = random["heads"].value_or(0);
        sizes.d_k = random["d_k"].value_or(0);
        sizes.d_v = random["d_v"].value_or(0);
        sizes.output_projection = random["output_projection"].value_or(false);
        const attention::Layer layer = model::random_layer(sizes);
        CHECK(of["length"].value_or(0) == shape.length);
        CHECK(of["batch"].value_or(1) == shape.batch);
        CHECK(layer.d_model() == shape.d_model);
        CHECK(layer.heads == shape.heads);
        CHECK(layer.d_k() == shape.d_k);
        CHECK(layer.d_v() == shape.d_k);
    }
    CHECK(preset("causal-5")["causal"].value_or(false));
}

// What each sentence claims.

TEST_CASE("The cat sat on the mat because it was tired: “it” is the cat, and tired") {
    const Sentence s = sentence("cat-tired");
    CHECK(s.trace.x.rows() == 10);
    CHECK(s.trace.x.cols() == 6);
    CHECK(s.trace.heads[0].q.cols() == 4);
    CHECK(s.trace.heads[0].scores(7, 1) == make::about(7.98));
    CHECK(s.trace.divisor == 2);
    CHECK(between(s.weight("it", "cat"), 0.6F, 0.7F));
    CHECK(between(s.weight("it", "tired"), 0.17F, 0.25F));
    for (const char* word : {"The", "sat", "on", "the", "mat", "because", "it", "was"})
        CHECK(s.weight("it", word) <= 0.05F);
    CHECK(s.most_attended("sat") == "cat");
    CHECK(s.most_attended("tired") == "cat");
    // no other pair scores as high in the whole sentence
    CHECK(make::largest(s.trace.heads[0].scores) == s.trace.heads[0].scores(7, 1));
    // Z of "it": mostly living, with some feeling
    CHECK(between(s.found("it", "living"), 0.6F, 0.7F));
    CHECK(between(s.found("it", "feeling"), 0.17F, 0.23F));
    CHECK(s.found("it", "thing") < 0.1F);
}

TEST_CASE("The cat sat on the mat because it was comfortable: “it” is the mat") {
    const Sentence s = sentence("cat-comfortable");
    CHECK(s.most_attended("it") == "mat");
    CHECK(s.weight("it", "mat") > 0.45F);
    CHECK(s.lead("it", "mat") > 2);
    CHECK(s.weight("it", "comfortable") > 0.1F);
    CHECK(s.weight("it", "cat") < 0.1F);
    CHECK(s.found("it", "thing") > 0.6F);
}

TEST_CASE("The animal didn't cross the street because it was too tired, too wide") {
    const Sentence tired = sentence("animal-tired");
    CHECK(tired.most_attended("it") == "animal");
    CHECK(tired.weight("it", "animal") > 0.55F);
    CHECK(tired.weight("it", "tired") > 0.15F);
    CHECK(tired.most_attended("cross") == "animal");
    const Sentence wide = sentence("animal-wide");
    CHECK(wide.most_attended("it") == "street");
    CHECK(wide.weight("it", "street") > 0.45F);
    CHECK(wide.lead("it", "street") > 2);
    CHECK(wide.weight("it", "animal") < 0.1F);
}

TEST_CASE("Hello I love you: “love” attends to “I” and “you”, little to “Hello”") {
    const Sentence s = sentence("love");
    CHECK(s.weight("love", "I") > 0.4F);
    CHECK(s.weight("love", "you") > 0.4F);
    CHECK(s.weight("love", "Hello") < 0.05F);
    CHECK(s.weight("love", "I") == make::about(s.weight("love", "you"))); // no positions: no first and last
}

TEST_CASE("one row for “bank” becomes two meanings: by the river water, with money money") {
    const Sentence river = sentence("bank-river"), money = sentence("bank-money");
    CHECK(river.trace.x.row(river.query("bank")) == money.trace.x.row(money.query("bank")));
    CHECK(river.most_attended("bank") == "river");
    CHECK(river.weight("bank", "river") > 0.6F);
    CHECK(river.found("bank", "water") > 0.6F);
    CHECK(river.found("bank", "money") < 0.1F);
    CHECK(money.most_attended("bank") == "money");
    CHECK(money.weight("bank", "money") > 0.6F);
    CHECK(money.found("bank", "money") > 0.6F);
    CHECK(money.found("bank", "water") < 0.1F);
    CHECK(river.most_attended("sat") == "She");
    CHECK(money.most_attended("put") == "He");
}

TEST_CASE("Le chat noir dort: four queries find their meaning among five keys") {
    const Sentence s = sentence("french-sleeping");
    CHECK(s.trace.heads[0].weights.rows() == 4);
    CHECK(s.trace.heads[0].weights.cols() == 5);
    const std::pair<const char*, const char*> aligned[] = {
        {"Le", "The"}, {"chat", "cat"}, {"noir", "black"}, {"dort", "sleeping"}};
    for (const auto& pair : aligned) {
        const std::string french = pair.first, english = pair.second;
        CAPTURE(french);
        CHECK(s.most_attended(french) == english);
        CHECK(s.weight(french, english) > 0.6F);
    }
    CHECK(s.query("noir") != s.key("black")); // the adjective changes places
    CHECK(s.weight("dort", "is") > 0.05F);    // and one word stands for two
}

TEST_CASE("Le chat noir dort ici: every word finds its meaning, across the swapped adjective") {
    const Sentence s = sentence("french-cat");
    CHECK(s.trace.heads[0].weights.rows() == 5);
    CHECK(s.trace.heads[0].weights.cols() == 5);
    const std::pair<const char*, const char*> aligned[] = {
        {"Le", "The"}, {"chat", "cat"}, {"noir", "black"}, {"dort", "sleeps"}, {"ici", "here"}};
    for (const auto& pair : aligned) {
        const std::string french = pair.first, english = pair.second;
        CAPTURE(french);
        CHECK(s.most_attended(french) == english);
        CHECK(s.weight(french, english) > 0.6F);
    }
    CHECK(s.query("noir") != s.key("black"));
}

TEST_CASE("The cat sat: every score can be computed in the head") {
    const Sentence s = sentence("cat-sat");
    Matrix scores(3, 3);
    scores << 0, 2, 0.5F, //
        1, 0, 3,          //
        0, 4, 1;
    CHECK(s.trace.heads[0].scores == scores);
    CHECK(s.most_attended("sat") == "cat");
    CHECK(s.most_attended("cat") == "sat");
    CHECK(s.most_attended("The") == "cat");
    for (const auto* matrix : {&s.trace.x, &s.trace.heads[0].q, &s.trace.heads[0].k, &s.trace.heads[0].v}) {
        const Matrix halves = *matrix * 2;
        CHECK(halves == Matrix(halves.array().round()));
    }
}

// What the presets with several heads claim about each head.

TEST_CASE("two heads ask two questions: who is it, and how is it") {
    const Sentence s = sentence("cat-two-heads");
    REQUIRE(s.trace.heads.size() == 2);
    CHECK(s.most_attended("it", 0) == "cat");
    CHECK(s.weight("it", "cat", 0) > 0.7F);
    CHECK(s.most_attended("it", 1) == "tired");
    CHECK(s.weight("it", "tired", 1) > 0.5F);
    // W_O writes both answers into the features: “it” is now living and feels
    CHECK(s.trace.output(s.query("it"), Sentence::index(s.set.features, "living")) > 0.7F);
    CHECK(s.trace.output(s.query("it"), Sentence::index(s.set.features, "feeling")) > 0.6F);
}

TEST_CASE("one head with both questions must share its row between the answers that two heads give in full") {
    const Sentence one = sentence("cat-one-head"), two = sentence("cat-two-heads");
    REQUIRE(one.trace.heads.size() == 1);
    const Matrix both = two.trace.heads[0].w_q + two.trace.heads[1].w_q; // the same questions
    CHECK(make::is_close(one.trace.heads[0].w_q, both, 1e-6));
    for (const attention::HeadTrace& head : two.trace.heads) {
        CHECK(head.k == one.trace.heads[0].k); // to the same keys and values
        CHECK(head.v == one.trace.heads[0].v);
    }
    CHECK(one.weight("it", "cat") < two.weight("it", "cat", 0) - 0.2F);
    CHECK(one.weight("it", "tired") < two.weight("it", "tired", 1) - 0.2F);
    for (const char* answer : {"living", "feeling"}) {
        const Index row = one.query("it"), column = Sentence::index(one.set.features, answer);
        CHECK(one.trace.output(row, column) < two.trace.output(row, column) - 0.2F);
    }
}

TEST_CASE("four heads, four relations: each head looks where it was built to look") {
    const Sentence s = sentence("cat-four-heads");
    CHECK(s.set.heads == std::vector<std::string>{"pronoun → noun", "subject ↔ verb",
                                                  "word → the word before", "article → its noun"});
    CHECK(s.most_attended("it", 0) == "cat");
    CHECK(s.weight("it", "cat", 0) > 0.7F);
    CHECK(s.most_attended("cat", 1) == "sat");
    CHECK(s.most_attended("sat", 1) == "cat");
    CHECK(s.most_attended("was", 1) == "cat");
    CHECK(s.weight("cat", "sat", 1) > 0.7F);
    CHECK(s.weight("sat", "cat", 1) > 0.7F);
    const Matrix& before = s.trace.heads[2].weights;
    for (Index i = 1; i < before.rows(); ++i) {
        CHECK(before(i, i - 1) == make::largest(before.row(i)));
        CHECK(before(i, i - 1) > 0.7F);
    }
    CHECK(s.most_attended("The", 3) == "cat");
    CHECK(s.most_attended("the", 3) == "mat"); // the same word asks the same: only its place differs
    CHECK(s.lead("The", "cat", 3) > 5);
    CHECK(s.lead("the", "mat", 3) > 5);
}

TEST_CASE("each of the four heads is best at its own relation, by measure and not only by name") {
    const Sentence s = sentence("cat-four-heads");
    const std::vector<attention::HeadMeasures> measures = attention::measure_heads(s.trace);
    for (std::size_t head = 0; head < 4; ++head) {
        CHECK((measures[head].previous_share > 0.7F) == (head == 2));
        CHECK((s.weight("it", "cat", head) > 0.5F) == (head == 0));
        CHECK((s.weight("cat", "sat", head) > 0.5F) == (head == 1));
        CHECK((s.weight("the", "mat", head) > 0.5F) == (head == 3));
    }
}

TEST_CASE("a head without a question gives every word the same weight") {
    const Sentence s = sentence("cat-four-heads");
    const Matrix even = Matrix::Constant(1, 10, 0.1F);
    CHECK(make::is_close(s.trace.heads[0].weights.row(s.query("sat")), even, 1e-6));
    CHECK(make::is_close(s.trace.heads[1].weights.row(s.query("on")), even, 1e-6));
}

TEST_CASE("few numbers of the four heads are not 0: a reader can learn them") {
    const attention::Layer& layer = *hand_set("four-relations").layer;
    for (const Matrix* matrix : {&layer.w_q, &layer.w_k, &layer.w_v, &layer.w_o})
        for (Index head = 0; head < layer.heads; ++head) {
            const bool rows = matrix == &layer.w_o;
            const Matrix own =
                rows ? Matrix(matrix->middleRows(4 * head, 4)) : Matrix(matrix->middleCols(4 * head, 4));
            CHECK((own.array() != 0).count() <= 5);
        }
}

TEST_CASE("one to sixteen random heads can be computed, and what they add is the output") {
    attention::Input input;
    input.x = model::Random(3).normal(10, 64, 1);
    for (Index heads = 1; heads <= 16; ++heads) {
        const attention::Layer layer =
            model::random_layer({.d_model = 64, .heads = heads, .d_k = 4, .d_v = 4});
        const Trace t = attention::trace(input, layer);
        CHECK(t.heads.size() == static_cast<std::size_t>(heads));
        CHECK(make::is_close(attention::head_contributions(t).sum(), t.output));
    }
}
