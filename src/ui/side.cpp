#include "ui/side.h"

#include "language/tokenizer.h"

namespace ui {

Side::Side(workbench::Workbench& bench) : bench_(&bench), shown_(bench.pass()) {
    const std::string& preset = bench.document().preset;
    if (preset.empty()) return;
    selection.query = bench.library().preset(preset).query;
    selection.key = bench.library().preset(preset).key;
}

bool Side::follow(FrameStats& stats) {
    if (bench_->poll()) stats.recomputed(bench_->recompute_ms());
    if (bench_->pass() == shown_) return false;
    shown_ = bench_->pass();
    selection = workbench::clamped(selection, shown_->trace);
    return true;
}

Side::Outcome Side::carry_out(const Actions& actions, FrameStats& stats) {
    Outcome outcome;
    if (actions.select) selection = workbench::clamped(*actions.select, shown_->trace);
    for (const EditRequest& request : actions.edits) {
        const bool typing = request.gesture == "typing";
        try {
            bench_->perform(request.edit, request.gesture);
            if (!bench_->computing()) stats.recomputed(bench_->recompute_ms());
            if (typing) document_bar.accepted();
            after_edit(request.edit);
            outcome.edited = true;
        } catch (const language::NoWord& error) {
            // No word yet is not a mistake yet: the field shows it, the card waits for Enter.
            if (typing)
                document_bar.wrong = true;
            else
                outcome.mistake = error;
        } catch (const attention::InputError& error) {
            if (typing) document_bar.wrong = true;
            outcome.mistake = error;
        }
    }
    if (actions.after_edits) selection = workbench::clamped(*actions.after_edits, bench_->pass()->trace);
    return outcome;
}

void Side::after_edit(const workbench::Edit& edit) {
    const auto* chosen = std::get_if<workbench::ChoosePreset>(&edit);
    if (!chosen) return;
    const auto& preset = bench_->library().preset(chosen->id);
    selection.query = preset.query;
    selection.feature = preset.feature;
    selection.key = preset.key;
    selection.pinned.reset();
}

} // namespace ui
