#pragma once
// The Compare view: two live documents at the same stage, Left and Right, and their differences in words, in
// a table, and cell by cell.

#include "base/study.h"
#include "ui/board/board.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/document_bar.h"
#include "ui/chrome/scrubber.h"
#include "ui/chrome/view.h"
#include "workbench/document/comparison.h"

namespace ui {

/// One of the two cards.
struct CompareSide {
    DocumentBarState document{.fills = true};
    BoardState board;
    ChipsState chips;
    std::string source; ///< the last source of cross-attention, for switching back
};

/// Which of the offered comparisons the two documents form, looked up once per step; null: the user's own
/// pair.
struct OfferOnScreen {
    workbench::History::Step left, right;
    const workbench::Comparison* offer = nullptr;
};

/// The differences between the two sides, looked up once per pass.
struct DifferencesOnScreen {
    std::weak_ptr<const workbench::Pass> left, right;
    base::Index left_head = 0, right_head = 0;
    std::vector<workbench::Difference> found;
};

/// The user's own pair, kept while another is shown.
struct OwnPair {
    std::string code = {};   ///< both documents and the selections in them (session_code.h); empty: none
    bool difference = false; ///< with Left − Right
    bool operator==(const OwnPair&) const = default;
};

struct CompareChoices {
    bool difference = false; ///< show Left − Right
    OwnPair yours = {};
    bool operator==(const CompareChoices&) const = default;
};

struct CompareState {
    CompareChoices chosen;
    CompareSide left, right;
    workbench::Player player;
    base::Study<workbench::MatrixDifference, std::tuple<attention::Quantity, base::Index, base::Index>>
        study; ///< of the heads on the left and on the right

    // What was on screen in the last frame.
    OfferOnScreen offer;
    DifferencesOnScreen differences;
    std::shared_ptr<const workbench::MatrixDifference> shown; ///< Left − Right; null: not drawn
};

/// The first document of the frame is on the left, the second on the right.
struct CompareFrame : ViewFrame {
    CompareState& state;

    const Scene& left() const { return scene; }
    const Scene& right() const { return *second; }
    /// The same with the documents in exchange, there.
    ViewFrame seen_from_right(const drawing::Rect& there) const {
        return {ui,    *second, second_actions, scene,  actions, earlier, bar,
                there, seconds, course,         guided, trains,  on_slide};
    }
};

class CompareView : public View {
public:
    /// Draws the cards, and the menu into the frame's `bar`.
    void draw(ViewFrame& frame) override;
    /// The Walkthrough's keys, applied to Left; Right follows.
    void keys(ViewFrame& frame) override;
    /// The matrices of both cards, and Left − Right while it is shown.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    void use(const workbench::Settings& settings) override;
    /// {"offer":"word","differs":["words"]}; the user's own pair has no offer.
    nlohmann::json shown() const override;

private:
    CompareState state_;
};

} // namespace ui
