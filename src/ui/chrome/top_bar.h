#pragma once
// The bar at the top: the views; the sentence and where its weights come from; the lecture, a menu of what
// concerns the whole program, undo, and help. A view of two documents has a document bar of its own for each.

#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "ui/chrome/view.h"
#include "ui/chrome/weights_menu.h"

#include <optional>
#include <span>
#include <string>
#include <utility>

namespace ui {

// The document, in one row: the sentence (or source and target) with its presets, and where the weights come
// from.

/// The gesture for typing in the fields.
inline constexpr const char* typing_gesture = "typing";

struct DocumentBarState {
    std::string text = {}, memory_text = {}; ///< text in the fields
    workbench::History::Step followed = {};  ///< the document they were filled from
    bool wrong = false;                      ///< the text could not become the document
    bool refused = false;    ///< unusable text was committed: it stays, the document went back
    bool take_caret = false; ///< put the caret into the sentence field …
    std::optional<std::pair<std::size_t, std::size_t>> select = {}; ///< … and select these bytes of it
    bool keeps_words = false; ///< a field is entered to change one word: its text is not selected as a whole
    WeightsMenuState weights = {};
    bool fills = false; ///< the fields take all available room
};

/// Fills `area` from right to left: the weights as wide as their name, the fields up to a comfortable width.
/// `spare`: pixels by which a single sentence may be
/// wider.
void draw_document_bar(Ui& ui, DocumentBarState& state, const Scene& scene, const drawing::Rect& area,
                       Actions& actions, float spare = 0);

/// The field of the words alone; as long as the document's attention is self-attention.
void draw_sentence_field(Ui& ui, DocumentBarState& state, const Scene& scene, const drawing::Rect& rect,
                         Actions& actions);

// The whole bar.

inline constexpr float top_bar_height = 52; ///< design pixels

/// The views, and the open one.
struct Tabs {
    std::span<const ViewKind> views;
    const ViewKind& open;
    /// Whether everything is shown; empty: no step of a lesson says what is needed. Where it is not, the
    /// other views have no tabs.
    std::optional<bool> everything = {};

    bool shows(const ViewKind& view) const { return everything.value_or(true) || view.entrance; }
};

/// `document` is null where the bar shows none.
void draw_top_bar(Ui& ui, DocumentBarState* document, const Tabs& tabs, const Scene& scene,
                  const drawing::Rect& area, Actions& actions);

} // namespace ui
