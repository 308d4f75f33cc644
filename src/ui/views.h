#pragma once
// The views, in one table read by the tabs, the keys, the tour and the command line. A new view is a folder
// under views/ and a row here.

#include "lesson/check.h"
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

/// Takes over what was chosen in these views, as a session has it. Throws InputError, naming `where`, for
/// what nobody could choose; choices of a view that does not exist are left alone.
void take_over(std::span<const RunningView> views, const std::string& choices, const std::string& where);
/// Throws InputError, naming `where`, unless `choices` is JSON whose entries are views.
void expect_choices_of_views(const std::string& choices, const std::string& where);

/// What lessons can name of all this, for their validator.
lesson::Offer lesson_offer();

} // namespace ui
