#include "ui/side.h"

#include "language/tokenizer.h"

#include <utility>

namespace ui {

Side::Side(workbench::Workbench& bench) : bench_(&bench), shown_(bench.pass()) {
    const std::string& preset = bench.document().preset;
    if (preset.empty()) return;
    selection.query = bench.library().preset(preset).query;
    selection.key = bench.library().preset(preset).key;
    selection =
        workbench::clamped(selection, shown_->trace); // a session may name a preset but hold other words
}

bool Side::follow(FrameStats& stats) {
    if (bench_->poll()) stats.recomputed(bench_->recompute_ms());
    if (bench_->pass() == shown_) return false;
    shown_ = bench_->pass();
    selection = workbench::clamped(std::exchange(wanted_, std::nullopt).value_or(selection), shown_->trace);
    return true;
}

void Side::open(const workbench::Document& document, const workbench::Selection& pointed) {
    bench_->open(document);
    wanted_ = pointed;
    if (bench_->computing()) return;
    shown_ = bench_->pass();
    selection = workbench::clamped(*std::exchange(wanted_, std::nullopt), shown_->trace);
}

Side::Outcome Side::carry_out(const Actions& actions, FrameStats& stats) {
    Outcome outcome;
    if (actions.select) selection = workbench::clamped(*actions.select, shown_->trace);
    if (actions.begin_gesture) bench_->begin_gesture();
    for (const EditRequest& request : actions.edits) {
        try {
            bench_->perform(request.edit, request.gesture);
            if (!bench_->computing()) stats.recomputed(bench_->recompute_ms());
            after_edit(request.edit);
            outcome.edited = true;
        } catch (const language::NoWord& error) {
            // Having no word yet is not an error: the field shows it, the message waits for Enter.
            if (request.gesture != typing_gesture) outcome.mistake = error;
        } catch (const attention::InputError& error) {
            outcome.mistake = error;
        }
    }
    if (!actions.cancel_gesture.empty()) bench_->cancel_gesture(actions.cancel_gesture);
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
