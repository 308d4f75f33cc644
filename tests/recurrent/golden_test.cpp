// Every state against PyTorch: tests/golden/make_golden.py wrote the numbers, in double precision.

#include "close.h"
#include "model/tensor_file.h"
#include "recurrent/network.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace recurrent;

namespace {

const std::filesystem::path folder = source_folder() / "tests" / "golden" / "recurrent";

/// What torch.nn.RNN or LSTM was given and answered. Word t of sequence b is row t·items + b.
struct Golden {
    std::string name;
    Weights weights;
    Index n = 0, items = 0;
    Matrix x, hidden, cell;
};

Matrix rows_of(const model::Tensors& tensors, const std::string& name) {
    const auto found = tensors.find(name);
    if (found == tensors.end()) return {};
    const model::Tensor& tensor = found->second;
    const Index columns = tensor.shape.back();
    return Eigen::Map<const Matrix>(tensor.values.data(), tensor.size() / columns, columns);
}

std::vector<Golden> golden_cases() {
    std::vector<Golden> cases;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const model::Tensors tensors = model::read_tensors(entry.path());
        Golden g;
        g.name = entry.path().stem().string();
        g.weights = {tensors.count("cell") > 0 ? Cell::lstm : Cell::rnn, rows_of(tensors, "w_ih"),
                     rows_of(tensors, "w_hh"), rows_of(tensors, "b_ih"), rows_of(tensors, "b_hh")};
        g.n = tensors.at("x").shape.at(0), g.items = tensors.at("x").shape.at(1);
        g.x = rows_of(tensors, "x"), g.hidden = rows_of(tensors, "hidden"), g.cell = rows_of(tensors, "cell");
        cases.push_back(std::move(g));
    }
    return cases;
}

make::Agreement is_close(const Matrix& found, const Matrix& expected) {
    return make::is_close(found, expected, make::of_largest());
}

/// The rows of one sequence out of those of a batch.
Matrix sequence(const Matrix& rows, Index items, Index item) {
    return rows(Eigen::seqN(item, rows.rows() / items, items), Eigen::all);
}

} // namespace

TEST_CASE("there are golden numbers of both cells, alone and in batches") {
    const std::vector<Golden> cases = golden_cases();
    for (const Cell cell : {Cell::rnn, Cell::lstm})
        for (const bool batched : {false, true})
            CHECK(std::ranges::any_of(cases, [&](const Golden& g) {
                return g.weights.cell == cell && (g.items > 1) == batched && g.n > 1;
            }));
}

TEST_CASE("every hidden and every cell state is PyTorch's") {
    for (const Golden& g : golden_cases()) {
        CAPTURE(g.name);
        const States states = Network(g.weights).run(g.x, {.items = g.items, .keep_cell = true});
        CHECK(is_close(states.hidden, g.hidden));
        if (g.weights.cell == Cell::lstm) CHECK(is_close(states.cell, g.cell));
        CHECK(is_close(states.last.hidden, g.hidden.bottomRows(g.items)));
        if (g.weights.cell == Cell::lstm) CHECK(is_close(states.last.cell, g.cell.bottomRows(g.items)));
    }
}

TEST_CASE("a sequence of a batch has the states that it has alone") {
    for (const Golden& g : golden_cases()) {
        CAPTURE(g.name);
        const Network network(g.weights);
        for (Index item = 0; item < g.items; ++item) {
            const States alone = network.run(sequence(g.x, g.items, item), {.keep_cell = true});
            CHECK(is_close(alone.hidden, sequence(g.hidden, g.items, item)));
            if (g.weights.cell == Cell::lstm) CHECK(is_close(alone.cell, sequence(g.cell, g.items, item)));
        }
    }
}

TEST_CASE("word by word, as in generation, the states are those of the whole run") {
    for (const Golden& g : golden_cases()) {
        CAPTURE(g.name);
        const Network network(g.weights);
        State state = network.start(g.items);
        for (Index t = 0; t < g.n; ++t) {
            network.step(g.x.middleRows(t * g.items, g.items), state);
            CHECK(is_close(state.hidden, g.hidden.middleRows(t * g.items, g.items)));
            if (g.weights.cell == Cell::lstm)
                CHECK(is_close(state.cell, g.cell.middleRows(t * g.items, g.items)));
        }
    }
}
