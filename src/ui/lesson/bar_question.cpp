#include "ui/lesson/bar_question.h"

#include "base/number_text.h"
#include "drawing/colour_map.h"
#include "ui/widgets/controls.h"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

constexpr float bar_width = 78; // design pixels

class BarQuestion {
public:
    BarQuestion(Ui& ui, const lesson::Question& question, QuestionState& state, const lesson::Scope& scope,
                const Rect& area)
        : ui_(ui), question_(question), state_(state), scope_(scope), area_(area),
          floor_(area.bottom() - ui.px(22)), height_(floor_ - area.y - ui.px(16)), most_(highest()) {}

    void draw() {
        ui_.canvas.line({area_.x, floor_}, {area_.right(), floor_}, ui_[Role::hairline], ui_.px(1.2F));
        if (question_.beside.empty()) return asked(area_.centre().x);
        const double beside = lesson::number_of(question_.beside, scope_);
        labelled(bar(area_.x + 0.25F * area_.width, beside), question_.beside, beside, ui_[Role::weight]);
        asked(area_.x + 0.75F * area_.width);
    }

private:
    /// The number at the top of the plot: 1 for weights; else the largest of the matrix, which does not tell
    /// which of them is asked for. The given bar fits as well.
    double highest() const {
        const double beside = question_.beside.empty() ? 0 : lesson::number_of(question_.beside, scope_);
        return std::max(highest_of_asked(), beside);
    }
    double highest_of_asked() const {
        const lesson::Value value = lesson::evaluate(question_.formula, scope_);
        const double right = std::get<double>(value.is);
        if (!value.place) return std::max(2.5 * right, 0.01);
        if (attention::family(value.place->quantity) == attention::Family::weight) return 1;
        const workbench::Pass& pass = value.place->right ? *scope_.right : scope_.pass;
        const Range range = range_of(pass.trace.matrix(value.place->quantity, value.place->head));
        return std::max<double>(range.high, 1.1 * right);
    }

    Rect bar(float centre, double value) const {
        const float high = height_ * static_cast<float>(value / most_), wide = ui_.px(bar_width);
        return {centre - wide / 2, floor_ - high, wide, high};
    }

    void asked(float centre) {
        if (state_.open()) drag(bar(centre, 0));
        const Rect mine = bar(centre, state_.bar);
        if (state_.open()) {
            const Rgba soft = mix(ui_[Role::card], ui_[Role::weight], 0.4F);
            labelled(mine, question_.formula, state_.bar, soft);
            return handle({mine.centre().x, mine.y});
        }
        const double right = lesson::number_of(question_.formula, scope_);
        labelled(bar(centre, right), question_.formula, right, ui_[Role::good]);
        ui_.canvas.line({mine.x - ui_.px(8), mine.y}, {mine.right() + ui_.px(8), mine.y}, ui_[Role::text],
                        ui_.px(1.5F));
    }

    /// Where to take hold of the bar, however low it is: a knob with two arrows.
    void handle(Point at) {
        const float radius = ui_.px(11), tip = ui_.px(4), gap = ui_.px(2.5F);
        const Rgba ink = readable_on(ui_[Role::query_fill]);
        ui_.canvas.paint(Disc{at, radius, ui_[Role::query_fill]});
        for (const float way : {-1.0F, 1.0F})
            ui_.canvas.paint(Triangle{{at.x, at.y + way * (gap + 1.2F * tip)},
                                      {at.x - tip, at.y + way * gap},
                                      {at.x + tip, at.y + way * gap},
                                      ink});
    }

    void drag(const Rect& foot) {
        const Rect reach{foot.x - ui_.px(12), floor_ - height_ - ui_.px(14), foot.width + ui_.px(24),
                         height_ + ui_.px(22)};
        const Touch t = touch(ui_, "lesson/bar", reach);
        if (t.held) {
            state_.bar = std::clamp(static_cast<double>((floor_ - ui_.mouse.y) / height_), 0.0, 1.0) * most_;
            ui_.motion.draw_again();
        }
        if (!t.focused) return;
        focus_ring(ui_, reach, ui_.px(6));
        if (ui_.pressed(GLFW_KEY_UP)) state_.bar = std::min(most_, state_.bar + most_ / 50);
        if (ui_.pressed(GLFW_KEY_DOWN)) state_.bar = std::max(0.0, state_.bar - most_ / 50);
    }

    void labelled(const Rect& bar, const std::string& formula, double value, Rgba colour) {
        ui_.canvas.fill(bar, colour, ui_.px(4));
        ui_.canvas.text({bar.centre().x, bar.y - ui_.px(20)}, base::fixed(value, 2), Font::mono,
                        ui_.px(label_size), ui_[Role::text], Align::centre);
        ui_.canvas.text({bar.centre().x, floor_ + ui_.px(12)}, name_in(formula), Font::sans_medium,
                        ui_.px(label_size), ui_[Role::text], Align::centre);
    }

    /// The word of a cell: its column. What is computed has none.
    std::string name_in(const std::string& formula) const {
        const lesson::Value value = lesson::evaluate(formula, scope_);
        if (!value.place || !value.place->column) return {};
        const workbench::Pass& pass = value.place->right ? *scope_.right : scope_.pass;
        return pass.names.column(value.place->quantity, *value.place->column);
    }

    Ui& ui_;
    const lesson::Question& question_;
    QuestionState& state_;
    const lesson::Scope& scope_;
    const Rect area_;
    const float floor_, height_;
    const double most_;
};

} // namespace

void draw_bar_question(Ui& ui, const lesson::Question& question, QuestionState& state,
                       const lesson::Scope& scope, const Rect& area) {
    BarQuestion(ui, question, state, scope, area).draw();
}

} // namespace ui
