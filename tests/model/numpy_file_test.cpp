#include "base/archive.h"
#include "base/files.h"
#include "base/input_error.h"
#include "language/temporary_file.h"
#include "model/numpy_file.h"

#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using base::InputError;
using model::Numbers;
using model::Tensor;
using model::Tensors;

namespace {

/// An .npy file of version 1, as its format describes it.
std::string npy(const std::string& header, const std::string& data) {
    std::string bytes = "\x93NUMPY";
    bytes += {'\1', '\0'};
    bytes += static_cast<char>(header.size() & 0xFF);
    bytes += static_cast<char>(header.size() >> 8);
    return bytes + header + data;
}

std::string header(const std::string& type, const std::string& shape, bool column_major = false) {
    return "{'descr': '" + type + "', 'fortran_order': " + (column_major ? "True" : "False") +
           ", 'shape': " + shape + ", }          \n";
}

std::string bytes_of(std::initializer_list<int> values) {
    std::string bytes;
    for (const int value : values)
        bytes += static_cast<char>(value);
    return bytes;
}

Tensor read(const std::string& bytes, Numbers numbers = Numbers::finite) {
    return model::read_npy(bytes, "a", "a.npy", numbers).tensors.at("a");
}

void check_refused(const std::string& bytes, const char* problem) {
    CAPTURE(problem);
    try {
        read(bytes);
        FAIL_CHECK("not refused");
    } catch (const InputError& error) {
        CHECK(error.where == "a.npy");
        CHECK(error.problem.find(problem) != std::string::npos);
        CHECK_FALSE(error.hint.empty());
    }
}

} // namespace

TEST_CASE("arrays of every type of number become floats, and say how precise they were") {
    const Tensor f4 = read(npy(header("<f4", "(1, 2)"), bytes_of({0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0})));
    CHECK(f4.values == std::vector<float>{1.5F, -2});
    CHECK(f4.shape == std::vector<std::int64_t>{1, 2});
    CHECK(f4.precision == 24);
    const Tensor f8 = read(npy(header("<f8", "()"), bytes_of({0, 0, 0, 0, 0, 0, 0xF8, 0x3F})));
    CHECK(f8.values == std::vector<float>{1.5F});
    CHECK(f8.precision == 53);
    const Tensor f2 = read(npy(header("<f2", "(3,)"), bytes_of({0, 0x3C, 0, 0xC0, 1, 0})));
    CHECK(f2.values == std::vector<float>{1, -2, 0x1p-24F});
    CHECK(f2.precision == 11);
    const Tensor i8 =
        read(npy(header("<i8", "(1,)"), bytes_of({0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF})));
    CHECK(i8.values == std::vector<float>{-2});
    CHECK_FALSE(i8.is_real);
    CHECK(read(npy(header("|i1", "(2,)"), bytes_of({0xFF, 3}))).values == std::vector<float>{-1, 3});
    CHECK(read(npy(header("<u2", "(1,)"), bytes_of({0xFF, 0xFF}))).values == std::vector<float>{65535});
    CHECK(read(npy(header("|b1", "(3,)"), bytes_of({0, 1, 7}))).values == std::vector<float>{0, 1, 1});
}

TEST_CASE("column-major arrays and those with their highest byte first are turned") {
    // 0 1 2 / 3 4 5, column after column
    const std::string columns = bytes_of({0, 3, 1, 4, 2, 5});
    CHECK(read(npy(header("|u1", "(2, 3)", true), columns)).values == std::vector<float>{0, 1, 2, 3, 4, 5});
    const Tensor cube = read(npy(header("|u1", "(2, 2, 2)", true), bytes_of({0, 4, 2, 6, 1, 5, 3, 7})));
    CHECK(cube.values == std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7});
    CHECK(read(npy(header(">f4", "(2,)"), bytes_of({0x3F, 0xC0, 0, 0, 0xC0, 0, 0, 0}))).values ==
          std::vector<float>{1.5F, -2});
    CHECK(read(npy(header(">u2", "(1, 2)", true), bytes_of({1, 0, 0, 1}))).values ==
          std::vector<float>{256, 1});
}

