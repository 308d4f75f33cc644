#include "model/transformer.h"

#include "base/input_error.h"
#include "close.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using base::Index;
using model::Transformer;
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

const TransformerSizes translator{
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
    const Parameters all = parameters(model::empty_transformer(translator));
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
    const Parameters all = parameters(model::empty_transformer(translator));
    for (const auto& entry : all.numbers) {
        const std::string& name = entry.first;
        const std::vector<float>& numbers = entry.second;
        CAPTURE(name);
        const float expected = name.ends_with("gain") ? 1 : 0;
        CHECK(std::ranges::all_of(numbers, [&](float number) { return number == expected; }));
    }
}

TEST_CASE("the same seed gives the same numbers, another seed others") {
    const Parameters one = parameters(model::random_transformer(translator, 3)),
                     same = parameters(model::random_transformer(translator, 3)),
                     other = parameters(model::random_transformer(translator, 4));
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
    const Transformer transformer = model::random_transformer(translator, 1);
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
