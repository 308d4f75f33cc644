#include "workbench/playback.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <span>

namespace workbench {

using attention::Explanation;
using attention::Form;
using attention::Product;
using attention::Quantity;
using attention::Trace;
using base::Index;

// The pace.

namespace {

/// The g (see growth_) for which the first of `steps` takes `share` > 1/steps of the whole time:
/// ln(1 + g/steps) / ln(1 + g) rises with g from 1/steps to 1, so bisection finds it.
double growth_for(long steps, double share) {
    const auto first_share = [&](double g) {
        return std::log1p(g / static_cast<double>(steps)) / std::log1p(g);
    };
    double low = 0, high = 1;
    while (first_share(high) < share && high < 1e12)
        high *= 8;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (first_share(middle) < share ? low : high) = middle;
    }
    return high;
}

} // namespace

Pace::Pace(long steps, double first, double most)
    : steps_(steps), seconds_(std::min(static_cast<double>(steps) * first, most)) {
    assert(steps > 0 && first > 0 && most >= first);
    if (static_cast<double>(steps) * first > most) growth_ = growth_for(steps, first / most);
}

double Pace::start(long step) const {
    const double share = static_cast<double>(step) / static_cast<double>(steps_);
    return seconds_ * (growth_ > 0 ? std::log1p(growth_ * share) / std::log1p(growth_) : share);
}

long Pace::step_at(double seconds) const {
    const double time = std::clamp(seconds / seconds_, 0.0, 1.0);
    const double share = growth_ > 0 ? std::expm1(time * std::log1p(growth_)) / growth_ : time;
    long step = std::clamp(static_cast<long>(share * static_cast<double>(steps_)), 0L, steps_ - 1);
    // Rounding can be off by one in either direction.
    while (step + 1 < steps_ && start(step + 1) <= seconds)
        ++step;
    while (step > 0 && start(step) > seconds)
        --step;
    return step;
}

// How a stage is built up.

namespace {

/// A phase in the tables below: its first step takes `first` seconds, the whole phase at most `most`.
struct PhaseKind {
    std::string_view key;
    PlayUnit unit;
    double first, most;
};

constexpr std::array words{PhaseKind{"one_word", PlayUnit::cells, 0.5, 3},
                           PhaseKind{"all_words", PlayUnit::rows, 0.9, 8}};
constexpr std::array positions{PhaseKind{"one_cell", PlayUnit::terms, 1.5, 3},
                               PhaseKind{"one_word", PlayUnit::cells, 0.5, 3},
                               PhaseKind{"all_words", PlayUnit::rows, 0.9, 8}};
constexpr std::array products{PhaseKind{"one_cell", PlayUnit::terms, 1.4, 8},
                              PhaseKind{"one_row", PlayUnit::cells, 0.4, 5},
                              PhaseKind{"all_rows", PlayUnit::rest, 0.25, 6}};
constexpr std::array cell_by_cell{PhaseKind{"one_cell", PlayUnit::terms, 2, 4},
                                  PhaseKind{"one_row", PlayUnit::cells, 0.5, 5},
                                  PhaseKind{"all_rows", PlayUnit::rest, 0.3, 6}};
constexpr std::array softmax{PhaseKind{"exponentials", PlayUnit::exponentials, 1.2, 6},
                             PhaseKind{"additions", PlayUnit::additions, 0.7, 4},
                             PhaseKind{"quotients", PlayUnit::quotients, 0.7, 4},
                             PhaseKind{"all_rows", PlayUnit::rows, 0.6, 6}};
constexpr std::array weighted_sum{PhaseKind{"values", PlayUnit::values, 1.4, 9},
                                  PhaseKind{"all_rows", PlayUnit::rows, 0.8, 6}};

constexpr double later_products = 0.4; // share of the time for K and V, which are computed like Q
constexpr long most_steps = 400;       // per phase: more would be too fast to see

/// The phases that build up each kind of product.
std::span<const PhaseKind> phases_of(const Product& product) {
    if (product.addend) return positions;
    if (!product.left) return words;
    if (product.result == Quantity::weights) return softmax;
    if (product.result == Quantity::head_output) return weighted_sum;
    if (product.top) return products;
    return cell_by_cell;
}

/// The i-th index when `first` is skipped.
Index other(Index i, Index first) {
    return i < first ? i : i + 1;
}

} // namespace

Index terms_of(const Explanation& e) {
    const auto terms = static_cast<Index>(e.terms.size());
    if (e.form == Form::given) return 1;
    if (terms == 0 || e.form == Form::rms_norm) return 2;
    return terms + (e.bias || e.form == Form::cosine ? 1 : 0);
}

