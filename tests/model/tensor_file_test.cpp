#include "base/files.h"
#include "base/input_error.h"
#include "close.h"
#include "language/temporary_file.h"
#include "model/tensor_file.h"
#include "model/tensor_numbers.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using base::InputError;
using model::Tensor;
using model::Tensors;

namespace {

/// The bytes of a file: the header's length, the header, and data.
std::string file_bytes(const std::string& header, const std::string& data = {}) {
    std::string bytes;
    for (std::size_t i = 0; i < 8; ++i)
        bytes += static_cast<char>(std::uint64_t{header.size()} >> 8 * i & 0xFF);
    return bytes + header + data;
}

std::string one(const std::string& type, const std::string& shape, std::size_t begin, std::size_t end) {
    return R"("x":{"dtype":")" + type + R"(","shape":)" + shape + R"(,"data_offsets":[)" +
           std::to_string(begin) + "," + std::to_string(end) + "]}";
}

Tensors read(const std::string& bytes) {
    const TemporaryFile file("tensors.safetensors", bytes);
    return model::read_tensors(file.path());
}

std::string bytes_of(std::initializer_list<int> values) {
    std::string bytes;
    for (const int value : values)
        bytes += static_cast<char>(value);
    return bytes;
}

/// A file that must be refused, and what must be said of it.
struct Broken {
    std::string bytes;
    std::string where; ///< after the file's name
    std::string problem;
};

void check_refused(const Broken& broken) {
    CAPTURE(broken.problem);
    const TemporaryFile file("broken.safetensors", broken.bytes);
    try {
        model::read_tensors(file.path());
        FAIL_CHECK("not refused");
    } catch (const InputError& error) {
        CHECK(error.where == file.path().string() + broken.where);
        CHECK(error.problem == broken.problem);
        CHECK_FALSE(error.hint.empty());
    }
}

} // namespace

TEST_CASE("what is written is read back, number by number") {
    Tensors tensors;
    tensors["x"] = {{2, 3}, {1, -2.5F, 0, 1e-38F, 3.4e38F, -0.0F}};
    tensors["b_q"] = {{1}, {7}};
    tensors["scalar"] = {{}, {4}};
    tensors["a tensor of “rank” 4"] = {{1, 2, 1, 2}, {1, 2, 3, 4}};
    const TemporaryFile file("round.safetensors", "what stood here before");
    model::write_tensors(file.path(), tensors);
    const Tensors again = model::read_tensors(file.path());
    REQUIRE(again.size() == tensors.size());
    for (const auto& written : tensors) {
        CAPTURE(written.first);
        CHECK(again.at(written.first).shape == written.second.shape);
        CHECK(again.at(written.first).values == written.second.values);
    }
    CHECK(std::distance(std::filesystem::directory_iterator(file.folder()), {}) == 1); // nothing beside it
}

TEST_CASE("every type becomes float") {
    const Tensor f32 =
        read(file_bytes("{" + one("F32", "[2]", 0, 8) + "}", bytes_of({0, 0, 0xC0, 0x3F, 0, 0, 0, 0xC0})))
            .at("x");
    CHECK(f32.values == std::vector<float>{1.5F, -2});
    // 1, −2, the largest, the smallest subnormal number, and −0
    const Tensor f16 = read(file_bytes("{" + one("F16", "[5]", 0, 10) + "}",
                                       bytes_of({0, 0x3C, 0, 0xC0, 0xFF, 0x7B, 1, 0, 0, 0x80})))
                           .at("x");
    CHECK(f16.values == std::vector<float>{1, -2, 65504, 0x1p-24F, 0});
    CHECK(std::signbit(f16.values[4]));
    const Tensor bf16 =
        read(file_bytes("{" + one("BF16", "[1,2]", 0, 4) + "}", bytes_of({0x80, 0x3F, 0x20, 0xC0}))).at("x");
    CHECK(bf16.values == std::vector<float>{1, -2.5F});
    const Tensor u8 = read(file_bytes("{" + one("U8", "[3]", 0, 3) + "}", bytes_of({0, 1, 255}))).at("x");
    CHECK(u8.values == std::vector<float>{0, 1, 255});
    const Tensor boolean =
        read(file_bytes("{" + one("BOOL", "[3]", 0, 3) + "}", bytes_of({0, 1, 255}))).at("x");
    CHECK(boolean.values == std::vector<float>{0, 1, 1});
}

TEST_CASE("notes in the header, spaces after it and the order of its entries do not matter") {
    const std::string header =
        R"({"__metadata__":{"format":"pt"},"y":{"dtype":"U8","shape":[1],"data_offsets":[2,3]},)" +
        one("U8", "[2]", 0, 2) + "}   ";
    const Tensors tensors = read(file_bytes(header, bytes_of({1, 2, 3})));
    CHECK(tensors.size() == 2);
    CHECK(tensors.at("x").values == std::vector<float>{1, 2});
    CHECK(tensors.at("y").values == std::vector<float>{3});
}

