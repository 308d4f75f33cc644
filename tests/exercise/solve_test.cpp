#include "attention/trace.h"
#include "close.h"
#include "exercise/level.h"
#include "exercise/solve.h"
#include "model/pass_tensors.h"
#include "recurrent/network.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace exercise;

namespace {

Numbers matrix_of(const model::Tensor& tensor, Index block, Index rows, Index columns) {
    Numbers made(rows, columns);
    for (Index i = 0; i < rows * columns; ++i)
        made.data()[i] =
            static_cast<double>(tensor.values[static_cast<std::size_t>(block * rows * columns + i)]);
    return made;
}

model::Tensor tensor_of(const Numbers& numbers) {
    model::Tensor made{{numbers.rows(), numbers.cols()}, {}};
    for (Index i = 0; i < numbers.size(); ++i)
        made.values.push_back(static_cast<float>(numbers.data()[i]));
    return made;
}

/// The program's own pass of a question that begins with x, as named tensors. What its attention reads is x
/// with its positions, or normed.
model::Tensors traced(const Question& question) {
    model::Tensors tensors = question.tensors;
    if (question.has("positions"))
        for (std::size_t i = 0; i < tensors["x"].values.size(); ++i)
            tensors["x"].values[i] += tensors["positions"].values[i];
    if (question.has("gain")) tensors["x"] = tensor_of(Solver(question).stage("normed", {})->front());
    for (const char* around :
         {"positions", "gain", "shift", "mlp_gain", "mlp_shift", "w_1", "b_1", "w_2", "b_2"})
        tensors.erase(around);
    const model::PassInputs pass =
        model::pass_inputs_from(tensors, question.heads, "question", question.kv_heads);
    auto layer = std::make_shared<const attention::Layer>(pass.layer);
    return model::pass_results_of(attention::trace_batch(pass.items, layer, pass.options(question.options)),
                                  pass.batched);
}

} // namespace

TEST_CASE("every stage of every level is that of the program's own pass") {
    for (const Level& level : levels())
        for (std::uint32_t seed = 1; seed <= 3; ++seed) {
            const Question question = make_question(level, seed);
            if (!question.has("w_q")) continue;
            CAPTURE(level.id);
            const model::Tensors pass = traced(question);
            Solver solver(question);
            for (const std::string& name : level.stages) {
                CAPTURE(name);
                if (question.has("gain") && !pass.contains(name)) continue; // around the attention
                const Blocks* ours = solver.stage(name, {});
                REQUIRE(ours);
                REQUIRE(pass.contains(name));
                for (std::size_t block = 0; block < ours->size(); ++block)
                    CHECK(make::is_close((*ours)[block],
                                         matrix_of(pass.at(name), static_cast<Index>(block),
                                                   (*ours)[block].rows(), (*ours)[block].cols()),
                                         {1e-5, 1e-5}));
            }
        }
}

TEST_CASE("levels that begin behind the projections are those of the score functions") {
    for (const char* id : {"scores", "scale", "additive", "general"}) {
        CAPTURE(id);
        const Question question = make_question(*level_named(id), 5);
        Solver solver(question);
        const auto get = [&](const char* name) {
            const auto& shape = question.at(name).shape;
            return matrix_of(question.at(name), 0, shape.size() > 1 ? shape[0] : 1, shape.back());
        };
        const Numbers q = get("q"), k = get("k");
        Numbers expected = q * k.transpose();
        if (question.has("w_general")) expected = q * get("w_general") * k.transpose();
        if (question.has("v_add"))
            for (Index i = 0; i < q.rows(); ++i)
                for (Index j = 0; j < k.rows(); ++j)
                    expected(i, j) = ((q.row(i) * get("w_add_q") + k.row(j) * get("w_add_k")).array().tanh() *
                                      get("v_add").row(0).array())
                                         .sum();
        CHECK(make::is_close(solver.stage("scores", {})->front(), expected, 1e-9));
    }
}