bool Moment::has(Index row, Index column) const {
    return std::any_of(there.begin(), there.end(), [&](const Block& b) { return b.has(row, column); });
}

Playback::Playback(const Trace& t, const Selection& selection) {
    const auto made = attention::stage(selection.stage).products(t);
    for (std::size_t i = 0; i < made.size(); ++i)
        add(i, made[i], t, selection);
}

void Playback::add(std::size_t product, const Product& made, const Trace& t, const Selection& selection) {
    Selection marked = selection;
    marked.product = product;
    Part part{.first = marked_cell(marked, t)};
    const base::Matrix& result = t.matrix(part.first.quantity, part.first.head);
    part.rows = result.rows();
    part.columns = result.cols();
    if (selection.stage == attention::StageId::input) part.first.row = part.first.column = 0;

    const auto kinds = phases_of(made);
    part.begins_with_cell = kinds.front().unit == PlayUnit::terms;
    const Explanation e = attention::explain(t, part.first);
    part.sums = !e.terms.empty();
    parts_.push_back(part);

    const auto units = [&](PlayUnit unit) -> Index {
        switch (unit) {
        case PlayUnit::terms:
            return terms_of(e);
        case PlayUnit::cells:
            return part.columns - (part.begins_with_cell ? 1 : 0);
        case PlayUnit::rest:
            return (part.rows - 1) * part.columns;
        case PlayUnit::rows:
            return part.rows - 1;
        case PlayUnit::exponentials:
        case PlayUnit::additions:
        case PlayUnit::quotients:
            return part.columns;
        case PlayUnit::values:
            return terms_of(e);
        }
        return 0;
    };
    const double share = product == 0 ? 1 : later_products;
    for (const PhaseKind& kind : kinds) {
        const Index count = units(kind.unit);
        if (count == 0) continue; // a single word has no other rows
        const long steps = std::min(static_cast<long>(count), most_steps);
        add_phase({kind.key, kind.unit, product, count, Pace(steps, share * kind.first, share * kind.most)});
    }
}

void Playback::add_phase(PlayPhase phase) {
    phase.first_step = steps_;
    phase.begins = seconds_;
    steps_ += phase.pace.steps();
    seconds_ += phase.pace.seconds();
    phases_.push_back(phase);
}

std::size_t Playback::phase_at(long step) const {
    const auto after = std::upper_bound(phases_.begin(), phases_.end(), step,
                                        [](long s, const PlayPhase& p) { return s < p.first_step; });
    return after == phases_.begin() ? 0 : static_cast<std::size_t>(after - phases_.begin()) - 1;
}

long Playback::last_step_of(std::size_t phase) const {
    return phases_[phase].first_step + phases_[phase].pace.steps() - 1;
}

double Playback::start(long step) const {
    const PlayPhase& phase = phases_[phase_at(step)];
    return phase.begins + phase.pace.start(step - phase.first_step);
}

long Playback::step_at(double seconds) const {
    const auto after = std::upper_bound(phases_.begin(), phases_.end(), seconds,
                                        [](double s, const PlayPhase& p) { return s < p.begins; });
    const PlayPhase& phase = after == phases_.begin() ? phases_.front() : *(after - 1);
    long step = phase.first_step + phase.pace.step_at(seconds - phase.begins);
    // The subtraction rounds, so a time exactly at the start of a step may seem to lie before it.
    if (step + 1 < steps_ && start(step + 1) <= seconds) ++step;
    if (step > 0 && start(step) > seconds) --step;
    return step;
}

Moment Playback::at(long step) const {
    step = std::clamp(step, 0L, steps_ - 1);
    Moment m;
    m.phase = phase_at(step);
    const PlayPhase& phase = phases_[m.phase];
    const Part& part = parts_[phase.product];
    m.product = phase.product;
    m.unit = phase.unit;
    m.cell = part.first;
    // If there are more units than steps, each step does several.
    const Index steps = phase.pace.steps();
    m.done = ((step - phase.first_step + 1) * phase.units + steps - 1) / steps;
    m.finished = true;
    const Block row{part.first.row, 0, 1, part.columns};
    switch (phase.unit) {
    case PlayUnit::terms:
        m.finished = m.done == phase.units;
        if (m.finished || part.sums) m.there = {{part.first.row, part.first.column, 1, 1}};
        return m;
    case PlayUnit::cells:
        return cells_done(m, part, m.done);
    case PlayUnit::rest:
        return rest_done(m, part, m.done);
    case PlayUnit::rows:
        return rest_done(m, part, m.done * part.columns);
    case PlayUnit::exponentials:
        m.finished = false;
        m.cell.column = m.done - 1;
        m.there = {{part.first.row, 0, 1, m.done}};
        return m;
    case PlayUnit::additions:
        m.finished = false;
        m.cell.column = m.done - 1;
        m.there = {row};
        return m;
    case PlayUnit::quotients:
        m.cell.column = m.done - 1;
        m.there = {row};
        return m;
    case PlayUnit::values:
        m.finished = m.done == phase.units;
        m.there = {row};
        return m;
    }
    return m;
}

