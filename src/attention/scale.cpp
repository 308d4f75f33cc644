#include "attention/scale.h"

#include "base/enum_table.h"

#include <array>
#include <cmath>

namespace attention {

namespace {

Index width_of_keys(Index d_k, Index /*d_model*/) {
    return d_k;
}
Index width_of_tokens(Index /*d_k*/, Index d_model) {
    return d_model;
}

// In the order of the enum, so that a kind can be used as an index.
constexpr std::array<ScaleForm, 4> table{{
    {ScaleKind::sqrt_dk, "sqrt_dk", "d_k", width_of_keys},
    {ScaleKind::none, "none"},
    {ScaleKind::sqrt_dmodel, "sqrt_dmodel", "d_model", width_of_tokens},
    {ScaleKind::number, "number"},
}};

static_assert(base::is_in_order(table, &ScaleForm::kind));

} // namespace

std::span<const ScaleForm> scale_forms() {
    return table;
}

const ScaleForm& form_of(ScaleKind kind) {
    return base::row_of(table, kind);
}

std::optional<ScaleKind> scale_named(std::string_view name) {
    for (const ScaleForm& form : table)
        if (form.kind != ScaleKind::number && form.key == name) return form.kind;
    return std::nullopt;
}

float divisor(const Scale& scale, Index d_k, Index d_model) {
    if (scale.kind == ScaleKind::number) return scale.number;
    const ScaleForm& form = form_of(scale.kind);
    return form.width ? std::sqrt(static_cast<float>(form.width(d_k, d_model))) : 1;
}

std::string divisor_symbol(ScaleKind kind) {
    const std::string_view width = form_of(kind).width_name;
    return width.empty() ? "" : "√" + std::string(width);
}

} // namespace attention