TEST_CASE("in a block every word is normed by itself, and what is found is added to the stream") {
    Question question = make_question(*level_named("block"), 4);
    for (const char* gain : {"gain", "mlp_gain"})
        std::ranges::fill(question.tensors.at(gain).values, 1.0F);
    for (const char* shift : {"shift", "mlp_shift"})
        std::ranges::fill(question.tensors.at(shift).values, 0.0F);
    Solver solver(question);
    const auto stage = [&](const char* name) { return solver.stage(name, {})->front(); };
    for (const char* name : {"normed", "normed_again"})
        for (Index i = 0; i < stage(name).rows(); ++i) {
            CHECK(stage(name).row(i).mean() == make::about(0).within(1e-9));
            CHECK(stage(name).row(i).squaredNorm() / 8 == make::about(1).within(1e-3));
        }
    CHECK(make::is_close(Numbers(stage("added") - stage("output")), matrix_of(question.at("x"), 0, 5, 8),
                         1e-9));
    CHECK(make::smallest(stage("activated")) == make::about(0));
    const auto given = [&](const char* name, Index rows, Index columns) {
        return matrix_of(question.at(name), 0, rows, columns);
    };
    Numbers before = stage("normed_again") * given("w_1", 8, 12);
    before.rowwise() += given("b_1", 1, 12).row(0);
    CHECK(make::is_close(stage("activated"), Numbers(before.cwiseMax(0)), 1e-9));
    Numbers mlp = stage("activated") * given("w_2", 12, 8);
    mlp.rowwise() += given("b_2", 1, 8).row(0);
    CHECK(make::is_close(Numbers(stage("block") - stage("added")), mlp, 1e-9));
}

TEST_CASE("the gradient of softmax is that of a small change of a score") {
    Question question = make_question(*level_named("softmax_gradient"), 4);
    const Numbers g = matrix_of(question.at("d_weights"), 0, 4, 5);
    const Numbers gradient = Solver(question).stage("d_scaled", {})->front();
    const auto loss = [&] { return Solver(question).stage("weights", {})->front().cwiseProduct(g).sum(); };
    const double before = loss();
    for (std::size_t i = 0; i < 20; ++i) {
        float& score = question.tensors.at("scaled").values[i];
        const float was = score;
        score += 1e-3F;
        const double change = (loss() - before) / static_cast<double>(score - was);
        score = was;
        CHECK(change == make::about(gradient.data()[i]).within(1e-3));
    }
    CHECK(make::is_close(Numbers(gradient.rowwise().sum()), Numbers(Numbers::Zero(4, 1)),
                         1e-12)); // what one gains, the others lose
}

TEST_CASE("a recurrent layer is the program's own, whose weights have a row for each unit") {
    for (const char* id : {"rnn", "lstm"}) {
        CAPTURE(id);
        const Question question = make_question(*level_named(id), 3);
        const auto get = [&](const char* name) {
            const auto& shape = question.at(name).shape;
            return base::Matrix(
                matrix_of(question.at(name), 0, shape.size() > 1 ? shape[0] : 1, shape.back()).cast<float>());
        };
        recurrent::Weights weights{.cell = std::string_view(id) == "rnn" ? recurrent::Cell::rnn
                                                                         : recurrent::Cell::lstm,
                                   .w_ih = get("weight_ih"),
                                   .w_hh = get("weight_hh"),
                                   .b_ih = get("bias_ih").row(0),
                                   .b_hh = get("bias_hh").row(0)};
        const recurrent::States states = recurrent::Network(weights).run(get("x"), {.keep_cell = true});
        Solver solver(question);
        CHECK(
            make::is_close(solver.stage("hidden", {})->front(), states.hidden.cast<double>(), {1e-5, 1e-5}));
        if (solver.stage("cell", {}))
            CHECK(
                make::is_close(solver.stage("cell", {})->front(), states.cell.cast<double>(), {1e-5, 1e-5}));
    }
}

TEST_CASE("a slip changes the stage where it happens, and none before it") {
    for (const Level& level : levels()) {
        const Question question = make_question(level, 2);
        Solver solver(question);
        for (const Slip slip : solver.possible()) {
            CAPTURE(level.id);
            CAPTURE(kind_of(slip).text);
            std::size_t first = level.stages.size();
            for (std::size_t i = level.stages.size(); i-- > 0;) {
                const Blocks &right = *solver.stage(level.stages[i], {}),
                             &wrong = *solver.stage(level.stages[i], just(slip));
                for (std::size_t block = 0; block < right.size(); ++block)
                    if (right[block] != wrong[block]) first = i;
            }
            const bool is_stable = slip == Slip::no_row_max && std::string_view(level.id) != "softmax";
            if (!is_stable) CHECK(first < level.stages.size());
        }
    }
}
