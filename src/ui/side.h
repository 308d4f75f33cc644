#pragma once
// One document on the screen: its workbench, the pass that is shown, and what is pointed at. Most views show
// one side; Compare shows two.

#include "ui/actions.h"
#include "ui/frame_stats.h"
#include "ui/panels/document_bar.h"

namespace ui {

class Side {
public:
    /// `bench` outlives the side.
    explicit Side(workbench::Workbench& bench);

    workbench::Workbench& bench() { return *bench_; }
    const workbench::Workbench& bench() const { return *bench_; }
    const workbench::Pass& pass() const { return *shown_; }
    bool has_pass() const { return shown_ != nullptr; }
    Scene scene() const { return {*bench_, shown_, bench_->before(), selection}; }

    /// Takes over a finished pass, once a frame; true when another pass is shown now. Throws InputError when
    /// the worker could not make it.
    bool follow(FrameStats& stats);
    /// Begins anew with a document and what is pointed at in it. Throws InputError, leaving everything as it
    /// was.
    void open(const workbench::Document& document, const workbench::Selection& selection);
    /// True while a newer pass than the one shown is there or on its way.
    bool waits() const { return bench_->computing() || bench_->pass() != shown_; }

    struct Outcome {
        bool edited = false;                               ///< at least one edit was made
        std::optional<attention::InputError> mistake = {}; ///< why one could not
    };
    /// Carries out what a person did on this side: where they pointed and what they edited. The rest is the
    /// shell's.
    Outcome carry_out(const Actions& actions, FrameStats& stats);

    workbench::Selection selection;
    DocumentBarState document_bar;

private:
    void after_edit(const workbench::Edit& edit);

    workbench::Workbench* bench_;
    std::shared_ptr<const workbench::Pass> shown_;
    std::optional<workbench::Selection> wanted_; ///< once the pass of an opened document is there
};

} // namespace ui