TEST_CASE("a file that is missing, a folder or cut off is refused") {
    for (const char* path : {"/nowhere/x.safetensors", "/"})
        CHECK_THROWS_WITH_AS(model::read_tensors(path), doctest::Contains("the file cannot be read"),
                             InputError);
    check_refused({"", "", "it ends after 0 bytes, before the length of its header"});
    check_refused({"abc", "", "it ends after 3 bytes, before the length of its header"});
    check_refused({bytes_of({50, 0, 0, 0, 0, 0, 0, 0}) + "{", "",
                   "its header of 50 bytes is larger than the file (9)"});
    check_refused({bytes_of({0, 225, 245, 5, 0, 0, 0, 0}) + "{", "", // the longest that is read
                   "its header of 100000000 bytes is larger than the file (9)"});
    check_refused({"PK\3\4 an archive, not tensors", "", "it is not a whole zip archive"});
    check_refused({file_bytes("{" + one("F32", "[2]", 0, 8) + "}", "1234567"), ", tensor x",
                   "its bytes 0 to 8 run out of the 7 in the file"});
}

TEST_CASE("what is no file of tensors is told so, and GGUF by its name") {
    const char* const is_none = "it is not a safetensors file, which begins with the length of its header";
    check_refused({"Some notes on the model", "", is_none});
    check_refused({bytes_of({1, 225, 245, 5, 0, 0, 0, 0}) + "{", "", is_none});
    check_refused({bytes_of({'G', 'G', 'U', 'F', 3, 0, 0, 0}) + "more", "",
                   "these are quantised weights for llama.cpp (GGUF)"});
}

TEST_CASE("a header that is no JSON object of tensors is refused") {
    check_refused({file_bytes(""), "", "its header is not a JSON object"});
    check_refused({file_bytes("{\"x\":"), "", "its header is not a JSON object"});
    check_refused({file_bytes("[1, 2]"), "", "its header is not a JSON object"});
    check_refused({file_bytes("{\"\xFF\":1}"), "", "its header is not a JSON object"});
    check_refused({file_bytes("{}"), "", "there is no tensor in it"});
    check_refused({file_bytes("{\"x\":3}"), ", tensor x", "it is not described"});
    const std::string too_deep = "lists and objects are nested more than 32 levels deep";
    check_refused({file_bytes(std::string(100000, '[')), "", too_deep});
    check_refused({file_bytes(R"({"x":{"dtype":"F32","shape":[1],"data_offsets":)" +
                              std::string(100000, '[') + std::string(100000, ']') + "}}"),
                   "", too_deep});
    std::string many = "{\"x\":[{}";
    for (int i = 0; i < 300'000; ++i)
        many += ",{}";
    check_refused({file_bytes(many + "]}"), "", "it holds more than 250000 values"});
}

TEST_CASE("a tensor that is described wrongly is refused") {
    const auto described = [](const std::string& text) {
        return file_bytes("{\"x\":{" + text + "}}", "12345678");
    };
    check_refused({described(R"("dtype":"C64","shape":[1],"data_offsets":[0,8])"), ", tensor x",
                   "its type \"C64\" is not known"});
    check_refused(
        {described(R"("shape":[1],"data_offsets":[0,8])"), ", tensor x", "its type \"\" is not known"});
    check_refused({described(R"("dtype":"F32","data_offsets":[0,8])"), ", tensor x",
                   "its shape is not a list of sizes"});
    for (const char* shape : {"2", "[-2]", "[2.0]", "[\"2\"]", "[18446744073709551615]"})
        check_refused({described(R"("dtype":"F32","data_offsets":[0,8],"shape":)" + std::string(shape)),
                       ", tensor x", "its shape is not a list of sizes"});
    for (const char* offsets : {"8", "[0]", "[0,8,8]", "[-1,7]", "[0,8.0]"})
        check_refused({described(R"("dtype":"F32","shape":[2],"data_offsets":)" + std::string(offsets)),
                       ", tensor x", "its data_offsets are not a pair of offsets"});
    check_refused({described(R"("dtype":"F32","shape":[2],"data_offsets":[8,0])"), ", tensor x",
                   "its data_offsets are reversed, 8 to 0"});
    check_refused({described(R"("dtype":"F32","shape":[3],"data_offsets":[0,8])"), ", tensor x",
                   "shape (3,) of F32 needs 12 bytes, it has 8"});
    check_refused({described(R"("dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,8])"),
                   ", tensor x", "shape (4611686018427387904, 4) of F32 needs too many bytes, it has 8"});
    check_refused({described(R"("dtype":"F32","shape":[2],"data_offsets":[0,18446744073709551615])"),
                   ", tensor x", "its bytes 0 to 18446744073709551615 run out of the 8 in the file"});
}

