#pragma once
// A pass for the tests of lessons: the opening sentence with its hand-set weights.

#include "base/input_error.h"
#include "lesson/check.h"
#include "lesson/formula.h"
#include "source_folder.h"
#include "workbench/document/library.h"

#include <doctest/doctest.h>

inline const workbench::Library& shipped_library() {
    static const workbench::Library library = workbench::load_library(source_folder() / "assets");
    return library;
}

/// A window with a few views, which knows no choices but those of Labs.
inline lesson::Offer some_offer() {
    return {.views = {{.key = "walkthrough", .has_stages = true, .has_words = true},
                      {.key = "stage", .has_words = true},
                      {.key = "compare",
                       .has_stages = true,
                       .two_documents = true,
                       .landmarks = {{.names = {"left/card", "compare/table"}}}},
                      {.key = "labs", .landmarks = {{.page = "mask", .names = {"mask_lab/leak"}}}},
                      {.key = "race", .landmarks = {{.names = {"race/lanes", "race/plots"}}}}},
            .expect_choices = [](const workbench::Choices& choices, const std::string& where) {
                choices.expect_only({"labs"}, where);
            }};
}

inline std::shared_ptr<const workbench::Pass> pass_of_preset(const std::string& id) {
    return workbench::compute(workbench::prepare(shipped_library().preset(id).document, shipped_library()));
}

inline const workbench::Pass& cat_pass() {
    static const auto pass = pass_of_preset("cat-tired");
    return *pass;
}
