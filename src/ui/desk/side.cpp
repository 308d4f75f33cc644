#include "ui/desk/side.h"

#include "language/tokenizer.h"
#include "learning/writing.h"
#include "workbench/studies/real_story.h"
#include "workbench/studies/story.h"

#include <optional>
#include <utility>

namespace ui {

namespace {

std::string word_at(const std::vector<std::string>& words, base::Index i) {
    return i < static_cast<base::Index>(words.size()) ? words[static_cast<std::size_t>(i)] : "";
}

/// The last word of a text that its model goes on with; empty for other models.
std::optional<base::Index> end_of_written(const workbench::Pass& pass) {
    if (pass.real && workbench::writes(*pass.real->model)) return workbench::asked_piece(*pass.real);
    if (pass.reading && learning::writes(*pass.reading->model)) return std::ssize(pass.names.queries) - 1;
    return std::nullopt;
}

} // namespace

Side::Side(workbench::Workbench& bench) : bench_(&bench), shown_(bench.pass()) {
    const std::string& preset = bench.document().preset;
    if (!preset.empty()) {
        selection.query = bench.library().preset(preset).query;
        selection.key = bench.library().preset(preset).key;
    }
    // A session may name a preset but hold other words.
    selection = workbench::focused_on_something(workbench::clamped(selection, shown_->trace), shown_->trace);
    choose();
    if (preset.empty()) mark_asked();
}

bool Side::follow(FrameStats& stats) {
    if (bench_->poll()) stats.recomputed(bench_->recompute_ms());
    if (bench_->pass() == shown_) return false;
    const auto before = std::exchange(shown_, bench_->pass());
    const auto wanted = std::exchange(wanted_, std::nullopt);
    if (!wanted) { // while a sentence is typed, the chosen words may vanish and come back
        const auto end = end_of_written(*shown_);
        selection.query = chosen_.at_end && end ? *end : chosen_.query; // it grows, or shrinks, at its end
        selection.key = chosen_.key;
    }
    selection = workbench::clamped(wanted.value_or(selection), shown_->trace);
    if (wanted || !shown_->document.preset.empty()) // a preset says what to look at
        choose();
    else if (pair_in(*shown_) != chosen_)
        selection.key = workbench::strongest_key(shown_->trace, selection.head, selection.query);
    if (const auto& real = shown_->real;
        real && !wanted && !(before->real && before->real->model == real->model))
        mark_asked();
    return true;
}

void Side::open(const workbench::Document& document, const workbench::Selection& pointed) {
    bench_->open(document);
    wanted_ = pointed;
    if (bench_->computing()) return;
    shown_ = bench_->pass();
    selection = workbench::clamped(*std::exchange(wanted_, std::nullopt), shown_->trace);
    choose();
}

void Side::show_stage(attention::StageId stage, std::size_t product) {
    const bool other = selection.stage != stage || selection.product != product;
    const auto show = [&](workbench::Selection& in) { in.stage = stage, in.product = product; };
    show(selection);
    if (wanted_) show(*wanted_);
    selection = workbench::clamped(selection, shown_->trace);
    if (other) selection = workbench::focused_on_something(selection, shown_->trace);
}

void Side::select(workbench::Selection wanted) {
    if (wanted.stage != selection.stage || wanted.product != selection.product) wanted.pinned.reset();
    const bool other_pair = wanted.query != selection.query || wanted.key != selection.key;
    selection = workbench::clamped(wanted, shown_->trace);
    if (other_pair) choose();
}

Side::Outcome Side::perform(const PerformEdit& wanted, FrameStats& stats) {
    const bool typing = wanted.gesture == typing_gesture;
    try {
        bench_->perform(wanted.edit, wanted.gesture);
        if (!bench_->computing()) stats.recomputed(bench_->recompute_ms());
        after_edit(wanted.edit);
        if (wanted.then && bench_->computing()) {
            wanted_ = *wanted.then;
        } else if (wanted.then) {
            selection = workbench::clamped(*wanted.then, bench_->pass()->trace);
            chosen_ = pair_in(*bench_->pass());
        }
        return {.edited = true};
    } catch (const language::NoWord& error) {
        // Having no word yet is not an error: the field shows it, the message waits for Enter.
        if (typing) return {};
        return {.mistake = error};
    } catch (const base::InputError& error) {
        return {.mistake = error, .typing = typing};
    }
}

Side::Pair Side::pair_in(const workbench::Pass& pass) const {
    return {selection.query, selection.key, word_at(pass.names.queries, selection.query),
            word_at(pass.names.keys, selection.key), selection.query == end_of_written(pass)};
}

void Side::choose() {
    chosen_ = pair_in(*shown_);
}

/// The word at which the model is asked, if its rows are shown.
void Side::mark_asked() {
    if (const auto& real = bench_->pass()->real) {
        selection.query = workbench::asked_piece(*real);
        return choose();
    }
    const auto& reading = bench_->pass()->reading;
    if (!reading || !workbench::answers_at(reading->places[reading->shown], *reading)) return;
    try {
        const auto task = bench_->library().tasks->get(reading->model->card.task);
        selection.query = workbench::first_asked(*reading, *task);
        choose();
    } catch (const base::InputError&) { // the task is not known: nothing is asked
    }
}

void Side::after_edit(const workbench::Edit& edit) {
    if (std::holds_alternative<workbench::ChooseTrained>(edit)) mark_asked();
    const auto* chosen = std::get_if<workbench::ChoosePreset>(&edit);
    if (!chosen) return;
    const auto& preset = bench_->library().preset(chosen->id);
    selection.query = preset.query;
    selection.feature = preset.feature;
    selection.key = preset.key;
    selection.pinned.reset();
    if (const auto& t = bench_->pass()->trace; !bench_->computing())
        selection = workbench::focused_on_something(workbench::clamped(selection, t), t);
    chosen_ = {preset.query, preset.key, {}, {}, false};
}

} // namespace ui
