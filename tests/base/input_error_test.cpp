#include "base/input_error.h"
#include "base/text.h"

#include <doctest/doctest.h>

using base::InputError;
using base::printable;

TEST_CASE("a message quotes ordinary text of any script as it stands") {
    for (const char* text : {"w_q", "“zyzzyx” is 0", "猫 é", "weights.safetensors, tensor w_q"})
        CHECK(printable(text) == text);
}

TEST_CASE("what could send commands to a terminal is spelled out") {
    CHECK(printable("a\x1b[31mb\n\x7f") == "a\\x1b[31mb\\x0a\\x7f");
    CHECK(printable("\u009b31m") == "\\x9b31m");
    const InputError error("file\x07", "the name \x1b[2J is not known", "write\ta");
    CHECK(std::string(error.what()) == "file\\x07: the name \\x1b[2J is not known (write\\x09a)");
    CHECK(error.where == "file\\x07");
}

TEST_CASE("a very long name keeps its beginning and its end, in whole characters") {
    std::string name = "begin";
    for (int i = 0; i < 100'000; ++i)
        name += "é";
    const std::string shown = printable(name + "end");
    CHECK(shown.size() <= 410);
    CHECK(shown.starts_with("beginéé"));
    CHECK(shown.ends_with("ééend"));
    CHECK(shown.find("é…é") != std::string::npos);
}
