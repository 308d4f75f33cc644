#include "workbench/comparison.h"

#include "workbench/lab.h"

#include <fstream>
#include <limits>
#include <set>

using attention::Matrix;
using lab::library;

namespace {

constexpr float forbidden = -std::numeric_limits<float>::infinity();

std::string mistake_in(const std::string& toml) {
    const auto file = std::filesystem::temp_directory_path() / "attention-lab-comparisons.toml";
    std::ofstream(file) << toml;
    try {
        (void)workbench::read_comparisons(file, library());
    } catch (const attention::InputError& error) {
        return error.problem;
    }
    return "none";
}

} // namespace

TEST_CASE("the difference of two matrices is what has to be added to B to get A") {
    const Matrix a = Matrix::Random(4, 7), b = Matrix::Random(4, 7);
    CHECK((workbench::difference(a, b).numbers + b).isApprox(a));
    CHECK(workbench::difference(a, a).numbers.isZero());
}

TEST_CASE("a difference knows where it is largest, and how far its colours have to reach") {
    const workbench::Difference d = workbench::difference(Matrix{{1, 2}, {3, 4}}, Matrix{{1, 5}, {2.5F, 4}});
    CHECK(d.row == 0);
    CHECK(d.column == 1);
    CHECK(d.reach == 3);
}

TEST_CASE("what is forbidden in both is the same in both") {
    Matrix a = Matrix::Constant(1, 3, 2), b = a;
    a(0, 0) = b(0, 0) = forbidden;
    b(0, 2) = forbidden;
    const auto [difference, reach, row, column] = workbench::difference(a, b);
    CHECK(difference(0, 0) == 0);
    CHECK(difference(0, 1) == 0);
    CHECK(difference(0, 2) == -forbidden);
    CHECK(reach == 0);
    CHECK(row == 0);
    CHECK(column == 2);
}

TEST_CASE("every comparison on offer can be computed, and its two documents differ") {
    std::set<std::string> ids;
    for (const auto& comparison : library().comparisons) {
        CAPTURE(comparison.id);
        CHECK(ids.insert(comparison.id).second);
        const auto a = workbench::compute(workbench::prepare(comparison.a.document, library()));
        const auto b = workbench::compute(workbench::prepare(comparison.b.document, library()));
        const bool same_document = comparison.a.document == comparison.b.document;
        CHECK((!same_document || comparison.a.head != comparison.b.head));
        if (!comparison.difference) continue;
        const Matrix difference =
            workbench::difference(a->trace.heads[static_cast<std::size_t>(comparison.a.head)].weights,
                                  b->trace.heads[static_cast<std::size_t>(comparison.b.head)].weights)
                .numbers;
        CHECK(difference.cwiseAbs().maxCoeff() > 0.05F);
        CHECK(difference.rowwise().sum().cwiseAbs().maxCoeff() < 1e-5F); // both rows add up to 1
    }
    CHECK(ids.size() >= 6);
}

TEST_CASE("a comparison that cannot be read says why") {
    const std::string start = "[[comparison]]\nid = \"x\"\ntitle = \"x\"\nabout = \"x\"\nquestion = \"x\"\n";
    CHECK(mistake_in("") == "there are no comparisons");
    CHECK(mistake_in(start) == "\"stage\" is missing");
    CHECK(mistake_in(start + "stage = \"nowhere\"") == "there is no stage \"nowhere\"");
    CHECK(mistake_in(start + "stage = \"softmax\"") == "\"a\" is missing");
    const std::string with_a = start + "stage = \"softmax\"\na = {preset = \"cat-sat\"}\n";
    CHECK(mistake_in(with_a + "b = {preset = \"none\"}") == "there is none called “none”");
    CHECK(mistake_in(with_a + "b = {preset = \"cat-sat\", scale = \"log\"}") == "scale \"log\" is not known");
    CHECK(mistake_in(with_a + "b = {preset = \"cat-sat\", query = 3}") ==
          "query, key or head is outside the pass");
    CHECK(mistake_in(with_a + "b = {preset = \"cat-sat\", colour = 1}") ==
          "there is no entry called \"colour\"");
    CHECK(mistake_in(with_a + "b = {preset = \"cat-sat\"}") == "none");
}
