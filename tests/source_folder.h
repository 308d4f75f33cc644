#pragma once
// Where the sources are, for tests that read assets and golden numbers. Known to one file alone, so that what
// is compiled from the others does not depend on it.

#include <filesystem>

std::filesystem::path source_folder();
