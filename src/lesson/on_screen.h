#pragma once
// What a step can point at: which cells, words and parts of the window its view, page and stage put on
// screen. docs/lessons.md lists the parts by name.

#include "lesson/formula.h"
#include "workbench/session.h"

#include <span>
#include <string_view>

namespace lesson {

/// Parts of the window that can be pointed at by name in a view, or in a page of it.
struct Landmarks {
    std::string_view view;
    std::string_view
        page; ///< of the Labs view, as a step chooses it; "trained": with a trained model on screen
    std::vector<std::string_view> names;
};

std::span<const Landmarks> landmarks();

/// Throws InputError when `name`, an entry of a step's "point", is nothing that the window shows in the
/// session of that step, or means nothing at all.
void expect_on_screen(const std::string& name, const workbench::Session& session, const Scope& scope);

/// The same for a word that a question wants clicked: in the sentence, or in its row or column of a matrix.
void expect_clickable(const std::string& formula, const workbench::Session& session, const Scope& scope);

} // namespace lesson
