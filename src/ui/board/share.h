#pragma once
// What is shared of a view, as something to export: a picture, and a clip of what moves on the screen.

#include "drawing/figures/share.h"
#include "drawing/paper/exportable.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/file_cards.h"
#include "ui/chrome/scene.h"

#include <optional>

namespace ui {

/// Above the picture, which may name words in their colours; and where its numbers come from.
struct ShareTitle {
    narration::Paragraph question;
    std::string origin;
};

/// The boxes of a real model's pieces.
void set_pieces(drawing::SentenceContent& sentence, const workbench::Pieces& pieces);

/// The arcs of one word, and the largest weight or a model's answer. In the clip the arcs grow.
drawing::Exportable share_export(const Ui& ui, const ShareTitle& title, drawing::SentenceContent sentence,
                                 const std::optional<drawing::StoryAnswer>& answer = {});

/// The same for the marked word and head of a scene; empty where that is not one sentence of words.
std::optional<drawing::Exportable> share_export(const Ui& ui, const Scene& scene);

/// What moves on the screen, drawn as there.
struct ShareClip {
    std::string moves; ///< what does, in a few words
    double seconds = drawing::share_seconds, rests = 0;
    /// Within the room between title and foot, at a moment; owns what it reads.
    std::function<drawing::Figure(double seconds, const drawing::Palette&, const drawing::TextMeasure&)>
        figure = {};
};
/// A clip; its picture is its end.
drawing::Exportable share_export(const Ui& ui, const ShareTitle& title, const ShareClip& clip);

} // namespace ui
