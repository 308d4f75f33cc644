#pragma once
// The views, in one table read by the tabs, the keys, the tour and the command line. A new view is a folder
// under views/ and a row here.

#include "ui/chrome/view.h"

#include <span>
#include <vector>

namespace ui {

std::span<const ViewKind> view_kinds();
const ViewKind* view_named(std::string_view key); ///< null: there is none of that name

/// A running view and its row.
struct RunningView {
    const ViewKind* kind;
    std::unique_ptr<View> view;
};

/// One of each. `kinds` must outlive them.
std::vector<RunningView> running_views(std::span<const ViewKind> kinds = view_kinds());

} // namespace ui
