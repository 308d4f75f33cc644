#include "attention/scale.h"

#include <cassert>
#include <cmath>

namespace attention {

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
