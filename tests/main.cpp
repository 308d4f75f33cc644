#include "source_folder.h"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

std::filesystem::path source_folder() {
    return ATTENTION_LAB_SOURCE_DIR;
}
