#pragma once
// The table in which arithmetic is written: a sum term by term, with bars, its total, and single equations.

#include "ui/canvas/ui.h"

#include <array>
#include <cstddef>
#include <string>

namespace ui {

/// A table that grows downwards: name, left, right, product, bar.
class ArithmeticTable {
public:
    ArithmeticTable(Ui& ui, drawing::Point at, float width, std::size_t rows);

    float height() const { return y_; }
    float y() const { return at_.y + y_; }
    float left_edge() const { return at_.x; }
    void skip(float design) { y_ += ui_.px(design); }

    struct Heading {
        std::string text;
        drawing::Role role = drawing::Role::quiet;
    };
    void header(const Heading& left, const Heading& right, const std::string& product);

    struct Row {
        std::string name = {}, left = {}, right = {}, product = {};
        drawing::Role left_role = drawing::Role::text, right_role = drawing::Role::text;
        bool times = false;   ///< left × right
        bool is_zero = false; ///< the product
        float bar = 0;        ///< −1 to 1
        drawing::Role bar_role = drawing::Role::positive;
        bool marked = false;
    };
    void row(const Row& r);

    /// A total below the terms, its value in the products column.
    void total(const std::string& name, const std::string& value, bool strong = true, bool rule = true,
               float share = 0, drawing::Role hue = drawing::Role::positive);
    /// One line of arithmetic: "7.98 ÷ 2.00 = 3.99".
    void line(const std::string& text);
    void words(const std::string& text);

private:
    static constexpr float number_size = 18; ///< design pixels

    float middle() const { return at_.y + y_ + high_ / 2; }
    void cell(std::size_t column, const std::string& text, drawing::Role role,
              drawing::Font font = drawing::Font::mono, float size = number_size);
    void bar(float share, drawing::Role role);

    Ui& ui_;
    drawing::Point at_;
    float width_, high_; ///< of the table, of a row
    float y_ = 0;
    std::array<float, 3> ends_{}; ///< right ends of the columns, which are right-aligned after the name
};

} // namespace ui
