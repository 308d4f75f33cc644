#pragma once
// What the program asks about the words on screen, on a card below them: which language they are in, and what
// to do about those that the weights do not know.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "workbench/document/in_force.h"
#include "workbench/document/unknown_words.h"

#include <memory>
#include <optional>
#include <string>

namespace ui {

/// The open questions about the pass shown last.
struct WordQuestions {
    std::weak_ptr<const workbench::Pass> pass = {};
    std::optional<workbench::LanguageDoubt> doubt = {}; ///< asked once per document, which keeps the answer
    std::optional<workbench::UnknownWords> unknown = {};
    std::string closed = {}; ///< the words about which the user wants to hear no more
};

/// Draws the question below the words of this frame, within `area`, if one has to be asked: the language
/// first, then, if `of_unknown`, the unknown words with three ways on.
void draw_word_questions(Ui& ui, WordQuestions& state, const Scene& scene, const drawing::Rect& area,
                         bool of_unknown, Actions& actions);

} // namespace ui
