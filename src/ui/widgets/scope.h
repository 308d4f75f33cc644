#pragma once
// Allows the same panel twice on one screen: within a scope every name (anchor, focus, motion, field) has a
// prefix.

#include "ui/canvas/ui.h"

namespace ui {

/// `const Scope left(ui, "left/");` makes the board drawn until the end of the block name its cells
/// "left/cell/…". Scopes do not nest.
class Scope {
public:
    Scope(Ui& ui, const std::string& prefix);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

private:
    void set(const std::string& prefix);

    Ui& ui_;
};

} // namespace ui
