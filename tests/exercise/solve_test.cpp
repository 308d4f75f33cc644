#include "attention/trace.h"
#include "close.h"
#include "exercise/level.h"
#include "exercise/solve.h"
#include "model/pass_tensors.h"
#include "recurrent/network.h"

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

/// The program's own pass of a question that begins with x, as named tensors.
model::Tensors traced(const Question& question) {
    const model::PassInputs pass =
        model::pass_inputs_from(question.tensors, question.heads, "question", question.kv_heads);
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
