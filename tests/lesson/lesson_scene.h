#pragma once
// A pass for the tests of lessons: the opening sentence with its hand-set weights.

#include "lesson/check.h"
#include "lesson/formula.h"
#include "source_folder.h"
#include "workbench/library.h"

#include <doctest/doctest.h>

inline const workbench::Library& shipped_library() {
    static const workbench::Library library = workbench::load_library(source_folder() / "assets");
    return library;
}

inline std::shared_ptr<const workbench::Pass> pass_of_preset(const std::string& id) {
    return workbench::compute(workbench::prepare(shipped_library().preset(id).document, shipped_library()));
}

inline const workbench::Pass& cat_pass() {
    static const auto pass = pass_of_preset("cat-tired");
    return *pass;
}
