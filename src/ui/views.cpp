#include "ui/views.h"

#include "ui/views/compare/compare.h"
#include "ui/views/heads/heads.h"
#include "ui/views/labs/labs.h"
#include "ui/views/learn/learn.h"
#include "ui/views/race/race.h"
#include "ui/views/start/start.h"
#include "ui/views/walkthrough/walkthrough.h"

#include <algorithm>

namespace ui {

namespace {

const ViewKind table[] = {
    {.key = "start",
     .entrance = true,
     .least_width = 1100,
     .least_height = 600,
     .make = make_view<StartView>},
    {.key = "walkthrough", .has_stages = true, .make = make_view<WalkthroughView>},
    {.key = "compare", .has_stages = true, .two_documents = true, .make = make_view<CompareView>},
    {.key = "heads",
     .least_width = 1100,
     .least_height = 600,
     .several_heads = true,
     .make = make_view<HeadsView>},
    {.key = "labs", .least_width = 1100, .least_height = 600, .make = make_view<LabsView>},
    {.key = "race",
     .random_weights = true,
     .least_width = 1100,
     .least_height = 600,
     .make = make_view<RaceView>},
    {.key = "learn",
     .own_text = true,
     .least_width = 1100,
     .least_height = 600,
     .make = make_view<LearnView>},
};

} // namespace

std::span<const ViewKind> view_kinds() {
    return table;
}

const ViewKind* view_named(std::string_view key) {
    const auto* found = std::ranges::find(table, key, &ViewKind::key);
    return found == std::end(table) ? nullptr : found;
}

lesson::Offer lesson_offer() {
    const auto views = std::make_shared<std::vector<RunningView>>(); // made when first needed
    return {.has_view =
                [](const std::string& key) {
                    const ViewKind* view = view_named(key);
                    return view && !view->entrance;
                },
            .shows_two =
                [](const std::string& key) {
                    const ViewKind* view = view_named(key);
                    return view && view->two_documents;
                },
            .expect_choices =
                [views](const std::string& choices, const std::string& where) {
                    if (views->empty()) *views = running(view_kinds());
                    expect_views(*views, choices, where);
                    take_over(*views, choices, where);
                }};
}

} // namespace ui
