#include "mutation.h"
#include "source_folder.h"

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

std::filesystem::path source_folder() {
    return ATTENTION_LAB_SOURCE_DIR;
}

int main(int argc, char** argv) {
    return mutation::is_asked(argc, argv) ? mutation::run(argc, argv) : doctest::Context(argc, argv).run();
}
