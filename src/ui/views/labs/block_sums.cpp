// The arithmetic of a number that the fused pass holds: the old m, the new one, the factor, and what it does
// to the sums.
#include "attention/explain.h"
#include "attention/softmax.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/board/arithmetic.h"
#include "ui/board/figures.h"
#include "ui/views/labs/block_page.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using attention::BlockStep;
using attention::Operation;
using attention::Quantity;
using attention::Term;
using base::Index;

namespace {

constexpr std::size_t most_rows = 8; // of the keys of a large block

/// The largest terms in their order, by what `size` says of each.
template <class Size>
std::vector<std::size_t> largest_of(std::size_t count, const Size& size) {
    std::vector<std::size_t> which(count);
    for (std::size_t i = 0; i < count; ++i)
        which[i] = i;
    if (count <= most_rows + 1) return which;
    std::partial_sort(which.begin(), which.begin() + most_rows, which.end(),
                      [&](std::size_t a, std::size_t b) { return size(a) > size(b); });
    which.resize(most_rows);
    std::sort(which.begin(), which.end());
    return which;
}

std::string exponential(float from, float to) {
    return "exp(" + number_text(from, 2) + (to < 0 ? " + " : " − ") + number_text(std::abs(to), 2) + ")";
}

} // namespace

std::string difference_text(float difference) {
    if (difference == 0) return "0";
    return number_text(difference,
                       std::clamp(static_cast<int>(std::ceil(-std::log10(difference))) + 1, 2, 12));
}

int agreeing_decimals(float one, float other) {
    const double difference = static_cast<double>(one) - static_cast<double>(other);
    int decimals = 7;
    for (; decimals < 12; ++decimals) {
        const double power = std::pow(10.0, decimals);
        const auto written = [&](double number) { return std::round(number * power); };
        const bool is_seen = difference == 0 || std::abs(written(difference)) >= 10;
        if (is_seen && written(one) - written(other) == written(difference)) break;
    }
    return decimals;
}

BlockCell BlockPage::subject() const {
    if (state_.picked && state_.picked_at == at_) return *state_.picked;
    if (at_end()) return {BlockPart::output, row_, 0};
    if (step().is_skipped()) return {BlockPart::before, row_, 0};
    switch (static_cast<BlockMoment>(at_.moment)) {
    case BlockMoment::scores: {
        const Index key = frame_.scene.selection.key - step().seen.first;
        const bool here = key >= 0 && key < step().scores.cols();
        return {BlockPart::scores, row_, here ? key : 0};
    }
    case BlockMoment::maximum:
        return {BlockPart::shrink, telling_row(), 0};
    case BlockMoment::sum:
        return {BlockPart::sum, telling_row(), 0};
    case BlockMoment::output:
        break;
    }
    const Index row = telling_row();
    Index column = 0;
    (state_.pieces.sums->row(row) - state_.pieces.sums_before->row(row)).cwiseAbs().maxCoeff(&column);
    return {BlockPart::sums, row, column};
}

Index BlockPage::telling_row() const {
    Index row = row_;
    if (step().shrink[row] == 1) step().shrink.minCoeff(&row);
    return row;
}

std::string BlockPage::name_of(const BlockCell& cell) const {
    const std::string of_query = cell.part == BlockPart::values ? std::string() : query_name(cell.row);
    const auto dimension = [&] { return study_->of->names.along(attention::Axis::value_width, cell.column); };
    switch (cell.part) {
    case BlockPart::scores:
    case BlockPart::values:
        return {};
    case BlockPart::before:
        return ui_.text("blocks.before") + "(" + of_query + ")";
    case BlockPart::maximum:
        return "m(" + of_query + ")";
    case BlockPart::shrink:
        return ui_.text("blocks.factor") + "(" + of_query + ")";
    case BlockPart::numerators:
        return "exp(s − m), " + of_query + " → " + key_name(step().seen.first + cell.column);
    case BlockPart::sum:
        return "ℓ(" + of_query + ")";
    case BlockPart::whole:
        return ui_.text("blocks.with_sink") + " (" + of_query + ")";
    case BlockPart::sums:
        return "O(" + of_query + ", " + dimension() + ")";
    case BlockPart::output:
        return ui_.text("blocks.output") + "(" + of_query + ", " + dimension() + ")";
    case BlockPart::traced:
        return ui_.text("blocks.traced") + " (" + of_query + ", " + dimension() + ")";
    }
    return {};
}

void BlockPage::draw_arithmetic_card(const Rect& area) {
    const BlockCell cell = hovered_.value_or(subject());
    const Rect inner = titled_card(ui_, "block_lab/arithmetic", area, ui_.text("blocks.arithmetic"),
                                   ui_.text("blocks.arithmetic_hint"));
    ui_.canvas.clip(inner);
    write(cell, inner);
    ui_.canvas.unclip();
}

