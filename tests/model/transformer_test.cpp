#include "base/input_error.h"
#include "base/make.h"
#include "close.h"
#include "model/transformer.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <set>

using base::Index;
using model::Intervention;
using model::Part;
using model::Transformer;
using model::TransformerRun;
using model::TransformerSizes;

namespace {

using Shape = std::pair<Index, Index>;

struct Parameters {
    std::vector<std::string> names; ///< in their order
    std::map<std::string, Shape> shapes;
    std::map<std::string, std::vector<float>> numbers;
};

Parameters parameters(Transformer transformer) {
    Parameters all;
    model::visit_parameters(transformer,
                            [&](const std::string& name, Index rows, Index columns, const float* numbers) {
                                all.names.push_back(name);
                                all.shapes[name] = {rows, columns};
                                all.numbers[name].assign(numbers, numbers + rows * columns);
                            });
    return all;
}

const TransformerSizes small_translator{
    .source_words = 7, .target_words = 9, .width = 4, .layers = 2, .heads = 2, .mlp_width = 6};

/// The problem that is named; "" if the sizes are taken.
std::string refused(const TransformerSizes& sizes) {
    try {
        model::empty_transformer(sizes);
    } catch (const base::InputError& error) {
        CHECK(error.where == "model");
        CHECK_FALSE(error.hint.empty());
        return error.problem;
    }
    return {};
}

double deviation(const std::vector<float>& numbers) {
    double squares = 0;
    for (const float number : numbers)
        squares += number * number;
    return std::sqrt(squares / static_cast<double>(numbers.size()));
}

} // namespace

TEST_CASE("every parameter has a name and a shape") {
    const Parameters small =
        parameters(model::empty_transformer({.source_words = 5, .width = 4, .mlp_width = 6, .longest = 3}));
    CHECK(small.names ==
          std::vector<std::string>{
              "encoder.embedding",         "encoder.positions",        "encoder.0.self.norm.gain",
              "encoder.0.self.norm.shift", "encoder.0.self.w_q",       "encoder.0.self.b_q",
              "encoder.0.self.w_k",        "encoder.0.self.b_k",       "encoder.0.self.w_v",
              "encoder.0.self.b_v",        "encoder.0.self.w_o",       "encoder.0.self.b_o",
              "encoder.0.mlp.norm.gain",   "encoder.0.mlp.norm.shift", "encoder.0.mlp.w_1",
              "encoder.0.mlp.b_1",         "encoder.0.mlp.w_2",        "encoder.0.mlp.b_2",
              "encoder.norm.gain",         "encoder.norm.shift"});
    CHECK(small.shapes.at("encoder.embedding") == Shape{5, 4});
    CHECK(small.shapes.at("encoder.positions") == Shape{3, 4});
    CHECK(small.shapes.at("encoder.0.self.norm.gain") == Shape{1, 4});
    CHECK(small.shapes.at("encoder.0.self.w_q") == Shape{4, 4});
    CHECK(small.shapes.at("encoder.0.self.b_o") == Shape{1, 4});
    CHECK(small.shapes.at("encoder.0.mlp.w_1") == Shape{4, 6});
    CHECK(small.shapes.at("encoder.0.mlp.b_1") == Shape{1, 6});
    CHECK(small.shapes.at("encoder.0.mlp.w_2") == Shape{6, 4});
}

TEST_CASE("sinusoidal positions are not learned, and without an MLP there is none to learn") {
    const Parameters bare = parameters(model::empty_transformer({.source_words = 5, .width = 4}));
    CHECK(bare.shapes.count("encoder.positions") == 0);
    CHECK(bare.names.size() == 1 + 10 + 2); // the words, one attention, the last normalisation
    CHECK(std::ranges::none_of(bare.names,
                               [](const std::string& name) { return name.find("mlp") != name.npos; }));
}

