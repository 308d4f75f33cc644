#pragma once
// One document on screen: its workbench, the pass shown, and the selection. Most views show one side; Compare
// shows two.

#include "ui/chrome/scene.h"
#include "ui/chrome/top_bar.h"
#include "ui/desk/frame_stats.h"

namespace ui {

class Side {
public:
    /// `bench` must outlive the side.
    explicit Side(workbench::Workbench& bench);

    workbench::Workbench& bench() { return *bench_; }
    const workbench::Workbench& bench() const { return *bench_; }
    const workbench::Pass& pass() const { return *shown_; }
    Scene scene() const { return {*bench_, shown_, bench_->before(), selection}; }

    /// Takes over a finished pass, once per frame; true when a different pass is now shown. Throws InputError
    /// when the worker could not compute it.
    bool follow(FrameStats& stats);
    /// Starts over with a document and a selection in it. Throws InputError, leaving everything unchanged.
    void open(const workbench::Document& document, const workbench::Selection& selection);
    /// Shows a stage, now and when a document that was opened arrives; the last one before it that a pass
    /// has.
    void show_stage(attention::StageId stage, std::size_t product);
    /// True while a newer pass than the one shown is ready or being computed.
    bool waits() const { return bench_->computing() || bench_->pass() != shown_; }

    // What the user asks for.

    /// Takes over a selection. An operand that was clicked belongs to the stage that shows it: another stage
    /// explains its own result.
    void select(workbench::Selection wanted);
    struct Outcome {
        bool edited = false;                          ///< the edit was applied
        std::optional<base::InputError> mistake = {}; ///< why it failed
        bool typing = false; ///< … of words that are being typed: those before them stay on screen
    };
    Outcome perform(const PerformEdit& wanted, FrameStats& stats);

    workbench::Selection selection;
    DocumentBarState document_bar;

private:
    /// The marked query and key: where they are, and which words.
    struct Pair {
        base::Index query = 0, key = 0;
        std::string query_word = {}, key_word = {};
        bool at_end = false; ///< the query is the word after which a text that grows goes on
        bool operator==(const Pair&) const = default;
    };
    Pair pair_in(const workbench::Pass& pass) const;
    void choose(); ///< what is marked now was chosen
    void mark_asked();
    void after_edit(const workbench::Edit& edit);

    workbench::Workbench* bench_;
    std::shared_ptr<const workbench::Pass> shown_;
    Pair chosen_; ///< by the person or the preset; the marked one may differ while a sentence is typed
    std::optional<workbench::Selection> wanted_; ///< selection to apply once the opened document's pass is
                                                 ///< ready
};

} // namespace ui
