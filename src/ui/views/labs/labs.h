#pragma once
// The Labs view: experiments of one idea each, on a page of its own: what the mask hides, why the scores are
// divided, how a score can be computed, what attention knows about word order, how it knows places, and how
// it does without a whole matrix.

#include "drawing/figures/matrix_layout.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ui {

/// The table of labs. A new lab is a view in a file of its own and a row there; its title is the text
/// "labs.<key>", its question "labs.<key>_question".
std::span<const ViewKind> lab_kinds();

class LabsView : public View {
public:
    explicit LabsView(std::span<const ViewKind> kinds = lab_kinds());

    void draw(ViewFrame& frame) override;
    /// ↑ ↓ query word, ← → key word, H next head, M causal mask.
    void keys(ViewFrame& frame) override;
    /// The figures of the open lab.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    std::vector<std::string> pages(const attention::Trace&) const override { return keys_; }
    bool open(const std::string& page) override;
    nlohmann::json shown() const override;

private:
    std::vector<std::string> keys_; ///< of the labs
    std::vector<std::unique_ptr<View>> labs_;
    std::size_t page_ = 0; ///< index of the open one
    ChipsState chips_;
};

// The labs.

/// What the mask hides: choose or draw one.
std::unique_ptr<View> make_mask_lab();
/// Random queries and keys of growing width, with and without the division.
std::unique_ptr<View> make_scale_lab();
/// The same queries and keys under every score function.
std::unique_ptr<View> make_score_lab();
/// The same words in another order, without positions and with them.
std::unique_ptr<View> make_order_lab();
/// Queries and keys that turn with the places of their words, beside other ways to tell places apart.
std::unique_ptr<View> make_place_lab();
/// A fused pass, played block by block, which never holds the whole matrix of scores.
std::unique_ptr<View> make_block_lab();

/// The cells on the straight line between two cells, both included, so that a fast mouse skips none when a
/// mask is drawn.
std::vector<drawing::CellPlace> cells_between(drawing::CellPlace from, drawing::CellPlace to);

} // namespace ui