void BlockPage::write(const BlockCell& cell, const Rect& area) {
    if (cell.part == BlockPart::scores || cell.part == BlockPart::values) {
        const bool score = cell.part == BlockPart::scores;
        const Index row = score ? pass().first_query + cell.row : step().seen.first + cell.row;
        const Index column = score ? step().seen.first + cell.column : cell.column;
        float y = area.y;
        const auto explained = [&](Quantity quantity) {
            y += draw_arithmetic(ui_, frame_.scene, {quantity, study_->head, row, column}, {area.x, y},
                                 area.width, state_.all_terms, frame_.actions) +
                 ui_.px(10);
        };
        if (!score) return explained(trace().latest(Quantity::present_v));
        // The product, and whatever was made of it before the softmax.
        for (const Quantity made : {Quantity::scores, Quantity::scaled, Quantity::capped, Quantity::biased})
            if (trace().has(made)) explained(made);
        if (step().scores(cell.row, cell.column) == -INFINITY && trace().has(Quantity::masked))
            explained(Quantity::masked);
        return;
    }
    symbols_within(ui_, {area.x, area.y + ui_.px(10)}, area.width, name_of(cell), Font::sans_bold,
                   ui_.px(card_size), ui_[Role::text]);
    const Rect below{area.x, area.y + ui_.px(26), area.width, area.height - ui_.px(26)};
    const std::size_t rows = at_end() ? 3 : static_cast<std::size_t>(step().scores.cols()) + 2;
    ArithmeticTable table(ui_, {below.x, below.y}, below.width, rows);
    switch (cell.part) {
    case BlockPart::before:
        table.line("m = " + number_text((*state_.pieces.before)(cell.row, 0), 2));
        table.words(ui_.text(at_.block == 0 ? "blocks.before_first" : "blocks.before_says"));
        break;
    case BlockPart::maximum:
        write_maximum(table, cell.row);
        break;
    case BlockPart::shrink:
        write_shrink(table, cell.row);
        break;
    case BlockPart::numerators:
        write_numerator(table, cell);
        break;
    case BlockPart::sum:
        write_sum(table, cell.row, {});
        break;
    case BlockPart::sums:
        write_sum(table, cell.row, cell.column);
        break;
    case BlockPart::whole:
        write_whole(table, cell.row);
        break;
    case BlockPart::output:
    case BlockPart::traced:
        write_output(table, cell);
        break;
    case BlockPart::scores:
    case BlockPart::values:
        break;
    }
}

void BlockPage::write_maximum(ArithmeticTable& table, Index row) const {
    const BlockStep& now = step();
    const float before = (*state_.pieces.before)(row, 0);
    const auto score = [&](std::size_t j) { return now.scores(row, static_cast<Index>(j)); };
    const auto count = static_cast<std::size_t>(now.scores.cols());
    table.header({}, {}, "s");
    table.row({.name = ui_.text("blocks.before"),
               .product = number_text(before, 2),
               .marked = before == now.m[row]});
    bool found = before == now.m[row];
    for (const std::size_t j : largest_of(count, score)) {
        const bool is_largest = !found && score(j) == now.m[row];
        found = found || is_largest;
        table.row({.name = key_name(now.seen.first + static_cast<Index>(j)),
                   .product = number_text(score(j), 2),
                   .marked = is_largest});
    }
    if (count > most_rows + 1)
        table.total(ui_.plain("blocks.smaller", {{"count", {{std::to_string(count - most_rows)}}}}), "",
                    false, false);
    table.total(ui_.text("blocks.largest"), number_text(now.m[row], 2));
}

void BlockPage::write_shrink(ArithmeticTable& table, Index row) const {
    const float before = (*state_.pieces.before)(row, 0), now = step().m[row], factor = step().shrink[row];
    table.total(ui_.text("blocks.before"), number_text(before, 2), false, false);
    table.total("m", number_text(now, 2), false, false);
    if (now == -INFINITY) return table.words(ui_.text("blocks.none_yet"));
    if (before == -INFINITY) {
        table.line("exp(−∞) = " + number_text(factor, 0));
        return table.words(ui_.text("blocks.factor_first"));
    }
    table.line(exponential(before, now) + (before == now ? " = " : " ≈ ") +
               number_text(factor, before == now ? 0 : 4));
    table.words(ui_.text(before == now ? "blocks.factor_same" : "blocks.factor_says"));
}

void BlockPage::write_numerator(ArithmeticTable& table, const BlockCell& cell) const {
    const float s = step().scores(cell.row, cell.column), m = step().m[cell.row];
    const float kept = step().numerators(cell.row, cell.column);
    table.total("s", number_text(s, 2), false, false);
    table.total("m", number_text(m, 2), false, false);
    if (s == -INFINITY) {
        table.line("exp(−∞) = 0");
        return table.words(ui_.text("arithmetic.forbidden"));
    }
    const float numerator = attention::numerator(s, m);
    table.line(exponential(s, m) + (s == m ? " = " : " ≈ ") + number_text(numerator, 4));
    const float rate = trace().options.dropout.rate;
    if (rate == 0) return table.words(ui_.text("blocks.numerator_says"));
    table.line(kept == 0 ? number_text(numerator, 4) + " × 0 = 0"
                         : equation_text(Operation::divide, std::array{numerator, 1 - rate}, kept));
    table.words(ui_.text(kept == 0 ? "arithmetic.dropped" : "arithmetic.survived"));
}