TEST_CASE("a decoder has as many layers as its encoder, each with cross-attention") {
    const Parameters all = parameters(model::empty_transformer(small_translator));
    CHECK(all.shapes.at("encoder.embedding") == Shape{7, 4});
    CHECK(all.shapes.at("decoder.embedding") == Shape{9, 4});
    for (const std::string layer : {"0", "1"}) {
        CHECK(all.shapes.count("encoder." + layer + ".self.w_k") == 1);
        CHECK(all.shapes.count("encoder." + layer + ".cross.w_k") == 0);
        CHECK(all.shapes.at("decoder." + layer + ".self.w_k") == Shape{4, 4});
        CHECK(all.shapes.at("decoder." + layer + ".cross.w_k") == Shape{4, 4});
    }
    CHECK(std::set(all.names.begin(), all.names.end()).size() == all.names.size());
}

TEST_CASE("a readout is learned unless the embedding is one") {
    const auto readout = [](Index outputs, bool tied, Index target_words) {
        std::map<std::string, Shape> found;
        for (const auto& [name, shape] : parameters(model::empty_transformer({.source_words = 5,
                                         .target_words = target_words,
                                         .width = 4,
                                         .outputs = outputs,
                                         .tied = tied}))
                                             .shapes)
            if (name.starts_with("readout")) found[name] = shape;
        return found;
    };
    using Found = std::map<std::string, Shape>;
    CHECK(readout(1, true, 0).empty());
    CHECK(readout(1, false, 0) == Found{{"readout.0.w_out", {4, 5}}, {"readout.0.b_out", {1, 5}}});
    CHECK(readout(1, false, 9) == Found{{"readout.0.w_out", {4, 9}}, {"readout.0.b_out", {1, 9}}});
    CHECK(readout(2, true, 0) == Found{{"readout.0.w_out", {4, 4}},
                                       {"readout.0.b_out", {1, 4}},
                                       {"readout.1.w_out", {4, 4}},
                                       {"readout.1.b_out", {1, 4}}});
}

TEST_CASE("the parameters are counted") {
    CHECK(model::parameter_count(model::empty_transformer({.source_words = 5, .width = 4})) ==
          5 * 4 + 2 * 4 + 4 * (4 * 4 + 4) + 2 * 4);
    // An MLP adds d·h + h + h·d + d and a normalisation.
    const auto with_mlp = model::empty_transformer({.source_words = 5, .width = 4, .mlp_width = 6});
    CHECK(model::parameter_count(with_mlp) == 116 + 2 * 4 * 6 + 6 + 4 + 2 * 4);
}

TEST_CASE("an empty transformer is all 0, but its gains are 1") {
    const Parameters all = parameters(model::empty_transformer(small_translator));
    for (const auto& entry : all.numbers) {
        const std::string& name = entry.first;
        const std::vector<float>& numbers = entry.second;
        CAPTURE(name);
        const float expected = name.ends_with("gain") ? 1 : 0;
        CHECK(std::ranges::all_of(numbers, [&](float number) { return number == expected; }));
    }
}

TEST_CASE("the same seed gives the same numbers, another seed others") {
    const Parameters one = parameters(model::random_transformer(small_translator, 3)),
                     same = parameters(model::random_transformer(small_translator, 3)),
                     other = parameters(model::random_transformer(small_translator, 4));
    CHECK(one.numbers == same.numbers);
    for (const auto& entry : one.numbers) {
        const std::string& name = entry.first;
        const std::vector<float>& numbers = entry.second;
        CAPTURE(name);
        const bool is_drawn = one.shapes.at(name).first > 1;
        CHECK((numbers != other.numbers.at(name)) == is_drawn); // gains, shifts and biases begin alike
    }
}

TEST_CASE("matrices begin within ±1/√rows, tables of words and positions with deviation 1/√d") {
    const Parameters all = parameters(model::random_transformer(
        {.source_words = 300, .width = 16, .mlp_width = 64, .longest = 200, .tied = false}, 1));
    for (const std::string table : {"encoder.embedding", "encoder.positions"})
        CHECK(deviation(all.numbers.at(table)) == make::about(0.25).share(0.05));
    for (const auto& entry : std::map<std::string, float>{
             {"encoder.0.self.w_v", 0.25F}, {"encoder.0.mlp.w_2", 0.125F}, {"readout.0.w_out", 0.25F}}) {
        const std::string& name = entry.first;
        const float reach = entry.second;
        CAPTURE(name);
        const auto [least, most] = std::ranges::minmax(all.numbers.at(name));
        CHECK((least >= -reach && most <= reach));
        CHECK((least < -0.9F * reach && most > 0.9F * reach));
    }
}

