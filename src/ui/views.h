#pragma once
// The views, in one table read by the tabs, the keys, the tour and the command line. A new view is a folder
// under views/ and a row here.

#include "lesson/check.h"
#include "ui/desk/desk.h"

#include <span>

namespace ui {

std::span<const ViewKind> view_kinds();
const ViewKind* view_named(std::string_view key); ///< null: there is none of that name

/// What lessons can name of all this, for their validator.
lesson::Offer lesson_offer();

} // namespace ui
