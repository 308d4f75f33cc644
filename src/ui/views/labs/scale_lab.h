#pragma once
// The scale lab: random queries and keys of growing width, with and without the division.

#include "base/study.h"
#include "ui/chrome/view.h"
#include "workbench/studies/scale_study.h"

namespace ui {

struct ScaleLabChoices {
    std::int64_t keys = 16, heads = 8;
    int temperature = 2; ///< index of the temperature
    std::uint32_t seed = 1;
    bool operator==(const ScaleLabChoices&) const = default;
};

struct ScaleLabState {
    ScaleLabChoices chosen;
    base::Study<workbench::ScaleStudy, ScaleLabChoices> study;
    std::shared_ptr<const workbench::ScaleStudy> shown; ///< the newest answer
};

struct ScaleLabFrame : ViewFrame {
    ScaleLabState& state;
};

class ScaleLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The lab's four plots.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;

private:
    ScaleLabState state_;
};

} // namespace ui
