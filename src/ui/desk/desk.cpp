#include "ui/desk/desk.h"

#include "workbench/session/known_weights.h"

#include <algorithm>
#include <set>

namespace ui {

using workbench::Choices;
using workbench::Session;

std::vector<RunningView> running(std::span<const ViewKind> kinds) {
    std::vector<RunningView> views;
    for (const ViewKind& kind : kinds)
        views.push_back({&kind, kind.make()});
    return views;
}

Choices choices_in(std::span<const RunningView> views) {
    Choices all;
    for (const RunningView& each : views)
        all = all.with(each.kind->key, [&](workbench::ChoiceVisitor& visitor) { each.view->visit(visitor); });
    return all;
}

void take_over(std::span<const RunningView> views, const Choices& choices, const std::string& where) {
    for (const RunningView& each : views)
        choices.put_in(
            each.kind->key, [&](workbench::ChoiceVisitor& visitor) { each.view->visit(visitor); }, where);
}

void expect_views(std::span<const RunningView> views, const Choices& choices, const std::string& where) {
    std::set<std::string, std::less<>> known;
    for (const RunningView& each : views)
        known.emplace(each.kind->key);
    choices.expect_only(known, where);
}

// The documents.

namespace {

/// The preset shown beside a document when two are first shown: the other kind of attention.
std::string preset_beside(const workbench::Workbench& first) {
    const workbench::Comparison& offer = first.library().comparisons.front();
    const bool same_kind = offer.right.document.is_cross() == first.document().is_cross();
    return (same_kind ? offer.left : offer.right).document.preset;
}

} // namespace

Desk::Second::Second(const workbench::Workbench& first)
    : bench(first.shared_library(), preset_beside(first)), side(bench) {}

std::unique_ptr<Desk::Second> Desk::another() const {
    auto made = std::make_unique<Second>(first_.bench());
    made->bench.on_ready(on_result_);
    return made;
}

Desk::Desk(workbench::Workbench& bench, std::vector<RunningView> views, std::function<void()> on_result)
    : on_result_(std::move(on_result)), first_(bench), views_(std::move(views)),
      left_view_(index_of("walkthrough")) {
    bench.on_ready(on_result_);
}

void Desk::cancel() {
    first_.bench().cancel();
    if (second_) second_->side.bench().cancel();
}

void Desk::point_at_nothing() {
    first_.selection.hovered.reset();
    if (second_) second_->side.selection.hovered.reset();
}

// The views.

std::size_t Desk::index_of(std::string_view view) const {
    const auto found = std::ranges::find(views_, view, [](const auto& each) { return each.kind->key; });
    if (found == views_.end())
        throw base::InputError("view", "there is no view “" + std::string(view) + "”", "correct its name");
    return static_cast<std::size_t>(found - views_.begin());
}

void Desk::open(std::string_view key, const std::string& page) {
    const std::size_t opened = index_of(key);
    if (opened != view_) view().leave();
    view_ = opened;
    if (!kind().entrance) left_view_ = view_;
    if (kind().two_documents && !second_) second_ = another();
    const auto* stage = attention::stage_named(page);
    if (!view().open(page) && stage) first_.show_stage(stage->id, 0);
    if (kind().two_documents) // both sides show the same stage
        second_->side.show_stage(first_.selection.stage, first_.selection.product);
}

void Desk::open_work() {
    if (kind().entrance) open(views_[left_view_].kind->key);
}

bool Desk::is_untouched() const {
    return left_view_ == index_of("walkthrough") && !first_.bench().can_undo();
}

std::vector<std::string> Desk::pages(std::string_view view) const {
    return views_[index_of(view)].view->pages(first_.pass().trace);
}

// What a session keeps.

namespace {

workbench::Shown shown_on(const Side& side) {
    workbench::Selection selection = workbench::clamped(side.selection, side.pass().trace);
    selection.hovered.reset(); // the mouse position is not part of the work
    selection.pinned.reset();
    return {side.bench().step(), selection};
}

} // namespace

Session Desk::session() const {
    Session session{.first = shown_on(first_)};
    if (second_) session.second = shown_on(second_->side);
    const ViewKind& left = *views_[left_view_].kind;
    session.view = left.has_tab() ? left.key : "walkthrough"; // without its lesson there is nothing to see
    session.choices = choices();
    return session;
}

void Desk::show(const Session& opened, const std::string& where) {
    const Choices chosen = choices();
    try {
        Session found = opened;
        other_weights_ = !workbench::find_weights(found, library());
        take_over(views_, opened.choices, where);
        show(found);
    } catch (const base::InputError&) {
        take_over(views_, chosen, where);
        throw;
    }
}

void Desk::show(const Session& opened) {
    // Whatever can fail comes first, so that a failure changes nothing.
    std::unique_ptr<Second> second;
    if (opened.second) {
        second = another();
        second->side.open(*opened.second->document, opened.second->selection);
    }
    first_.open(*opened.first.document, opened.first.selection);
    second_ = std::move(second);
    second_edited_ = false;
    const bool known =
        std::ranges::any_of(views_, [&](const RunningView& each) { return each.kind->key == opened.view; });
    open(known ? opened.view : std::string(views_[left_view_].kind->key));
}

void Desk::choose(const Choices& choices, const std::string& where) {
    expect_views(views_, choices, where);
    take_over(views_, choices, where);
}

} // namespace ui
