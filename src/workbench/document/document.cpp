#include "workbench/document/document.h"

#include "attention/mask.h"
#include "base/input_error.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace workbench {

using attention::Cell;
using base::BoolMatrix;
using base::Index;
using base::InputError;

// Languages.

namespace {

constexpr std::array<std::string_view, 7> codes{"en", "other", "fr", "de", "es", "el", "ru"};

} // namespace

std::string_view code_of(Language language) {
    return codes[static_cast<std::size_t>(language)];
}

Language language_of(std::string_view code) {
    const auto* found = std::ranges::find(codes, code);
    return found == codes.end() ? Language::english : static_cast<Language>(found - codes.begin());
}

std::span<const std::string_view> language_codes() {
    return codes;
}

// The mask.

namespace {

constexpr ChosenKind kinds_of_mask[] = {{"causal", &MaskKinds::causal, true},
                                        {"before", &MaskKinds::before, false},
                                        {"after", &MaskKinds::after, false},
                                        {"padding", &MaskKinds::padding, false}};

bool same(const BoolMatrix& a, const BoolMatrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

/// What the kinds allow, whatever is drawn: (n, m), or 0 rows when none is chosen.
BoolMatrix allowed_by_kinds(MaskChoice mask, Index n, Index m) {
    mask.drawn = {};
    return attention::combined_mask({spelled_out(mask, m)}, n, m);
}

/// Draws what the kinds forbid, in place of the kinds.
MaskChoice kinds_drawn(MaskChoice mask, const BoolMatrix& allowed) {
    mask.drawn = mask.drawn && allowed;
    for (const ChosenKind& kind : kinds_of_mask)
        if (const Index amount = std::exchange(mask.*kind.amount, 0); amount > 0)
            mask.beneath.*kind.amount = amount;
    return mask;
}

} // namespace

bool MaskChoice::operator==(const MaskChoice& other) const {
    return MaskKinds::operator==(other) && beneath == other.beneath && same(drawn, other.drawn);
}

std::span<const ChosenKind> chosen_kinds() {
    return kinds_of_mask;
}

attention::Mask spelled_out(const MaskChoice& choice, Index m, Index filled_up) {
    if (choice.padding < 0 || choice.padding > m)
        throw InputError("padding", std::to_string(choice.padding) + " of " + std::to_string(m) + " keys",
                         "choose from 0 to " + std::to_string(m));
    if (choice.before < 0 || choice.after < 0)
        throw InputError("window", std::to_string(std::min(choice.before, choice.after)) + " words",
                         "choose from 1, or 0 for no limit on that side");
    attention::Mask mask;
    mask.causal = choice.causal > 0;
    if (choice.before > 0) mask.window.left = choice.before;
    if (choice.after > 0) mask.window.right = choice.after;
    mask.given = choice.drawn;
    if (const Index padding = std::max(choice.padding, filled_up); padding > 0) {
        mask.key_padding.assign(static_cast<std::size_t>(m - padding), 1);
        mask.key_padding.resize(static_cast<std::size_t>(m), 0);
    }
    return mask;
}

MaskChoice with_drawn(MaskChoice mask, const std::vector<Cell>& cells, bool allow, Index n, Index m) {
    if (mask.drawn.size() == 0) mask.drawn = BoolMatrix::Constant(n, m, true);
    const BoolMatrix allowed = allowed_by_kinds(mask, n, m);
    const auto by_kind = [&](const Cell& cell) { return !allowed(cell.row, cell.column); };
    if (allow && allowed.size() > 0 && std::ranges::any_of(cells, by_kind)) mask = kinds_drawn(mask, allowed);
    for (const Cell& cell : cells)
        mask.drawn(cell.row, cell.column) = allow;
    const bool draws_nothing = mask.drawn.all() && mask.beneath == MaskKinds{};
    if (draws_nothing) mask.drawn = {};
    return mask;
}

MaskChoice without_drawing(MaskChoice mask) {
    for (const ChosenKind& kind : kinds_of_mask)
        if (mask.*kind.amount == 0) mask.*kind.amount = mask.beneath.*kind.amount;
    mask.drawn = {};
    mask.beneath = {};
    return mask;
}

// The document.

Index shown_layer(const Document& document) {
    if (const auto* trained = std::get_if<TrainedWeights>(&document.weights)) return trained->layer;
    if (const auto* real = std::get_if<RealWeights>(&document.weights)) return real->layer;
    return 0;
}

Weights with_layer(Weights weights, Index layer) {
    assert(have_layers(weights));
    if (auto* trained = std::get_if<TrainedWeights>(&weights)) trained->layer = layer;
    if (auto* real = std::get_if<RealWeights>(&weights)) real->layer = layer;
    return weights;
}

bool have_layers(const Weights& weights) {
    return std::holds_alternative<TrainedWeights>(weights) || std::holds_alternative<RealWeights>(weights);
}

std::vector<Index> heads_off(const Document& document, Index layer) {
    std::vector<Index> heads;
    for (const HeadPlace& off : document.switched_off)
        if (off.layer == layer) heads.push_back(off.head);
    return heads;
}

} // namespace workbench
