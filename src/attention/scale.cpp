#include "attention/scale.h"

#include <cassert>
#include <cmath>

namespace attention {

const char* key(ScaleKind kind) {
    switch (kind) {
    case ScaleKind::sqrt_dk:
        return "sqrt_dk";
    case ScaleKind::none:
        return "none";
    case ScaleKind::sqrt_dmodel:
        return "sqrt_dmodel";
    case ScaleKind::number:
        return "number";
    }
    assert(false);
    return "";
}

std::optional<ScaleKind> scale_named(std::string_view name) {
    for (const ScaleKind kind : {ScaleKind::sqrt_dk, ScaleKind::none, ScaleKind::sqrt_dmodel})
        if (name == key(kind)) return kind;
    return std::nullopt;
}

float divisor(const Scale& scale, Index d_k, Index d_model) {
    switch (scale.kind) {
    case ScaleKind::sqrt_dk:
        return std::sqrt(static_cast<float>(d_k));
    case ScaleKind::none:
        return 1;
    case ScaleKind::sqrt_dmodel:
        return std::sqrt(static_cast<float>(d_model));
    case ScaleKind::number:
        return scale.number;
    }
    assert(false);
    return 1;
}

} // namespace attention
