#include "base/make.h"
#include "close.h"
#include "learning/network.h"

#include <cmath>
#include <doctest/doctest.h>

using base::Index;
using base::Matrix;
using base::RowVector;
using learning::Batch;
using learning::Linear;
using learning::MatrixOf;
using learning::Readout;
using learning::ReadoutPass;
using make::is_close;

namespace {

constexpr Index d = 4, answers = 5;

/// Questions of two outputs, mixed, one row being asked by both.
const std::vector<Index> rows{3, 0, 3, 2};

Batch questions() {
    Batch batch;
    batch.items = 1;
    for (const learning::Asked& asked : {learning::Asked{1, 3, 2}, {0, 0, 1}, {0, 3, 4}, {1, 2, 3}})
        batch.asked.push_back({0, asked});
    return batch;
}

Batch questions_of_one_output() {
    Batch batch = questions();
    for (learning::BatchAsked& asked : batch.asked)
        asked.asked.output = 0;
    return batch;
}

Linear<float> linear(Index columns, unsigned seed) {
    return {make::matrix(d, columns, seed), make::matrix(1, columns, seed + 1)};
}

std::vector<Linear<float>> zeros_like(std::vector<Linear<float>> maps) {
    for (Linear<float>& map : maps)
        map.w.setZero(), map.b.setZero();
    return maps;
}

/// The three ways to read answers: maps, a table after maps, a table alone.
struct Parameters {
    std::vector<Linear<float>> maps;
    Matrix table; ///< 0 rows: none

    Readout view() { return {maps, table.rows() > 0 ? &table : nullptr}; }
    RowVector logits(const RowVector& x, std::size_t output) const {
        const RowVector read = maps.empty() ? x : RowVector(x * maps[output].w + maps[output].b);
        return table.rows() > 0 ? RowVector(read * table.transpose()) : read;
    }
    Parameters zeros() const { return {zeros_like(maps), 0 * table}; }
};

Parameters untied() {
    return {{linear(answers, 1), linear(answers, 3)}, {}};
}
Parameters tied_with_maps() {
    return {{linear(d, 1), linear(d, 3)}, make::matrix(answers, d, 5)};
}
Parameters tied() {
    return {{}, make::matrix(answers, d, 5)};
}

struct Case {
    const char* name;
    Parameters parameters;
    Batch batch;
};
std::vector<Case> cases() {
    return {{"untied", untied(), questions()},
            {"tied with maps", tied_with_maps(), questions()},
            {"tied", tied(), questions_of_one_output()}};
}

double loss_of(Parameters& parameters, const Batch& batch, const MatrixOf<float>& states) {
    ReadoutPass pass;
    pass.forward(parameters.view(), batch, rows, states);
    return pass.loss(batch).answers;
}

/// Whether `gradient` is that of the loss with respect to `x`, one number after another. Losses are good to
/// about 1e-7 and the error of central differences is of order step².
template <class M, class Loss>
make::Agreement is_gradient(const M& gradient, M& x, const Loss& loss) {
    constexpr float step = 4e-3F;
    M measured(x.rows(), x.cols());
    for (Index i = 0; i < x.size(); ++i) {
        const float before = x.data()[i];
        x.data()[i] = before + step;
        const double more = loss();
        x.data()[i] = before - step;
        measured.data()[i] = static_cast<float>((more - loss()) / (2.0 * step));
        x.data()[i] = before;
    }
    return is_close(gradient, measured, 3e-4);
}

} // namespace

TEST_CASE("each question is answered from its own row, by its own output") {
    const MatrixOf<float> states = make::matrix(5, d, 7);
    for (Case& it : cases()) {
        CAPTURE(it.name);
        ReadoutPass pass;
        pass.forward(it.parameters.view(), it.batch, rows, states);
        REQUIRE(pass.probabilities().rows() == 4);
        REQUIRE(pass.probabilities().cols() == answers);
        for (std::size_t i = 0; i < 4; ++i) {
            const auto output = static_cast<std::size_t>(it.batch.asked[i].asked.output);
            const RowVector logits = it.parameters.logits(states.row(rows[i]), output);
            const RowVector e = (logits.array() - logits.maxCoeff()).exp();
            CHECK(is_close(pass.probabilities().row(static_cast<Index>(i)), e / e.sum()));
        }
    }
}

TEST_CASE("every question counts the same in the loss, however many its output has") {
    const MatrixOf<float> states = make::matrix(5, d, 7);
    Parameters parameters = untied();
    Batch batch = questions();
    batch.asked[0].asked.output = 0; // three questions of the first output, one of the second
    ReadoutPass pass;
    pass.forward(parameters.view(), batch, rows, states);
    double expected = 0;
    Index right = 0;
    for (Index i = 0; i < 4; ++i) {
        const auto row = pass.probabilities().row(i);
        const Index answer = batch.asked[static_cast<std::size_t>(i)].asked.answer;
        expected -= std::log(row(answer)) / 4;
        right += row(answer) == row.maxCoeff();
    }
    CHECK(pass.loss(batch).answers == make::about(expected));
    CHECK(pass.loss(batch).right == right);
}

