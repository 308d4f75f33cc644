#pragma once
// The desk: what is on screen, and what a session keeps of it – one document or two, the open view, and what
// was chosen in each view.

#include "ui/chrome/view.h"
#include "ui/desk/side.h"
#include "workbench/session/session.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ui {

/// A view while the program runs, and its row in the table of views.
struct RunningView {
    const ViewKind* kind;
    std::unique_ptr<View> view;
};

/// One of each. `kinds` must outlive them.
std::vector<RunningView> running(std::span<const ViewKind> kinds);

/// What is chosen in these views.
workbench::Choices choices_in(std::span<const RunningView> views);
/// Takes over what was chosen in them. Throws InputError, naming `where`, for what nobody could
/// choose; choices of a view that does not exist are left alone.
void take_over(std::span<const RunningView> views, const workbench::Choices& choices,
               const std::string& where);
/// Throws InputError, naming `where`, for choices in a view that is not among these.
void expect_views(std::span<const RunningView> views, const workbench::Choices& choices,
                  const std::string& where);

class Desk {
public:
    /// `bench` must outlive the desk, and so must the views' kinds. `on_result` is called on a worker's
    /// thread when there is something new to show.
    Desk(workbench::Workbench& bench, std::vector<RunningView> views, std::function<void()> on_result);

    // The documents.

    Side& first() { return first_; }
    const Side& first() const { return first_; }
    /// The second document, as long as a view shows it; null otherwise.
    Side* second() { return kind().two_documents && second_ ? &second_->side : nullptr; }
    const Side* second() const { return kind().two_documents && second_ ? &second_->side : nullptr; }
    /// The second document, also while no view shows it; null: none was ever shown.
    Side* kept_second() { return second_ ? &second_->side : nullptr; }
    const Side* kept_second() const { return second_ ? &second_->side : nullptr; }
    const workbench::Library& library() const { return first_.bench().library(); }
    /// The document that undo and redo apply to: where there are two, the one edited last.
    Side& edited() { return second_edited_ && second() ? *second() : first_; }
    void edited_last(const Side& side) { second_edited_ = &side != &first_; }
    /// True while a newer pass than the one shown is ready or being computed.
    bool waits() const { return first_.waits() || (second_ && second_->side.waits()); }
    void cancel();
    /// The mouse points at nothing.
    void point_at_nothing();

    // The views.

    std::span<const RunningView> views() const { return views_; }
    View& view() const { return *views_[view_].view; }
    const ViewKind& kind() const { return *views_[view_].kind; }
    /// Opens a view and one of its pages (a stage, a part); empty: the last one. Throws InputError for a view
    /// that does not exist.
    void open(std::string_view view, const std::string& page = {});
    /// From the Start page, where nobody works, to the view open before it.
    void open_work();
    /// True while nothing was changed and no view but the first was opened: nobody has worked here.
    bool is_untouched() const;
    /// The pages of a view, by key. Throws like open().
    std::vector<std::string> pages(std::string_view view) const;

    // What a session keeps.

    /// What is shown, except the Start page, which is not kept as work.
    workbench::Session session() const;
    /// Shows a session, from `where`: its file. Throws InputError for one that cannot be shown, which changes
    /// nothing.
    void show(const workbench::Session& opened, const std::string& where);
    /// True if the session last shown was saved with other weights than its model's name now stands for.
    bool has_other_weights() const { return other_weights_; }
    workbench::Choices choices() const { return choices_in(views_); }
    /// Takes over what somebody asks to be chosen. Throws InputError, naming `where`, for what nobody could
    /// choose, and for views that do not exist.
    void choose(const workbench::Choices& choices, const std::string& where);

private:
    /// The second document of a two-document view; created when such a view is first opened.
    struct Second {
        explicit Second(const workbench::Workbench& first);
        workbench::Workbench bench;
        Side side;
    };
    std::unique_ptr<Second> another() const;
    std::size_t index_of(std::string_view view) const;
    void show(const workbench::Session& opened);

    std::function<void()> on_result_;
    Side first_;
    std::unique_ptr<Second> second_;
    bool second_edited_ = false; ///< the last edit in a two-document view was made in the second document
    std::vector<RunningView> views_;
    std::size_t view_ = 0;      ///< the open one
    std::size_t left_view_ = 0; ///< the last one open other than the Start page
    bool other_weights_ = false;
};

} // namespace ui
