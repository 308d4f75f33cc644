#include "ui/panels/arithmetic.h"

#include "drawing/fitted_text.h"
#include "ui/panels/cell_name.h"
#include "ui/panels/quantity_look.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

using namespace drawing;
using attention::Explanation;
using attention::Form;
using attention::Quantity;

namespace {

/// Two decimals wherever nothing else is said.
std::string number(float value) {
    return number_text(value, 2);
}

constexpr float row_height = 22;      // design pixels
constexpr std::size_t rows_shown = 9; // of a long sum

/// A table that grows downwards: name, left, right, product, bar, running sum.
class Table {
public:
    Table(Ui& ui, Point at, float width) : ui_(ui), at_(at), width_(width) {
        // Shares of the width at which the columns end (they are right-aligned after the name).
        const std::array<float, 5> ends{0.37F, 0.515F, 0.68F, 0.86F, 1.0F};
        for (std::size_t i = 0; i < ends.size(); ++i)
            ends_[i] = at.x + ends[i] * width;
    }

    float height() const { return y_; }
    void skip(float design) { y_ += ui_.px(design); }

    void header(const std::string& name, const std::string& left, const std::string& right,
                const std::string& product, const std::string& running) {
        const float y = middle();
        const float size = ui_.px(12);
        ui_.canvas.text_within({at_.x, y}, ends_[0] - at_.x - ui_.px(52), name, Font::sans, size,
                               ui_[Role::quiet]);
        cell(0, left, Role::quiet, Font::sans, size);
        cell(1, right, Role::quiet, Font::sans, size);
        cell(2, product, Role::quiet, Font::sans, size);
        cell(4, running, Role::quiet, Font::sans, size);
        y_ += ui_.px(row_height);
    }

    struct Row {
        std::string name, left, right, product, running;
        Role left_role = Role::text, right_role = Role::text;
        float bar = 0; ///< −1 to 1
        bool marked = false;
    };

    void row(const Row& r) {
        const float y = middle();
        // Rows outside the visible part of a long table are skipped, not drawn.
        if (r.marked)
            ui_.canvas.fill(
                {at_.x - ui_.px(4), y - ui_.px(row_height) / 2, width_ + ui_.px(8), ui_.px(row_height)},
                ui_[Role::accent_soft], ui_.px(3));
        ui_.canvas.text_within({at_.x, y}, ends_[0] - at_.x - ui_.px(54), r.name, Font::sans, ui_.px(13),
                               ui_[Role::text]);
        cell(0, r.left, r.left_role);
        cell(1, r.right, r.right_role);
        cell(2, r.product, Role::text);
        cell(4, r.running, Role::quiet);
        const float room = ends_[3] - ends_[2] - ui_.px(6);
        if (r.bar != 0)
            ui_.canvas.fill({ends_[2] + ui_.px(6), y - ui_.px(4),
                             std::max(ui_.px(1.5F), std::abs(r.bar) * room), ui_.px(8)},
                            ui_[r.bar > 0 ? Role::positive : Role::negative], ui_.px(1));
        y_ += ui_.px(row_height);
    }

    /// A line under the terms, with its value where the products stand.
    void total(const std::string& name, const std::string& value, bool strong = true, bool rule = true) {
        if (rule)
            ui_.canvas.line({at_.x, at_.y + y_}, {at_.x + width_, at_.y + y_}, ui_[Role::hairline],
                            ui_.px(1));
        const float y = middle();
        ui_.canvas.text_within({at_.x, y}, ends_[1] - at_.x, name, strong ? Font::sans_bold : Font::sans,
                               ui_.px(13), ui_[Role::text]);
        cell(2, value, Role::text, strong ? Font::mono_bold : Font::mono, ui_.px(13));
        y_ += ui_.px(row_height);
    }

