#include "exercise/level.h"

#include "model/random.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <numeric>

namespace exercise {

using model::Tensor;

namespace {

using Shape = std::vector<std::int64_t>;

/// The numbers of a question: short ones, so that they can be read and copied.
class Draw {
public:
    explicit Draw(std::uint32_t seed) : random_(seed) {}

    Tensor normal(const Shape& shape, float deviation) {
        Tensor made{.shape = shape, .values = {}};
        made.values.resize(static_cast<std::size_t>(made.size()));
        for (float& value : made.values)
            value = std::round(100 * deviation * random_.normal()) / 100;
        return made;
    }
    /// A weight (from, to): rows of unit variance stay so.
    Tensor weight(std::int64_t from, std::int64_t to) {
        return normal({from, to}, 1 / std::sqrt(static_cast<float>(from)));
    }
    std::size_t below(std::size_t count) {
        return std::min(static_cast<std::size_t>(random_.uniform() * static_cast<float>(count)), count - 1);
    }

private:
    model::Random random_;
};

/// 1 = a word, 0 = padding: the last `hidden` of each row.
Tensor padding(const Shape& shape, const std::vector<std::int64_t>& hidden) {
    Tensor made{.shape = shape, .values = {}, .is_real = false};
    for (const std::int64_t last : hidden)
        for (std::int64_t j = 0; j < shape.back(); ++j)
            made.values.push_back(j < shape.back() - last ? 1.0F : 0.0F);
    return made;
}

void add_projections(Question& question, Draw& numbers, std::int64_t d, std::int64_t width) {
    for (const char* name : {"w_q", "w_k", "w_v"})
        question.tensors[name] = numbers.weight(d, width);
}

Question make_scores(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.tensors["q"] = numbers.normal({5, 4}, 1.4F);
    question.tensors["k"] = numbers.normal({5, 4}, 1.4F);
    return question;
}

Question make_softmax(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    Tensor scaled = numbers.normal({5, 6}, 2);
    // Scores that no exponential can hold, one row each way.
    const std::size_t high = numbers.below(5), low = (high + 1 + numbers.below(4)) % 5;
    for (std::size_t j = 0; j < 6; ++j) {
        scaled.values[6 * high + j] += 1000;
        scaled.values[6 * low + j] -= 1000;
    }
    question.tensors["scaled"] = scaled;
    return question;
}

Question make_one_head(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.tensors["x"] = numbers.normal({5, 6}, 1);
    add_projections(question, numbers, 6, 4);
    return question;
}

Question make_masks(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.tensors["x"] = numbers.normal({6, 8}, 1);
    add_projections(question, numbers, 8, 4);
    question.options.mask.causal = true;
    question.tensors["key_padding"] = padding({6}, {2});
    return question;
}

Question make_cross(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.tensors["x"] = numbers.normal({3, 6}, 1);
    question.tensors["memory"] = numbers.normal({7, 6}, 1);
    add_projections(question, numbers, 6, 4);
    return question;
}

Question make_multi_head(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.heads = question.kv_heads = 2;
    question.tensors["x"] = numbers.normal({5, 8}, 1);
    add_projections(question, numbers, 8, 8);
    question.tensors["w_o"] = numbers.weight(8, 8);
    for (const char* name : {"b_q", "b_k", "b_v", "b_o"})
        question.tensors[name] = numbers.normal({8}, 0.5F);
    return question;
}

Question of_scores(std::uint32_t seed, attention::ScoreFunction score) {
    Draw numbers(seed);
    Question question;
    question.options.score = score;
    question.options.scale.kind = attention::ScaleKind::none;
    question.tensors["q"] = numbers.normal({4, 4}, 1);
    question.tensors["k"] = numbers.normal({6, 4}, 1);
    question.tensors["v"] = numbers.normal({6, 3}, 1);
    return question;
}

Question make_additive(std::uint32_t seed) {
    Question question = of_scores(seed, attention::ScoreFunction::additive);
    Draw numbers(seed + 1);
    question.tensors["w_add_q"] = numbers.weight(4, 5);
    question.tensors["w_add_k"] = numbers.weight(4, 5);
    question.tensors["v_add"] = numbers.normal({5}, 1);
    return question;
}

Question make_general(std::uint32_t seed) {
    Question question = of_scores(seed, attention::ScoreFunction::general);
    Draw numbers(seed + 1);
    question.tensors["w_general"] = numbers.weight(4, 4);
    return question;
}

Question make_batch(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.heads = question.kv_heads = 2;
    question.tensors["x"] = numbers.normal({3, 5, 6}, 1);
    add_projections(question, numbers, 6, 6);
    question.tensors["key_padding"] = padding({3, 5}, {0, 1, 3});
    return question;
}

Question make_positions(std::uint32_t seed) {
    Question question = make_one_head(seed);
    // Vaswani et al. 2017, section 3.5: sine and cosine of place · 10000^(−2j/d), by turns.
    Tensor positions{.shape = question.at("x").shape, .values = {}};
    const std::int64_t d = positions.shape[1];
    for (std::int64_t i = 0; i < positions.shape[0]; ++i)
        for (std::int64_t j = 0; j < d; ++j) {
            const double angle = static_cast<double>(i) *
                                 std::pow(1e4, -static_cast<double>(j - j % 2) / static_cast<double>(d));
            positions.values.push_back(
                static_cast<float>(std::round(1e4 * (j % 2 == 0 ? std::sin(angle) : std::cos(angle))) / 1e4));
        }
    question.tensors["positions"] = positions;
    return question;
}

Question make_bias(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.tensors["q"] = numbers.normal({5, 4}, 1);
    question.tensors["k"] = numbers.normal({5, 4}, 1);
    question.tensors["v"] = numbers.normal({5, 3}, 1);
    // One number for each distance, as in T5.
    const Tensor of_distance = numbers.normal({9}, 1);
    Tensor bias{.shape = {5, 5}, .values = {}};
    for (std::size_t i = 0; i < 5; ++i)
        for (std::size_t j = 0; j < 5; ++j)
            bias.values.push_back(of_distance.values[j + 4 - i]);
    question.tensors["bias"] = bias;
    return question;
}

Question make_grouped(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.heads = 4;
    question.kv_heads = 2;
    question.tensors["x"] = numbers.normal({5, 8}, 1);
    question.tensors["w_q"] = numbers.weight(8, 12);
    question.tensors["w_k"] = numbers.weight(8, 6);
    question.tensors["w_v"] = numbers.weight(8, 6);
    question.tensors["w_o"] = numbers.weight(12, 8);
    return question;
}

Question make_rotary(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.tensors["x"] = numbers.normal({6, 8}, 1);
    add_projections(question, numbers, 8, 4);
    question.options.rotary = attention::Rotary{.base = 100};
    return question;
}

Question make_cache(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.tensors["x"] = numbers.normal({2, 6}, 1);
    add_projections(question, numbers, 6, 4);
    question.tensors["past_k"] = numbers.normal({1, 4, 4}, 1);
    question.tensors["past_v"] = numbers.normal({1, 4, 4}, 1);
    question.options.mask.causal = true;
    question.options.rotary = attention::Rotary{.base = 100};
    return question;
}

Question make_recurrent(std::uint32_t seed, std::int64_t gates) {
    constexpr std::int64_t d = 4, units = 4;
    Draw numbers(seed);
    Question question;
    question.tensors["x"] = numbers.normal({6, d}, 1);
    question.tensors["weight_ih"] = numbers.normal({gates * units, d}, 0.6F);
    question.tensors["weight_hh"] = numbers.normal({gates * units, units}, 0.6F);
    question.tensors["bias_ih"] = numbers.normal({gates * units}, 0.3F);
    question.tensors["bias_hh"] = numbers.normal({gates * units}, 0.3F);
    return question;
}

Question make_rnn(std::uint32_t seed) {
    return make_recurrent(seed, 1);
}

Question make_lstm(std::uint32_t seed) {
    return make_recurrent(seed, 4);
}

Question make_block(std::uint32_t seed) {
    constexpr std::int64_t d = 8, p = 12;
    Draw numbers(seed);
    Question question;
    question.heads = question.kv_heads = 2;
    question.tensors["x"] = numbers.normal({5, d}, 1.5F);
    add_projections(question, numbers, d, d);
    question.tensors["w_o"] = numbers.weight(d, d);
    question.tensors["w_1"] = numbers.weight(d, p);
    question.tensors["w_2"] = numbers.weight(p, d);
    for (const char* name : {"shift", "mlp_shift", "b_2"})
        question.tensors[name] = numbers.normal({d}, 0.3F);
    question.tensors["b_1"] = numbers.normal({p}, 0.3F);
    for (const char* name : {"gain", "mlp_gain"}) {
        Tensor gain = numbers.normal({d}, 0.3F);
        for (float& value : gain.values)
            value += 1;
        question.tensors[name] = gain;
    }
    question.options.mask.causal = true;
    return question;
}

Question make_softmax_gradient(std::uint32_t seed) {
    Draw numbers(seed);
    Question question;
    question.tensors["scaled"] = numbers.normal({4, 5}, 1);
    question.tensors["d_weights"] = numbers.normal({4, 5}, 1);
    return question;
}

const std::vector<std::string> from_x{"q", "k", "v", "scores", "scaled", "weights", "output"};

const Level table[] = {
    {"scores", {"scores"}, &make_scores},
    {"scale", {"scores", "scaled"}, &make_scores},
    {"softmax", {"weights"}, &make_softmax},
    {"one_head", from_x, &make_one_head},
    {"masks", {"q", "k", "v", "scores", "scaled", "masked", "weights", "output"}, &make_masks},
    {"cross", from_x, &make_cross},
    {"multi_head",
     {"q", "k", "v", "scores", "scaled", "weights", "heads", "concat", "output"},
     &make_multi_head},
    {"additive", {"scores", "weights", "output"}, &make_additive},
    {"general", {"scores", "weights", "output"}, &make_general},
    {"batch", {"q", "k", "v", "scores", "scaled", "masked", "weights", "heads", "output"}, &make_batch},
    {"rnn", {"hidden"}, &make_rnn},
    {"lstm", {"cell", "hidden"}, &make_lstm},
    {"positions", from_x, &make_positions},
    {"bias", {"scores", "scaled", "biased", "weights", "output"}, &make_bias},
    {"grouped", {"q", "k", "v", "scores", "scaled", "weights", "heads", "concat", "output"}, &make_grouped},
    {"rotary",
     {"q", "k", "v", "q_rotated", "k_rotated", "scores", "scaled", "weights", "output"},
     &make_rotary},
    {"cache",
     {"q", "k", "v", "q_rotated", "k_rotated", "present_k", "present_v", "scores", "scaled", "masked",
      "weights", "output"},
     &make_cache},
    {"block",
     {"normed", "q", "k", "v", "scores", "scaled", "masked", "weights", "heads", "concat", "output", "added",
      "normed_again", "activated", "block"},
     &make_block},
    {"softmax_gradient", {"weights", "d_scaled"}, &make_softmax_gradient},
};

} // namespace

std::span<const Level> levels() {
    return table;
}

const Level* level_named(const std::string& id) {
    const auto* const found =
        std::ranges::find(table, id, [](const Level& level) { return std::string(level.id); });
    return found == std::end(table) ? nullptr : found;
}

std::string listed(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names)
        all += (all.empty() ? "" : ", ") + name;
    return all;
}

std::string listed_levels() {
    std::vector<std::string> ids;
    for (const Level& level : table)
        ids.emplace_back(level.id);
    return listed(ids);
}

Question make_question(const Level& level, std::uint32_t seed) {
    Question question = level.make(seed);
    question.level = &level;
    return question;
}

} // namespace exercise
