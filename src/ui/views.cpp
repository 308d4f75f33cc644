#include "ui/views.h"

#include "ui/views/check/check.h"
#include "ui/views/compare/compare.h"
#include "ui/views/heads/heads.h"
#include "ui/views/labs/labs.h"
#include "ui/views/learn/learn.h"
#include "ui/views/presenter/presenter.h"
#include "ui/views/race/race.h"
#include "ui/views/stage/stage.h"
#include "ui/views/start/start.h"
#include "ui/views/story/story.h"
#include "ui/views/walkthrough/walkthrough.h"

#include <algorithm>

namespace ui {

namespace {

const ViewKind table[] = {
    {.key = "start",
     .entrance = true,
     .own_text = true,
     .least_width = 1100,
     .least_height = 690,
     .make = make_view<StartView>},
    {.key = "stage", .of_lessons = true, .make = make_view<StageView>},
    {.key = "walkthrough", .has_stages = true, .make = make_view<WalkthroughView>},
    {.key = "story",
     .least_width = 1100,
     .least_height = 600,
     .messages = MessagePlace::top_right,
     .trained = true,
     .landmarks = {"story/title", "story/figure", "story/bar", "story/answer/0"},
     .make = make_view<StoryView>},
    {.key = "compare",
     .has_stages = true,
     .two_documents = true,
     .landmarks = {"left/card", "right/card", "compare/differs", "compare/table"},
     .make = make_view<CompareView>},
    {.key = "heads",
     .least_width = 1100,
     .least_height = 600,
     .several_heads = true,
     .landmarks = {"heads/card", "heads/matrix", "heads/loss", "heads/parts", "heads/output"},
     .make = make_view<HeadsView>},
    {.key = "labs",
     .least_width = 1100,
     .least_height = 600,
     .pages = lab_kinds,
     .make = make_view<LabsView>},
    {.key = "race",
     .random_weights = true,
     .least_width = 1100,
     .least_height = 640,
     .landmarks = {"race/lanes", "race/plots", "race/reasons"},
     .make = make_view<RaceView>},
    {.key = "learn",
     .own_text = true,
     .least_width = 1100,
     .least_height = 600,
     .landmarks = {"learn/set_up", "learn/curves", "learn/pictures"},
     .make = make_view<LearnView>},
    {.key = "check",
     .own_text = true,
     .least_width = 1100,
     .least_height = 600,
     .landmarks = {"check/ladder", "check/answer"},
     .make = make_view<CheckView>},
    {.key = "presenter", .of_lecture = true, .own_text = true, .make = make_view<PresenterView>},
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
    lesson::Offer offer;
    for (const ViewKind& kind : view_kinds()) {
        if (kind.entrance || kind.of_lecture) continue;
        const bool has_words = kind.of_lessons || (kind.has_stages && !kind.two_documents);
        lesson::OfferedView view{kind.key, kind.has_stages, kind.two_documents, has_words};
        view.landmarks.push_back({.names = kind.landmarks});
        for (const ViewKind& page : kind.pages ? kind.pages() : std::span<const ViewKind>())
            view.landmarks.push_back({.page = page.key, .names = page.landmarks});
        offer.views.push_back(std::move(view));
    }
    const auto views = std::make_shared<std::vector<RunningView>>(); // made when first needed
    offer.expect_choices = [views](const workbench::Choices& choices, const std::string& where) {
        if (views->empty()) *views = running(view_kinds());
        expect_views(*views, choices, where);
        take_over(*views, choices, where);
    };
    return offer;
}

} // namespace ui
