#pragma once
// The views, in one table: the tabs, the keys, the tour and the command line read it. A new view is a row
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

/// What each view keeps from one frame to the next.
struct ViewStates {
    StartState start;
    WalkthroughState walkthrough;
    CompareState compare;
    HeadsState heads;
    LabsState labs;
    RaceState race;
};

/// What a view is handed in a frame.
struct ViewFrame {
    Ui& ui;
    ViewStates& states;
    Scene scene;
    Actions& actions;
    std::optional<Scene> second; ///< in a view of two documents
    Actions& second_actions;
    drawing::Rect bar; ///< of the top bar, what a view of two documents may use
    drawing::Rect area;
    double seconds; ///< since the last frame
};

/// A row of the table.
struct View {
    std::string_view key;       ///< "walkthrough": command line, anchors; its title is the text "views.<key>"
    bool entrance = false;      ///< true: one comes in by it, and does not leave off there
    bool two_documents = false; ///< true: it has document bars of its own, and the top bar shows none
    bool random_weights =
        false; ///< true: it shows layers of its own, and the document's weights do not matter
    /// Design pixels that it needs: where the window has fewer, it is drawn as large as that and scrolled.
    /// None for a view that makes room within itself.
    float least_width = 0, least_height = 0;
    void (*draw)(ViewFrame& frame) = nullptr;
    void (*keys)(ViewFrame& frame) = nullptr; ///< called when no field and no menu has the keys
    /// The pictures that a tour takes, by key: stages, or the parts of the view.
    std::vector<std::string> (*pages)(const attention::Trace& t) = nullptr;
    /// Goes to one of the pages; null where they are stages, which are pointed at by the selection.
    void (*open)(ViewStates& states, const std::string& page) = nullptr;
    /// The page that is open, for sessions; null where pages are stages, or are not kept.
    std::string (*page)(const ViewStates& states) = nullptr;
    /// Hears whom to call, on any thread, when there is something new to draw; null: nobody.
    void (*connect)(ViewStates& states, const std::function<void()>& wake) = nullptr;
    /// True while something is worked out that a picture of the view should show.
    bool (*works)(const ViewStates& states) = nullptr;
    /// What else is on screen, for tests: it stands in the anchors' state under the view's key.
    nlohmann::json (*report)(const ViewStates& states) = nullptr;
    /// The figures of what is on screen that can be kept.
    Exportables (*exports)(ViewFrame& frame) = nullptr;
    std::string_view tour_preset = {}; ///< what a tour shows here when it is given no text of its own
};

/// Draws a view into its area, or on a larger page that scrolls there.
void draw_view(const View& view, ViewFrame& frame);

std::span<const View> views();
const View* view_named(std::string_view key); ///< null: there is none of that name

} // namespace ui
