#pragma once
// The views, in one table read by the tabs, the keys, the tour and the command line. A new view needs a row
// there, a state and its functions.

#include "ui/panels/compare.h"
#include "ui/panels/export_card.h"
#include "ui/panels/heads.h"
#include "ui/panels/labs.h"
#include "ui/panels/race.h"
#include "ui/panels/start.h"
#include "ui/panels/walkthrough.h"
#include "ui/side.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string_view>

namespace ui {

/// The state that each view keeps between frames.
struct ViewStates {
    StartState start;
    WalkthroughState walkthrough;
    CompareState compare;
    HeadsState heads;
    LabsState labs;
    RaceState race;
};

/// What a view receives each frame.
struct ViewFrame {
    Ui& ui;
    ViewStates& states;
    Scene scene;
    Actions& actions;
    std::optional<Scene> second; ///< set in two-document views
    Actions& second_actions;
    drawing::Rect bar; ///< the part of the top bar available to a two-document view
    drawing::Rect area;
    double seconds; ///< since the last frame
};

/// A row of the table.
struct View {
    std::string_view key;       ///< "walkthrough": command line, anchors; its title is the text "views.<key>"
    bool entrance = false;      ///< true: an entry page; sessions never resume there
    bool two_documents = false; ///< true: the view has its own document bars, and the top bar shows none
    bool random_weights = false; ///< true: shows layers of its own; the document's weights do not matter
    /// Minimum size in design pixels: in a smaller window the view is drawn at this size and scrolled. Zero
    /// for a view that adapts by itself.
    float least_width = 0, least_height = 0;
    void (*draw)(ViewFrame& frame) = nullptr;
    void (*keys)(ViewFrame& frame) = nullptr; ///< called when no field and no menu has keyboard focus
    /// The pages that a tour takes pictures of, by key: stages, or parts of the view.
    std::vector<std::string> (*pages)(const attention::Trace& t) = nullptr;
    /// Opens one of the pages; null where pages are stages, which the selection holds.
    void (*open)(ViewStates& states, const std::string& page) = nullptr;
    /// The open page, for sessions; null where pages are stages, or are not saved.
    std::string (*page)(const ViewStates& states) = nullptr;
    /// Receives a callback, to be called from any thread when there is something new to draw; null: not
    /// needed.
    void (*connect)(ViewStates& states, const std::function<void()>& wake) = nullptr;
    /// True while the view computes something its picture should show.
    bool (*works)(const ViewStates& states) = nullptr;
    /// Further on-screen state, for tests: published in the anchors' state under the view's key.
    nlohmann::json (*report)(const ViewStates& states) = nullptr;
    /// The figures on screen that can be exported.
    Exportables (*exports)(ViewFrame& frame) = nullptr;
    std::string_view tour_preset = {}; ///< preset for a tour that is given no text of its own
};

/// Draws a view into its area, or on a larger page that scrolls there.
void draw_view(const View& view, ViewFrame& frame);

std::span<const View> views();
const View* view_named(std::string_view key); ///< null: there is none of that name

} // namespace ui
