#include "workbench/workbench.h"

#include "attention/trace.h"
#include "base/study.h"
#include "workbench/document/sizes.h"
#include "workbench/session/known_weights.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace workbench {

// The history.

namespace {

/// The oldest steps are dropped when all steps together take more than this; a mask drawn over 4096 tokens is
/// 16 MB.
constexpr std::size_t most_bytes = std::size_t{256} << 20;

std::size_t bytes_of(const Document& d) {
    return sizeof d + d.text.size() + d.memory_text.size() + static_cast<std::size_t>(d.mask.drawn.size()) +
           d.overrides.size() * sizeof(attention::Override);
}

} // namespace

History::History(Document first) {
    steps_.push_back(std::make_shared<const Document>(std::move(first)));
}

const History::Step& History::before(const std::string& gesture) const {
    assert(!continues(gesture) || position_ > 0);
    return continues(gesture) ? steps_[position_ - 1] : current();
}

void History::push(Step step, const std::string& gesture) {
    const std::size_t kept = continues(gesture) ? position_ : position_ + 1;
    steps_.resize(kept);
    steps_.push_back(std::move(step));
    position_ = kept;
    gesture_ = gesture;
    forget_oldest();
}

void History::drop([[maybe_unused]] const std::string& gesture) {
    assert(continues(gesture) && can_undo());
    steps_.resize(position_);
    --position_;
    gesture_.clear();
}

void History::undo() {
    assert(can_undo());
    --position_;
    gesture_.clear();
}

void History::redo() {
    assert(can_redo());
    ++position_;
    gesture_.clear();
}

void History::return_to(const Step& step) {
    gesture_.clear();
    const auto found = std::find(steps_.begin(), steps_.end(), step);
    if (found != steps_.end()) {
        position_ = static_cast<std::size_t>(found - steps_.begin());
        return;
    }
    steps_.resize(position_);
    steps_.push_back(step);
}

void History::forget_oldest() {
    std::size_t bytes = 0, first = steps_.size();
    while (first > 0 && (bytes += bytes_of(*steps_[first - 1])) <= most_bytes)
        --first;
    first = std::min(first, position_ > 0 ? position_ - 1 : 0); // the last step can always be undone
    steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(first));
    position_ -= first;
}

// The workbench.