TEST_CASE("an answer that is the most probable one is right") {
    Parameters parameters = tied();
    Batch batch = questions_of_one_output();
    const MatrixOf<float> states = make::matrix(5, d, 2);
    ReadoutPass pass;
    pass.forward(parameters.view(), batch, rows, states);
    for (std::size_t i = 0; i < 4; ++i) {
        pass.probabilities().row(static_cast<Index>(i)).maxCoeff(&batch.asked[i].asked.answer);
        REQUIRE(batch.asked[i].asked.has_answer());
    }
    CHECK(pass.loss(batch).right == 4);
    batch.asked[2].asked.answer = batch.asked[2].asked.answer % (answers - 1) + 1;
    CHECK(pass.loss(batch).right == 3);
    batch.asked[1].asked.answer = learning::unknown_answer;
    CHECK(pass.loss(batch).right == 2);
}

TEST_CASE("the gradients are those of the loss, of maps, table and states") {
    for (Case& it : cases()) {
        CAPTURE(it.name);
        MatrixOf<float> states = make::matrix(5, d, 7), g_states;
        Parameters g = it.parameters.zeros();
        ReadoutPass pass;
        pass.forward(it.parameters.view(), it.batch, rows, states);
        pass.backward(it.parameters.view(), g.view(), g_states);
        const auto loss = [&] { return loss_of(it.parameters, it.batch, states); };
        CHECK(is_gradient(g_states, states, loss));
        CHECK(make::is_zero(g_states.row(1))); // nothing is asked there
        CHECK(make::is_zero(g_states.row(4)));
        if (g.table.size() > 0) CHECK(is_gradient(g.table, it.parameters.table, loss));
        for (std::size_t k = 0; k < g.maps.size(); ++k) {
            CHECK(is_gradient(g.maps[k].w, it.parameters.maps[k].w, loss));
            CHECK(is_gradient(g.maps[k].b, it.parameters.maps[k].b, loss));
        }
    }
}

TEST_CASE("gradients are added to what is there, but for the states, whose gradient begins here") {
    for (Case& it : cases()) {
        CAPTURE(it.name);
        const MatrixOf<float> states = make::matrix(5, d, 7);
        Parameters once = it.parameters.zeros(), twice = it.parameters.zeros();
        MatrixOf<float> g_once, g_twice = make::matrix(2, 2, 1);
        ReadoutPass pass;
        pass.forward(it.parameters.view(), it.batch, rows, states);
        pass.backward(it.parameters.view(), once.view(), g_once);
        for (int time = 0; time < 2; ++time) {
            pass.forward(it.parameters.view(), it.batch, rows, states);
            pass.backward(it.parameters.view(), twice.view(), g_twice);
        }
        if (once.table.size() > 0) CHECK(is_close(twice.table, 2 * once.table));
        CHECK(g_twice == g_once);
        for (std::size_t k = 0; k < once.maps.size(); ++k)
            CHECK(is_close(twice.maps[k].w, 2 * once.maps[k].w));
    }
}

TEST_CASE("an output that nobody asks takes no part") {
    Parameters parameters = untied(), g = parameters.zeros();
    const Batch batch = questions_of_one_output();
    const MatrixOf<float> states = make::matrix(5, d, 7);
    MatrixOf<float> g_states;
    ReadoutPass pass;
    pass.forward(parameters.view(), questions(), rows, states); // what it was asked before is forgotten
    pass.forward(parameters.view(), batch, rows, states);
    pass.backward(parameters.view(), g.view(), g_states);
    CHECK(make::is_zero(g.maps[1].w));
    CHECK(make::is_zero(g.maps[1].b));
    CHECK((g.maps[0].w.array() != 0).any());
    CHECK(std::isfinite(pass.loss(batch).answers));
}

TEST_CASE("a question without a right answer is answered, and has no part in loss and gradients") {
    const auto all_rows = rows;
    const Matrix states = make::matrix(4, d, 9);
    for (Case it : cases()) {
        CAPTURE(it.name);
        Batch some = it.batch;
        some.asked.pop_back();
        Batch all = it.batch;
        for (const Index unknown : {learning::unknown_answer, learning::open_answer}) {
            all.asked.back().asked.answer = unknown;
            ReadoutPass one, other;
            one.forward(it.parameters.view(), some, {rows.begin(), rows.end() - 1}, states);
            other.forward(it.parameters.view(), all, all_rows, states);
            CHECK(other.loss(all).answers == make::about(one.loss(some).answers));
            CHECK(other.loss(all).right == one.loss(some).right);
            CHECK(other.probabilities().row(3).sum() == make::about(1));
            Parameters g_one = it.parameters.zeros(), g_other = it.parameters.zeros();
            MatrixOf<float> g_states_one, g_states_other;
            one.backward(it.parameters.view(), g_one.view(), g_states_one);
            other.backward(it.parameters.view(), g_other.view(), g_states_other);
            CHECK(is_close(g_states_other, g_states_one));
            if (it.parameters.table.rows() > 0) CHECK(is_close(g_other.table, g_one.table));
            for (std::size_t i = 0; i < g_one.maps.size(); ++i)
                CHECK(is_close(g_other.maps[i].w, g_one.maps[i].w));
        }
    }
}
