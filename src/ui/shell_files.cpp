// Sessions in the window: opening, saving and autosaving.

#include "ui/shell.h"

namespace ui {

using workbench::Session;

namespace {

workbench::Shown shown_on(const Side& side) {
    workbench::Selection selection = workbench::clamped(side.selection, side.pass().trace);
    selection.hovered.reset(); // the mouse position is not part of the work
    selection.pinned.reset();
    return {side.bench().step(), selection};
}

} // namespace

Session Shell::session() const {
    Session session{.first = shown_on(side_)};
    if (second_) session.second = shown_on(second_->side);
    session.view = left_view_->key;
    if (left_view_->page) session.page = left_view_->page(states_);
    return session;
}

void Shell::begin(const Session* opened, const std::filesystem::path& file) {
    if (opened) show(*opened);
    files_.begin(session(), file);
}

void Shell::show(const Session& opened) {
    // Whatever can fail comes first, so that a failure changes nothing.
    std::unique_ptr<Second> second;
    if (opened.second) {
        second = std::make_unique<Second>(side_.bench());
        second->bench.on_ready(options_.on_result);
        second->side.open(*opened.second->document, opened.second->selection);
    }
    side_.open(*opened.first.document, opened.first.selection);
    second_ = std::move(second);
    second_edited_ = false;
    const View* view = view_named(opened.view);
    open(view ? view->key : left_view_->key, view && view->open ? opened.page : "");
}

void Shell::carry_out_files(const Actions& actions) {
    if (actions.save_session && !files_.current().empty()) files_.save(files_.current(), session());
    if (!actions.save_file.empty()) files_.save(actions.save_file, session());
    if (!actions.open_file.empty()) files_.open(actions.open_file);
    if (actions.go_on) files_.go_on(*actions.go_on);
}

void Shell::follow_files() {
    states_.start.recent = files_.recent();
    states_.start.left_off = files_.left_off();
    if (const auto problem = files_.autosave().problem()) message_.show(*problem);
    const auto outcome = files_.take();
    if (!outcome) return;
    motion_.keep_going();
    try {
        if (outcome->mistake) throw base::InputError(*outcome->mistake);
        file_card_.done = true;
        if (outcome->saved)
            message_.tell(texts_.text("session.saved") + " " + outcome->file.string(), "");
        else if (outcome->opened) {
            const Session before = session();
            show(*outcome->opened);
            files_.begin(session(), *outcome, before);
            message_.close();
        }
    } catch (const base::InputError& error) {
        message_.show(error);
    }
}

void Shell::keep() {
    files_.autosave().follow(session(), workbench::Autosave::Clock::now());
}

void Shell::finish() {
    files_.wait();
    files_.autosave().finish(session());
}

} // namespace ui