TEST_CASE("what an answer may hold, NaN and infinity, is kept only where it is asked for") {
    const std::string bytes = npy(header("<f4", "(2, 1)"), bytes_of({0, 0, 0x80, 0x3F, 0, 0, 0xC0, 0x7F}));
    CHECK_THROWS_WITH_AS(read(bytes),
                         "a.npy: NaN at (1, 0), counted from 0 (only finite numbers can be computed with)",
                         InputError);
    CHECK(std::isnan(read(bytes, Numbers::any).values[1]));
}

TEST_CASE("what is no array of numbers is refused with its reason, and nothing in it is run") {
    check_refused("PK", "it is not an .npy file");
    check_refused(npy(header("<f4", "(2,)"), "1234"), "shape (2,) of <f4 needs 8 bytes, it has 4");
    check_refused(npy(header("<f4", "(99999999999, 99999999999)"), ""), "needs too many bytes");
    check_refused(npy(header("|O", "(1,)"), "cos\nsystem\n(S'ls'\ntR."), "Python objects");
    check_refused(npy(header("<c8", "(1,)"), "12345678"), "complex");
    check_refused(npy(header("<U3", "(1,)"), "123456789012"), "type “<U3” is not known");
    check_refused(npy("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,), }\n", "1234"),
                  "records");
    check_refused(npy("{'descr': '<f4', 'fortran_order': False}\n", "1234"), "its header is not NumPy’s");
    check_refused(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }\n", "1234"), "header");
    check_refused(npy("__import__('os')\n", ""), "its header is not NumPy’s");
    const std::string whole = npy(header("<f4", "(1,)"), "1234");
    for (std::size_t end = 0; end < whole.size(); ++end)
        CHECK_THROWS_AS(read(whole.substr(0, end)), InputError);
}

TEST_CASE("tensors and notes written to an .npz archive are read back, and those asked for by name") {
    const TemporaryFile file("question.npz", "");
    const Tensors tensors{{"x", {{2, 1}, {1, -2.5F}}}, {"mask", {{3}, {1, 0, 1}, false}}, {"one", {{}, {4}}}};
    const model::Notes notes{{"level", "one_head"}, {"sentence", "Ça va, 你好?"}, {"empty", ""}};
    model::write_tensors(file.path(), tensors, notes);
    const Tensors again = model::read_tensors(file.path());
    REQUIRE(again.size() == 3);
    for (const auto& [name, tensor] : tensors) {
        CHECK(again.at(name).shape == tensor.shape);
        CHECK(again.at(name).values == tensor.values);
        CHECK(again.at(name).is_real == tensor.is_real);
    }
    CHECK(model::read_notes(file.path()) == notes);
    CHECK(model::tensor_names(file.path()) == std::set<std::string>{"x", "mask", "one"});
    CHECK(model::read_tensors(file.path(), std::set<std::string>{"one"}).size() == 1);
}

TEST_CASE("one array alone has the name of its file") {
    const TemporaryFile file("scores.npy", model::npy_of({{2}, {1, 2}}));
    CHECK(model::read_tensors(file.path()).at("scores").values == std::vector<float>{1, 2});
}

TEST_CASE("an archive that holds something else than arrays is refused") {
    const TemporaryFile file("a.npz", base::archive_of({{"data.pkl", "cos"}}));
    CHECK_THROWS_WITH_AS(model::read_tensors(file.path()), doctest::Contains("data.pkl: it is not an array"),
                         InputError);
    const TemporaryFile empty("b.npz", base::archive_of({}));
    CHECK_THROWS_WITH_AS(model::read_tensors(empty.path()), doctest::Contains("there is no array in it"),
                         InputError);
}

TEST_CASE("a reader may take less than a file would unpack to, however small it is packed") {
    const TemporaryFile file("bomb.npz", "");
    const auto zeros = std::vector<float>(1'000'000);
    model::write_tensors(file.path(), {{"q", {{1000, 1000}, zeros}}});
    CHECK(std::filesystem::file_size(file.path()) < 4'100'000);
    CHECK(model::read_tensors(file.path(), {}, Numbers::any, 5'000'000).at("q").values.size() ==
          zeros.size());
    CHECK_THROWS_AS(model::read_tensors(file.path(), {}, Numbers::any, 3'900'000), InputError);
    const TemporaryFile other("large.safetensors", "");
    model::write_tensors(other.path(), {{"q", {{1000, 1000}, zeros}}});
    CHECK_THROWS_WITH_AS(model::read_tensors(other.path(), {}, Numbers::any, 3'900'000),
                         doctest::Contains("at most 3900000 are read here"), InputError);
}