TEST_CASE("embeddings are made as large as sinusoidal positions, and left alone beside learned ones") {
    CHECK(TransformerSizes{.width = 16}.embedding_factor() == 4);
    CHECK(TransformerSizes{.width = 16, .longest = 10}.embedding_factor() == 1);
}

TEST_CASE("sizes out of range are refused, and which they are is said") {
    const TransformerSizes usable{.source_words = 5, .width = 12, .heads = 3};
    CHECK(refused(usable).empty());
    const std::string no_words = "its vocabulary has no usable size", no_width = "its width is out of range",
                      no_size = "its sizes are out of range";
    const auto with = [&](auto change) {
        TransformerSizes sizes = usable;
        change(sizes);
        return refused(sizes);
    };
    CHECK(with([](auto& s) { s.source_words = 1; }) == no_words); // padding alone
    CHECK(with([](auto& s) { s.source_words = 65537; }) == no_words);
    CHECK(with([](auto& s) { s.target_words = -1; }) == no_words);
    CHECK(with([](auto& s) { s.width = 0; }) == no_width);
    CHECK(with([](auto& s) { s.width = 4098; }) == no_width);
    CHECK(with([](auto& s) { s.mlp_width = -1; }) == no_width);
    CHECK(with([](auto& s) { s.layers = 0; }) == "it has 0 layers");
    CHECK(with([](auto& s) { s.layers = 9; }) == "it has 9 layers");
    CHECK(with([](auto& s) { s.outputs = 0; }) == no_size);
    CHECK(with([](auto& s) { s.outputs = 9; }) == no_size);
    CHECK(with([](auto& s) { s.longest = -1; }) == no_size);
    CHECK(with([](auto& s) { s.heads = 0; }) == "a width of 12 is not divisible by 0 heads");
    CHECK(with([](auto& s) { s.heads = 5; }) == "a width of 12 is not divisible by 5 heads");
    CHECK(with([](auto& s) { s.cross_heads = 5; }).empty()); // there is no cross-attention
    CHECK(with([](auto& s) { s.target_words = 5, s.cross_heads = 5; }) ==
          "a width of 12 is not divisible by 5 heads");
    CHECK_THROWS_AS(model::random_transformer({.source_words = 5, .width = 0}, 1), base::InputError);
}

TEST_CASE("a block's attention is a layer of the one core, with the same numbers") {
    const Transformer transformer = model::random_transformer(small_translator, 1);
    const model::AttentionBlock<float>& block = transformer.decoder.blocks[1].cross;
    const attention::Layer layer = model::layer_of(block, 2);
    CHECK(layer.heads == 2);
    CHECK(layer.w_q == block.q.w);
    CHECK(layer.w_k == block.k.w);
    CHECK(layer.w_v == block.v.w);
    CHECK(layer.w_o == block.o.w);
    CHECK(layer.b_q == block.q.b);
    CHECK(layer.b_o == block.o.b);
}

using attention::Quantity;
using base::Matrix;
using make::is_close;
// The run on a sentence.

namespace {

using Ids = std::vector<Index>;

const TransformerSizes reader{
    .source_words = 9, .width = 8, .layers = 2, .heads = 2, .mlp_width = 12, .outputs = 2};
const TransformerSizes translator{.source_words = 9,
                                  .target_words = 7,
                                  .width = 8,
                                  .layers = 2,
                                  .heads = 4,
                                  .cross_heads = 2,
                                  .mlp_width = 12};
const Ids sentence{3, 1, 4, 1, 5}, translated{2, 6, 1};

TransformerSizes with_mask(TransformerSizes sizes) {
    sizes.causal = true;
    return sizes;
}

TransformerSizes with_rotary(TransformerSizes sizes) {
    sizes.longest = 0;
    sizes.rotary_base = 100;
    return sizes;
}

/// Biases, gains and shifts are drawn too, so that one left out shows.
Transformer made(const TransformerSizes& sizes) {
    Transformer transformer = model::random_transformer(sizes, 1);
    unsigned seed = 1;
    model::visit_parameters(transformer, [&](const std::string& name, Index rows, Index columns, float* at) {
        if (rows > 1) return;
        const Matrix drawn = make::matrix(1, columns, ++seed);
        for (Index i = 0; i < columns; ++i)
            at[i] = 0.3F * drawn(0, i) + (name.ends_with("gain") ? 1.0F : 0.0F);
    });
    return transformer;
}

/// Rows with mean 0 and variance 1, then gain and shift.
Matrix normalised(const model::LayerNorm<float>& norm, const Matrix& x) {
    Matrix y = x;
    for (Index i = 0; i < x.rows(); ++i) {
        const float mean = x.row(i).mean();
        const float variance = (x.row(i).array() - mean).square().mean();
        y.row(i) =
            (x.row(i).array() - mean) / std::sqrt(variance + 1e-5F) * norm.gain.array() + norm.shift.array();
    }
    return y;
}

/// The message of the InputError.
template <class Action>
std::string message_of(Action&& action) {
    try {
        action();
    } catch (const base::InputError& error) {
        return error.what();
    }
    return {};
}

} // namespace