TEST_CASE("tensors that overlap, leave gaps or share a name are refused") {
    const std::string y = R"(,"y":{"dtype":"U8","shape":[2],"data_offsets":)";
    check_refused({file_bytes("{" + one("U8", "[2]", 0, 2) + y + "[1,3]}}", "123"), ", tensor y",
                   "its bytes overlap those of another tensor"});
    check_refused({file_bytes("{" + one("U8", "[2]", 0, 2) + y + "[3,5]}}", "12345"), ", tensor y",
                   "there is a gap of 1 bytes before it"});
    check_refused({file_bytes("{" + one("U8", "[2]", 0, 2) + "}", "12345"), "",
                   "3 bytes after the last tensor do not belong to any tensor"});
    check_refused({file_bytes("{" + one("U8", "[2]", 0, 2) + "," + one("U8", "[2]", 2, 4) + "}", "1234"), "",
                   "\"x\" appears twice in the header"});
}

TEST_CASE("NaN and infinity are refused, naming their place") {
    const auto nan = bytes_of({0, 0, 0xC0, 0x7F}), infinity = bytes_of({0, 0, 0x80, 0x7F}),
               zero = bytes_of({0, 0, 0, 0});
    check_refused({file_bytes("{" + one("F32", "[2,2]", 0, 16) + "}", zero + zero + zero + nan), ", tensor x",
                   "NaN at (1, 1), counted from 0"});
    check_refused({file_bytes("{" + one("F32", "[3]", 0, 12) + "}", zero + infinity + nan), ", tensor x",
                   "an infinite number at (1,), counted from 0"});
    check_refused({file_bytes("{" + one("F16", "[1]", 0, 2) + "}", bytes_of({0, 0x7C})), ", tensor x",
                   "an infinite number at (0,), counted from 0"});
}

TEST_CASE("doubles are read as the nearest float, and it is known whether one was rounded") {
    const std::string half = bytes_of({0, 0, 0, 0, 0, 0, 0xE0, 0x3F});
    const std::string tenth = bytes_of({0x9A, 0x99, 0x99, 0x99, 0x99, 0x99, 0xB9, 0x3F});
    const Tensor exact = read(file_bytes("{" + one("F64", "[1]", 0, 8) + "}", half)).at("x");
    CHECK(exact.values == std::vector<float>{0.5F});
    CHECK(exact.is_real);
    CHECK_FALSE(exact.is_rounded);
    const Tensor rounded = read(file_bytes("{" + one("F64", "[2]", 0, 16) + "}", half + tenth)).at("x");
    CHECK(rounded.values == std::vector<float>{0.5F, 0.1F});
    CHECK(rounded.is_rounded);
}

TEST_CASE("integers are read with their sign, and are not real numbers") {
    const Tensor i32 =
        read(file_bytes("{" + one("I32", "[2]", 0, 8) + "}", bytes_of({7, 0, 0, 0, 255, 255, 255, 255})))
            .at("x");
    CHECK(i32.values == std::vector<float>{7, -1});
    CHECK_FALSE(i32.is_real);
    CHECK_FALSE(i32.is_rounded);
    const Tensor i64 =
        read(file_bytes("{" + one("I64", "[2]", 0, 16) + "}",
                        bytes_of({1, 0, 0, 1, 0, 0, 0, 0, 254, 255, 255, 255, 255, 255, 255, 255})))
            .at("x");
    CHECK(i64.values == std::vector<float>{16777216, -2}); // 2²⁴ + 1 is no float
    CHECK(i64.is_rounded);
    for (const char* type : {"U8", "BOOL"})
        CHECK_FALSE(read(file_bytes("{" + one(type, "[1]", 0, 1) + "}", bytes_of({1}))).at("x").is_real);
    for (const char* type : {"F16", "BF16"})
        CHECK(read(file_bytes("{" + one(type, "[1]", 0, 2) + "}", bytes_of({0, 0}))).at("x").is_real);
}

TEST_CASE("a double beyond the range of floats is refused, and only hides a key where that is meant") {
    const std::string huge = bytes_of({0x9C, 0x75, 0x00, 0x88, 0x3C, 0xE4, 0x37, 0x7E}); // 1e300
    const std::string minus = bytes_of({0x9C, 0x75, 0x00, 0x88, 0x3C, 0xE4, 0x37, 0xFE});
    check_refused({file_bytes("{" + one("F64", "[1]", 0, 8) + "}", minus), ", tensor x",
                   "a number beyond the range of 32-bit floats at (0,), counted from 0"});
    const auto mask = [](const std::string& bytes) {
        return file_bytes(R"({"mask":{"dtype":"F64","shape":[1],"data_offsets":[0,8]}})", bytes);
    };
    check_refused(
        {mask(huge), ", tensor mask", "a number beyond the range of 32-bit floats at (0,), counted from 0"});
    CHECK(read(mask(minus)).at("mask").values[0] == std::numeric_limits<float>::lowest());
    CHECK(read(mask(minus)).at("mask").is_rounded);
}

