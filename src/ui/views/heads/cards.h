#pragma once
// The three cards of the Heads view.

#include "narration/markup.h"
#include "ui/views/heads/heads.h"

namespace ui {

/// The smallest digits that a slide still shows, in design pixels.
inline constexpr float least_on_slide = 12;

/// Shared by the cards during a frame.
struct HeadsFrame : ViewFrame {
    HeadsState& state;
    attention::Cell marked; ///< cell of the opened head's weights: hovered, otherwise selected

    base::Index head() const { return scene.selection.head; }
    base::Index heads() const { return static_cast<base::Index>(scene.trace().heads.size()); }
    bool is_on(base::Index head) const { return scene.trace().options.is_on(head); }
    /// The query word: “it”, or "row 3".
    std::string asker() const;

    void open(base::Index head);
    void mark(base::Index row); ///< selects the query word
    /// The shared colour range of all heads.
    Coloured colours() const;
};

Coloured colours_of(const HeadsState& state);

void draw_heads_list(HeadsFrame& frame, const drawing::Rect& area);
void draw_opened_head(HeadsFrame& frame, const drawing::Rect& area);
void draw_head_parts(HeadsFrame& frame, const drawing::Rect& area);

/// How far each word moves when the heads of `loss` are off.
void draw_head_loss(HeadsFrame& frame, const workbench::Ablation& loss, const drawing::Rect& area);

/// A display-only matrix over n × m words; marks as on the board.
void draw_small_matrix(HeadsFrame& frame, const std::shared_ptr<const base::Matrix>& weights,
                       const drawing::Rect& area, bool faded);

} // namespace ui
