#pragma once
// The stage of a lesson: what a step is about and nothing else, because what has no name yet is not shown. A
// page is one picture: the sentence, arrows in a plane, their shares, a mix of values, the formula.

#include "ui/chrome/top_bar.h"
#include "ui/chrome/view.h"

#include <string>
#include <vector>

namespace ui {

enum class StagePage { sentence, arrows, shares, mix, formula };

struct StageState {
    StagePage page = StagePage::sentence;
    std::size_t part = 0; ///< of the formula, the one that is lit
    DocumentBarState field{.keeps_words = true};

    // Of the last frame.
    std::string place;               ///< the step that was on stage
    bool showed = false;             ///< what its question asks for was shown
    double shown_for = 0;            ///< seconds since it was
    long attempts = 0;               ///< answers given
    double wrong_for = 0;            ///< seconds since the last, in vain
    std::vector<drawing::Point> way; ///< of the dragged arrow's tip, units of the plane
};

/// Shared by the pages during a frame.
struct StageFrame : ViewFrame {
    StageState& state;

    /// What a question asks for is not shown before it is answered.
    bool hides() const { return staged && staged->asks && !staged->changes && !staged->drags; }
    /// How far something that appears has come after so many seconds, 0 to 1; at once without motion.
    float progress(double lasts, double begins = 0) const;
};

class StageView : public View {
public:
    void draw(ViewFrame& frame) override;
    /// Arrow keys: of arrows, move the tip by 0.1; of the formula, light the next part.
    void keys(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    std::vector<std::string> pages(const attention::Trace&) const override { return {}; }

private:
    StageState state_;
};

// The pages.

/// The words; the arcs and weights of the marked word once its question is answered.
void draw_sentence_page(StageFrame& frame);
/// A query among keys, with its scores or shares.
void draw_arrows_page(StageFrame& frame);
/// Values, each as long as its share, added up.
void draw_mix_page(StageFrame& frame);
/// softmax(QKᵀ/√d_k)·V, one part lit.
void draw_formula_page(StageFrame& frame);
/// How many parts that formula has.
inline constexpr std::size_t formula_parts = 4;

} // namespace ui
