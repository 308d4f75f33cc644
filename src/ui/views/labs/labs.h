#pragma once
// The Labs view: experiments of one idea each, on a page of its own: what the mask hides, why the scores are
// divided, how a score can be computed, and what attention knows about word order.

#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"

#include <span>

namespace ui {

/// The labs, in one table. A new lab is a view in a file of its own and a row here; its title is the text
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

private:
    std::vector<std::string> keys_; ///< of the labs
    std::vector<std::unique_ptr<View>> labs_;
    std::size_t page_ = 0; ///< index of the open one
    ChipsState chips_;
};

} // namespace ui