namespace {

/// Above this, the pass before the last step is not kept.
constexpr std::size_t most_bytes_of_before = std::size_t{512} << 20;

/// Above this, a pass is freed on the worker's thread.
constexpr std::size_t most_bytes_to_free = std::size_t{4} << 20;

/// Of reading the text, unless only another layer is to be shown, and of copying the layer.
double real_cost(const Document& document, const Sizes& sizes, const Library& library, const Prepared& last) {
    const auto& weights = std::get<RealWeights>(document.weights);
    const bool read = last.real && is_read(document, weights, *library.real, *last.real);
    const double reading = read ? 0 : reading_cost(*library.real->get(weights.id), sizes.n);
    return reading + (last.document.weights == Weights(weights) ? 0 : sizes.weights());
}

bool is_quick(const Document& document, const Sizes& sizes, const Library& library, const Prepared& last) {
    double cost = sizes.multiply_adds();
    const bool draws_weights = std::holds_alternative<model::RandomSizes>(document.weights) &&
                               document.weights != last.document.weights;
    if (draws_weights) cost += base::random_number_cost * sizes.weights();
    if (std::holds_alternative<RealWeights>(document.weights))
        cost += real_cost(document, sizes, library, last);
    return cost <= base::most_at_once;
}

std::size_t bytes_of(const attention::Trace& t) {
    const Sizes s = sizes_of(t);
    return attention::trace_bytes(s.n, s.m, s.d_model, s.d_k, s.d_v, s.heads, t.options);
}

double milliseconds(std::chrono::steady_clock::duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

} // namespace

Workbench::Workbench(Library library, const std::string& first_preset)
    : Workbench(std::make_shared<const Library>(std::move(library)), first_preset) {}

Workbench::Workbench(std::shared_ptr<const Library> library, const std::string& first_preset)
    : library_(std::move(library)),
      history_((first_preset.empty() ? library_->opening() : library_->preset(first_preset)).document),
      edited_(Clock::now()) {
    shown_ = history_.current();
    pass_ = compute(prepare(*shown_, *library_));
    recompute_ms_ = milliseconds(Clock::now() - edited_);
}

void Workbench::perform(const Edit& edit, const std::string& gesture) {
    // Typing is compared with the text before the gesture: between two keystrokes a word may vanish and
    // return.
    const bool typing = std::holds_alternative<SetText>(edit);
    const Document& base = typing ? *history_.before(gesture) : document();
    Document next = apply(base, edit, *library_);
    if (next == document()) return;
    if (history_.continues(gesture) && next == *history_.before(gesture)) return cancel_gesture(gesture);

    note_weights(next, *library_->trained);
    const auto step = std::make_shared<const Document>(std::move(next));
    edited_ = Clock::now();
    auto pass = compute_or_start(step);
    // Another document is not a change of this one, so there is no "before".
    const bool another = std::holds_alternative<ReplaceDocument>(edit);
    if (!history_.continues(gesture)) origin_ = another ? nullptr : pass_;
    history_.push(step, gesture);
    if (pass) show(std::move(pass));
}

void Workbench::open(Document document) {
    note_weights(document, *library_->trained);
    const auto first = std::make_shared<const Document>(std::move(document));
    edited_ = Clock::now();
    auto pass = compute_or_start(first);
    origin_ = nullptr;
    history_ = History(first);
    if (pass) show(std::move(pass));
}

void Workbench::take_up(History history) {
    if (*history.current() != document()) return;
    const bool is_shown = shown_ == history_.current();
    history_ = std::move(history);
    if (is_shown) shown_ = history_.current();
}

void Workbench::cancel_gesture(const std::string& gesture) {
    if (!history_.continues(gesture)) return;
    edited_ = Clock::now();
    auto pass = compute_or_start(history_.before(gesture));
    history_.drop(gesture);
    origin_ = nullptr;
    if (pass) show(std::move(pass));
}

void Workbench::undo() {
    if (can_undo()) travel(&History::undo, &History::redo);
}

void Workbench::redo() {
    if (can_redo()) travel(&History::redo, &History::undo);
}

void Workbench::travel(void (History::*forth)(), void (History::*back)()) {
    (history_.*forth)();
    edited_ = Clock::now();
    try {
        auto pass = compute_or_start(history_.current());
        origin_ = pass_;
        if (pass) show(std::move(pass));
    } catch (...) {
        (history_.*back)();
        throw;
    }
}

std::shared_ptr<const Pass> Workbench::compute_or_start(const History::Step& document) {
    if (is_quick(*document, sizes_of(*document, *library_), *library_, *pass_)) {
        auto pass = compute(prepare(*document, *library_, pass_.get()));
        worker_.cancel();
        return pass;
    }
    worker_.start([document, library = library_, like = pass_](const base::StopToken& stop) {
        return compute(prepare(*document, *library, like.get(), stop), stop);
    });
    return nullptr;
}

void Workbench::show(std::shared_ptr<const Pass> pass) {
    const Sizes sizes = sizes_of(pass->trace);
    if (origin_ && bytes_of(origin_->trace) > most_bytes_of_before) let_go(std::exchange(origin_, nullptr));
    // While a sentence is typed its shape changes, and may return to what it was.
    const bool comparable = origin_ && sizes == sizes_of(origin_->trace);
    let_go(std::exchange(before_, comparable ? origin_ : nullptr));
    let_go(std::exchange(pass_, std::move(pass)));
    shown_ = history_.current();
    recompute_ms_ = milliseconds(Clock::now() - edited_);
}

void Workbench::let_go(std::shared_ptr<const Pass> pass) {
    if (pass && bytes_of(pass->trace) > most_bytes_to_free) worker_.discard(std::move(pass));
}

bool Workbench::poll() {
    auto result = worker_.take();
    if (!result) return false;
    if (result->error) {
        history_.return_to(shown_);
        throw *result->error;
    }
    assert(result->made);
    show(std::static_pointer_cast<const Pass>(std::move(result->made)));
    return true;
}

void Workbench::cancel() {
    if (!computing()) return;
    worker_.cancel();
    history_.return_to(shown_);
}

} // namespace workbench