Moment Playback::cells_done(Moment m, const Part& part, Index done) const {
    m.cell.column = part.begins_with_cell ? other(done - 1, part.first.column) : done - 1;
    m.there = {{part.first.row, 0, 1, m.cell.column + 1}};
    if (part.begins_with_cell) m.there.push_back({part.first.row, part.first.column, 1, 1});
    return m;
}

/// The first row and `cells` cells of the other rows are visible.
Moment Playback::rest_done(Moment m, const Part& part, Index cells) const {
    m.cell.row = other((cells - 1) / part.columns, part.first.row);
    m.cell.column = (cells - 1) % part.columns;
    m.there = {{0, 0, m.cell.row, part.columns},
               {m.cell.row, 0, 1, m.cell.column + 1},
               {part.first.row, 0, 1, part.columns}};
    return m;
}

std::optional<float> unfinished(const Trace& t, const Moment& m, Index row, Index column) {
    if (row != m.cell.row) return {};
    const auto running = [&](Index at_column) -> std::optional<float> {
        const Explanation e = attention::explain(t, {m.cell.quantity, m.cell.head, row, at_column});
        const auto terms = static_cast<Index>(e.terms.size());
        if (terms == 0) return {};
        return e.terms[static_cast<std::size_t>(std::min(m.done, terms) - 1)].running;
    };
    const auto& head =
        t.heads[static_cast<std::size_t>(attention::is_per_head(m.cell.quantity) ? m.cell.head : 0)];
    switch (m.unit) {
    case PlayUnit::terms:
        if (m.finished || column != m.cell.column) return {};
        return running(column);
    case PlayUnit::exponentials:
    case PlayUnit::additions:
        return head.numerators(row, column);
    case PlayUnit::quotients:
        if (column < m.done) return {};
        return head.numerators(row, column);
    case PlayUnit::values:
        if (m.finished) return {};
        return running(column);
    case PlayUnit::cells:
    case PlayUnit::rest:
    case PlayUnit::rows:
        return {};
    }
    return {};
}

// The player.

void Player::begin(attention::StageId stage) {
    stage_ = stage;
    open_ = true;
    at_ = waited_ = 0;
}

void Player::leave() {
    open_ = playing_ = false;
}

void Player::follow(attention::StageId shown) {
    if (open_ && shown != stage_) leave();
}

void Player::go_to(double seconds) {
    at_ = std::max(seconds, 0.0);
    waited_ = 0;
}

void Player::step(int by, attention::StageId shown, const Playback& p) {
    playing_ = false;
    if (!open_) {
        begin(shown);
        go_to(by > 0 ? 0 : p.start(p.steps() - 1));
        return;
    }
    const long next = std::clamp(p.step_at(at_) + by, 0L, p.steps() - 1);
    go_to(p.start(next));
}

bool Player::advance(double seconds, double length) {
    if (!playing_) return false;
    at_ += seconds * speed_;
    if (at_ < length + rest_seconds) return false;
    at_ = length;
    return true;
}

bool Player::advance_stills(double seconds, const Playback& p) {
    if (!playing_) return false;
    const std::size_t phase = p.phase_at(p.step_at(at_));
    at_ = std::max(at_, p.start(p.last_step_of(phase)));
    waited_ += seconds * speed_;
    if (waited_ < p.phases()[phase].pace.seconds()) return false;
    waited_ = 0;
    const bool last = phase + 1 == p.phases().size();
    at_ = last ? p.seconds() : p.start(p.last_step_of(phase + 1));
    return last;
}

void Player::next_speed() {
    const auto faster = std::upper_bound(speeds.begin(), speeds.end(), speed_);
    speed_ = faster == speeds.end() ? speeds.front() : *faster;
}

void Player::set_speed(double speed) {
    speed_ = *std::min_element(speeds.begin(), speeds.end(), [&](double a, double b) {
        return std::abs(std::log(a / speed)) < std::abs(std::log(b / speed));
    });
}

} // namespace workbench