TEST_CASE("the residual stream adds up: each part adds what it answers to what was there") {
    const Transformer transformer = made(translator);
    const TransformerRun run = model::run(transformer, sentence, translated);
    for (const model::StackRun* stack : {&run.encoder, &*run.decoder}) {
        Matrix stream = stack->embedded;
        for (const model::BlockRun& block : stack->blocks) {
            CHECK(is_close(block.self.before, stream));
            stream += block.self.trace.output;
            CHECK(is_close(block.self.after, stream));
            if (block.cross) {
                CHECK(block.cross->before == block.self.after);
                stream += block.cross->trace.output;
                CHECK(is_close(block.cross->after, stream));
            }
            const bool is_decoder = stack != &run.encoder;
            const auto layer = static_cast<std::size_t>(&block - stack->blocks.data());
            const model::Block<float>& f =
                (is_decoder ? transformer.decoder : transformer.encoder).blocks[layer];
            CHECK(make::smallest(block.hidden) == 0); // the ReLU shuts off some
            CHECK(make::largest(block.hidden) > 0);
            Matrix added = block.hidden * f.mlp_2.w;
            added.rowwise() += f.mlp_2.b;
            stream += added;
            CHECK(is_close(block.after, stream));
        }
    }
    CHECK(run.decoder->blocks[0].cross.has_value());
    CHECK_FALSE(run.encoder.blocks[0].cross.has_value());
}

TEST_CASE("without an MLP a layer adds its attention and nothing else") {
    const TransformerRun run = model::run(made({.source_words = 9, .width = 8, .layers = 2}), sentence);
    CHECK(run.encoder.blocks[0].hidden.rows() == 0);
    CHECK(run.encoder.blocks[0].after == run.encoder.blocks[0].self.after);
    CHECK(run.encoder.blocks[1].self.before == run.encoder.blocks[0].after);
}

TEST_CASE("the stream begins with words and positions") {
    const Transformer learned = made({.source_words = 9, .width = 8, .longest = 6});
    const Matrix embedded = model::run(learned, sentence).encoder.embedded;
    const Transformer sinusoidal = made({.source_words = 9, .width = 16});
    const Matrix sines = model::run(sinusoidal, sentence).encoder.embedded;
    for (Index i = 0; i < 5; ++i) {
        const Index id = sentence[static_cast<std::size_t>(i)];
        CHECK(
            is_close(embedded.row(i), learned.encoder.embedding.row(id) + learned.encoder.positions.row(i)));
        // The first two columns are the sine and cosine of the position; words are √16 times their row.
        CHECK(sines(i, 0) - 4 * sinusoidal.encoder.embedding(id, 0) ==
              make::about(std::sin(static_cast<float>(i))).share(1e-4));
        CHECK(sines(i, 1) - 4 * sinusoidal.encoder.embedding(id, 1) ==
              make::about(std::cos(static_cast<float>(i))).share(1e-4));
    }
}

