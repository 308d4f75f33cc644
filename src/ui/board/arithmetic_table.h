#pragma once
// The arithmetic of a cell as a table that grows downwards: name, left, right, product, bar, running sum.

#include "ui/canvas/ui.h"

#include <array>

namespace ui {

class ArithmeticTable {
public:
    ArithmeticTable(Ui& ui, drawing::Point at, float width);

    float height() const { return y_; }
    float y() const { return at_.y + y_; }
    float left_edge() const { return at_.x; }
    void skip(float design) { y_ += ui_.px(design); }

    void header(const std::string& name, const std::string& left, const std::string& right,
                const std::string& product, const std::string& running);

    struct Row {
        std::string name, left, right, product, running;
        drawing::Role left_role = drawing::Role::text, right_role = drawing::Role::text;
        float bar = 0; ///< −1 to 1
        bool marked = false;
    };
    void row(const Row& r);

    /// A total below the terms, its value in the products column.
    void total(const std::string& name, const std::string& value, bool strong = true, bool rule = true);
    /// One line of arithmetic: "7.98 ÷ 2.00 = 3.99".
    void line(const std::string& text);
    void words(const std::string& text);

private:
    float middle() const;
    void cell(std::size_t column, const std::string& text, drawing::Role role,
              drawing::Font font = drawing::Font::mono, float size = 0);

    Ui& ui_;
    drawing::Point at_;
    float width_;
    float y_ = 0;
    std::array<float, 5> ends_{}; ///< right ends of the columns, which are right-aligned after the name
};

} // namespace ui
