#include "ui/board/arithmetic_table.h"

#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;

namespace {

constexpr float row_height = 22; // design pixels

} // namespace

ArithmeticTable::ArithmeticTable(Ui& ui, Point at, float width) : ui_(ui), at_(at), width_(width) {
    constexpr std::array shares{0.37F, 0.515F, 0.68F, 0.86F, 1.0F}; // column ends, as shares of the width
    for (std::size_t i = 0; i < shares.size(); ++i)
        ends_[i] = at.x + shares[i] * width;
}

void ArithmeticTable::header(const std::string& name, const std::string& left, const std::string& right,
                             const std::string& product, const std::string& running) {
    const float y = middle();
    const float size = ui_.px(tiny_size);
    ui_.canvas.text_within({at_.x, y}, ends_[0] - at_.x - ui_.px(52), name, Font::sans, size,
                           ui_[Role::quiet]);
    cell(0, left, Role::quiet, Font::sans, size);
    cell(1, right, Role::quiet, Font::sans, size);
    cell(2, product, Role::quiet, Font::sans, size);
    cell(4, running, Role::quiet, Font::sans, size);
    y_ += ui_.px(row_height);
}

void ArithmeticTable::row(const Row& r) {
    const float y = middle();
    if (r.marked)
        ui_.canvas.fill(
            {at_.x - ui_.px(4), y - ui_.px(row_height) / 2, width_ + ui_.px(8), ui_.px(row_height)},
            ui_[Role::accent_soft], ui_.px(3));
    ui_.canvas.text_within({at_.x, y}, ends_[0] - at_.x - ui_.px(54), r.name, Font::sans, ui_.px(label_size),
                           ui_[Role::text]);
    cell(0, r.left, r.left_role);
    cell(1, r.right, r.right_role);
    cell(2, r.product, Role::text);
    cell(4, r.running, Role::quiet);
    const float room = ends_[3] - ends_[2] - ui_.px(6);
    if (r.bar != 0)
        ui_.canvas.fill(
            {ends_[2] + ui_.px(6), y - ui_.px(4), std::max(ui_.px(1.5F), std::abs(r.bar) * room), ui_.px(8)},
            ui_[r.bar > 0 ? Role::positive : Role::negative], ui_.px(1));
    y_ += ui_.px(row_height);
}

void ArithmeticTable::total(const std::string& name, const std::string& value, bool strong, bool rule) {
    if (rule)
        ui_.canvas.line({at_.x, at_.y + y_}, {at_.x + width_, at_.y + y_}, ui_[Role::hairline], ui_.px(1));
    const float y = middle();
    ui_.canvas.text_within({at_.x, y}, ends_[1] - at_.x, name, strong ? Font::sans_bold : Font::sans,
                           ui_.px(label_size), ui_[Role::text]);
    cell(2, value, Role::text, strong ? Font::mono_bold : Font::mono, ui_.px(label_size));
    y_ += ui_.px(row_height);
}

void ArithmeticTable::line(const std::string& text) {
    ui_.canvas.text({at_.x, middle()}, text, Font::mono, ui_.px(label_size), ui_[Role::text]);
    y_ += ui_.px(row_height);
}

void ArithmeticTable::words(const std::string& text) {
    y_ += paragraph(ui_, {at_.x, at_.y + y_}, width_, text, Font::sans, label_size, ui_[Role::quiet]) +
          ui_.px(2);
}

float ArithmeticTable::middle() const {
    return at_.y + y_ + ui_.px(row_height) / 2;
}

void ArithmeticTable::cell(std::size_t column, const std::string& text, Role role, Font font, float size) {
    subscripted(ui_, {ends_[column], middle()}, text, font, size > 0 ? size : ui_.px(label_size), ui_[role],
                Align::right);
}

} // namespace ui