TEST_CASE("attention reads the normalised stream, cross-attention the encoder's last one") {
    const Transformer transformer = made(translator);
    const TransformerRun run = model::run(transformer, sentence, translated);
    for (std::size_t layer = 0; layer < 2; ++layer) {
        const model::BlockRun& encoder = run.encoder.blocks[layer];
        const model::BlockRun& decoder = run.decoder->blocks[layer];
        const auto& f = transformer.decoder.blocks[layer];
        CHECK(is_close(encoder.self.trace.x,
                       normalised(transformer.encoder.blocks[layer].self.norm, encoder.self.before)));
        CHECK(is_close(decoder.self.trace.x, normalised(f.self.norm, decoder.self.before)));
        CHECK(is_close(decoder.cross->trace.x, normalised(f.cross.norm, decoder.cross->before)));
        CHECK(decoder.cross->trace.memory == run.encoder.output);
    }
    CHECK(is_close(run.encoder.output, normalised(transformer.encoder.norm, run.encoder.blocks[1].after)));
    CHECK(is_close(run.decoder->output, normalised(transformer.decoder.norm, run.decoder->blocks[1].after)));
}

TEST_CASE("a word that is added changes no earlier key in the first layer, and none in the next under a "
          "causal mask") {
    Ids longer = sentence;
    longer.push_back(8);
    const auto keys = [&](const TransformerSizes& sizes, std::size_t layer, const Ids& ids) {
        return Matrix(model::run(made(sizes), ids).encoder.blocks[layer].self.trace.heads[0].k.topRows(5));
    };
    CHECK(make::is_close(keys(reader, 0, longer), keys(reader, 0, sentence), 1e-6));
    CHECK(make::differs(keys(reader, 1, longer), keys(reader, 1, sentence), 1e-2));
    for (const std::size_t layer : {0U, 1U})
        CHECK(make::is_close(keys(with_mask(reader), layer, longer), keys(with_mask(reader), layer, sentence),
                             1e-6));
}

TEST_CASE("every answer has a probability, and they add up to 1") {
    const TransformerRun read = model::run(made(reader), sentence);
    REQUIRE(read.probabilities.size() == 2); // one matrix for each output
    CHECK(make::differs(read.probabilities[0], read.probabilities[1], 1e-3F));
    for (const Matrix& p : read.probabilities) {
        CHECK(p.rows() == 5);
        CHECK(p.cols() == 9);
        CHECK(make::smallest(p) > 0);
        CHECK(is_close(p.rowwise().sum(), Matrix::Ones(5, 1)));
    }
    const TransformerRun said = model::run(made(translator), sentence, translated);
    REQUIRE(said.probabilities.size() == 1);
    CHECK(said.probabilities[0].rows() == 3);
    CHECK(said.probabilities[0].cols() == 7);
    CHECK(is_close(said.probabilities[0].rowwise().sum(), Matrix::Ones(3, 1)));
}

TEST_CASE("with a tied embedding the answer is the word whose row is most alike the stream") {
    TransformerSizes sizes{.source_words = 9, .width = 8};
    const Transformer tied = made(sizes);
    const TransformerRun run = model::run(tied, sentence);
    Matrix logits = run.encoder.output * tied.encoder.embedding.transpose();
    for (Index i = 0; i < 5; ++i) {
        const auto e = (logits.row(i).array() - logits.row(i).maxCoeff()).exp();
        CHECK(is_close(run.probabilities[0].row(i), e / e.sum()));
    }
    sizes.tied = false;
    const Transformer untied = made(sizes);
    const TransformerRun other = model::run(untied, sentence);
    logits = other.encoder.output * untied.readout[0].w;
    logits.rowwise() += untied.readout[0].b;
    for (Index i = 0; i < 5; ++i) {
        const auto e = (logits.row(i).array() - logits.row(i).maxCoeff()).exp();
        CHECK(is_close(other.probabilities[0].row(i), e / e.sum()));
    }
}

TEST_CASE("a causal encoder ignores later words, another one reads them") {
    const Ids changed{3, 1, 4, 1, 2};
    const Transformer causal = made(with_mask(reader)), all = made(reader);
    const auto first_rows = [](const Transformer& transformer, const Ids& words) {
        return Matrix(model::run(transformer, words).probabilities[0].topRows(4));
    };
    CHECK(first_rows(causal, sentence) == first_rows(causal, changed));
    CHECK(make::differs(first_rows(all, sentence), first_rows(all, changed), 1e-3F));
    const TransformerRun run = model::run(causal, sentence);
    for (const model::BlockRun& block : run.encoder.blocks)
        for (const attention::HeadTrace& head : block.self.trace.heads)
            for (Index i = 0; i < 4; ++i) // the last word has no later one
                CHECK(make::is_zero(head.weights.row(i).tail(4 - i)));
}

