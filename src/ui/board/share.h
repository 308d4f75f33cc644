#pragma once
// The picture to share, and its clip, as something to export.

#include "drawing/figures/sentence.h"
#include "drawing/paper/exportable.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"

namespace ui {

/// `question` may name words in their colours; `origin` says where the weights come from.
drawing::Exportable share_export(const Ui& ui, drawing::SentenceContent sentence,
                                 const narration::Paragraph& question, std::string origin);

/// The same for the marked word and head of a scene; empty where that is not one sentence of words.
std::optional<drawing::Exportable> share_export(const Ui& ui, const Scene& scene);

} // namespace ui
