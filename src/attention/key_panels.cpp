#include "attention/key_panels.h"

#include <cassert>

namespace attention {

Index panel_keys(Index width) {
    const Index fit = base::unpacked_product / (strip_queries * std::max<Index>(width, 1));
    return std::clamp<Index>(fit / 16 * 16, 64, 256);
}

void KeyPanels::copy(const base::Block& k) {
    m_ = k.rows;
    width_ = k.cols;
    per_panel_ = std::clamp<Index>((m_ + 15) / 16 * 16, 16, panel_keys(width_));
    floats_.need((m_ + per_panel_ - 1) / per_panel_ * per_panel_ * width_);
    constexpr Index together = 16; // keys that fill one cache line of the panel
    for (Index first = 0; first < m_; first += together) {
        const Index count = std::min(together, m_ - first);
        const float* from = k.data + first * k.stride;
        float* to = floats_.data() + first / per_panel_ * per_panel_ * width_ + first % per_panel_;
        for (Index c = 0; c < width_; ++c, to += per_panel_)
            for (Index j = 0; j < count; ++j)
                to[j] = from[j * k.stride + c];
    }
}

base::Block KeyPanels::transposed(Index first, Index count) const {
    const Index panel = first / per_panel_, column = first % per_panel_;
    assert(column + count <= per_panel_ && first + count <= m_);
    return {floats_.data() + panel * per_panel_ * width_ + column, width_, count, per_panel_};
}

} // namespace attention