TEST_CASE("with keys and values kept, a word is read as if all before it were read again") {
    for (const TransformerSizes& sizes : {with_mask(reader), with_rotary(with_mask(reader))}) {
        const Transformer causal = made(sizes);
        const TransformerRun whole = model::run(causal, sentence);
        model::KeyValueCache cache;
        for (std::size_t i = 0; i < sentence.size(); ++i) {
            const TransformerRun one = model::run_on(causal, cache, {sentence[i]});
            CHECK(cache.words() == static_cast<Index>(i) + 1);
            CHECK(make::is_close(one.probabilities[0],
                                 Matrix(whole.probabilities[0].row(static_cast<Index>(i)))));
        }
        model::KeyValueCache of_run = model::cache_of(whole);
        of_run.keep(2);
        const TransformerRun rest = model::run_on(causal, of_run, {sentence.begin() + 2, sentence.end()});
        CHECK(make::is_close(rest.probabilities[0],
                             Matrix(whole.probabilities[0].bottomRows(std::ssize(sentence) - 2))));
    }
}

TEST_CASE("a head that is off stays off while a text grows") {
    const Transformer causal = made(with_mask(reader));
    const std::vector<Intervention> off{{.place = {Part::encoder, 0}, .heads_off = {0}}};
    const TransformerRun whole = model::run(causal, sentence, {}, off);
    model::KeyValueCache cache = model::cache_of(whole);
    cache.keep(std::ssize(sentence) - 1);
    const Matrix last = whole.probabilities[0].bottomRows(1);
    model::KeyValueCache same = cache;
    CHECK(make::is_close(model::run_on(causal, cache, {sentence.back()}, off).probabilities[0], last));
    CHECK(make::differs(model::run_on(causal, same, {sentence.back()}).probabilities[0], last, 1e-4F));
}

TEST_CASE("a decoder sees no later word of its own, and every word of the source") {
    const Transformer transformer = made(translator);
    const TransformerRun run = model::run(transformer, sentence, translated);
    for (const Index layer : {0, 1}) {
        const attention::Trace& self = run.at({Part::decoder, layer}).trace;
        const attention::Trace& cross = run.at({Part::cross, layer}).trace;
        CHECK(self.heads.size() == 4);
        CHECK(cross.heads.size() == 2);
        CHECK(self.heads[0].weights.rows() == 3);
        CHECK(self.heads[0].weights.cols() == 3);
        CHECK(make::is_zero(self.heads[0].weights.row(0).tail(2)));
        CHECK(cross.heads[0].weights.rows() == 3);
        CHECK(cross.heads[0].weights.cols() == 5);
        CHECK(make::smallest(cross.heads[0].weights) > 0);
        CHECK(make::smallest(run.at({Part::encoder, layer}).trace.heads[0].weights) > 0);
        CHECK(cross.heads[0].q.cols() == 4); // d/h
        CHECK(self.heads[0].q.cols() == 2);
    }
    const TransformerRun other = model::run(transformer, sentence, {2, 6, 5});
    CHECK(run.probabilities[0].topRows(2) == other.probabilities[0].topRows(2));
    CHECK(make::differs(run.probabilities[0].row(2), other.probabilities[0].row(2), 1e-3F));
}

TEST_CASE("scores are divided by √d_k, or not at all") {
    TransformerSizes sizes = reader;
    CHECK(model::run(made(sizes), sentence).at({}).trace.divisor == 2);
    sizes.scaled = false;
    CHECK(model::run(made(sizes), sentence).at({}).trace.divisor == 1);
}

TEST_CASE("what is done in layer 1 changes layer 2, and nothing before it") {
    const Transformer transformer = made(reader);
    const TransformerRun plain = model::run(transformer, sentence);
    const std::vector<Intervention> interventions = {
        {.place = {Part::encoder, 0}, .overrides = {{{Quantity::scores, 0, 4, 1}, 5}}}};
    const TransformerRun changed = model::run(transformer, sentence, {}, interventions);
    const auto scores = [](const TransformerRun& run, Index layer) {
        return run.at({Part::encoder, layer}).trace.heads[0].scores;
    };
    CHECK(changed.encoder.embedded == plain.encoder.embedded);
    CHECK(scores(changed, 0)(4, 1) == 5);
    CHECK(is_close(scores(changed, 0).topRows(4), scores(plain, 0).topRows(4), 0));
    CHECK(make::differs(scores(changed, 1), scores(plain, 1), 1e-3F));
    CHECK(make::differs(changed.probabilities[0], plain.probabilities[0], 1e-3F));
}