void BlockPage::write_sum(ArithmeticTable& table, Index row, std::optional<Index> column) const {
    const bool moved =
        at_end() || (!step().is_skipped() && has_come(column ? BlockMoment::output : BlockMoment::sum));
    const BlockStep& now = pass().steps[static_cast<std::size_t>(state_.pieces.block)];
    const float before =
        column ? (*state_.pieces.sums_before)(row, *column) : (*state_.pieces.sum_before)(row, 0);
    if (!moved) {
        table.line(std::string(column ? "O" : "ℓ") + " = " + number_text(before, 3));
        return table.words(ui_.text(at_.block == 0 ? "blocks.nothing_yet" : "blocks.so_far_says"));
    }
    const float total = column ? now.sums(row, *column) : now.l[row];
    std::vector<Term> terms{
        {.index = -1, .left = now.shrink[row], .right = before, .product = now.shrink[row] * before}};
    const auto term = [&](Index j) {
        // l counts every key that may be read, dropped or not.
        const float p =
            column ? now.numerators(row, j) : attention::numerator(now.scores(row, j), now.m[row]);
        const float v = column ? (*state_.pieces.values)(j, *column) : 1;
        return Term{.index = now.seen.first + j, .left = p, .right = v, .product = p * v};
    };
    const auto count = static_cast<std::size_t>(now.scores.cols());
    double left_out = 0;
    for (std::size_t j = 0; j < count; ++j)
        left_out += static_cast<double>(term(static_cast<Index>(j)).product);
    for (const std::size_t j :
         largest_of(count, [&](std::size_t i) { return std::abs(term(static_cast<Index>(i)).product); })) {
        terms.push_back(term(static_cast<Index>(j)));
        left_out -= static_cast<double>(terms.back().product);
    }
    const bool some_left = terms.size() < count + 1;
    std::vector<float> added;
    if (some_left) added.push_back(static_cast<float>(left_out));
    const attention::WrittenTerms written = attention::written_terms(terms, added, total);
    float full = std::abs(total);
    for (const Term& t : terms)
        full = std::max(full, std::abs(t.product));
    table.header({column ? "exp(s − m)" : ui_.text("blocks.factor")},
                 {column ? "v" : "ℓ", column ? Role::value : Role::weight}, "×");
    for (const Term& t : terms) {
        const bool carried = t.index < 0, bare = !carried && !column;
        table.row({.name = carried ? ui_.text("blocks.so_far") : key_name(t.index),
                   .left = bare ? ""
                                : number_text(t.left, carried ? (t.left == 0 || t.left == 1 ? 0 : 3)
                                                              : written.left_decimals),
                   .right = bare ? "" : number_text(t.right, written.right_decimals),
                   .product = number_text(t.product, written.product_decimals),
                   .right_role = column ? Role::value : Role::text,
                   .times = !bare,
                   .is_zero = t.product == 0,
                   .bar = full > 0 ? t.product / full : 0,
                   .bar_role = column ? Role::positive : Role::weight});
    }
    if (some_left)
        table.total(ui_.plain("blocks.more", {{"count", {{std::to_string(count + 1 - terms.size())}}}}),
                    number_text(static_cast<float>(left_out), written.product_decimals), false, false);
    table.total(column ? "O" : "ℓ",
                (written.sum_exact ? "" : "≈ ") + number_text(total, written.product_decimals), true, true,
                full > 0 ? total / full : 0, column ? Role::positive : Role::weight);
}

void BlockPage::write_output(ArithmeticTable& table, const BlockCell& cell) const {
    const Index i = cell.row;
    const BlockStep& last = pass().steps.back();
    const float sum = last.sums(i, cell.column), denominator = pass().denominators[i];
    const float output = pass().output(i, cell.column), traced = study_->traced(i, cell.column);
    if (denominator == 0) {
        table.line("0");
        return table.words(ui_.text("blocks.reads_nothing"));
    }
    if (has_sink()) write_whole(table, i);
    table.line(equation_text(Operation::divide, std::array{sum, denominator}, output, 3));
    const int decimals = agreeing_decimals(output, traced);
    const float difference = std::abs(output - traced);
    table.total(ui_.text(has_sink() ? "blocks.divided_sink" : "blocks.divided"),
                number_text(output, decimals), false);
    table.total(ui_.text("blocks.traced"), number_text(traced, decimals), false, false);
    table.total(ui_.text("blocks.difference"), difference == 0 ? "0" : number_text(difference, decimals),
                true);
}

void BlockPage::write_whole(ArithmeticTable& table, Index row) const {
    const float l = pass().steps.back().l[row], whole = pass().denominators[row];
    table.line(equation_text(Operation::add, std::array{l, whole - l}, whole, 3));
    table.words(ui_.text("blocks.sink_says"));
}

} // namespace ui
