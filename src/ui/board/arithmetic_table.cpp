#include "ui/board/arithmetic_table.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;

namespace {

// Design pixels.
constexpr float high_row = 34, low_row = 26;
constexpr std::size_t most_high_rows = 6;
constexpr float factor_size = 23, least_factor_size = 13, result_size = 18, name_size = 16.5F;

} // namespace

ArithmeticTable::ArithmeticTable(Ui& ui, Point at, float width, std::size_t rows)
    : ui_(ui), at_(at), width_(width), high_(ui.px(rows <= most_high_rows ? high_row : low_row)) {
    constexpr std::array shares{0.377F, 0.568F, 0.747F}; // column ends, as shares of the width
    for (std::size_t i = 0; i < shares.size(); ++i)
        ends_[i] = at.x + shares[i] * width;
}

void ArithmeticTable::header(const Heading& left, const Heading& right, const std::string& product) {
    const auto fitted = [&](std::size_t column, const std::string& text, Role role) {
        const float room = ends_[column] - (column == 0 ? at_.x : ends_[column - 1]) - ui_.px(10);
        const float size = factor_size * std::min(1.0F, room / ui_.canvas.width(Font::serif_italic,
                                                                                ui_.px(factor_size), text));
        if (size < least_factor_size) return false;
        cell(column, text, role, Font::serif_italic, size);
        return true;
    };
    if (!fitted(0, left.text, left.role))
        cell(0, left.text, left.role, Font::serif_italic, least_factor_size);
    if (!fitted(1, right.text, right.role))
        cell(1, right.text, right.role, Font::serif_italic, least_factor_size);
    // What is multiplied stands in the columns before it.
    if (!fitted(2, product, Role::quiet)) {
        const bool rounded = product.ends_with("≈");
        cell(2, rounded ? "× ≈" : "×", Role::quiet, Font::serif_italic);
    }
    y_ += ui_.px(low_row);
}

void ArithmeticTable::row(const Row& r) {
    const float y = middle();
    if (r.marked)
        ui_.canvas.fill({at_.x - ui_.px(4), y - high_ / 2, width_ + ui_.px(8), high_}, ui_[Role::accent_soft],
                        ui_.px(3));
    const float number = ui_.canvas.width(Font::mono, ui_.px(number_size), r.left);
    ui_.canvas.text_within({at_.x, y}, ends_[0] - at_.x - number - ui_.px(8), r.name, Font::sans,
                           ui_.px(name_size), ui_[Role::text]);
    cell(0, r.left, r.left_role);
    if (r.times)
        ui_.canvas.text({ends_[0] + ui_.px(11), y}, "×", Font::mono, ui_.px(card_size), ui_[Role::quiet],
                        Align::centre);
    cell(1, r.right, r.right_role);
    cell(2, r.product, r.is_zero ? Role::quiet : Role::text);
    bar(r.bar, r.bar < 0 ? Role::negative : r.bar_role);
    y_ += high_;
}

/// Behind the products, paler where it is short.
void ArithmeticTable::bar(float share, Role role) {
    if (share == 0) return;
    const float x = ends_[2] + ui_.px(14), room = at_.x + width_ - x;
    const float long_part = std::min(1.0F, std::abs(share)), high = std::min(ui_.px(16), 0.6F * high_);
    ui_.canvas.fill({x, middle() - high / 2, std::max(ui_.px(1.5F), long_part * room), high},
                    mix(ui_[Role::card], ui_[role], 0.35F + 0.65F * long_part), ui_.px(3));
}

void ArithmeticTable::total(const std::string& name, const std::string& value, bool strong, bool rule,
                            float share, Role hue) {
    if (rule)
        ui_.canvas.line({at_.x, at_.y + y_}, {at_.x + width_, at_.y + y_}, ui_[Role::hairline], ui_.px(1));
    const float y = middle(), size = strong ? result_size : number_size;
    ui_.canvas.text_within({at_.x, y}, ends_[1] - at_.x, name, strong ? Font::sans_bold : Font::sans,
                           ui_.px(name_size), ui_[Role::text]);
    cell(2, value, Role::text, strong ? Font::mono_bold : Font::mono, size);
    bar(share, share < 0 ? Role::negative : hue);
    y_ += high_;
}

void ArithmeticTable::line(const std::string& text) {
    ui_.canvas.text_within({at_.x, middle()}, width_, text, Font::mono, ui_.px(headline_size),
                           ui_[Role::text]);
    y_ += high_;
}

void ArithmeticTable::words(const std::string& text) {
    y_ += paragraph(ui_, {at_.x, at_.y + y_}, width_, text, Font::sans, name_size, ui_[Role::quiet]) +
          ui_.px(2);
}

void ArithmeticTable::cell(std::size_t column, const std::string& text, Role role, Font font, float size) {
    subscripted(ui_, {ends_[column], middle()}, text, font, ui_.px(size), ui_[role], Align::right);
}

} // namespace ui