TEST_CASE("what is done in layer 2 leaves layer 1 alone") {
    const Transformer transformer = made(reader);
    const TransformerRun plain = model::run(transformer, sentence);
    const TransformerRun changed =
        model::run(transformer, sentence, {}, {{.place = {Part::encoder, 1}, .heads_off = {1}}});
    CHECK(changed.at({Part::encoder, 0}).trace.output == plain.at({Part::encoder, 0}).trace.output);
    CHECK(make::is_zero(changed.at({Part::encoder, 1}).trace.concat.rightCols(4)));
    CHECK(changed.at({Part::encoder, 1}).trace.concat.leftCols(4) ==
          plain.at({Part::encoder, 1}).trace.concat.leftCols(4));
    CHECK(make::differs(changed.probabilities[0], plain.probabilities[0], 1e-3F));
}

TEST_CASE("a weight that is knocked out leaves the others of its row what they are") {
    const Transformer transformer = made(translator);
    const TransformerRun plain = model::run(transformer, sentence, translated);
    const model::Place place{Part::cross, 0};
    const TransformerRun without =
        model::run(transformer, sentence, translated,
                   {{.place = place, .overrides = {{{Quantity::weights, 1, 2, 3}, 0}}}});
    Matrix expected = plain.at(place).trace.heads[1].weights;
    expected(2, 3) = 0;
    CHECK(without.at(place).trace.heads[1].weights == expected);
    CHECK(without.at(place).trace.heads[0].weights == plain.at(place).trace.heads[0].weights);
    CHECK(without.probabilities[0].topRows(2) == plain.probabilities[0].topRows(2)); // it is causal
    CHECK(make::differs(without.probabilities[0].row(2), plain.probabilities[0].row(2), 1e-4F));
}

namespace {

/// Every row of a stack's stream at a point, to be put into another run.
std::vector<model::Patch> rows_at(const TransformerRun& run, Part stack, Index point) {
    const Matrix& stream = (stack == Part::encoder ? run.encoder : *run.decoder).stream(point);
    std::vector<model::Patch> patches;
    for (Index row = 0; row < stream.rows(); ++row)
        patches.push_back({stack, point, row, stream.row(row)});
    return patches;
}

} // namespace

TEST_CASE("whoever is given every row of another stream answers as that one does") {
    const Transformer transformer = made(reader);
    const TransformerRun one = model::run(transformer, sentence);
    const TransformerRun other = model::run(transformer, {2, 7, 8, 6, 5});
    for (const Index point : {0, 1, 2}) {
        const TransformerRun patched =
            model::run(transformer, sentence, {}, {}, rows_at(other, Part::encoder, point));
        for (const std::size_t output : {0U, 1U}) {
            CHECK(make::differs(one.probabilities[output], other.probabilities[output], 1e-3F));
            CHECK(patched.probabilities[output] == other.probabilities[output]);
        }
        CHECK(patched.encoder.stream(point) == other.encoder.stream(point));
    }
    const Transformer both = made(translator);
    const TransformerRun said = model::run(both, {2, 7, 8, 6, 5}, {3, 4, 5});
    for (const Index point : {0, 1, 2}) {
        std::vector<model::Patch> patches = rows_at(said, Part::encoder, point);
        for (model::Patch& patch : rows_at(said, Part::decoder, point))
            patches.push_back(std::move(patch));
        CHECK(model::run(both, sentence, translated, {}, patches).probabilities[0] == said.probabilities[0]);
    }
}

