#pragma once
// The scale lab: random queries and keys of growing width, with and without the division.

#include "ui/chrome/view.h"
#include "workbench/scale_study.h"
#include "workbench/study.h"

namespace ui {

struct ScaleLabChoices {
    std::int64_t keys = 16, heads = 8;
    int temperature = 2; ///< index of the temperature
    std::uint32_t seed = 1;
    bool operator==(const ScaleLabChoices&) const = default;
};

class ScaleLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The lab's four plots.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;

private:
    ScaleLabChoices chosen_;
    workbench::Study<workbench::ScaleStudy, ScaleLabChoices> study_;
    std::shared_ptr<const workbench::ScaleStudy> shown_; ///< the newest answer
};

} // namespace ui