    /// One line of arithmetic: "7.98 ÷ 2.00 = 3.99".
    void line(const std::string& text) {
        ui_.canvas.text({at_.x, middle()}, text, Font::mono, ui_.px(13), ui_[Role::text]);
        y_ += ui_.px(row_height);
    }
    void words(const std::string& text) {
        y_ += paragraph(ui_, {at_.x, at_.y + y_}, width_, text, Font::sans, 13, ui_[Role::quiet]) + ui_.px(2);
    }
    float y() const { return at_.y + y_; }
    float left_edge() const { return at_.x; }

private:
    float middle() const { return at_.y + y_ + ui_.px(row_height) / 2; }
    void cell(std::size_t column, const std::string& text, Role role, Font font = Font::mono,
              float size = 0) {
        subscripted(ui_, {ends_[column], middle()}, text, font, size > 0 ? size : ui_.px(13), ui_[role],
                    Align::right);
    }

    Ui& ui_;
    Point at_;
    float width_;
    float y_ = 0;
    std::array<float, 5> ends_{};
};

/// The terms that are shown: all, or the largest in their order.
std::vector<std::size_t> chosen_terms(const Explanation& e, bool all) {
    std::vector<std::size_t> order(e.terms.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    if (all || order.size() <= rows_shown + 1) return order;
    const auto size = [&](std::size_t i) {
        const bool own = e.form == Form::softmax && e.terms[i].index == e.cell.column;
        return own ? INFINITY : std::abs(e.terms[i].product);
    };
    std::partial_sort(order.begin(), order.begin() + rows_shown, order.end(),
                      [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    order.resize(rows_shown);
    std::sort(order.begin(), order.end());
    return order;
}

void draw_terms(Ui& ui, const Scene& scene, const Explanation& e, Table& table, bool& all_terms) {
    const bool softmax = e.form == Form::softmax;
    float largest = 0;
    for (const auto& term : e.terms)
        largest = std::max(largest, std::abs(term.product));
    const auto shown = chosen_terms(e, all_terms);
    double left_out = 0;
    for (const auto& term : e.terms)
        left_out += static_cast<double>(term.product);
    for (std::size_t i : shown) {
        const auto& term = e.terms[i];
        left_out -= static_cast<double>(term.product);
        Table::Row row;
        row.name = scene.pass().names.along(e.axis, term.index);
        row.left = number(term.left);
        row.right = number(term.right);
        row.product = number_text(term.product, softmax ? 3 : 2);
        row.running = shown.size() == e.terms.size() ? number(term.running) : "";
        row.left_role = role_of(e.left);
        row.right_role = softmax ? Role::quiet : role_of(e.right);
        row.bar = largest > 0 ? term.product / largest : 0;
        row.marked = softmax && term.index == e.cell.column;
        table.row(row);
    }
    if (shown.size() < e.terms.size())
        table.total(std::to_string(e.terms.size() - shown.size()) + " " + ui.text("arithmetic.more"),
                    number_text(static_cast<float>(left_out), softmax ? 3 : 2), false, false);
    if (e.terms.size() > rows_shown + 1) {
        const std::string& label = ui.text(all_terms ? "arithmetic.fewer" : "arithmetic.all");
        if (button(ui, "arithmetic/all",
                   {table.left_edge(), table.y() + ui.px(2), button_width(ui, label, 12), ui.px(24)}, label,
                   {.text_size = 12}))
            all_terms = !all_terms;
        table.skip(32);
    }
}

std::string symbol_of(std::optional<Quantity> quantity) {
    return quantity ? std::string(attention::symbol(*quantity)) : std::string();
}

void draw_form(Ui& ui, const Scene& scene, const Explanation& e, Table& table, bool& all_terms) {
    const std::string& dimension =
        ui.text(e.axis == attention::Axis::keys ? "arithmetic.word" : "arithmetic.dimension");
    const std::string& sum = ui.text("arithmetic.sum");
    const auto result = number_text(e.computed, 3);
    switch (e.form) {
    case Form::given:
        table.words(ui.text("arithmetic.given"));
        break;
    case Form::sum:
        table.line(number(e.operand) + " + " + number(e.position.value_or(0)) + " = " + number(e.computed));
        table.words(ui.text("arithmetic.position"));
        break;
    case Form::product_sum:
    case Form::general:
    case Form::additive:
    case Form::cosine: {
        const bool additive = e.form == Form::additive;
        const std::string left = additive ? "v" : e.form == Form::general ? "qW" : symbol_of(e.left);
        const std::string right = additive ? "tanh" : symbol_of(e.right);
        table.header(dimension, left, right, left + " × " + right, sum);
        draw_terms(ui, scene, e, table, all_terms);
        if (e.bias) table.total(ui.text("arithmetic.bias"), number(*e.bias), false);
        if (e.form == Form::cosine) {
            const float dot = e.terms.empty() ? 0 : e.terms.back().running;
            table.line(number(dot) + " ÷ (‖q‖ · ‖k‖ = " + number(e.divisor) + ")");
        }
        table.total(ui.text("arithmetic.result"), number(e.computed));
        break;
    }
    case Form::quotient:
        table.line(number(e.operand) + " ÷ " + number(e.divisor) + " = " + result);
        break;
    case Form::mask:
        table.line(number(e.operand) + (e.masked ? "  →  −∞" : "  →  " + number(e.operand)));
        table.words(ui.text(e.masked ? "arithmetic.forbidden" : "arithmetic.kept"));
        break;
    case Form::softmax:
        table.header(ui.text("arithmetic.word"), "s", "s − max", "exp", sum);
        draw_terms(ui, scene, e, table, all_terms);
        table.total("Σ exp", number_text(e.divisor, 3));
        if (e.divisor > 0) {
            const float numerator = e.computed * e.divisor;
            table.line(number_text(numerator, 3) + " ÷ " + number_text(e.divisor, 3) + " = " + result);
        } else {
            table.words(ui.text("arithmetic.nothing"));
        }
        break;
    case Form::dropout:
        table.line(number_text(e.operand, 3) + (e.kept ? " ÷ " + number(e.divisor) : " × 0") + " = " +
                   result);
        table.words(ui.text(e.kept ? "arithmetic.survived" : "arithmetic.dropped"));
        break;
    case Form::copy:
        table.line(ui.text("arithmetic.head") + " " + std::to_string(e.source_head + 1) + ", " +
                   scene.pass().names.along(attention::Axis::value_width, e.source_column) + "  →  " +
                   number(e.computed));
        if (e.switched_off) table.words(ui.text("arithmetic.switched_off"));
        break;
    }
}

} // namespace

float draw_arithmetic(Ui& ui, const Scene& scene, const attention::Cell& cell, Point at, float width,
                      bool& all_terms, Actions& actions) {
    const Explanation e = attention::explain(scene.trace(), cell);
    const std::string title = elided(cell_name(scene, cell), width, Font::sans_bold, ui.px(13), ui.canvas);
    subscripted(ui, {at.x, at.y + ui.px(8)}, title, Font::sans_bold, ui.px(13), ui[Role::text]);
    Table table(ui, at, width);
    table.skip(22);
    draw_form(ui, scene, e, table, all_terms);
    if (e.overridden) {
        table.skip(4);
        const Rect box{at.x, table.y(), width, ui.px(36)};
        ui.canvas.fill(box, mix(ui[Role::card], ui[Role::warning], 0.12F), ui.px(6));
        ui.canvas.text({box.x + ui.px(10), box.centre().y},
                       ui.text("arithmetic.set_by_hand") + " " + number(e.value), Font::sans_medium,
                       ui.px(13), ui[Role::warning]);
        const std::string& back = ui.text("arithmetic.take_back");
        const float wide = button_width(ui, back, 12);
        if (button(ui, "arithmetic/take_back",
                   {box.right() - wide - ui.px(5), box.y + ui.px(5), wide, ui.px(26)}, back,
                   {.text_size = 12}))
            actions.edit(workbench::ClearCell{cell});
        table.skip(42);
    }
    return table.height();
}

} // namespace ui