TEST_CASE("a row put back where it was changes nothing; another one changes nothing before it") {
    const Transformer transformer = made(reader);
    const TransformerRun run = model::run(transformer, sentence);
    for (const Index point : {0, 1, 2})
        CHECK(
            model::run(transformer, sentence, {}, {}, rows_at(run, Part::encoder, point)).probabilities[0] ==
            run.probabilities[0]);
    const model::Patch patch{Part::encoder, 1, 3, make::matrix(1, 8, 5).row(0)};
    const TransformerRun changed = model::run(transformer, sentence, {}, {}, {patch});
    CHECK(changed.at({Part::encoder, 0}).trace.output == run.at({Part::encoder, 0}).trace.output);
    CHECK(changed.encoder.blocks[0].after.topRows(3) == run.encoder.blocks[0].after.topRows(3));
    CHECK(changed.encoder.blocks[0].after.row(3) == patch.stream);
    CHECK(make::differs(changed.probabilities[0], run.probabilities[0], 1e-3F));
}

TEST_CASE("the logits of the stream's end give the answer; earlier rows are read out in the same way") {
    for (const TransformerSizes& sizes : {reader, translator}) {
        const Transformer transformer = made(sizes);
        const TransformerRun run =
            model::run(transformer, sentence, sizes.has_decoder() ? translated : Ids{});
        const auto logits = model::logits(transformer, run.answering().stream(sizes.layers));
        REQUIRE(std::ssize(logits) == sizes.outputs);
        for (std::size_t i = 0; i < logits.size(); ++i) {
            const Matrix p = logits[i].array().exp();
            const Matrix sums = p.rowwise().sum().replicate(1, p.cols());
            CHECK(is_close(run.probabilities[i], p.array() / sums.array()));
        }
        const Matrix begun = run.answering().stream(0);
        CHECK(is_close(model::logits(transformer, begun.row(1))[0],
                       model::logits(transformer, begun)[0].row(1)));
    }
}

TEST_CASE("two interventions in one place are both made") {
    const Transformer transformer = made(reader);
    const model::Place place{Part::encoder, 0};
    const TransformerRun both =
        model::run(transformer, sentence, {},
                   {{.place = place, .heads_off = {0}},
                    {.place = place, .overrides = {{{Quantity::weights, 1, 0, 0}, 0}}, .heads_off = {}}});
    CHECK(make::is_zero(both.at(place).trace.concat.leftCols(4)));
    CHECK(both.at(place).trace.heads[1].weights(0, 0) == 0);
}

TEST_CASE("a model without any head passes its words on, position by position") {
    const Transformer transformer = made(reader);
    std::vector<Intervention> all_off;
    for (const Index layer : {0, 1})
        all_off.push_back({.place = {Part::encoder, layer}, .heads_off = {0, 1}});
    const Ids changed{8, 2, 4, 7, 6}; // only the word in the middle is the same
    const auto middle = [&](const Ids& words) {
        return Matrix(model::run(transformer, words, {}, all_off).probabilities[0].row(2));
    };
    CHECK(middle(sentence) == middle(changed));
    CHECK(make::differs(Matrix(model::run(transformer, sentence).probabilities[0].row(2)),
                        Matrix(model::run(transformer, changed).probabilities[0].row(2)), 1e-3F));
}

TEST_CASE("a sentence that learned positions do not reach is refused; sines have no end") {
    const Transformer learned = made({.source_words = 9, .width = 8, .longest = 4});
    CHECK(message_of([&] { model::run(learned, sentence); }) ==
          "sentence: 5 words are more than its positions reach (type at most 4)");
    CHECK_NOTHROW(model::run(learned, {3, 1, 4, 1}));
    CHECK_NOTHROW(model::run(made({.source_words = 9, .width = 8}), Ids(200, 1)));
}

TEST_CASE("nothing to read, and interventions outside their matrices, are refused") {
    const Transformer transformer = made(translator);
    CHECK_FALSE(message_of([&] { model::run(transformer, {}, translated); }).empty());
    CHECK_FALSE(message_of([&] { model::run(transformer, sentence, {}); }).empty());
    for (const attention::Cell cell :
         {attention::Cell{Quantity::weights, 4, 0, 0}, attention::Cell{Quantity::weights, 0, 3, 0},
          attention::Cell{Quantity::weights, 0, 0, 3}})
        CHECK_FALSE(message_of([&] {
                        model::run(transformer, sentence, translated,
                                   {{.place = {Part::decoder, 1}, .overrides = {{cell, 0}}}});
                    }).empty());
}
