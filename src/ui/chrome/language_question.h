#pragma once
// “Which language is this?”, beside words that are looked up although they may mean something else: asked
// once for a document, in which the answer is kept.

#include "ui/canvas/ui.h"
#include "ui/panel/actions.h"
#include "ui/panel/scene.h"
#include "workbench/language_doubt.h"

#include <memory>
#include <optional>

namespace ui {

/// What was worked out for the pass shown last.
struct LanguageQuestion {
    std::weak_ptr<const workbench::Pass> pass = {};
    std::optional<workbench::LanguageDoubt> doubt = {};
};

/// Draws the question below the words of this frame, if it has to be asked, within `area`.
void draw_language_question(Ui& ui, LanguageQuestion& state, const Scene& scene, const drawing::Rect& area,
                            Actions& actions);

} // namespace ui