TEST_CASE("what is not real is written as truth values, after all real numbers") {
    const TemporaryFile file("truth.safetensors", "");
    model::write_tensors(file.path(), {{"a", {{3}, {1, 0, 1}, false}}, {"b", {{1}, {2}}}});
    const std::string bytes = base::read_whole_file(file.path(), 1000);
    CHECK(bytes.find(R"("a":{"data_offsets":[4,7],"dtype":"BOOL","shape":[3]})") != std::string::npos);
    CHECK(bytes.substr(bytes.size() - 3) == bytes_of({1, 0, 1}));
    const Tensor truth = model::read_tensors(file.path()).at("a");
    CHECK(truth.values == std::vector<float>{1, 0, 1});
    CHECK_FALSE(truth.is_real);
}

TEST_CASE("numbers of 16 bits are written as such where the tensor says so, and no digit is lost") {
    const auto numbers = std::to_array({0.0F, -0.5F, 1.0F / 3, 65504.0F, 1e-7F, 2049.0F, -6e-5F});
    Tensor tensor{{7}, {}};
    tensor.precision = 11;
    for (const float number : numbers)
        tensor.values.push_back(model::rounded_to_half(number));
    CHECK(tensor.values[2] == make::about(1.0 / 3).share(1.0 / 2048));
    CHECK(tensor.values[5] == 2048); // 2049 lies between two of 16 bits: the even one
    CHECK(std::isinf(model::rounded_to_half(65520)));
    const TemporaryFile file("half.safetensors", "");
    model::write_tensors(file.path(), {{"x", tensor}});
    const Tensor back = model::read_tensors(file.path()).at("x");
    CHECK(back.values == tensor.values);
    CHECK(back.precision == 11);
    tensor.values.back() = 0.1F; // no number of 16 bits: then all have 32
    model::write_tensors(file.path(), {{"x", tensor}});
    CHECK(model::read_tensors(file.path()).at("x").values == tensor.values);
}

TEST_CASE("some tensors of a file can be read by name, and the others are passed over") {
    const TemporaryFile file("some.safetensors", "");
    model::write_tensors(file.path(),
                         {{"a", {{1}, {1}}}, {"b", {{2}, {2, 3}}}, {"c", {{1}, {4}}}, {"d", {{1}, {5}}}});
    CHECK(model::tensor_names(file.path()) == std::set<std::string>{"a", "b", "c", "d"});
    const Tensors some = model::read_tensors(file.path(), std::set<std::string>{"a", "c", "not there"});
    REQUIRE(some.size() == 2);
    CHECK(some.at("a").values == std::vector<float>{1});
    CHECK(some.at("c").values == std::vector<float>{4});
}

TEST_CASE("−∞ is read where it forbids a key, and nowhere else") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const TemporaryFile file("masked.safetensors", "");
    for (const char* name : {"mask", "bias", "biased", "masked"}) {
        model::write_tensors(file.path(), {{name, {{2}, {1, -infinity}}}});
        CHECK(model::read_tensors(file.path()).at(name).values[1] == -infinity);
        for (const float wrong : {infinity, std::numeric_limits<float>::quiet_NaN()}) {
            model::write_tensors(file.path(), {{name, {{2}, {1, wrong}}}});
            CHECK_THROWS_AS(model::read_tensors(file.path()), InputError);
        }
    }
    model::write_tensors(file.path(), {{"scores", {{2}, {1, -infinity}}}});
    CHECK_THROWS_AS(model::read_tensors(file.path()), InputError);
}

TEST_CASE("a target that cannot be written is refused, and nothing is left behind") {
    const TemporaryFile file("x.safetensors", "");
    const auto folder = file.folder() / "taken.safetensors";
    std::filesystem::create_directories(folder / "inside");
    CHECK_THROWS_WITH_AS(model::write_tensors(folder, {{"x", {{1}, {1}}}}),
                         doctest::Contains("the file cannot be written"), InputError);
    CHECK_FALSE(std::filesystem::exists(file.folder() / "taken.safetensors.part"));
    CHECK_THROWS_WITH_AS(model::write_tensors("/nowhere/x.safetensors", {{"x", {{1}, {1}}}}),
                         doctest::Contains("the file cannot be written"), InputError);
}
